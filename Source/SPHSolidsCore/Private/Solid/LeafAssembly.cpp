#include "LeafAssembly.h"

#include <SPHSolids/Base/HalfFloat.h>

#include <cmath>

namespace SPHSolids
{
namespace
{

/// A mode that the others express up to this share of its squared length is left out. Near the limit the coarse matrix is badly
/// conditioned, and its inverse, stored in float, no longer positive.
constexpr double DependentMode = 1e-3;

/// Modes of a leaf may depend on each other where its free particles lie in a plane or a line: on sheets, or beside pins. Sets those
/// that do to zero.
/// @param z ModeCount floats a particle.
void DropDependentModes(std::span<float> z)
{
	const std::size_t size = z.size() / ModeCount;
	std::vector<std::vector<double>> basis; // orthonormal, of the modes kept so far
	for (std::size_t m = 0; m < ModeCount; ++m)
	{
		std::vector<double> mode(size);
		const auto squaredLength = [&]
		{
			double sum = 0;
			for (const double value : mode)
				sum += value * value;
			return sum;
		};
		for (std::size_t a = 0; a < size; ++a)
			mode[a] = static_cast<double>(z[a * ModeCount + m]);
		const double before = squaredLength();
		for (const std::vector<double>& other : basis)
		{
			double share = 0;
			for (std::size_t a = 0; a < size; ++a)
				share += other[a] * mode[a];
			for (std::size_t a = 0; a < size; ++a)
				mode[a] -= share * other[a];
		}
		const double after = squaredLength();
		if (after > DependentMode * before)
		{
			for (double& value : mode)
				value /= std::sqrt(after);
			basis.push_back(std::move(mode));
		}
		else
			for (std::size_t a = 0; a < size; ++a)
				z[a * ModeCount + m] = 0;
	}
}

}

LeafAssembly::LeafAssembly(const ConstantOperator& constantOperator)
	: source(constantOperator)
	, particleCount(source.rest->particleCount)
	, leafCount((particleCount + LeafSize - 1) / LeafSize)
	, centres(leafCount)
	, modes(particleCount * ModeCount, 0.0f)
{
	for (std::size_t leaf = 0; leaf < leafCount; ++leaf)
		BuildLeafModes(leaf);
}

void LeafAssembly::BuildLeafModes(std::size_t leaf)
{
	Box3d box;
	for (std::size_t i = First(leaf); i < First(leaf) + Size(leaf); ++i)
		box.Include(source.rest->position[i].Cast<double>());
	const Vec3d size = box.Size();
	const double scale = 2 / std::max({size.x, size.y, size.z, 1e-30});
	centres[leaf] = box.Centre().Cast<Real>();
	for (std::size_t i = First(leaf); i < First(leaf) + Size(leaf); ++i)
	{
		if (source.IsHeld(i))
			continue;
		const Vec3d p = (source.rest->position[i].Cast<double>() - box.Centre()) * scale;
		const double values[ModeCount] = {1, p.x, p.y, p.z};
		for (std::size_t m = 0; m < ModeCount; ++m)
			modes[i * ModeCount + m] = ToFloat(ToHalf(static_cast<float>(values[m])));
	}
	DropDependentModes(std::span(modes).subspan(First(leaf) * ModeCount, Size(leaf) * ModeCount));
}

void LeafAssembly::Assemble(std::size_t leaf, std::vector<double>& block, CoarseRow& row) const
{
	const std::size_t first = First(leaf), size = Size(leaf);
	block.assign(size * size, 0.0);
	row.clear();
	for (const std::size_t i : ReachingInto(leaf))
		AddNeighbourhood(i, leaf, block, row);
	for (std::size_t a = 0; a < size; ++a)
	{
		const bool held = source.IsHeld(first + a);
		const double mass = static_cast<double>(source.massOverStepSquared[first + a]);
		block[a * size + a] += held ? 1 : mass;
		if (!held)
			AddOuter(first + a, first + a, mass, row);
	}
}

void LeafAssembly::AddOuter(std::size_t i, std::size_t j, double value, CoarseRow& row) const
{
	auto& target = row[j / LeafSize];
	for (std::size_t a = 0; a < ModeCount; ++a)
		for (std::size_t b = 0; b < ModeCount; ++b)
			target[a * ModeCount + b] += value * Mode(i, a) * Mode(j, b);
}

/// Every particle whose neighbourhood has a member in the leaf.
std::vector<std::size_t> LeafAssembly::ReachingInto(std::size_t leaf) const
{
	std::vector<std::size_t> reaching;
	for (std::size_t i = First(leaf); i < First(leaf) + Size(leaf); ++i)
	{
		reaching.push_back(i);
		source.ForEachNeighbour(i, [&](std::size_t j, const Vec3d&, double) { reaching.push_back(j); });
	}
	std::sort(reaching.begin(), reaching.end());
	reaching.erase(std::unique(reaching.begin(), reaching.end()), reaching.end());
	return reaching;
}

namespace
{

/// What the members of a neighbourhood that lie in one leaf sum up to in its modes.
struct TouchedLeaf
{
	std::size_t leaf;
	Vec3d u[ModeCount]; // sum of u_a z_a^T
};

}

/// U_i^T B_i U_i and the Laplacian of particle i, as far as they concern the leaf.
void LeafAssembly::AddNeighbourhood(std::size_t i, std::size_t leaf, std::vector<double>& block, CoarseRow& row) const
{
	const std::size_t first = First(leaf), size = Size(leaf);
	const auto isFreeInLeaf = [&](std::size_t p) { return p - first < size && !source.IsHeld(p); };
	struct Member
	{
		std::size_t local;
		Vec3d u;
	};
	std::vector<Member> members;
	std::vector<TouchedLeaf> touched;
	const auto visitMember = [&](std::size_t particle, const Vec3d& u)
	{
		if (isFreeInLeaf(particle))
			members.push_back({particle - first, u});
		auto place = std::find_if(touched.begin(), touched.end(), [&](const TouchedLeaf& t) { return t.leaf == particle / LeafSize; });
		if (place == touched.end())
			place = touched.insert(touched.end(), TouchedLeaf{particle / LeafSize, {}});
		for (std::size_t m = 0; m < ModeCount; ++m)
			place->u[m] += u * Mode(particle, m);
	};
	const bool own = isFreeInLeaf(i);
	visitMember(i, source.OwnOffset(i));
	source.ForEachNeighbour(i,
		[&](std::size_t j, const Vec3d& u, double laplacian)
		{
			visitMember(j, u);
			if (!own)
				return;
			block[(i - first) * size + (i - first)] += laplacian;
			AddOuter(i, i, laplacian, row);
			AddOuter(i, j, -laplacian, row);
			if (isFreeInLeaf(j))
				block[(i - first) * size + (j - first)] -= laplacian;
		});

	const Mat3d inner = source.InnerMatrix(i);
	for (const Member& a : members)
	{
		const Vec3d innerU = inner * a.u;
		for (const Member& b : members)
			block[a.local * size + b.local] += Dot(innerU, b.u);
	}
	const auto ownLeaf = std::find_if(touched.begin(), touched.end(), [&](const TouchedLeaf& t) { return t.leaf == leaf; });
	for (std::size_t ma = 0; ma < ModeCount; ++ma)
	{
		const Vec3d innerU = inner * ownLeaf->u[ma];
		for (const TouchedLeaf& b : touched)
		{
			auto& target = row[b.leaf];
			for (std::size_t mb = 0; mb < ModeCount; ++mb)
				target[ma * ModeCount + mb] += Dot(innerU, b.u[mb]);
		}
	}
}

}
