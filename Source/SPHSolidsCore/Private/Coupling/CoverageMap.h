#pragma once

#include "Coverage.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace SPHSolids
{

/// The volume map of a mesh ([BKWK19]) for particles of one size: on the lattice of its distance grid the distance at which a flat wall
/// would cover as much of a particle's kernel as the mesh does. Where the mesh is flat that is the distance itself, so that the map
/// says as much as the grid does. Read by cubics: its gradient must not jump.
///
/// Made in tiles of 8 x 8 x 8 values when a particle first comes there: all of a large mesh at once would hold a frame up. A value
/// depends on its place alone, so it does not matter which worker makes a tile, or when.
///
/// [BKWK19] Bender, Kugelstadt, Weiler, Koschier, *Volume Maps: An Implicit Boundary Representation for SPH*, 2019.
class CoverageMap
{
public:
	CoverageMap(const Shape& newMesh, Real newSupport);

	/// In the mesh's own coordinates. May be called by several threads at once.
	DistanceSample Sample(const Vec3& local) const;
	bool IsOf(const Shape& shape) const { return mesh.GetGrid() == shape.GetGrid() && mesh.IsInverted() == shape.IsInverted(); }

private:
	using Size = DistanceGrid::Size;
	void MakeTile(const Size& tile) const;
	Real ValueAt(const Vec3& place) const;

	Shape mesh;
	Real support;
	Size tileCount = {};
	mutable DistanceGrid map;
	std::unique_ptr<std::once_flag[]> isMade; // x fastest
};

/// The maps of the meshes of a world, begun when a mesh comes near fluid, kept as long as something has its shape.
class CoverageMaps
{
public:
	/// @param fluid Where it is.
	void Prepare(std::span<const Obstacle> obstacles, const Box3& fluid, Real support);
	/// Of an obstacle of the last Prepare; nullptr if it is no mesh, or was never near fluid.
	const CoverageMap* Of(std::size_t obstacle) const { return ofObstacle[obstacle]; }

private:
	struct Entry
	{
		std::unique_ptr<CoverageMap> map;
		bool isUsed;
	};
	const CoverageMap* Find(const Shape& shape, bool isNear);

	Real madeFor = 0; // support
	std::vector<Entry> entries;
	std::vector<const CoverageMap*> ofObstacle;
};

}
