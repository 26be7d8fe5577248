#pragma once

#include "SolidBoundary.h"

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <array>
#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// The space that particles of a given size should fill, and what a particle near its edge misses by having no neighbours beyond.
///
/// The filled space is the solid, thickened to one particle diameter wherever it is thinner: all places within a particle radius of
/// somewhere a particle can rest. So one layer of particles is the right filling of a sheet, by the same rules as the inside.
///
/// A sparse grid with two nodes to a particle diameter d, in blocks of 8 x 8 x 8 nodes that exist only near the surface (with
/// values) and deep inside (without).
///
/// Unit of length: d. Origin: the corner of the grid.
class FillField
{
public:
	struct Settings
	{
		double particleRadius = 0;   ///< m
		bool thicken = true;         ///< false: what is thinner than a particle stays so, and mostly empty
		std::uint64_t maxBlocks = 0; ///< More are refused; a block with values takes 8 kB.
	};
	/// Nodes to a particle diameter.
	static constexpr int NodesPerDiameter = 2;

	static Result<FillField> Build(const SolidBoundary& boundary, const Settings& settings, TaskRunner& tasks, Progress* progress);

	double Diameter() const { return diameter; }
	Vec3d ToMesh(const Vec3d& place) const { return corner + diameter * place; }
	Vec3d ToField(const Vec3d& place) const { return (place - corner) / diameter; }

	/// Volume of the solid and of the filled space, in d^3.
	double SolidVolume() const { return solidVolume; }
	double FilledVolume() const { return filledVolume; }

	/// Node of a cubic lattice of spacing d.
	struct LatticeNode
	{
		Vec3d place;
		float distance; // to the edge of the filled space, negative within; beyond 1 only its sign counts
		float fill;     // share of the cube of side d about the node that is to be filled, as if the edge ran along the axes
		bool isThin;    // the solid is thinner than d here
	};
	/// The grid holds eight lattices, moved against each other by half a diameter along some axes. The first is centred on the
	/// bounds, so that it fills a box of whole diameters exactly.
	static constexpr int LatticeCount = 8;
	/// All nodes of a lattice with any of the filled space in their cube, near ones following each other.
	std::vector<LatticeNode> LatticeNodes(int lattice) const;

	/// About how many nodes of each lattice would lie within, were the field built for particles of another diameter: a percent or so
	/// off, and a hundred times as fast as building it. @param spacing The other diameter in d, near 1.
	std::array<std::size_t, LatticeCount> EstimateLatticeCounts(double spacing, TaskRunner& tasks) const;

	/// Computes what Beyond reads.
	void IntegrateKernel(TaskRunner& tasks);
	/// What the space beyond the edge would add to the sums over neighbours if it were filled like the inside.
	struct BeyondEdge
	{
		float density = 0;    // to the sum of W, 1/d^3
		Vec3 densityGradient; // 1/d^4
		/// To the sum of (|x_ij| - 1) W x_ij/|x_ij|, the spring sum of (35), 1/d^2
		Vec3 springs;
	};
	BeyondEdge Beyond(const Vec3& place) const;

	std::size_t MemoryBytes() const;

private:
	static constexpr int BlockSide = 8;
	static constexpr int BlockNodes = BlockSide * BlockSide * BlockSide;
	static constexpr int KernelNodes = 2 * NodesPerDiameter; // nodes from the middle of a kernel to its rim
	static constexpr int PaddedSide = BlockSide + 2 * KernelNodes;
	static constexpr std::uint32_t NoValues = 0xFFFFFFFFu;
	static constexpr double NodeSpacing = 1.0 / NodesPerDiameter; // d
	using Index3 = std::array<std::int32_t, 3>;

	struct Block
	{
		Index3 at;                       // in blocks from the corner
		std::uint32_t values = NoValues; // place of its values among those of all blocks, or NoValues: all of it is deep inside
	};
	struct Cube // of blocks, while searching for those that matter
	{
		Index3 at;
		int level;
	};
	/// A place whose side of the surface is known, and so is that of everything within its distance.
	struct KnownSide
	{
		Vec3d place;
		double distance = -1; // d
		bool isInside = false;
	};
	struct KernelSums
	{
		float density = 0, springPotential = 0;
	};
	struct Tap
	{
		int offset; // in a padded block
		KernelSums weight;
	};

	static std::size_t NodeIndex(int x, int y, int z)
	{
		const int index = (z * BlockSide + y) * BlockSide + x;
		return static_cast<std::size_t>(index);
	}
	Vec3d NodePlace(const Index3& block, int x, int y, int z) const
	{
		return Vec3d{double(block[0] * BlockSide + x), double(block[1] * BlockSide + y), double(block[2] * BlockSide + z)} * NodeSpacing;
	}
	Status PlaceGrid(const SolidBoundary& boundary);
	Status FindBlocks(const SolidBoundary& boundary, std::uint64_t maxBlocks, TaskRunner& tasks, Progress* progress);
	Status EvaluateBlocks(const SolidBoundary& boundary, bool thicken, TaskRunner& tasks, Progress* progress);
	/// The nodes of a cube inside a block, halved as long as the surface is near.
	void EvaluateNodes(const SolidBoundary& boundary, const Block& block, const Index3& first, int side, const KnownSide& known);
	void ThickenBlock(const SolidBoundary& boundary, const Block& block);
	double FilledDistance(const SolidBoundary& boundary, const Vec3d& place, double distanceToSolid) const;
	/// The distance to the solid at the node next to a place.
	double NearestNodeDistance(const Vec3d& place, Vec3d& node) const;
	double NodeDistance(const std::vector<float>& values, const Index3& node) const;
	/// To the edge of the filled space, linear between the nodes.
	double InterpolatedDistance(const Vec3d& place) const;
	/// Nodes of the first lattice along an axis of the bounds, for particles of a diameter in d.
	double LayersAlong(int axis, double spacing) const;
	void SumVolumes(TaskRunner& tasks);
	/// Sums over nodes are right within a percent; a tidy mesh tells its volume exactly.
	void CorrectVolumes(const SolidBoundary& boundary);
	const Block* FindBlock(const Index3& at) const;
	void IndexBlocks();
	/// Share of the cells about the nodes of a block, and KernelNodes more on each side, that counts as filled beyond the edge.
	void GatherOutside(const Block& block, float* outside) const;
	static std::vector<Tap> KernelTaps();

	double diameter = 0;            // m
	Vec3d corner;                   // m, in the frame of the mesh
	Vec3d boundsCentre, boundsSize; // d
	Index3 blockCount = {};
	std::vector<Block> blocks; // along a Morton curve
	std::vector<std::uint32_t> blockTable;
	std::size_t valuedBlocks = 0;
	std::vector<float> distance;      // d, of each node of each valued block to the edge of the filled space, negative within
	std::vector<float> solidDistance; // the same to the surface of the solid
	std::vector<KernelSums> sums;
	double solidVolume = 0, filledVolume = 0;
};

}
