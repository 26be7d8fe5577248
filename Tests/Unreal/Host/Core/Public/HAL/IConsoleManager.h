// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/console-variables-cplusplus-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/IConsoleManager, .../TAutoConsoleVariable; TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "Delegates/Delegate.h"
#include "UObject/NameTypes.h"

#include <atomic>

class UWorld;
class IConsoleVariable;

enum EConsoleVariableFlags : uint32
{
	ECVF_Default = 0x0,
	ECVF_Cheat = 0x1,
	ECVF_ReadOnly = 0x4,
	ECVF_Unregistered = 0x8,
	ECVF_RenderThreadSafe = 0x20,
	ECVF_Scalability = 0x40,
	ECVF_SetByConstructor = 0x00000000,
	ECVF_SetByCode = 0x0e000000,
	ECVF_SetByConsole = 0x0f000000
};

DECLARE_DELEGATE_OneParam(FConsoleVariableDelegate, IConsoleVariable*);
DECLARE_DELEGATE(FConsoleCommandDelegate);
DECLARE_DELEGATE_OneParam(FConsoleCommandWithArgsDelegate, const TArray<FString>&);
DECLARE_DELEGATE_OneParam(FConsoleCommandWithWorldDelegate, UWorld*);
DECLARE_DELEGATE_TwoParams(FConsoleCommandWithWorldAndArgsDelegate, const TArray<FString>&, UWorld*);

class IConsoleObject
{
public:
	virtual ~IConsoleObject() = default;
	virtual const TCHAR* GetHelp() const = 0;
	virtual EConsoleVariableFlags GetFlags() const = 0;
	virtual IConsoleVariable* AsVariable() { return nullptr; }
};

/// Reading is safe on any thread; setting belongs to the game thread.
class IConsoleVariable : public IConsoleObject
{
public:
	virtual void Set(const TCHAR* Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) = 0;
	void Set(int32 Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) { Set(*FString::FromInt(Value), SetBy); }
	void Set(float Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) { Set(*FString::SanitizeFloat(static_cast<double>(Value)), SetBy); }
	void Set(bool bValue, EConsoleVariableFlags SetBy = ECVF_SetByCode) { Set(bValue ? 1 : 0, SetBy); }
	virtual int32 GetInt() const = 0;
	virtual float GetFloat() const = 0;
	virtual bool GetBool() const = 0;
	virtual FString GetString() const = 0;
	virtual void SetOnChangedCallback(const FConsoleVariableDelegate& Delegate) = 0;
	IConsoleVariable* AsVariable() override { return this; }
};

class IConsoleManager
{
public:
	static IConsoleManager& Get();
	virtual ~IConsoleManager() = default;
	virtual IConsoleVariable* RegisterConsoleVariable(
		const TCHAR* Name, int32 DefaultValue, const TCHAR* Help, uint32 Flags = ECVF_Default) = 0;
	virtual IConsoleVariable* RegisterConsoleVariable(
		const TCHAR* Name, float DefaultValue, const TCHAR* Help, uint32 Flags = ECVF_Default) = 0;
	virtual IConsoleVariable* RegisterConsoleVariable(
		const TCHAR* Name, bool DefaultValue, const TCHAR* Help, uint32 Flags = ECVF_Default) = 0;
	virtual IConsoleVariable* RegisterConsoleVariable(
		const TCHAR* Name, const FString& DefaultValue, const TCHAR* Help, uint32 Flags = ECVF_Default) = 0;
	virtual IConsoleObject* RegisterConsoleCommand(
		const TCHAR* Name, const TCHAR* Help, const FConsoleCommandWithWorldAndArgsDelegate& Command, uint32 Flags = ECVF_Default) = 0;
	virtual void UnregisterConsoleObject(IConsoleObject* Object, bool bKeepState = true) = 0;
	virtual IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const = 0;
	virtual IConsoleObject* FindConsoleObject(const TCHAR* Name) const = 0;
	/// What the user types: "name value" sets, "name" alone prints, a command runs with the words behind it.
	virtual bool ProcessUserConsoleInput(const TCHAR* Input, UWorld* World) = 0;
};

template <typename T>
class TAutoConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR* Name, const T& DefaultValue, const TCHAR* Help, uint32 Flags = ECVF_Default)
		: Variable(IConsoleManager::Get().RegisterConsoleVariable(Name, DefaultValue, Help, Flags))
	{
	}
	~TAutoConsoleVariable() { IConsoleManager::Get().UnregisterConsoleObject(Variable); }
	TAutoConsoleVariable(const TAutoConsoleVariable&) = delete;
	T GetValueOnGameThread() const;
	T GetValueOnRenderThread() const;
	T GetValueOnAnyThread() const
	{
		if constexpr (std::is_same_v<T, bool>)
			return Variable->GetBool();
		else if constexpr (std::is_integral_v<T>)
			return Variable->GetInt();
		else if constexpr (std::is_floating_point_v<T>)
			return Variable->GetFloat();
		else
			return Variable->GetString();
	}
	IConsoleVariable* AsVariable() { return Variable; }
	IConsoleVariable* operator->() { return Variable; }

private:
	IConsoleVariable* Variable;
};

namespace Host
{
void CheckGameThread(const char* What);
void CheckRenderThread(const char* What);
}

template <typename T>
T TAutoConsoleVariable<T>::GetValueOnGameThread() const
{
	Host::CheckGameThread("GetValueOnGameThread");
	return GetValueOnAnyThread();
}

template <typename T>
T TAutoConsoleVariable<T>::GetValueOnRenderThread() const
{
	Host::CheckRenderThread("GetValueOnRenderThread");
	return GetValueOnAnyThread();
}

class FAutoConsoleCommandWithWorldAndArgs
{
public:
	FAutoConsoleCommandWithWorldAndArgs(
		const TCHAR* Name, const TCHAR* Help, const FConsoleCommandWithWorldAndArgsDelegate& Command, uint32 Flags = ECVF_Default)
		: Object(IConsoleManager::Get().RegisterConsoleCommand(Name, Help, Command, Flags))
	{
	}
	~FAutoConsoleCommandWithWorldAndArgs() { IConsoleManager::Get().UnregisterConsoleObject(Object); }
	FAutoConsoleCommandWithWorldAndArgs(const FAutoConsoleCommandWithWorldAndArgs&) = delete;

private:
	IConsoleObject* Object;
};

class FAutoConsoleCommand : FAutoConsoleCommandWithWorldAndArgs
{
public:
	FAutoConsoleCommand(const TCHAR* Name, const TCHAR* Help, const FConsoleCommandDelegate& Command, uint32 Flags = ECVF_Default)
		: FAutoConsoleCommandWithWorldAndArgs(Name, Help,
			  FConsoleCommandWithWorldAndArgsDelegate::CreateLambda(
				  [Command](const TArray<FString>&, UWorld*) { Command.ExecuteIfBound(); }),
			  Flags)
	{
	}
};

class FAutoConsoleCommandWithWorld : FAutoConsoleCommandWithWorldAndArgs
{
public:
	FAutoConsoleCommandWithWorld(
		const TCHAR* Name, const TCHAR* Help, const FConsoleCommandWithWorldDelegate& Command, uint32 Flags = ECVF_Default)
		: FAutoConsoleCommandWithWorldAndArgs(Name, Help,
			  FConsoleCommandWithWorldAndArgsDelegate::CreateLambda(
				  [Command](const TArray<FString>&, UWorld* World) { Command.ExecuteIfBound(World); }),
			  Flags)
	{
	}
};
