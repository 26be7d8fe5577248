// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidsCoreAccess.h"

#include "Engine/World.h"
#include "PackedNormal.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidSkinning.h"
#include "Simulation/SPHSolidsSimulation.h"

namespace
{

FSPHSolidsSimulation* SimulationOf(const UWorld* World)
{
	const USPHSolidsWorldSubsystem* Subsystem = World ? World->GetSubsystem<USPHSolidsWorldSubsystem>() : nullptr;
	return Subsystem ? Subsystem->GetSimulation() : nullptr;
}

}

const SPHSolids::World* SPHSolidsCoreAccess::WorldOf(const UWorld& World)
{
	FSPHSolidsSimulation* Simulation = SimulationOf(&World);
	return Simulation ? &Simulation->Access() : nullptr;
}

const SPHSolids::SolidBody* SPHSolidsCoreAccess::BodyOf(const USPHSolidComponent& Component)
{
	FSPHSolidsSimulation* Simulation = SimulationOf(Component.GetWorld());
	return Simulation && Component.GetInstance() ? Simulation->Access().Find(Component.GetInstance()->Id) : nullptr;
}

FSPHSkinPoser::FSPHSkinPoser(const TSharedRef<const FSPHSolidBody>& InBody)
	: Body(InBody)
	, Vertices(MakeShared<FSPHSolidVertices>())
{
}

FSPHSkinPoser::~FSPHSkinPoser() = default;

void FSPHSkinPoser::Pose(
	std::span<const SPHSolids::Vec3> Particles, const SPHSolids::Vec3d& Origin, const FTransform& Place, SPHSolids::TaskRunner& Tasks)
{
	check(static_cast<int32>(Particles.size()) == Body->NumParticles());
	FSPHSolidInstance Instance;
	Instance.Body = Body;
	Instance.Filled = Vertices;
	Instance.Positions.assign(Particles.begin(), Particles.end());
	Instance.NewPlace = Place;
	SPHSolidSkinning::FillVertices(Instance, Origin, Tasks);
}

const TArray<FVector3f>& FSPHSkinPoser::GetPositions() const
{
	return Vertices->Positions;
}

const TArray<FPackedNormal>& FSPHSkinPoser::GetTangents() const
{
	return Vertices->Tangents;
}

const FBox& FSPHSkinPoser::GetBounds() const
{
	return Vertices->Bounds;
}
