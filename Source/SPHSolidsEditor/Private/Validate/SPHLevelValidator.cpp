// Copyright (c) 2026 The SPHSolids authors

#include "Validate/SPHLevelValidator.h"

#include "Adapters/SPHSolidBody.h"
#include "Components/StaticMeshComponent.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/Level.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "PhysicsEngine/BodySetup.h"
#include "SPHPinComponent.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorSettings.h"
#include "SPHSolidsSettings.h"

#include <SPHSolids/Neighbour/NeighbourSearch.h>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

/// Bodies whose particles are nearer to each other than this part of the sum of their radii push each other apart when play begins.
constexpr double OverlapShare = 0.75;
constexpr double SameScale = 1e-3;

struct FPlacedBody
{
	const USPHSolidComponent* Component = nullptr;
	TSharedPtr<const FSPHSolidBody> Body;
	TArray<FVector> Particles; ///< cm, in the world
	double Radius = 0;         ///< cm
	FBox Bounds{ForceInit};
};

FText NameOf(const UActorComponent& Component)
{
	return FText::FromString(Component.GetOwner() ? Component.GetOwner()->GetActorNameOrLabel() : Component.GetName());
}

template <typename T>
TArray<T*> ComponentsOf(const UWorld& World)
{
	TArray<T*> All, Some;
	for (const AActor* Actor : World.PersistentLevel->Actors)
		if (Actor)
		{
			Actor->GetComponents(Some);
			All.Append(Some);
		}
	return All;
}

FPlacedBody Place(const USPHSolidComponent& Component)
{
	FPlacedBody Placed;
	Placed.Component = &Component;
	Placed.Body = Component.Body->GetBody();
	const FTransform& Where = Component.GetComponentTransform();
	Placed.Radius = static_cast<double>(Component.Body->ParticleRadius) * Where.GetScale3D().GetAbsMin();
	for (const SPHSolids::Vec3& Rest : Placed.Body->Baked->rest.position)
	{
		Placed.Particles.Add(Where.TransformPosition(SPHSolidsUnits::VectorToEngine(Rest.Cast<double>() + Placed.Body->Baked->origin)));
		Placed.Bounds += Placed.Particles.Last();
	}
	Placed.Bounds = Placed.Bounds.ExpandBy(Placed.Radius);
	return Placed;
}

bool Overlap(const FPlacedBody& A, const FPlacedBody& B)
{
	if (!A.Bounds.Intersect(B.Bounds))
		return false;
	const FVector Centre = A.Bounds.GetCenter();
	const auto Near = [&Centre](const FPlacedBody& Body)
	{
		std::vector<SPHSolids::Vec3> Places;
		for (const FVector& Particle : Body.Particles)
			Places.push_back(SPHSolidsUnits::DirectionToCore(Particle - Centre).Cast<SPHSolids::Real>());
		return Places;
	};
	SPHSolids::NeighbourLists Lists;
	const std::unique_ptr<SPHSolids::TaskRunner> Tasks = SPHSolids::MakeSerialTaskRunner();
	const SPHSolids::Real Reach = static_cast<SPHSolids::Real>(OverlapShare * (A.Radius + B.Radius));
	return SPHSolids::NeighbourSearch().FindAround(Near(A), Near(B), Reach, *Tasks, Lists).IsOk() && !Lists.index.empty();
}

/// What is said about a level, as it is found.
struct FLevelRemarks
{
	TArray<FText> Errors, Warnings;
};

void CheckBodies(const UWorld& World, FLevelRemarks& Remarks, TArray<FPlacedBody>& OutBodies)
{
	for (const USPHSolidComponent* Component : ComponentsOf<USPHSolidComponent>(World))
	{
		const FText Name = NameOf(*Component);
		if (!Component->Body || !Component->Body->HasBody())
		{
			Remarks.Errors.Add(
				FText::Format(LOCTEXT("MissingBake", "{0} has no baked body and will not be there. Choose or bake one."), Name));
			continue;
		}
		const FVector Scale = Component->GetComponentTransform().GetScale3D();
		if (Scale.X <= 0.0 || Scale.Y <= 0.0 || Scale.Z <= 0.0)
			Remarks.Errors.Add(FText::Format(
				LOCTEXT("NegativeScale", "{0} has a scale of zero or below. Soft bodies cannot be mirrored; mirror the mesh and bake it."),
				Name));
		else if (FMath::Abs(Scale.X - Scale.Y) > SameScale * Scale.X || FMath::Abs(Scale.X - Scale.Z) > SameScale * Scale.X)
			Remarks.Warnings.Add(FText::Format(
				LOCTEXT("OddScale", "{0} is scaled unevenly. Soft bodies are scaled alike in all directions; scale the mesh and bake it."),
				Name));
		OutBodies.Add(Place(*Component));
	}
}

void CheckOverlaps(const TArray<FPlacedBody>& Bodies, FLevelRemarks& Remarks)
{
	for (int32 First = 0; First < Bodies.Num(); ++First)
		for (int32 Second = First + 1; Second < Bodies.Num(); ++Second)
			if (Overlap(Bodies[First], Bodies[Second]))
				Remarks.Warnings.Add(
					FText::Format(LOCTEXT("Overlap", "{0} and {1} overlap: they jump apart when play begins. Move one of them."),
						NameOf(*Bodies[First].Component), NameOf(*Bodies[Second].Component)));
}

void CheckPins(const UWorld& World, const TArray<FPlacedBody>& Bodies, FLevelRemarks& Remarks)
{
	for (const USPHPinComponent* Pin : ComponentsOf<USPHPinComponent>(World))
	{
		const USPHSolidComponent* Solid = Pin->FindSolid();
		const FPlacedBody* Body = Bodies.FindByPredicate([Solid](const FPlacedBody& One) { return One.Component == Solid; });
		if (!Solid)
			Remarks.Warnings.Add(
				FText::Format(LOCTEXT("PinAlone", "The pin of {0} is about no soft body. Choose a Solid Actor."), NameOf(*Pin)));
		else if (Body && !Body->Particles.ContainsByPredicate([Pin](const FVector& Particle) { return Pin->Contains(Particle); }))
			Remarks.Warnings.Add(
				FText::Format(LOCTEXT("PinOutside", "The pin of {0} holds nothing: no particle of the body is inside. Move or enlarge it."),
					NameOf(*Pin)));
	}
}

void CheckColliders(const UWorld& World, const TArray<FPlacedBody>& Bodies, FLevelRemarks& Remarks)
{
	const double Reach = static_cast<double>(GetDefault<USPHSolidsSettings>()->GatherDistance);
	for (UStaticMeshComponent* Component : ComponentsOf<UStaticMeshComponent>(World))
	{
		const UBodySetup* Setup = Component->GetBodySetup();
		if (!Component->GetStaticMesh() || Component->GetCollisionEnabled() == ECollisionEnabled::NoCollision
			|| (Setup && Setup->AggGeom.GetElementCount() > 0))
			continue;
		const FBox Bounds = Component->Bounds.GetBox().ExpandBy(Reach);
		const FPlacedBody* Near = Bodies.FindByPredicate([&Bounds](const FPlacedBody& Body) { return Body.Bounds.Intersect(Bounds); });
		if (Near)
			Remarks.Warnings.Add(FText::Format(
				LOCTEXT("NoSimpleCollision",
					"{0} has no simple collision, so {1} falls through it. Add a box or convex collision to its mesh, or an SPH Collider."),
				NameOf(*Component), NameOf(*Near->Component)));
	}
}

void CheckBudget(const TArray<FPlacedBody>& Bodies, FLevelRemarks& Remarks)
{
	int32 Particles = 0;
	for (const FPlacedBody& Body : Bodies)
		Particles += Body.Particles.Num();
	const int32 Budget = GetDefault<USPHSolidsEditorSettings>()->LevelParticleBudget;
	if (Particles > Budget)
		Remarks.Warnings.Add(FText::Format(LOCTEXT("LevelBudget",
											   "The soft bodies of the level have {0} particles together, more than the {1} of the "
											   "project's settings. Bake some with fewer."),
			Particles, Budget));
}

}

bool USPHLevelValidator::CanValidateAsset_Implementation(const FAssetData&, UObject* InObject, FDataValidationContext&) const
{
	const UWorld* World = Cast<UWorld>(InObject);
	return World && World->PersistentLevel && !ComponentsOf<USPHSolidComponent>(*World).IsEmpty();
}

EDataValidationResult USPHLevelValidator::ValidateLoadedAsset_Implementation(const FAssetData&, UObject* InAsset, FDataValidationContext&)
{
	const UWorld& World = *CastChecked<UWorld>(InAsset);
	FLevelRemarks Remarks;
	TArray<FPlacedBody> Bodies;
	CheckBodies(World, Remarks, Bodies);
	CheckOverlaps(Bodies, Remarks);
	CheckPins(World, Bodies, Remarks);
	CheckColliders(World, Bodies, Remarks);
	CheckBudget(Bodies, Remarks);
	for (const FText& Warning : Remarks.Warnings)
		AssetWarning(InAsset, Warning);
	for (const FText& Error : Remarks.Errors)
		AssetFails(InAsset, Error);
	if (!Remarks.Errors.IsEmpty())
		return EDataValidationResult::Invalid;
	AssetPasses(InAsset);
	return EDataValidationResult::Valid;
}

#undef LOCTEXT_NAMESPACE
