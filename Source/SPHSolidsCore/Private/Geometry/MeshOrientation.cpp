#include "MeshOrientation.h"

#include "BoxMath.h"
#include "TriangleField.h"
#include "UnionFind.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace SPHSolids
{
namespace
{

// Open pieces enclose something if their volume exceeds this share of area^1.5 (a ball: 0.094); sheets do not.
constexpr double EnclosingShare = 1e-2;
constexpr double ClosedEnclosingShare = 1e-9; // closed ones, where only rounding makes a volume
constexpr double ClusterMargin = 1e-3;        // share of a piece's own size by which open pieces may be apart
constexpr std::size_t MaxClusterPieces = 1024;
constexpr std::size_t MaxContainers = 64;
constexpr std::uint32_t MaxContainedSamples = 12;
constexpr double ContainmentFarRatio = 2;

/// Faces joined across edges that have exactly two.
struct SurfacePatches
{
	std::vector<std::uint32_t> patchOf; // per face, NoFace for faces that are no surface
	std::uint32_t count = 0;
};

struct FaceNeighbours
{
	std::uint32_t face[3] = {NoFace, NoFace, NoFace};
	bool disagrees[3] = {}; // both run along the shared edge in the same direction
	int count = 0;

	void Add(std::uint32_t other, bool sameDirection)
	{
		if (count == 3)
			return;
		face[count] = other;
		disagrees[count++] = sameDirection;
	}
};

std::vector<FaceNeighbours> FindManifoldNeighbours(const MeshTopology& topology)
{
	std::vector<FaceNeighbours> neighbours(topology.faces.size());
	ForEachEdge(topology,
		[&](std::span<const MeshTopology::EdgeUse> uses)
		{
			if (uses.size() != 2)
				return;
			const bool sameDirection = uses[0].forward == uses[1].forward;
			neighbours[uses[0].face].Add(uses[1].face, sameDirection);
			neighbours[uses[1].face].Add(uses[0].face, sameDirection);
		});
	return neighbours;
}

/// Numbers the patches and turns the faces that the larger part of their patch, by area, disagrees with.
SurfacePatches AgreeWithNeighbours(const MeshTopology& topology, MeshOrientation& orientation)
{
	const std::vector<FaceNeighbours> neighbours = FindManifoldNeighbours(topology);
	SurfacePatches patches;
	patches.patchOf.assign(topology.faces.size(), NoFace);
	std::vector<std::uint32_t> members;
	for (std::uint32_t seed = 0; seed < topology.faces.size(); ++seed)
	{
		if (topology.faces[seed].role != FaceRole::Surface || patches.patchOf[seed] != NoFace)
			continue;
		const std::uint32_t patch = patches.count++;
		patches.patchOf[seed] = patch;
		members.assign(1, seed);
		bool oneSided = false;
		double area[2] = {};
		for (std::size_t k = 0; k < members.size(); ++k)
		{
			const std::uint32_t face = members[k];
			const std::uint8_t turned = orientation.turned[face];
			area[turned] += topology.faces[face].area;
			for (int n = 0; n < neighbours[face].count; ++n)
			{
				const std::uint32_t other = neighbours[face].face[n];
				const std::uint8_t wanted = neighbours[face].disagrees[n] ? 1 - turned : turned;
				if (patches.patchOf[other] == NoFace)
				{
					patches.patchOf[other] = patch;
					orientation.turned[other] = wanted;
					members.push_back(other);
				}
				else
					oneSided = oneSided || orientation.turned[other] != wanted;
			}
		}
		const bool turnSeed = area[1] > area[0];
		for (const std::uint32_t face : members)
		{
			std::uint8_t& turned = orientation.turned[face];
			turned = oneSided ? 0 : static_cast<std::uint8_t>(turned ^ (turnSeed ? 1 : 0));
			if (oneSided)
				orientation.oneSided.Add(face);
			else if (turned != 0)
				orientation.disagreeing.Add(face);
		}
	}
	return patches;
}

/// Marks what is not closed: sets, numbered by setOf(face), whose directed edges do not cancel. Calls onOpenEdge(uses) for edges
/// where some set is open.
template <class SetOf, class OnOpenEdge>
std::vector<bool> FindOpenSets(const MeshTopology& topology, const std::vector<std::uint8_t>& turned, std::uint32_t setCount,
	const SetOf& setOf, const OnOpenEdge& onOpenEdge)
{
	std::vector<bool> open(setCount, false);
	std::vector<std::pair<std::uint32_t, int>> sums;
	ForEachEdge(topology,
		[&](std::span<const MeshTopology::EdgeUse> uses)
		{
			sums.clear();
			for (const MeshTopology::EdgeUse& use : uses)
				sums.emplace_back(setOf(use.face), use.forward != (turned[use.face] != 0) ? 1 : -1);
			std::sort(sums.begin(), sums.end());
			bool anyOpen = false;
			for (std::size_t k = 0; k < sums.size();)
			{
				const std::uint32_t set = sums[k].first;
				int sum = 0;
				for (; k < sums.size() && sums[k].first == set; ++k)
					sum += sums[k].second;
				if (sum != 0)
					open[set] = anyOpen = true;
			}
			if (anyOpen)
				onOpenEdge(uses);
		});
	return open;
}

/// Turned as decided so far.
TriangleCorners TurnedCorners(const MeshTopology& topology, const MeshOrientation& orientation, std::uint32_t face)
{
	TriangleCorners corners = topology.Corners(topology.faces[face]);
	if (orientation.turned[face] != 0)
		std::swap(corners[1], corners[2]);
	return corners;
}

void MeasurePart(const MeshTopology& topology, const MeshOrientation& orientation, SurfacePart& part)
{
	Vec3d centroid;
	for (const std::uint32_t f : part.faces)
	{
		const double area = topology.faces[f].area;
		part.area += area;
		for (const Vec3d& corner : topology.Corners(topology.faces[f]))
		{
			part.box.Include(corner);
			centroid += (area / 3) * corner;
		}
	}
	// About their own centroid open pieces give the volume that a lid through it would close.
	centroid = part.area > 0 ? centroid / part.area : part.box.Centre();
	for (const std::uint32_t f : part.faces)
	{
		const TriangleCorners c = TurnedCorners(topology, orientation, f);
		part.volume += Dot(c[0] - centroid, Cross(c[1] - centroid, c[2] - centroid)) / 6;
	}
	part.encloses = std::fabs(part.volume) > (part.closed ? ClosedEnclosingShare : EnclosingShare) * std::pow(part.area, 1.5);
}

/// Joins open pieces whose boxes meet into one part: a shell that fell apart along its seams is judged as a whole.
void MergeOpenPieces(std::vector<SurfacePart>& parts)
{
	std::vector<std::uint32_t> openParts;
	for (std::uint32_t p = 0; p < parts.size(); ++p)
		if (!parts[p].closed)
			openParts.push_back(p);
	UnionFind clusters(openParts.size());
	for (std::uint32_t i = 0; i < openParts.size(); ++i)
		for (std::uint32_t j = 0; j < i; ++j)
		{
			if (openParts.size() > MaxClusterPieces)
			{
				clusters.Join(0, i);
				break;
			}
			Box3d a = parts[openParts[i]].box;
			const Vec3d margin = Vec3d{1, 1, 1} * (ClusterMargin * Norm(a.Size()));
			a.min -= margin;
			a.max += margin;
			if (BoxesMeet(a, parts[openParts[j]].box))
				clusters.Join(i, j);
		}
	for (std::uint32_t i = 0; i < openParts.size(); ++i)
		if (const std::uint32_t root = clusters.RootOf(i); root != i)
		{
			SurfacePart& target = parts[openParts[root]];
			std::vector<std::uint32_t>& faces = parts[openParts[i]].faces;
			target.faces.insert(target.faces.end(), faces.begin(), faces.end());
			faces.clear();
		}
	std::erase_if(parts, [](const SurfacePart& part) { return part.faces.empty(); });
}

/// A closed patch is a part of its own; open patches that share edges are one, closed if together they are.
void CollectParts(const MeshTopology& topology, const SurfacePatches& patches, MeshOrientation& orientation)
{
	const auto patchOf = [&](std::uint32_t face) { return patches.patchOf[face]; };
	UnionFind groups(patches.count);
	std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours;
	const std::vector<bool> patchOpen = FindOpenSets(topology, orientation.turned, patches.count, patchOf,
		[&](std::span<const MeshTopology::EdgeUse> uses)
		{
			for (const MeshTopology::EdgeUse& use : uses)
				neighbours.emplace_back(patchOf(uses[0].face), patchOf(use.face));
		});
	for (const auto& [a, b] : neighbours)
		if (patchOpen[a] && patchOpen[b])
			groups.Join(a, b);
	std::vector<std::uint32_t> groupOf;
	const std::uint32_t groupCount = groups.Number(groupOf);
	const auto groupOfFace = [&](std::uint32_t face) { return groupOf[patchOf(face)]; };
	const std::vector<bool> groupOpen =
		FindOpenSets(topology, orientation.turned, groupCount, groupOfFace, [](std::span<const MeshTopology::EdgeUse>) {});

	orientation.parts.resize(groupCount);
	for (std::uint32_t f = 0; f < topology.faces.size(); ++f)
		if (topology.faces[f].role == FaceRole::Surface)
			orientation.parts[groupOfFace(f)].faces.push_back(f);
	for (std::uint32_t g = 0; g < groupCount; ++g)
	{
		orientation.parts[g].closed = !groupOpen[g];
		if (groupOpen[g])
			MeasurePart(topology, orientation, orientation.parts[g]);
	}
	MergeOpenPieces(orientation.parts);
	for (SurfacePart& part : orientation.parts)
	{
		part.box = {};
		part.area = part.volume = 0;
		MeasurePart(topology, orientation, part);
	}
}

bool PartHolds(const TriangleField& outer, const MeshTopology& topology, const SurfacePart& inner)
{
	const std::uint32_t samples = std::min(inner.TriangleCount(), MaxContainedSamples);
	for (std::uint32_t k = 0; k < samples; ++k)
	{
		const auto face = inner.faces[static_cast<std::size_t>(std::uint64_t(k) * inner.TriangleCount() / samples)];
		const Vec3d& sample = topology.points[topology.faces[face].points[0]];
		if (!(std::fabs(outer.WindingNumber(sample, ContainmentFarRatio)) > 0.5))
			return false;
	}
	return true;
}

void FindContainers(const MeshTopology& topology, MeshOrientation& orientation, TaskRunner& tasks)
{
	std::vector<SurfacePart>& parts = orientation.parts;
	std::vector<std::uint32_t> byVolume(parts.size());
	std::iota(byVolume.begin(), byVolume.end(), 0u);
	const auto sizeOf = [&](std::uint32_t part) { return std::fabs(parts[part].volume); };
	std::sort(byVolume.begin(), byVolume.end(),
		[&](std::uint32_t a, std::uint32_t b) { return sizeOf(a) != sizeOf(b) ? sizeOf(a) > sizeOf(b) : a < b; });
	for (std::size_t k = 0; k < byVolume.size() && k < MaxContainers; ++k)
	{
		const std::uint32_t outer = byVolume[k];
		if (!parts[outer].encloses)
			continue;
		std::unique_ptr<TriangleField> field; // built for the first part whose box asks for it
		for (std::size_t n = k + 1; n < byVolume.size(); ++n)
		{
			SurfacePart& inner = parts[byVolume[n]];
			if (!BoxHolds(parts[outer].box, inner.box))
				continue;
			if (field == nullptr)
			{
				std::vector<TriangleCorners> corners;
				for (const std::uint32_t f : parts[outer].faces)
					corners.push_back(TurnedCorners(topology, orientation, f));
				field = std::make_unique<TriangleField>(corners, tasks);
			}
			// From large to small, so the last that holds it is the smallest.
			if (PartHolds(*field, topology, inner))
				inner.container = outer;
		}
	}
}

void TurnInsideOutParts(MeshOrientation& orientation)
{
	std::vector<SurfacePart>& parts = orientation.parts;
	for (SurfacePart& part : parts)
	{
		const SurfacePart* outermost = &part;
		while (outermost->container != NoPart)
			outermost = &parts[outermost->container];
		part.turned = outermost->volume < 0 && outermost->encloses;
	}
	for (const SurfacePart& part : parts)
		if (part.turned)
			for (const std::uint32_t f : part.faces)
				orientation.turned[f] ^= 1;
}

}

MeshOrientation OrientMesh(const MeshTopology& topology, TaskRunner& tasks)
{
	MeshOrientation orientation;
	orientation.turned.assign(topology.faces.size(), 0);
	const SurfacePatches patches = AgreeWithNeighbours(topology, orientation);
	CollectParts(topology, patches, orientation);
	if (orientation.parts.size() > 1)
		FindContainers(topology, orientation, tasks);
	TurnInsideOutParts(orientation);
	return orientation;
}

OrientedSurface MakeOrientedSurface(const MeshTopology& topology, const MeshOrientation& orientation)
{
	OrientedSurface surface;
	surface.frame = topology.frame;
	for (std::uint32_t f = 0; f < topology.faces.size(); ++f)
	{
		const MeshTopology::Face& face = topology.faces[f];
		if (face.flat || face.role == FaceRole::Dropped)
			continue;
		surface.corners.push_back(TurnedCorners(topology, orientation, f));
		surface.face.push_back(f);
		surface.area += face.area;
		for (const Vec3d& corner : surface.corners.back())
			surface.bounds.Include(corner);
	}
	return surface;
}

}
