#include "Skin/ParticleTree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace SPHSolids
{

ParticleTree::ParticleTree(std::span<const Vec3> particles)
	: points(particles)
{
	while (leafCount * LeafSize < points.size())
		leafCount *= 2;
	boxes.resize(2 * leafCount);
	for (std::size_t node = leafCount; node < 2 * leafCount; ++node)
		for (const Vec3& point : LeafParticles(node))
			boxes[node].Include(point);
	for (std::size_t node = leafCount - 1; node > 0; --node)
		for (const std::size_t child : {2 * node, 2 * node + 1})
			if (!boxes[child].IsEmpty())
			{
				boxes[node].Include(boxes[child].min);
				boxes[node].Include(boxes[child].max);
			}
}

std::span<const Vec3> ParticleTree::LeafParticles(std::size_t node) const
{
	const std::size_t begin = std::min((node - leafCount) * LeafSize, points.size());
	return points.subspan(begin, std::min(LeafSize, points.size() - begin));
}

Real ParticleTree::SquaredDistanceToBox(std::size_t node, const Vec3& place) const
{
	if (boxes[node].IsEmpty())
		return std::numeric_limits<Real>::infinity();
	const Vec3 nearest = Min(Max(place, boxes[node].min), boxes[node].max);
	return SquaredNorm(place - nearest);
}

Real ParticleTree::NearestDistance(const Vec3& place) const
{
	Real best = std::numeric_limits<Real>::infinity(); // squared
	std::size_t stack[2 * MaxDepth] = {1};
	for (int height = 1; height > 0;)
	{
		const std::size_t node = stack[--height];
		if (!(SquaredDistanceToBox(node, place) < best))
			continue;
		if (node >= leafCount)
		{
			for (const Vec3& point : LeafParticles(node))
				best = std::min(best, SquaredNorm(point - place));
			continue;
		}
		std::size_t nearer = 2 * node, farther = 2 * node + 1;
		if (SquaredDistanceToBox(farther, place) < SquaredDistanceToBox(nearer, place))
			std::swap(nearer, farther);
		stack[height++] = farther;
		stack[height++] = nearer; // taken first
	}
	return std::sqrt(best);
}

void ParticleTree::FindWithin(const Vec3& place, Real radius, std::vector<Near>& found) const
{
	found.clear();
	std::size_t stack[2 * MaxDepth] = {1};
	for (int height = 1; height > 0;)
	{
		const std::size_t node = stack[--height];
		if (!(SquaredDistanceToBox(node, place) <= radius * radius))
			continue;
		if (node < leafCount)
		{
			stack[height++] = 2 * node + 1;
			stack[height++] = 2 * node; // taken first, so that particles come in ascending order
			continue;
		}
		const std::span<const Vec3> leaf = LeafParticles(node);
		for (const Vec3& point : leaf)
			if (const Real distance = Norm(point - place); distance <= radius)
				found.push_back({static_cast<std::uint32_t>(&point - points.data()), distance});
	}
}

}
