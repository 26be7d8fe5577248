// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "HAL/CriticalSection.h"
#include "Render/SPHMeshTopology.h"

#include <SPHSolids/Body/BakedBody.h>
#include <SPHSolids/Coupling/Shape.h>
#include <SPHSolids/Skin/SkinEvaluator.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <array>
#include <map>
#include <memory>

/// A decoded body asset with what the engine side needs of it. Immutable, shared by all components and threads.
struct SPHSOLIDSRUNTIME_API FSPHSolidBody
{
	explicit FSPHSolidBody(SPHSolids::BakedBody&& InBaked);
	~FSPHSolidBody();
	FSPHSolidBody(const FSPHSolidBody&) = delete;

	bool HasSkin() const { return Baked->skin.VertexCount() > 0 && !Baked->skin.triangles.empty(); }
	int32 NumVertices() const { return static_cast<int32>(Baked->skin.VertexCount()); }
	int32 NumParticles() const { return static_cast<int32>(Baked->rest.ParticleCount()); }

	/// Rest data of the body at a size, shared by all instances of that size. Any thread.
	std::shared_ptr<const SPHSolids::SolidRest> RestAtScale(double Scale, SPHSolids::TaskRunner& Tasks) const;

	/// The drawn mesh as something to bump into: its signed distance on a grid, made once per size. Any thread.
	/// @param CellSize m, after scaling.
	SPHSolids::Result<SPHSolids::Shape> ShapeAtScale(const FVector& Scale, double CellSize, SPHSolids::TaskRunner& Tasks) const;

	/// Moves the vertices of a level of detail. @param Level 0 for the full mesh, up to NumLevels() - 1.
	const SPHSolids::SkinEvaluator& SkinOf(int32 Level) const;
	const SPHSolids::SkinBinding& BindingOf(int32 Level) const;
	int32 NumLevels() const { return 1 + Topology->Coarser.Num(); }

	/// As in the file, but for the order of the mesh's vertices: those that coarser levels use come first.
	std::shared_ptr<const SPHSolids::BakedBody> Baked;
	/// Triangles sorted by material slot.
	TSharedPtr<const FSPHMeshTopology> Topology;
	/// Of vertices and particles at rest, cm, in the frame of the mesh.
	FBox Bounds;
	/// Mean place of the particles by volume, cm, in the frame of the mesh.
	FVector RestCentre;

private:
	explicit FSPHSolidBody(const std::shared_ptr<SPHSolids::BakedBody>& InBaked);

	struct FCoarserSkin;
	SPHSolids::SkinEvaluator Skin;
	TArray<TSharedPtr<const FCoarserSkin>> CoarserSkins;
	mutable FCriticalSection RestLock;
	mutable std::map<double, std::weak_ptr<const SPHSolids::SolidRest>> Rests;
	mutable std::map<std::array<double, 4>, std::weak_ptr<const SPHSolids::DistanceGrid>> Grids;
};
