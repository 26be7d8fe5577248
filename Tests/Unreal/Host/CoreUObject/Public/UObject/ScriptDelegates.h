// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/dynamic-delegates-in-unreal-engine (bound by object and function name; AddDynamic, RemoveDynamic, AddUniqueDynamic; gone objects are skipped).
#pragma once

#include "CoreMinimal.h"

class UObject;

/// An object and the name of one of its UFUNCTIONs.
class FScriptDelegate
{
public:
	void BindUFunction(UObject* InObject, const FName& InFunctionName);
	void Unbind();
	bool IsBound() const;
	UObject* GetUObject() const;
	FName GetFunctionName() const { return FunctionName; }
	/// Calls the function by name with a block of parameters.
	void ProcessDelegate(void* Parameters) const;
	bool operator==(const FScriptDelegate& Other) const
	{
		return ObjectIndex == Other.ObjectIndex && ObjectSerial == Other.ObjectSerial && FunctionName == Other.FunctionName;
	}

private:
	int32 ObjectIndex = INDEX_NONE;
	int32 ObjectSerial = 0;
	FName FunctionName;
};

class FMulticastScriptDelegate
{
public:
	void Add(const FScriptDelegate& Delegate);
	void AddUnique(const FScriptDelegate& Delegate);
	void Remove(const FScriptDelegate& Delegate) { Invocations.Remove(Delegate); }
	void Remove(const UObject* Object, FName FunctionName);
	void RemoveAll(const UObject* Object);
	void Clear() { Invocations.Empty(); }
	bool IsBound() const;
	bool Contains(const UObject* Object, FName FunctionName) const;
	void ProcessMulticastDelegate(void* Parameters) const;

private:
	TArray<FScriptDelegate> Invocations;
};

namespace Host
{

/// "&UThing::OnHit" to OnHit, as the engine's macros do.
FName FunctionNameOf(const char* Expression);

template <typename... Params>
struct TParameterBlock;
template <>
struct TParameterBlock<>
{
};
template <typename First, typename... Rest>
struct TParameterBlock<First, Rest...>
{
	std::remove_cvref_t<First> Value;
	TParameterBlock<Rest...> Others;
	TParameterBlock(First InValue, Rest... InOthers)
		: Value(InValue)
		, Others(InOthers...)
	{
	}
};

template <typename... Params>
class TDynamicMulticast : public FMulticastScriptDelegate
{
public:
	/// The method's type is checked here; the call itself goes by name.
	template <typename U, typename Class>
	void HostAdd(U* Object, void (Class::*)(Params...), FName Name, bool bUnique)
	{
		static_assert(std::is_base_of_v<Class, U>);
		FScriptDelegate Delegate;
		Delegate.BindUFunction(Object, Name);
		bUnique ? AddUnique(Delegate) : Add(Delegate);
	}
	void Broadcast(Params... Arguments) const
	{
		TParameterBlock<Params...> Block(Arguments...);
		ProcessMulticastDelegate(&Block);
	}
};

template <typename... Params>
class TDynamicSingle : public FScriptDelegate
{
public:
	template <typename U, typename Class>
	void HostBind(U* Object, void (Class::*)(Params...), FName Name)
	{
		BindUFunction(Object, Name);
	}
	void Execute(Params... Arguments) const
	{
		checkf(IsBound(), TEXT("Execute of a dynamic delegate that is not bound"));
		TParameterBlock<Params...> Block(Arguments...);
		ProcessDelegate(&Block);
	}
	bool ExecuteIfBound(Params... Arguments) const
	{
		if (!IsBound())
			return false;
		Execute(Arguments...);
		return true;
	}
};

}

#define AddDynamic(UserObject, FuncName) HostAdd(UserObject, FuncName, Host::FunctionNameOf(#FuncName), false)
#define AddUniqueDynamic(UserObject, FuncName) HostAdd(UserObject, FuncName, Host::FunctionNameOf(#FuncName), true)
#define RemoveDynamic(UserObject, FuncName) Remove(UserObject, Host::FunctionNameOf(#FuncName))
#define BindDynamic(UserObject, FuncName) HostBind(UserObject, FuncName, Host::FunctionNameOf(#FuncName))

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(Name)                                                                                           \
	class Name : public Host::TDynamicMulticast<>                                                                                          \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, T1, P1)                                                                          \
	class Name : public Host::TDynamicMulticast<T1>                                                                                        \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, T1, P1, T2, P2)                                                                 \
	class Name : public Host::TDynamicMulticast<T1, T2>                                                                                    \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, T1, P1, T2, P2, T3, P3)                                                       \
	class Name : public Host::TDynamicMulticast<T1, T2, T3>                                                                                \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(Name, T1, P1, T2, P2, T3, P3, T4, P4)                                                \
	class Name : public Host::TDynamicMulticast<T1, T2, T3, T4>                                                                            \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FiveParams(Name, T1, P1, T2, P2, T3, P3, T4, P4, T5, P5)                                        \
	class Name : public Host::TDynamicMulticast<T1, T2, T3, T4, T5>                                                                        \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_DELEGATE(Name)                                                                                                     \
	class Name : public Host::TDynamicSingle<>                                                                                             \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_DELEGATE_OneParam(Name, T1, P1)                                                                                    \
	class Name : public Host::TDynamicSingle<T1>                                                                                           \
	{                                                                                                                                      \
	}
#define DECLARE_DYNAMIC_DELEGATE_TwoParams(Name, T1, P1, T2, P2)                                                                           \
	class Name : public Host::TDynamicSingle<T1, T2>                                                                                       \
	{                                                                                                                                      \
	}
