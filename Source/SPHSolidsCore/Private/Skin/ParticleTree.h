#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Finds the particles around a place, however far away. Built over particles that lie along a space-filling curve: eight that
/// follow each other make a leaf, and boxes over pairs of neighbours on the curve make the levels above.
class ParticleTree
{
public:
	/// @param particles In the order of a space-filling curve; any order works, others are slow. Kept by reference.
	explicit ParticleTree(std::span<const Vec3> particles);

	/// Distance to the nearest particle; infinite if there is none.
	Real NearestDistance(const Vec3& place) const;

	struct Near
	{
		std::uint32_t particle;
		Real distance;
	};
	/// Fills found with all particles no farther than radius, in the order of particles.
	void FindWithin(const Vec3& place, Real radius, std::vector<Near>& found) const;

private:
	static constexpr std::size_t LeafSize = 8;
	static constexpr int MaxDepth = 32;

	Real SquaredDistanceToBox(std::size_t node, const Vec3& place) const;
	std::span<const Vec3> LeafParticles(std::size_t node) const;

	std::span<const Vec3> points;
	std::size_t leafCount = 1; // a power of two
	std::vector<Box3> boxes;   // as a heap: the children of node n are 2 n and 2 n + 1, leaves start at leafCount
};

}
