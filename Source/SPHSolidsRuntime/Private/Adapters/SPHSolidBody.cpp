// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidBody.h"

#include "Adapters/SPHMeshLevels.h"
#include "Convert/SPHSolidsUnits.h"
#include "Misc/ScopeLock.h"

#include <SPHSolids/Geometry/MeshDistance.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace
{

/// Triangles sorted by material slot, as index lists and sections of them.
void FillSections(const std::vector<SPHSolids::Triangle>& Triangles, const std::vector<std::uint16_t>& Slots, TArray<uint32>& Indices,
	TArray<FSPHMeshTopology::FSection>& Sections)
{
	const auto SlotOf = [&Slots](std::size_t Triangle) { return Slots.empty() ? 0 : static_cast<int32>(Slots[Triangle]); };
	std::vector<std::size_t> Order(Triangles.size());
	std::iota(Order.begin(), Order.end(), std::size_t(0));
	std::sort(Order.begin(), Order.end(),
		[&SlotOf](std::size_t A, std::size_t B) { return SlotOf(A) != SlotOf(B) ? SlotOf(A) < SlotOf(B) : A < B; });
	Indices.Reserve(static_cast<int32>(3 * Order.size()));
	for (const std::size_t Triangle : Order)
	{
		if (Sections.IsEmpty() || Sections.Last().MaterialSlot != SlotOf(Triangle))
			Sections.Add(FSPHMeshTopology::FSection{SlotOf(Triangle), static_cast<uint32>(Indices.Num()), 0, MAX_uint32, 0});
		FSPHMeshTopology::FSection& Section = Sections.Last();
		++Section.NumTriangles;
		for (const std::uint32_t Vertex : Triangles[Triangle])
		{
			Indices.Add(Vertex);
			Section.MinVertex = FMath::Min<uint32>(Section.MinVertex, Vertex);
			Section.MaxVertex = FMath::Max<uint32>(Section.MaxVertex, Vertex);
		}
	}
}

TSharedRef<const FSPHMeshTopology> MakeTopology(SPHSolids::SkinBinding& Binding)
{
	const std::vector<SPHMeshLevels::FLevel> Levels = SPHMeshLevels::Build(Binding);
	const TSharedRef<FSPHMeshTopology> Mesh = MakeShared<FSPHMeshTopology>();
	Mesh->NumVertices = static_cast<int32>(Binding.VertexCount());
	for (const std::array<float, 2>& UV : Binding.uvs)
		Mesh->UVs.Add(FVector2f(UV[0], UV[1]));
	FillSections(Binding.triangles, Binding.sections, Mesh->Indices, Mesh->Sections);
	for (const SPHMeshLevels::FLevel& Level : Levels)
	{
		FSPHMeshTopology::FCoarser& Coarser = Mesh->Coarser.AddDefaulted_GetRef();
		Coarser.NumVertices = static_cast<int32>(Level.VertexCount);
		Coarser.CellSize = SPHSolidsUnits::LengthToEngine(Level.CellSize);
		FillSections(Level.Triangles, Level.Sections, Coarser.Indices, Coarser.Sections);
	}
	return Mesh;
}

}

struct FSPHSolidBody::FCoarserSkin
{
	FCoarserSkin(const SPHSolids::BakedBody& Body, std::size_t VertexCount)
		: Binding(SPHMeshLevels::FirstOf(Body.skin, VertexCount))
		, Evaluator(Body.rest, Binding)
	{
	}

	SPHSolids::SkinBinding Binding;
	SPHSolids::SkinEvaluator Evaluator;
};

FSPHSolidBody::FSPHSolidBody(SPHSolids::BakedBody&& InBaked)
	: FSPHSolidBody(std::make_shared<SPHSolids::BakedBody>(std::move(InBaked)))
{
}

FSPHSolidBody::FSPHSolidBody(const std::shared_ptr<SPHSolids::BakedBody>& InBaked)
	: Baked(InBaked)
	, Topology(MakeTopology(InBaked->skin))
	, Bounds(ForceInit)
	, Skin(Baked->rest, Baked->skin)
{
	for (const FSPHMeshTopology::FCoarser& Level : Topology->Coarser)
		CoarserSkins.Add(MakeShared<FCoarserSkin>(*Baked, static_cast<std::size_t>(Level.NumVertices)));
	const auto Include = [this](const SPHSolids::Vec3& Place)
	{ Bounds += SPHSolidsUnits::VectorToEngine(Place.Cast<double>() + Baked->origin); };
	for (const SPHSolids::Vec3& Place : Baked->skin.positions)
		Include(Place);
	for (const SPHSolids::Vec3& Place : Baked->rest.position)
		Include(Place);
	SPHSolids::Vec3d Sum;
	double Volume = 0;
	for (std::size_t Index = 0; Index < Baked->rest.ParticleCount(); ++Index)
	{
		const double Share = static_cast<double>(Baked->rest.volume[Index]);
		Sum += Baked->rest.position[Index].Cast<double>() * Share;
		Volume += Share;
	}
	RestCentre = SPHSolidsUnits::VectorToEngine(Baked->origin + (Volume > 0 ? Sum / Volume : Sum));
	Bounds = Bounds.ExpandBy(SPHSolidsUnits::LengthToEngine(static_cast<double>(Baked->rest.particleRadius)));
}

FSPHSolidBody::~FSPHSolidBody() = default;

const SPHSolids::SkinEvaluator& FSPHSolidBody::SkinOf(int32 Level) const
{
	return Level == 0 ? Skin : CoarserSkins[Level - 1]->Evaluator;
}

const SPHSolids::SkinBinding& FSPHSolidBody::BindingOf(int32 Level) const
{
	return Level == 0 ? Baked->skin : CoarserSkins[Level - 1]->Binding;
}

std::shared_ptr<const SPHSolids::SolidRest> FSPHSolidBody::RestAtScale(double Scale, SPHSolids::TaskRunner& Tasks) const
{
	FScopeLock Lock(&RestLock);
	std::weak_ptr<const SPHSolids::SolidRest>& Known = Rests[Scale];
	if (std::shared_ptr<const SPHSolids::SolidRest> Alive = Known.lock())
		return Alive;
	// Lengths grow by the scale, volumes by its cube. Gradient corrections have no unit: they and the neighbours stay.
	SPHSolids::RestState State = Baked->rest;
	const SPHSolids::Real Length = static_cast<SPHSolids::Real>(Scale), Volume = Length * Length * Length;
	State.particleRadius *= Length;
	State.supportRadius *= Length;
	for (SPHSolids::Vec3& Place : State.position)
		Place *= Length;
	for (SPHSolids::Real& Share : State.kernelVolume)
		Share *= Volume;
	for (SPHSolids::Real& Share : State.volume)
		Share *= Volume;
	std::shared_ptr<const SPHSolids::SolidRest> Made = SPHSolids::MakeSolidRest(std::move(State), Tasks);
	Known = Made;
	return Made;
}

SPHSolids::Result<SPHSolids::Shape> FSPHSolidBody::ShapeAtScale(const FVector& Scale, double CellSize, SPHSolids::TaskRunner& Tasks) const
{
	if (!HasSkin())
		return SPHSolids::Error{"The body was baked without a mesh to draw, so it has no surface to bump into; bake it with one."};
	FScopeLock Lock(&RestLock);
	std::weak_ptr<const SPHSolids::DistanceGrid>& Known = Grids[{Scale.X, Scale.Y, Scale.Z, CellSize}];
	if (std::shared_ptr<const SPHSolids::DistanceGrid> Alive = Known.lock())
		return SPHSolids::Shape::Grid(std::move(Alive));
	std::vector<SPHSolids::Vec3d> Corners;
	for (const SPHSolids::Vec3& Place : Baked->skin.positions)
	{
		const SPHSolids::Vec3d Corner = Place.Cast<double>() + Baked->origin;
		Corners.push_back({Corner.x * Scale.X, Corner.y * Scale.Y, Corner.z * Scale.Z});
	}
	auto Distance = SPHSolids::MeshDistance::Build({Corners, Baked->skin.triangles}, Tasks);
	if (!Distance.IsOk())
		return SPHSolids::Error{Distance.Message()};
	SPHSolids::DistanceGridSettings Settings;
	Settings.cellSize = CellSize;
	// Two cells: what comes near finds its way before it is inside.
	Settings.margin = 2 * CellSize;
	auto Grid = SPHSolids::BuildDistanceGrid(Distance.Value(), Settings, Tasks, nullptr);
	if (!Grid.IsOk())
		return SPHSolids::Error{Grid.Message()};
	std::shared_ptr<const SPHSolids::DistanceGrid> Made = std::make_shared<const SPHSolids::DistanceGrid>(Grid.TakeValue());
	Known = Made;
	return SPHSolids::Shape::Grid(std::move(Made));
}
