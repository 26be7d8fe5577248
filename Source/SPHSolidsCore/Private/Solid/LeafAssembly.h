#pragma once

#include <SPHSolids/Neighbour/KdOrder.h>
#include <SPHSolids/Solid/ConstantOperator.h>

#include <algorithm>
#include <array>
#include <map>

namespace SPHSolids
{

inline constexpr std::size_t LeafSize = KdLeafSize;
inline constexpr std::size_t ModeCount = 4;

/// Couplings of the modes of one leaf with those of the leaves around it: 4 x 4 entries each, row by row.
using CoarseRow = std::map<std::size_t, std::array<double, ModeCount * ModeCount>>;

/// A0 leaf by leaf: its diagonal blocks, the four affine modes (1, x, y, z) of each leaf, and what A0 looks like in them.
class LeafAssembly
{
public:
	explicit LeafAssembly(const ConstantOperator& constantOperator);

	/// Dense block of a leaf, and its row of the coarse matrix.
	void Assemble(std::size_t leaf, std::vector<double>& block, CoarseRow& row) const;

	std::size_t First(std::size_t leaf) const { return leaf * LeafSize; }
	std::size_t Size(std::size_t leaf) const { return std::min(LeafSize, particleCount - First(leaf)); }

	const ConstantOperator& source;
	std::size_t particleCount, leafCount;
	std::vector<Vec3> centres;
	/// ModeCount values a particle; zero for held particles and for modes that the others express. Half precision holds them: any modes
	/// will do, if all that is made of them is made of the same.
	AlignedArray<float> modes;

private:
	void BuildLeafModes(std::size_t leaf);
	double Mode(std::size_t i, std::size_t m) const { return static_cast<double>(modes[i * ModeCount + m]); }
	void AddOuter(std::size_t i, std::size_t j, double value, CoarseRow& row) const;
	std::vector<std::size_t> ReachingInto(std::size_t leaf) const;
	void AddNeighbourhood(std::size_t i, std::size_t leaf, std::vector<double>& block, CoarseRow& row) const;
};

}
