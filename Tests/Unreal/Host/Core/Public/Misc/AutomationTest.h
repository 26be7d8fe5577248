// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/automation-spec-in-unreal-engine (BEGIN_DEFINE_SPEC, Describe, BeforeEach, It), dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/EAutomationTestFlags (an enum class since 5.5); CesiumGS/cesium-unreal.
#pragma once

#include "CoreMinimal.h"

#define WITH_DEV_AUTOMATION_TESTS (!UE_BUILD_SHIPPING)

enum class EAutomationTestFlags : uint32
{
	None = 0,
	EditorContext = 1 << 0,
	ClientContext = 1 << 1,
	ServerContext = 1 << 2,
	CommandletContext = 1 << 3,
	SmokeFilter = 1 << 24,
	EngineFilter = 1 << 25,
	ProductFilter = 1 << 26
};
ENUM_CLASS_FLAGS(EAutomationTestFlags)

/// A test in the engine's behaviour style. The host runs each It with the BeforeEach of all Describes around it.
class FAutomationSpecBase
{
public:
	FAutomationSpecBase(const TCHAR* InName, EAutomationTestFlags InFlags);
	virtual ~FAutomationSpecBase();
	FAutomationSpecBase(const FAutomationSpecBase&) = delete;
	virtual void Define() = 0;

	void Describe(const FString& Description, TFunction<void()> DoWork);
	void BeforeEach(TFunction<void()> DoWork);
	void It(const FString& Description, TFunction<void()> DoWork);

	bool TestTrue(const TCHAR* What, bool bValue);
	bool TestFalse(const TCHAR* What, bool bValue) { return TestTrue(What, !bValue); }
	template <typename T>
	bool TestEqual(const TCHAR* What, const T& Actual, const T& Expected)
	{
		return TestTrue(What, Actual == Expected);
	}
	bool TestNearlyEqual(const TCHAR* What, double Actual, double Expected, double Tolerance = 1e-4);
	void AddError(const FString& Message) { HostErrors.Add(HostCurrent + TEXT(": ") + Message); }

	struct FHostExample
	{
		FString Name;
		TArray<TFunction<void()>> Steps;
	};
	/// Defines the spec if need be and runs all of it; what failed is in HostErrors.
	int32 HostRun();
	static TArray<FAutomationSpecBase*>& HostAll();
	FString HostName;
	TArray<FString> HostErrors;

private:
	EAutomationTestFlags Flags;
	FString HostCurrent;
	TArray<FString> Path;
	TArray<TArray<TFunction<void()>>> Before;
	TArray<FHostExample> Examples;
};

#define BEGIN_DEFINE_SPEC(TClass, PrettyName, TFlags)                                                                                      \
	class TClass : public FAutomationSpecBase                                                                                              \
	{                                                                                                                                      \
	public:                                                                                                                                \
		TClass()                                                                                                                           \
			: FAutomationSpecBase(TEXT(PrettyName), TFlags)                                                                                \
		{                                                                                                                                  \
		}                                                                                                                                  \
		virtual void Define() override;
#define END_DEFINE_SPEC(TClass)                                                                                                            \
	}                                                                                                                                      \
	;                                                                                                                                      \
	static TClass HostSpec_##TClass;
