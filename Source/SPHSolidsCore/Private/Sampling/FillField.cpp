#include "FillField.h"

#include <SPHSolids/Base/CatmullRom.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Neighbour/MortonCode.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr double FieldSupport = 0.5 * SupportPerParticleRadius; // d
constexpr double FieldRadius = 0.5;                             // particle radius, d
constexpr double FarDistance = 2;                               // d, stands for every larger distance
// The space beyond the edge counts as filled from this distance on, d: then a layer of a cubic lattice that touches a flat wall has
// the density of the inside, 0.150 d^-3 of which are missing. (From the wall on it would be 0.188; 0.036 of this distance makes up
// for the width of the hats above.)
constexpr float BeyondGap = 0.119f;
constexpr int MarginBlocks = 1;
constexpr int MaxBlocksPerAxis = 1 << 18;
constexpr std::size_t CubesPerChunk = 16;
constexpr std::size_t BlocksPerChunk = 4;
constexpr std::size_t BlocksPerReport = 512;
constexpr std::size_t BlocksPerCount = 16;

/// Share of a node that lies outside, for a surface at this signed distance: of the hat function about the node, for a flat
/// surface along the axes. So sums over nodes are integrals of linear interpolants up to the surface, wherever between the nodes
/// that runs: with plain cells, densities at the wall vary by 2.5 % with its place in the grid, with hats by 0.2 %.
float OutsideShare(float distance)
{
	const float t = std::clamp(distance * float(FillField::NodesPerDiameter), -1.0f, 1.0f);
	return t < 0 ? 0.5f * (1 + t) * (1 + t) : 1 - 0.5f * (1 - t) * (1 - t);
}

std::uint64_t BlockKey(const std::array<std::int32_t, 3>& at)
{
	return MortonCode(static_cast<std::uint64_t>(at[0]), static_cast<std::uint64_t>(at[1]), static_cast<std::uint64_t>(at[2]));
}

std::size_t HashBlockKey(std::uint64_t key)
{
	return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 24);
}

/// Potential of the spring between two particles: its derivative is (s - 1) W(s), and it vanishes at the support.
double SpringPotential(const CubicSpline<double>& kernel, double distance)
{
	constexpr int steps = 256;
	const double width = (FieldSupport - distance) / steps;
	double sum = 0;
	for (int k = 0; k < steps; ++k)
	{
		const double s = distance + (k + 0.5) * width;
		sum -= (s - 1) * kernel.Value(s) * width;
	}
	return sum;
}

}

Result<FillField> FillField::Build(const SolidBoundary& boundary, const Settings& settings, TaskRunner& tasks, Progress* progress)
{
	FillField field;
	field.diameter = 2 * settings.particleRadius;
	if (Status status = field.PlaceGrid(boundary); !status.IsOk())
		return Error{status.Message()};
	SubProgress searching(progress, 0, 0.2), evaluating(progress, 0.2, 1);
	if (Status status = field.FindBlocks(boundary, settings.maxBlocks, tasks, &searching); !status.IsOk())
		return Error{status.Message()};
	field.IndexBlocks();
	if (Status status = field.EvaluateBlocks(boundary, settings.thicken, tasks, &evaluating); !status.IsOk())
		return Error{status.Message()};
	field.SumVolumes(tasks);
	field.CorrectVolumes(boundary);
	return field;
}

double FillField::LayersAlong(int axis, double spacing) const
{
	return std::max(1.0, std::round(boundsSize[axis] / spacing));
}

Status FillField::PlaceGrid(const SolidBoundary& boundary)
{
	boundsSize = boundary.Bounds().Size() / diameter;
	for (int axis = 0; axis < 3; ++axis)
	{
		const double layers = LayersAlong(axis, 1);
		const double margin = MarginBlocks * BlockSide * NodeSpacing;
		boundsCentre[axis] = 0.5 * (layers - 1) + margin;
		corner[axis] = boundary.Bounds().Centre()[axis] - boundsCentre[axis] * diameter;
		const double blocksNeeded = std::ceil((layers + 1 + 2 * margin) / (BlockSide * NodeSpacing));
		if (!(blocksNeeded < MaxBlocksPerAxis))
			return Error{"The particles are too small for the mesh, which is more than a million of them long. Use a larger radius."};
		blockCount[static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(blocksNeeded);
	}
	return {};
}

Status FillField::FindBlocks(const SolidBoundary& boundary, std::uint64_t maxBlocks, TaskRunner& tasks, Progress* progress)
{
	enum class Finding : std::uint8_t
	{
		Empty,
		Deep,
		Surface,
	};
	const std::int32_t most = std::max({blockCount[0], blockCount[1], blockCount[2]});
	const int topLevel = static_cast<int>(std::bit_width(static_cast<std::uint32_t>(most - 1)));
	std::vector<Cube> frontier = {{{0, 0, 0}, topLevel}}, next;
	std::vector<Finding> findings;
	const auto addDeep = [&](const Cube& cube)
	{
		const std::int32_t side = 1 << cube.level;
		for (std::int32_t z = 0; z < side; ++z)
			for (std::int32_t y = 0; y < side; ++y)
				for (std::int32_t x = 0; x < side; ++x)
					blocks.push_back({{cube.at[0] * side + x, cube.at[1] * side + y, cube.at[2] * side + z}, NoValues});
	};
	for (int level = topLevel; level >= 0; --level)
	{
		findings.assign(frontier.size(), Finding::Empty);
		const double side = (1 << level) * BlockSide * NodeSpacing;
		const double halfDiagonal = std::sqrt(3.0) * 0.5 * side;
		ParallelFor(tasks, frontier.size(), CubesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t k = begin; k < end; ++k)
				{
					const Index3& at = frontier[k].at;
					const Vec3d centre = ToMesh(Vec3d{at[0] + 0.5, at[1] + 0.5, at[2] + 0.5} * side);
					const ClosestPoint closest = boundary.FindClosest(centre, (halfDiagonal + FieldSupport) * diameter);
					if (closest.found)
					{
						findings[k] = Finding::Surface;
						continue;
					}
					const SolidBoundary::Side here = boundary.SideOf(centre, closest);
					findings[k] = here.isAmbiguous ? Finding::Surface : here.isInside ? Finding::Deep : Finding::Empty;
				}
			});
		next.clear();
		for (std::size_t k = 0; k < frontier.size(); ++k)
		{
			const Cube& cube = frontier[k];
			if (findings[k] == Finding::Deep)
				addDeep(cube);
			else if (findings[k] == Finding::Surface && level == 0)
				blocks.push_back({cube.at, 0});
			else if (findings[k] == Finding::Surface)
				for (std::int32_t child = 0; child < 8; ++child)
				{
					const Index3 at = {2 * cube.at[0] + (child & 1), 2 * cube.at[1] + (child >> 1 & 1), 2 * cube.at[2] + (child >> 2)};
					const std::int32_t childSide = 1 << (level - 1);
					if (at[0] * childSide < blockCount[0] && at[1] * childSide < blockCount[1] && at[2] * childSide < blockCount[2])
						next.push_back({at, level - 1});
				}
			if (blocks.size() + next.size() > maxBlocks)
				return Error{"The particles are too small for the mesh. Use a larger particle radius or fewer particles."};
		}
		frontier.swap(next);
		if (progress != nullptr && !progress->Report("Searching the space to fill", 1 - double(level) / (topLevel + 1)))
			return Error{CancelledMessage};
	}
	return {};
}

void FillField::IndexBlocks()
{
	std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return BlockKey(a.at) < BlockKey(b.at); });
	valuedBlocks = 0;
	for (Block& block : blocks)
		if (block.values != NoValues)
			block.values = static_cast<std::uint32_t>(valuedBlocks++);
	blockTable.assign(std::bit_ceil(2 * blocks.size() + 1), NoValues);
	for (std::size_t b = 0; b < blocks.size(); ++b)
	{
		std::size_t slot = HashBlockKey(BlockKey(blocks[b].at)) & (blockTable.size() - 1);
		while (blockTable[slot] != NoValues)
			slot = (slot + 1) & (blockTable.size() - 1);
		blockTable[slot] = static_cast<std::uint32_t>(b);
	}
}

const FillField::Block* FillField::FindBlock(const Index3& at) const
{
	if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] >= blockCount[0] || at[1] >= blockCount[1] || at[2] >= blockCount[2])
		return nullptr;
	std::size_t slot = HashBlockKey(BlockKey(at)) & (blockTable.size() - 1);
	while (blockTable[slot] != NoValues)
	{
		const Block& block = blocks[blockTable[slot]];
		if (block.at == at)
			return &block;
		slot = (slot + 1) & (blockTable.size() - 1);
	}
	return nullptr;
}

Status FillField::EvaluateBlocks(const SolidBoundary& boundary, bool thicken, TaskRunner& tasks, Progress* progress)
{
	distance.resize(valuedBlocks * BlockNodes);
	solidDistance.resize(valuedBlocks * BlockNodes);
	const auto forValuedBlocks = [&](const auto& evaluate, double firstFraction, double lastFraction)
	{
		for (std::size_t done = 0; done < blocks.size(); done += BlocksPerReport)
		{
			const std::size_t count = std::min(BlocksPerReport, blocks.size() - done);
			ParallelFor(tasks, count, BlocksPerChunk,
				[&](std::size_t begin, std::size_t end)
				{
					for (std::size_t b = done + begin; b < done + end; ++b)
						if (blocks[b].values != NoValues)
							evaluate(blocks[b]);
				});
			const double share = static_cast<double>(done) / static_cast<double>(blocks.size());
			if (progress != nullptr
				&& !progress->Report("Measuring the space to fill", firstFraction + (lastFraction - firstFraction) * share))
				return false;
		}
		return true;
	};
	if (!forValuedBlocks([&](const Block& block) { EvaluateNodes(boundary, block, {0, 0, 0}, BlockSide, {}); }, 0, 0.5))
		return Error{CancelledMessage};
	distance = solidDistance;
	if (thicken && !forValuedBlocks([&](const Block& block) { ThickenBlock(boundary, block); }, 0.5, 1))
		return Error{CancelledMessage};
	return {};
}

void FillField::EvaluateNodes(const SolidBoundary& boundary, const Block& block, const Index3& first, int side, const KnownSide& known)
{
	const double middle = 0.5 * (side - 1);
	const Vec3d centre = NodePlace(block.at, 0, 0, 0) + Vec3d{first[0] + middle, first[1] + middle, first[2] + middle} * NodeSpacing;
	const Vec3d centreInMesh = ToMesh(centre);
	const double halfDiagonal = std::sqrt(3.0) * middle * NodeSpacing;
	// Beyond a radius and a node from the surface nothing but the side matters.
	const double reach = halfDiagonal + FieldRadius + NodeSpacing;
	const ClosestPoint closest = boundary.FindClosest(centreInMesh, reach * diameter);
	const double centreDistance = closest.found ? closest.distance / diameter : reach;
	const bool sideIsKnown =
		!boundary.IsLeaky() && known.distance >= 0 && Norm(centre - known.place) < std::max(known.distance, centreDistance);
	const auto [isInside, isAmbiguous] = sideIsKnown ? SolidBoundary::Side{known.isInside, false} : boundary.SideOf(centreInMesh, closest);

	float* values = solidDistance.data() + std::size_t(block.values) * BlockNodes;
	if (side == 1)
	{
		values[NodeIndex(first[0], first[1], first[2])] = static_cast<float>(isInside ? -centreDistance : centreDistance);
		return;
	}
	if (!closest.found && !isAmbiguous)
	{
		const float distant = static_cast<float>(isInside ? -FarDistance : FarDistance);
		for (int z = first[2]; z < first[2] + side; ++z)
			for (int y = first[1]; y < first[1] + side; ++y)
				for (int x = first[0]; x < first[0] + side; ++x)
					values[NodeIndex(x, y, z)] = distant;
		return;
	}
	const KnownSide here{centre, centreDistance, isInside};
	const int half = side / 2;
	for (int child = 0; child < 8; ++child)
		EvaluateNodes(boundary, block, {first[0] + half * (child & 1), first[1] + half * (child >> 1 & 1), first[2] + half * (child >> 2)},
			half, here);
}

void FillField::ThickenBlock(const SolidBoundary& boundary, const Block& block)
{
	const std::size_t first = std::size_t(block.values) * BlockNodes;
	for (int z = 0; z < BlockSide; ++z)
		for (int y = 0; y < BlockSide; ++y)
			for (int x = 0; x < BlockSide; ++x)
			{
				const std::size_t node = first + NodeIndex(x, y, z);
				const auto toSolid = static_cast<double>(solidDistance[node]);
				if (toSolid > -FieldRadius && toSolid < FieldRadius + NodeSpacing)
					distance[node] = static_cast<float>(FilledDistance(boundary, NodePlace(block.at, x, y, z), toSolid));
			}
}

double FillField::FilledDistance(const SolidBoundary& boundary, const Vec3d& place, double distanceToSolid) const
{
	const Vec3d inMesh = ToMesh(place);
	const bool isInside = distanceToSolid < 0;
	const ClosestPoint closest = boundary.FindClosest(inMesh);
	if (!boundary.IsSheet() && !boundary.IsLeaky() && closest.distance > 1e-6 * diameter)
	{
		// The usual case at little cost: a particle touching the wall here has its full distance from everything.
		const Vec3d inward = (isInside ? inMesh - closest.point : closest.point - inMesh) / closest.distance;
		const Vec3d touching = ToField(closest.point + FieldRadius * diameter * inward);
		constexpr double clear = FieldRadius * 0.999;
		Vec3d node;
		const double nodeDistance = NearestNodeDistance(touching, node);
		if (nodeDistance < 0 && Norm(touching - node) < std::max(clear, -nodeDistance)
			&& !boundary.FindClosest(ToMesh(touching), clear * diameter).found)
			return distanceToSolid;
	}
	const RestingPlace rest = boundary.FindRest(inMesh, closest, isInside, FieldRadius * diameter);
	return rest.isFound ? std::min(distanceToSolid, Norm(inMesh - rest.place) / diameter - FieldRadius) : distanceToSolid;
}

double FillField::NearestNodeDistance(const Vec3d& place, Vec3d& node) const
{
	Index3 index;
	for (int axis = 0; axis < 3; ++axis)
	{
		const auto nearest = static_cast<std::int32_t>(std::lround(place[axis] * NodesPerDiameter));
		index[static_cast<std::size_t>(axis)] = nearest;
		node[axis] = nearest * NodeSpacing;
	}
	return NodeDistance(solidDistance, index);
}

double FillField::NodeDistance(const std::vector<float>& values, const Index3& node) const
{
	const Block* block = FindBlock({node[0] / BlockSide, node[1] / BlockSide, node[2] / BlockSide});
	if (block == nullptr)
		return FarDistance;
	if (block->values == NoValues)
		return -FarDistance;
	const std::size_t local = NodeIndex(node[0] % BlockSide, node[1] % BlockSide, node[2] % BlockSide);
	return static_cast<double>(values[std::size_t(block->values) * BlockNodes + local]);
}

void FillField::SumVolumes(TaskRunner& tasks)
{
	std::vector<std::array<double, 2>> blockSums(blocks.size());
	ParallelFor(tasks, blocks.size(), 64,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t b = begin; b < end; ++b)
			{
				if (blocks[b].values == NoValues)
				{
					blockSums[b] = {double(BlockNodes), double(BlockNodes)};
					continue;
				}
				const std::size_t first = std::size_t(blocks[b].values) * BlockNodes;
				for (std::size_t n = first; n < first + BlockNodes; ++n)
				{
					blockSums[b][0] += 1 - double(OutsideShare(solidDistance[n]));
					blockSums[b][1] += 1 - double(OutsideShare(distance[n]));
				}
			}
		});
	constexpr double nodeVolume = NodeSpacing * NodeSpacing * NodeSpacing;
	solidVolume = filledVolume = 0;
	for (const auto& [solid, filled] : blockSums)
	{
		solidVolume += solid * nodeVolume;
		filledVolume += filled * nodeVolume;
	}
}

void FillField::CorrectVolumes(const SolidBoundary& boundary)
{
	const double thickening = filledVolume - solidVolume;
	if (!boundary.IsTidy())
		return;
	solidVolume = boundary.EnclosedVolume() / (diameter * diameter * diameter);
	if (thickening < 0.02 * filledVolume)
		filledVolume = solidVolume + thickening;
}

std::vector<FillField::LatticeNode> FillField::LatticeNodes(int lattice) const
{
	constexpr float leastThickening = 1e-3f;
	std::vector<LatticeNode> nodes;
	for (const Block& block : blocks)
		for (int z = lattice >> 2; z < BlockSide; z += NodesPerDiameter)
			for (int y = lattice >> 1 & 1; y < BlockSide; y += NodesPerDiameter)
				for (int x = lattice & 1; x < BlockSide; x += NodesPerDiameter)
				{
					const Vec3d place = NodePlace(block.at, x, y, z);
					if (block.values == NoValues)
					{
						nodes.push_back({place, float(-FarDistance), 1, false});
						continue;
					}
					const std::size_t n = std::size_t(block.values) * BlockNodes + NodeIndex(x, y, z);
					const float fill = std::clamp(0.5f - distance[n], 0.0f, 1.0f);
					if (fill > 0)
						nodes.push_back({place, distance[n], fill, distance[n] < solidDistance[n] - leastThickening});
				}
	return nodes;
}

std::array<std::size_t, FillField::LatticeCount> FillField::EstimateLatticeCounts(double spacing, TaskRunner& tasks) const
{
	// Nodes of all eight lattices: origin + step k, the last bits of k telling which.
	const double step = NodeSpacing * spacing, blockLength = BlockSide * NodeSpacing;
	Vec3d origin;
	for (int axis = 0; axis < 3; ++axis)
		origin[axis] = boundsCentre[axis] - 0.5 * (LayersAlong(axis, spacing) - 1) * spacing;
	const std::size_t chunkCount = (blocks.size() + BlocksPerCount - 1) / BlocksPerCount;
	std::vector<std::array<std::size_t, LatticeCount>> chunks(chunkCount);
	ParallelFor(tasks, blocks.size(), BlocksPerCount,
		[&](std::size_t begin, std::size_t end)
		{
			std::array<std::size_t, LatticeCount>& counts = chunks[begin / BlocksPerCount];
			for (std::size_t b = begin; b < end; ++b)
			{
				std::array<std::int64_t, 3> first, last;
				for (std::size_t axis = 0; axis < 3; ++axis)
				{
					const double start = blocks[b].at[axis] * blockLength - origin[int(axis)];
					first[axis] = static_cast<std::int64_t>(std::ceil(start / step));
					last[axis] = static_cast<std::int64_t>(std::ceil((start + blockLength) / step));
				}
				for (std::int64_t z = first[2]; z < last[2]; ++z)
					for (std::int64_t y = first[1]; y < last[1]; ++y)
						for (std::int64_t x = first[0]; x < last[0]; ++x)
						{
							const Vec3d place = origin + Vec3d{double(x), double(y), double(z)} * step;
							if (blocks[b].values == NoValues || InterpolatedDistance(place) < 0)
								++counts[static_cast<std::size_t>((x & 1) | (y & 1) << 1 | (z & 1) << 2)];
						}
			}
		});
	std::array<std::size_t, LatticeCount> total = {};
	for (const auto& counts : chunks)
		for (std::size_t lattice = 0; lattice < LatticeCount; ++lattice)
			total[lattice] += counts[lattice];
	return total;
}

double FillField::InterpolatedDistance(const Vec3d& place) const
{
	double share[3][2];
	Index3 first;
	for (int axis = 0; axis < 3; ++axis)
	{
		const double inNodes = place[axis] * NodesPerDiameter, floor = std::floor(inNodes);
		first[static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(floor);
		share[axis][1] = inNodes - floor;
		share[axis][0] = 1 - share[axis][1];
	}
	double sum = 0;
	for (int k = 0; k < 8; ++k)
	{
		const int x = k & 1, y = k >> 1 & 1, z = k >> 2;
		sum += share[0][x] * share[1][y] * share[2][z] * NodeDistance(distance, {first[0] + x, first[1] + y, first[2] + z});
	}
	return sum;
}

void FillField::GatherOutside(const Block& block, float* outside) const
{
	const Block* around[3][3][3];
	for (int bz = 0; bz < 3; ++bz)
		for (int by = 0; by < 3; ++by)
			for (int bx = 0; bx < 3; ++bx)
				around[bz][by][bx] = FindBlock({block.at[0] + bx - 1, block.at[1] + by - 1, block.at[2] + bz - 1});
	for (int z = 0; z < PaddedSide; ++z)
		for (int y = 0; y < PaddedSide; ++y)
			for (int x = 0; x < PaddedSide; ++x)
			{
				const int sx = x - KernelNodes + BlockSide, sy = y - KernelNodes + BlockSide, sz = z - KernelNodes + BlockSide;
				const Block* source = around[sz / BlockSide][sy / BlockSide][sx / BlockSide];
				float share = 1;
				if (source != nullptr && source->values == NoValues)
					share = 0;
				else if (source != nullptr)
					share = OutsideShare(
						distance[std::size_t(source->values) * BlockNodes + NodeIndex(sx % BlockSide, sy % BlockSide, sz % BlockSide)]
						- BeyondGap);
				outside[(z * PaddedSide + y) * PaddedSide + x] = share;
			}
}

std::vector<FillField::Tap> FillField::KernelTaps()
{
	constexpr double nodeVolume = NodeSpacing * NodeSpacing * NodeSpacing;
	const CubicSpline<double> kernel(FieldSupport);
	std::vector<Tap> taps;
	for (int z = -KernelNodes; z <= KernelNodes; ++z)
		for (int y = -KernelNodes; y <= KernelNodes; ++y)
			for (int x = -KernelNodes; x <= KernelNodes; ++x)
			{
				const double s = std::sqrt(double(x * x + y * y + z * z)) * NodeSpacing;
				if (s < FieldSupport)
					taps.push_back({(z * PaddedSide + y) * PaddedSide + x,
						{static_cast<float>(kernel.Value(s) * nodeVolume), static_cast<float>(SpringPotential(kernel, s) * nodeVolume)}});
			}
	return taps;
}

void FillField::IntegrateKernel(TaskRunner& tasks)
{
	const std::vector<Tap> taps = KernelTaps();
	sums.assign(valuedBlocks * BlockNodes, {});
	ParallelFor(tasks, blocks.size(), BlocksPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<float> outside(std::size_t(PaddedSide) * PaddedSide * PaddedSide);
			for (std::size_t b = begin; b < end; ++b)
			{
				if (blocks[b].values == NoValues)
					continue;
				GatherOutside(blocks[b], outside.data());
				KernelSums* target = sums.data() + std::size_t(blocks[b].values) * BlockNodes;
				for (int row = 0; row < BlockSide * BlockSide; ++row)
				{
					const int y = row % BlockSide, z = row / BlockSide;
					const float* source = outside.data() + ((z + KernelNodes) * PaddedSide + y + KernelNodes) * PaddedSide + KernelNodes;
					Float8 density(0.0f), springs(0.0f);
					for (const Tap& tap : taps)
					{
						const Float8 share = Float8::Load(source + tap.offset);
						density = MulAdd(Float8(tap.weight.density), share, density);
						springs = MulAdd(Float8(tap.weight.springPotential), share, springs);
					}
					float densities[SimdWidth], potentials[SimdWidth];
					density.Store(densities);
					springs.Store(potentials);
					for (int x = 0; x < BlockSide; ++x)
						target[row * BlockSide + x] = {densities[x], potentials[x]};
				}
			}
		});
}

FillField::BeyondEdge FillField::Beyond(const Vec3& place) const
{
	// Cubic (Catmull-Rom) interpolation along each axis: the sums are smooth over a diameter, and so must their gradients be, or
	// particles never come to rest.
	Index3 first;
	float share[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		const float inNodes = place[axis] * float(NodesPerDiameter), floor = std::floor(inNodes);
		first[static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(floor) - 1;
		share[axis] = inNodes - floor;
	}
	const CatmullRom along[3] = {CatmullRom(share[0]), CatmullRom(share[1]), CatmullRom(share[2])};
	const Index3 firstBlock = {first[0] / BlockSide, first[1] / BlockSide, first[2] / BlockSide};
	const Block* around[8] = {};
	bool isLooked[8] = {};
	BeyondEdge result;
	Vec3 potentialGradient;
	for (int z = 0; z < 4; ++z)
		for (int y = 0; y < 4; ++y)
		{
			const int nodeY = first[1] - firstBlock[1] * BlockSide + y, nodeZ = first[2] - firstBlock[2] * BlockSide + z;
			const float wyz = along[1].weight[y] * along[2].weight[z], syz = along[1].slope[y] * along[2].weight[z],
						wsz = along[1].weight[y] * along[2].slope[z];
			for (int x = 0; x < 4; ++x)
			{
				const int nodeX = first[0] - firstBlock[0] * BlockSide + x;
				const int which = nodeX / BlockSide + 2 * (nodeY / BlockSide) + 4 * (nodeZ / BlockSide);
				if (!isLooked[which])
				{
					isLooked[which] = true;
					around[which] =
						FindBlock({firstBlock[0] + (which & 1), firstBlock[1] + (which >> 1 & 1), firstBlock[2] + (which >> 2)});
				}
				const Block* block = around[which];
				KernelSums value;
				if (block == nullptr)
					value.density = 1;
				else if (block->values != NoValues)
					value =
						sums[std::size_t(block->values) * BlockNodes + NodeIndex(nodeX % BlockSide, nodeY % BlockSide, nodeZ % BlockSide)];
				const Vec3 gradient{along[0].slope[x] * wyz, along[0].weight[x] * syz, along[0].weight[x] * wsz};
				result.density += along[0].weight[x] * wyz * value.density;
				result.densityGradient += gradient * value.density;
				potentialGradient += gradient * value.springPotential;
			}
		}
	result.densityGradient *= float(NodesPerDiameter);
	result.springs = potentialGradient * float(NodesPerDiameter);
	return result;
}

std::size_t FillField::MemoryBytes() const
{
	return blocks.capacity() * sizeof(Block) + blockTable.capacity() * sizeof(std::uint32_t)
		+ (distance.capacity() + solidDistance.capacity()) * sizeof(float) + sums.capacity() * sizeof(KernelSums);
}

}
