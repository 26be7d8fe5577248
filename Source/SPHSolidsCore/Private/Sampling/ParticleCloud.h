#pragma once

#include "FillField.h"
#include "SolidBoundary.h"

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Particles on their way to an even filling: where they are, who is near whom, and how far the wall is.
///
/// Unit of length: particle diameter d. Frame: that of the FillField.
class ParticleCloud
{
public:
	static constexpr float Support = 2;   ///< of the kernel, d
	static constexpr float Radius = 0.5f; ///< of a particle, d
	static constexpr std::size_t ParticlesPerChunk = 512;

	/// Both must outlive the cloud.
	ParticleCloud(const SolidBoundary& boundary, const FillField& field);

	/// Seeds are moved to where a particle can rest; those without such a place are left out.
	/// @param jitter Every seed is first moved by up to this along each axis, d, as the random seed tells; those pushed off a wall
	///               in any case a little, because two may be pushed to the same place and could not part.
	void SetSeeds(std::span<const Vec3d> seeds, double jitter, std::uint64_t randomSeed, TaskRunner& tasks);

	std::size_t Count() const { return count; }
	Vec3 Position(std::size_t i) const { return position[i]; }

	/// Makes sure that NeighbourGroups holds all within the support. Searches only when some particle has crossed half the skin.
	Status UpdateNeighbours(TaskRunner& tasks);

	/// Eight neighbours of a particle at once.
	struct NeighbourGroup
	{
		const std::int32_t* index; // of eight particles; that of nobody is Count()
		Float8 x, y, z;            // from neighbour to particle, d
		Float8 distance;           // never zero
	};
	/// Calls visit(group) for all neighbours of particle i, and for some that are beyond the support.
	template <class Visit>
	void VisitNeighbours(std::size_t i, const Visit& visit) const
	{
		const float* coordinates = &position[0].x;
		const Float8 x(position[i].x), y(position[i].y), z(position[i].z);
		for (std::uint32_t k = firstNeighbour[i]; k < firstNeighbour[i + 1]; k += SimdWidth)
		{
			const std::int32_t* at = neighbourCoordinate.data() + k;
			NeighbourGroup group;
			group.index = neighbour.data() + k;
			group.x = x - Float8::Gather(coordinates, at);
			group.y = y - Float8::Gather(coordinates + 1, at);
			group.z = z - Float8::Gather(coordinates + 2, at);
			group.distance = Sqrt(Max(MulAdd(group.x, group.x, MulAdd(group.y, group.y, group.z * group.z)), Float8(1e-12f)));
			visit(group);
		}
	}

	/// What a particle knows of the wall.
	struct Wall
	{
		Vec3 seenFrom;        // where the particle was when it looked
		Vec3 inward;          // unit, from the closest surface point to there
		float depth = 0;      // distance between the two, d
		float leastDepth = 0; // the particle may come so near, d
		bool isConfined = false;
	};
	const Wall& WallOf(std::size_t i) const { return wall[i]; }
	/// Distance to the surface, as if that were flat near the point seen last; more than the support if it is surely farther.
	float DepthOf(std::size_t i) const;

	struct Motion
	{
		double rms = 0, greatest = 0; // d
	};
	/// Moves particle i by step[i], keeps it inside, and writes what it really moved to step[i].
	Motion Move(std::span<Vec3> step, TaskRunner& tasks);
	/// Looks at the wall anew for all particles near it and brings to rest those that touch it.
	void Settle(TaskRunner& tasks);

	double ConfinedShare() const;
	int SearchCount() const { return searchCount; }
	std::size_t MemoryBytes() const;

private:
	/// Uses what is known of the wall if the particle has hardly moved since, else looks.
	void Contain(std::size_t i);
	/// Finds the wall again and pushes the particle off it.
	void LookAtWall(std::size_t i);
	/// @return false if there is no place to rest.
	bool PlaceSeed(std::size_t i, const Vec3d& seed);
	void TakeRest(std::size_t i, const RestingPlace& rest);
	void PadNeighbours(const NeighbourLists& lists, TaskRunner& tasks);

	const SolidBoundary& boundary;
	const FillField& field;
	std::size_t count = 0;
	std::vector<Vec3> position; // and one more, far away: nobody
	std::vector<Wall> wall;
	std::vector<Vec3> positionAtSearch;
	double greatestSinceSearch = 0; // square of the greatest distance from positionAtSearch
	NeighbourSearch search;
	NeighbourLists lists;
	// Lists padded with nobody to whole groups: index of the particle, and of its first coordinate.
	std::vector<std::uint32_t> firstNeighbour;
	std::vector<std::int32_t> neighbour, neighbourCoordinate;
	int searchCount = 0;
};

}
