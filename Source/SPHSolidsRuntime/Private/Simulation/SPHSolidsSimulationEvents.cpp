// Copyright (c) 2026 The SPHSolids authors

// What Blueprints and designers are told after a frame.

#include "Simulation/SPHSolidsSimulation.h"

#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "HAL/IConsoleManager.h"
#include "Misc/App.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLog.h"

static TAutoConsoleVariable<int32> CVarSPHSolidsScreenWarnings(TEXT("sph.ScreenWarnings"), 1,
	TEXT("1 shows real trouble on the screen besides the log: bodies held still, time lost. 0 does not."), ECVF_Default);

namespace
{

/// Things that touch faster than this hit each other, m/s; slower ones lie or slide.
constexpr double ImpactSpeed = 0.3;
/// What a designer should see even without looking at the log.
constexpr SPHSolids::StepIssue RealTrouble = SPHSolids::StepIssue::BodyFrozen | SPHSolids::StepIssue::RigidFrozen
	| SPHSolids::StepIssue::TimeDropped | SPHSolids::StepIssue::ParticlesRemoved;

}

void FSPHSolidsSimulation::SendEvents()
{
	// What a Blueprint does in an event may add and remove bodies, so collect first.
	TArray<TPair<TWeakObjectPtr<USPHSolidComponent>, bool>> Changes;
	for (FSPHSolidInstance* Instance : Moving)
	{
		if (Instance->bSlept || Instance->bWoke)
			Changes.Add(TPair<TWeakObjectPtr<USPHSolidComponent>, bool>(Instance->Component, Instance->bSlept));
		Instance->bSlept = Instance->bWoke = false;
	}
	Moving.Reset();
	SendImpacts();
	for (const TPair<TWeakObjectPtr<USPHSolidComponent>, bool>& Change : Changes)
		if (USPHSolidComponent* Component = Change.Key.Get())
			(Change.Value ? Component->OnSleep : Component->OnWake).Broadcast(Component);
}

void FSPHSolidsSimulation::SendImpacts()
{
	struct FImpact
	{
		TWeakObjectPtr<USPHSolidComponent> Component;
		TWeakObjectPtr<UPrimitiveComponent> Other;
		FVector Location, Impulse;
	};
	TArray<FImpact> Impacts;
	for (const SPHSolids::ContactEvent& Contact : Core->Contacts())
	{
		// Soft things that meet touch lightly first and push harder in the frames after, so the beginning alone would miss most hits.
		const bool bMeet = Contact.began || Contact.normalSpeed >= ImpactSpeed;
		if (!bMeet || Contact.other == SPHSolids::ContactEvent::Other::Self || Contact.fluid.IsSet())
			continue;
		const FVector Location = SPHSolidsUnits::VectorToEngine(Contact.place), Impulse = SPHSolidsUnits::VectorToEngine(Contact.impulse);
		const auto Add = [this, &Impacts, &Location](FSPHSolidInstance* Instance, UPrimitiveComponent* Other, const FVector& Push)
		{
			USPHSolidComponent* Component = Instance ? Instance->Component.Get() : nullptr;
			if (!Component || !Component->OnImpact.IsBound() || Push.Size() < static_cast<double>(Component->ImpactThreshold)
				|| Core->Time() < Instance->LastImpact + static_cast<double>(Component->ImpactInterval))
				return;
			Impacts.Add(FImpact{Component, Other, Location, Push});
		};
		FSPHSolidInstance* First = InstanceOf(Contact.body);
		Add(First, OtherOf(Contact), Impulse);
		if (Contact.other == SPHSolids::ContactEvent::Other::Body)
			Add(InstanceOf(Contact.otherBody), First ? First->Component.Get() : nullptr, -Impulse);
	}
	Impacts.Sort([](const FImpact& A, const FImpact& B) { return A.Impulse.SizeSquared() > B.Impulse.SizeSquared(); });
	for (int32 Index = 0; Index < FMath::Min(Impacts.Num(), MaxImpacts); ++Index)
		if (USPHSolidComponent* Component = Impacts[Index].Component.Get())
		{
			if (FSPHSolidInstance* Instance = Component->GetInstance())
				Instance->LastImpact = Core->Time();
			Component->OnImpact.Broadcast(Component, Impacts[Index].Location, Impacts[Index].Impulse, Impacts[Index].Other.Get());
		}
}

UPrimitiveComponent* FSPHSolidsSimulation::OtherOf(const SPHSolids::ContactEvent& Contact) const
{
	switch (Contact.other)
	{
	case SPHSolids::ContactEvent::Other::Body:
	{
		const FSPHSolidInstance* Other = InstanceOf(Contact.otherBody);
		return Other ? Other->Component.Get() : nullptr;
	}
	case SPHSolids::ContactEvent::Other::Boundary: return Colliders.ComponentOf(Contact.boundary);
	case SPHSolids::ContactEvent::Other::Rigid: return Colliders.ComponentOf(Contact.rigid);
	case SPHSolids::ContactEvent::Other::Self:
	case SPHSolids::ContactEvent::Other::Fluid: break;
	}
	return nullptr;
}

void FSPHSolidsSimulation::WarnOnScreen(const FString& Message) const
{
#if !UE_BUILD_SHIPPING
	constexpr float Seconds = 8.0f;
	if (GEngine && FApp::CanEverRender() && CVarSPHSolidsScreenWarnings.GetValueOnGameThread() != 0)
		GEngine->AddOnScreenDebugMessage(
			static_cast<uint64>(GetTypeHash(Message)), Seconds, FColor::Red, FString(TEXT("SPHSolids: ")) + Message);
#endif
}

void FSPHSolidsSimulation::ReportIssues()
{
	if (Report.issues == SPHSolids::StepIssue::None)
		return;
	for (const SPHSolids::StepIssueInfo& Info : SPHSolids::StepIssues())
		if (SPHSolids::Has(Report.issues, Info.issue) && !SPHSolids::Has(Said, Info.issue))
		{
			Said |= Info.issue;
			const FString Sentence = SPHSolidsText::ToEngine(Info.sentence);
			UE_LOG(LogSPHSolids, Warning, TEXT("%s: %s (said once)"), *World.GetMapName(), *Sentence);
			if (SPHSolids::Has(RealTrouble, Info.issue))
				WarnOnScreen(Sentence);
		}
	TArray<TWeakObjectPtr<USPHSolidComponent>> Frozen;
	if (SPHSolids::Has(Report.issues, SPHSolids::StepIssue::BodyFrozen))
		for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
			if (Instance->State == SPHSolids::BodyState::Frozen)
				Frozen.Add(Instance->Component);
	for (const TWeakObjectPtr<USPHSolidComponent>& Component : Frozen)
		if (Component.IsValid())
			Component->ReportIssue(TEXT("The body went wrong again and again and is held still. Use a shorter step or a softer material; "
										"Reset Body lets it go on."));
}
