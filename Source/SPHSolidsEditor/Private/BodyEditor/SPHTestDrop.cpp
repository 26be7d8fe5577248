// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHTestDrop.h"

#include "Adapters/SPHBodyRegions.h"
#include "Adapters/SPHSolidBody.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Adapters/SPHSolidsTaskRunner.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "HAL/PlatformTime.h"
#include "SPHSolidMaterial.h"

#include <SPHSolids/World/World.h>

struct FSPHTestDropWorld
{
	std::unique_ptr<SPHSolids::World> Core;
	SPHSolids::BodyId Body;
	FSPHSolidsTaskRunner Tasks;
};

namespace
{

constexpr double LongestFrame = 1.0 / 30.0;
constexpr double Tilt = 0.15; // radians

}

FSPHTestDrop::FSPHTestDrop() = default;
FSPHTestDrop::~FSPHTestDrop() = default;

bool FSPHTestDrop::Start(
	const TSharedRef<const FSPHSolidBody>& Body, FName Preset, FString& OutMessage, TConstArrayView<FSPHBodyRegion> Regions)
{
	Stop();
	auto Made = std::make_unique<FSPHTestDropWorld>();
	SPHSolids::Result<std::unique_ptr<SPHSolids::World>> Created = SPHSolids::World::Create(SPHSolids::WorldDef());
	if (!Created.IsOk())
	{
		OutMessage = SPHSolidsText::ToEngine(Created.Message());
		return false;
	}
	Made->Core = Created.TakeValue();
	const double Height = Body->Bounds.GetSize().Z;
	FloorHeight = Body->Bounds.Min.Z - Height / 2;
	SPHSolids::BoundaryDef Floor;
	Floor.pose.position = SPHSolidsUnits::VectorToCore(FVector(0.0, 0.0, FloorHeight));
	SPHSolids::SolidBodyDef Def;
	Def.rest = Body->RestAtScale(1.0, Made->Tasks);
	const FSPHSolidMaterialValues Values = SPHSolidMaterialValues(nullptr);
	Def.material = Values.Material;
	for (const SPHSolids::MaterialPreset& Ready : SPHSolids::MaterialPresets())
		if (FName(*SPHSolidsText::ToEngine(Ready.name)) == Preset)
			Def.material = Ready.material;
	Def.damping = Values.Damping;
	Def.position = Body->Baked->origin;
	Def.stiffnessScale = SPHBodyRegions::StiffnessOf(Regions, *Body);
	Def.rotation = SPHSolidsUnits::RotationToCore(FQuat(FVector(1.0, 0.0, 0.0), Tilt));
	const SPHSolids::Result<SPHSolids::BoundaryId> FloorAdded = Made->Core->AddBoundary(Floor);
	const SPHSolids::Result<SPHSolids::BodyId> Added = Made->Core->AddBody(Def);
	if (!FloorAdded.IsOk() || !Added.IsOk())
	{
		OutMessage = SPHSolidsText::ToEngine(FloorAdded.IsOk() ? Added.Message() : FloorAdded.Message());
		return false;
	}
	Made->Body = Added.Value();
	if (const std::vector<std::uint32_t> Pinned = SPHBodyRegions::PinnedBy(Regions, *Body); !Pinned.empty())
		(void)Made->Core->PinParticles(Made->Body, Pinned, SPHSolids::PinMotion::Hold());
	World = std::move(Made);
	return true;
}

void FSPHTestDrop::Stop()
{
	World.reset();
}

void FSPHTestDrop::Advance(double Seconds)
{
	if (!World)
		return;
	const double Start = FPlatformTime::Seconds();
	World->Core->Step(FMath::Min(Seconds, LongestFrame), World->Tasks);
	Milliseconds = 1000.0 * (FPlatformTime::Seconds() - Start);
}

const SPHSolids::SolidBody* FSPHTestDrop::FindSolid() const
{
	return World ? World->Core->Find(World->Body) : nullptr;
}

void FSPHTestDrop::GetParticles(TArray<FVector>& OutPlaces) const
{
	OutPlaces.Reset();
	const SPHSolids::SolidBody* Solid = FindSolid();
	if (!Solid)
		return;
	for (const SPHSolids::Vec3& Place : Solid->position)
		OutPlaces.Add(SPHSolidsUnits::VectorToEngine(Solid->origin + Place.Cast<double>()));
}
