// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidSkinning.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "Render/SPHSolidVertices.h"

#include <SPHSolids/Body/DeformationGradients.h>

namespace
{

/// Meshes without normals or tangents are drawn as if they faced up.
const SPHSolids::Vec3 FallbackNormal{0, 0, 1};
const SPHSolids::RenderTangent FallbackTangent{{1, 0, 0}, 1};

void PackVertices(const SPHSolidsUnits::FToEngine& Map, std::span<const SPHSolids::Vec3> Positions,
	std::span<const SPHSolids::Vec3> Normals, std::span<const SPHSolids::RenderTangent> Tangents, FSPHSolidVertices& Vertices)
{
	const int32 Count = static_cast<int32>(Positions.size());
	Vertices.Positions.SetNumUninitialized(Count);
	Vertices.Tangents.SetNumUninitialized(2 * Count);
	FVector3f Low(MAX_flt, MAX_flt, MAX_flt), High(-MAX_flt, -MAX_flt, -MAX_flt);
	for (int32 Index = 0; Index < Count; ++Index)
	{
		const std::size_t At = static_cast<std::size_t>(Index);
		const FVector3f Place = Map.Place(Positions[At]);
		Vertices.Positions[Index] = Place;
		Low = Low.ComponentMin(Place);
		High = High.ComponentMax(Place);
		const SPHSolids::RenderTangent& Tangent = Tangents.empty() ? FallbackTangent : Tangents[At];
		const FVector3f Normal = Map.Direction(Normals.empty() ? FallbackNormal : Normals[At]).GetSafeNormal();
		Vertices.Tangents[2 * Index] = FPackedNormal(FVector4f(Map.Direction(Tangent.direction).GetSafeNormal(), 0.0f));
		// The side of v is a product of a cross product, so the mirroring turns it round.
		Vertices.Tangents[2 * Index + 1] = FPackedNormal(FVector4f(Normal, -Tangent.sign));
	}
	Vertices.Bounds = Count > 0 ? FBox(FVector(Low), FVector(High)) : FBox(ForceInit);
}

}

void SPHSolidSkinning::FillRestShape(const FSPHSolidBody& Body, FSPHSolidVertices& Vertices)
{
	const SPHSolids::SkinBinding& Binding = Body.Baked->skin;
	PackVertices(SPHSolidsUnits::FToEngine::ToLocal(Body.Baked->origin, FTransform::Identity), Binding.positions, Binding.normals,
		Binding.tangents, Vertices);
	Vertices.Level = 0;
}

void SPHSolidSkinning::Locate(FSPHSolidInstance& Instance, const SPHSolids::SolidBody& Solid, double Back)
{
	const std::size_t Count = Solid.ParticleCount();
	const SPHSolids::Real Seconds = static_cast<SPHSolids::Real>(Back);
	Instance.Positions.resize(Count);
	// A step moves particles by their velocity at its end times its length, so this lies between the last two steps.
	for (std::size_t Index = 0; Index < Count; ++Index)
		Instance.Positions[Index] = Solid.position[Index] - Solid.velocity[Index] * Seconds;
	LocatePositions(Instance, Solid.origin);
}

void SPHSolidSkinning::LocatePositions(FSPHSolidInstance& Instance, const SPHSolids::Vec3d& Origin)
{
	const SPHSolids::RestState& Rest = Instance.Body->Baked->rest;
	Instance.bGradientsFresh = false;
	SPHSolids::Box3 Box;
	SPHSolids::Vec3d Sum;
	double Volume = 0;
	for (std::size_t Index = 0; Index < Instance.Positions.size(); ++Index)
	{
		// All of a body has one density, so shares of volume are shares of mass.
		const double Share = static_cast<double>(Rest.volume[Index]);
		Box.Include(Instance.Positions[Index]);
		Sum += Instance.Positions[Index].Cast<double>() * Share;
		Volume += Share;
	}
	const FVector Centre = SPHSolidsUnits::VectorToEngine(Origin + Sum / Volume);
	Instance.NewPlace = Instance.Place;
	if (!Centre.ContainsNaN())
		Instance.NewPlace.SetLocation(Centre - Instance.Place.TransformVector(Instance.Body->RestCentre));
	Instance.ParticleBounds = FBox(ForceInit);
	Instance.ParticleBounds += SPHSolidsUnits::VectorToEngine(Origin + Box.min.Cast<double>());
	Instance.ParticleBounds += SPHSolidsUnits::VectorToEngine(Origin + Box.max.Cast<double>());
}

void SPHSolidSkinning::FillGradients(FSPHSolidInstance& Instance, SPHSolids::TaskRunner& Tasks)
{
	if (Instance.bGradientsFresh)
		return;
	Instance.Gradients.resize(Instance.Positions.size());
	// Against the unscaled rest shape, which the skin is bound to: the scale of a component becomes part of F.
	SPHSolids::ComputeDeformationGradients(Instance.Body->Baked->rest, Instance.Positions, Tasks, Instance.Gradients);
	Instance.bGradientsFresh = true;
}

void SPHSolidSkinning::FillVertices(FSPHSolidInstance& Instance, const SPHSolids::Vec3d& Origin, SPHSolids::TaskRunner& Tasks)
{
	const FSPHSolidBody& Body = *Instance.Body;
	const SPHSolids::SkinBinding& Binding = Body.BindingOf(Instance.Level);
	const std::size_t Count = Binding.VertexCount();
	Instance.SkinPositions.resize(Count);
	Instance.SkinNormals.resize(Binding.normals.empty() ? 0 : Count);
	Instance.SkinTangents.resize(Binding.normals.empty() || Binding.tangents.empty() ? 0 : Count);
	FillGradients(Instance, Tasks);
	Body.SkinOf(Instance.Level)
		.Evaluate(Instance.Positions, Instance.Gradients, Tasks, Instance.SkinScratch,
			{Instance.SkinPositions, Instance.SkinNormals, Instance.SkinTangents});
	PackVertices(SPHSolidsUnits::FToEngine::ToLocal(Origin, Instance.NewPlace), Instance.SkinPositions, Instance.SkinNormals,
		Instance.SkinTangents, *Instance.Filled);
	Instance.Filled->Level = Instance.Level;
}

void SPHSolidSkinning::FillNothing(FSPHSolidVertices& Vertices)
{
	Vertices.Positions.Reset();
	Vertices.Tangents.Reset();
	Vertices.Bounds = FBox(ForceInit);
	Vertices.Level = FSPHSolidVertices::Nothing;
}
