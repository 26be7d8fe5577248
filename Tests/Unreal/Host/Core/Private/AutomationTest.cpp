// Copyright (c) 2026 The SPHSolids authors

#include "Misc/AutomationTest.h"

FAutomationSpecBase::FAutomationSpecBase(const TCHAR* InName, EAutomationTestFlags InFlags)
	: HostName(InName)
	, Flags(InFlags)
{
	HOST_CHECK(EnumHasAnyFlags(
				   Flags, EAutomationTestFlags::SmokeFilter | EAutomationTestFlags::EngineFilter | EAutomationTestFlags::ProductFilter),
		"an automation test without a filter flag");
	HOST_CHECK(EnumHasAnyFlags(Flags,
				   EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext
					   | EAutomationTestFlags::CommandletContext),
		"an automation test without a context flag");
	HostAll().Add(this);
}

FAutomationSpecBase::~FAutomationSpecBase()
{
	HostAll().Remove(this);
}

TArray<FAutomationSpecBase*>& FAutomationSpecBase::HostAll()
{
	static TArray<FAutomationSpecBase*>* All = new TArray<FAutomationSpecBase*>;
	return *All;
}

void FAutomationSpecBase::Describe(const FString& Description, TFunction<void()> DoWork)
{
	Path.Add(Description);
	Before.AddDefaulted();
	DoWork();
	Before.Pop();
	Path.Pop();
}

void FAutomationSpecBase::BeforeEach(TFunction<void()> DoWork)
{
	HOST_CHECK(!Before.IsEmpty(), "BeforeEach outside of Describe");
	Before.Last().Add(DoWork);
}

void FAutomationSpecBase::It(const FString& Description, TFunction<void()> DoWork)
{
	FHostExample Example;
	for (const FString& Part : Path)
		Example.Name += Part + TEXT(" ");
	Example.Name += Description;
	for (const TArray<TFunction<void()>>& Level : Before)
		Example.Steps.Append(Level);
	Example.Steps.Add(DoWork);
	Examples.Add(Example);
}

bool FAutomationSpecBase::TestTrue(const TCHAR* What, bool bValue)
{
	if (!bValue)
		AddError(What);
	return bValue;
}

bool FAutomationSpecBase::TestNearlyEqual(const TCHAR* What, double Actual, double Expected, double Tolerance)
{
	if (FMath::Abs(Actual - Expected) <= Tolerance)
		return true;
	AddError(FString::Printf(TEXT("%s is %g, not %g"), What, Actual, Expected));
	return false;
}

int32 FAutomationSpecBase::HostRun()
{
	if (Examples.IsEmpty())
		Define();
	for (const FHostExample& Example : Examples)
	{
		HostCurrent = Example.Name;
		for (const TFunction<void()>& Step : Example.Steps)
			Step();
	}
	return Examples.Num();
}
