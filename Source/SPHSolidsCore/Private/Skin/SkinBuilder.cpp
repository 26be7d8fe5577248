#include <SPHSolids/Skin/SkinBuilder.h>

#include "Skin/ParticleTree.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::size_t SkinPointChunk = 256;

struct Influence
{
	std::uint32_t particle;
	double weight;
};

/// Bits of a position; negative zero counts as zero.
struct PlaceKey
{
	std::uint32_t x, y, z;

	explicit PlaceKey(const Vec3& p)
		: x(std::bit_cast<std::uint32_t>(p.x + 0.0f))
		, y(std::bit_cast<std::uint32_t>(p.y + 0.0f))
		, z(std::bit_cast<std::uint32_t>(p.z + 0.0f))
	{
	}
	friend bool operator==(const PlaceKey&, const PlaceKey&) = default;
};
struct PlaceKeyHash
{
	std::size_t operator()(const PlaceKey& key) const
	{
		std::uint64_t h = (std::uint64_t(key.x) << 32 | key.y) * 0x9E3779B97F4A7C15u;
		h = (h ^ (h >> 29) ^ key.z) * 0xBF58476D1CE4E5B9u;
		return static_cast<std::size_t>(h ^ (h >> 32));
	}
};

Vec3d MiddleOf(const RestState& rest)
{
	Vec3d sum;
	for (const Vec3& p : rest.position)
		sum += p.Cast<double>();
	return sum / static_cast<double>(rest.ParticleCount());
}

void CopyMesh(const RenderMesh& mesh, const Vec3d& origin, const RestState& rest, BoundSkin& skin)
{
	const std::size_t count = mesh.positions.size();
	SkinBinding& binding = skin.binding;
	binding.positions.resize(count);
	const Vec3 middle = MiddleOf(rest).Cast<Real>();
	for (std::size_t k = 0; k < count; ++k)
	{
		const Vec3 place = (mesh.positions[k] - origin).Cast<Real>();
		binding.positions[k] = IsFinite(place) ? place : middle;
		skin.notFinite += IsFinite(place) ? 0 : 1;
	}
	if (mesh.normals.size() == count)
		binding.normals = mesh.normals;
	if (mesh.tangents.size() == count)
		binding.tangents = mesh.tangents;
	if (mesh.uvs.size() == count)
		binding.uvs = mesh.uvs;
	for (Vec3& normal : binding.normals)
		normal = IsFinite(normal) ? NormalizedOr(normal, Vec3{0, 0, 1}) : Vec3{0, 0, 1};
	for (RenderTangent& tangent : binding.tangents)
	{
		tangent.direction = IsFinite(tangent.direction) ? NormalizedOr(tangent.direction, Vec3{1, 0, 0}) : Vec3{1, 0, 0};
		tangent.sign = tangent.sign < 0 ? -1.0f : 1.0f;
	}
	for (auto& uv : binding.uvs)
		for (float& coordinate : uv)
			coordinate = std::isfinite(coordinate) ? coordinate : 0;
}

void CopyTriangles(const RenderMesh& mesh, SkinBinding& binding)
{
	const bool hasSections = mesh.sections.size() == mesh.triangles.size();
	for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const Triangle& triangle = mesh.triangles[t];
		const std::size_t count = mesh.positions.size();
		if (triangle[0] >= count || triangle[1] >= count || triangle[2] >= count)
			continue;
		binding.triangles.push_back(triangle);
		if (hasSections)
			binding.sections.push_back(mesh.sections[t]);
	}
}

/// Finds the different places of vertices and numbers them by first appearance: meshes come in an order that suits the cache, and
/// a skin that keeps it writes its vertices one after the other.
std::vector<Vec3> WeldPlaces(SkinBinding& binding)
{
	std::vector<Vec3> places;
	std::unordered_map<PlaceKey, std::uint32_t, PlaceKeyHash> known;
	known.reserve(binding.VertexCount());
	binding.point.resize(binding.VertexCount());
	for (std::size_t k = 0; k < binding.VertexCount(); ++k)
	{
		const auto [entry, isNew] = known.try_emplace(PlaceKey(binding.positions[k]), static_cast<std::uint32_t>(places.size()));
		if (isNew)
			places.push_back(binding.positions[k]);
		binding.point[k] = entry->second;
	}
	return places;
}

/// Keeps the strongest influences. The weight of the strongest one dropped is taken off those kept, so that along the mesh an
/// influence fades to nothing before it is dropped instead of vanishing.
void KeepStrongest(std::vector<Influence>& influences, std::uint32_t maxInfluences)
{
	if (influences.size() <= maxInfluences)
		return;
	const auto stronger = [](const Influence& a, const Influence& b)
	{ return a.weight != b.weight ? a.weight > b.weight : a.particle < b.particle; };
	std::nth_element(influences.begin(), influences.begin() + maxInfluences, influences.end(), stronger);
	const double dropped = influences[maxInfluences].weight;
	influences.resize(maxInfluences);
	std::sort(influences.begin(), influences.end(), [](const Influence& a, const Influence& b) { return a.particle < b.particle; });
	double remaining = 0;
	for (const Influence& influence : influences)
		remaining += influence.weight - dropped;
	if (!(remaining > 0)) // all alike: nothing to fade
		return;
	for (Influence& influence : influences)
		influence.weight -= dropped;
	std::erase_if(influences, [](const Influence& influence) { return !(influence.weight > 0); });
}

/// Weights of one point, in the order of particles.
void WeighPoint(const Vec3& place, const RestState& rest, const ParticleTree& tree, const SkinSettings& settings,
	std::vector<ParticleTree::Near>& nearby, std::vector<Influence>& influences, Real& nearest)
{
	nearest = tree.NearestDistance(place);
	const Real support = std::max(rest.supportRadius, nearest + rest.supportRadius / 2);
	tree.FindWithin(place, support, nearby);
	const CubicSpline<double> kernel(static_cast<double>(support));
	influences.clear();
	for (const ParticleTree::Near& found : nearby)
	{
		const double weight = static_cast<double>(rest.kernelVolume[found.particle]) * kernel.Value(static_cast<double>(found.distance));
		if (weight > 0)
			influences.push_back({found.particle, weight});
	}
	KeepStrongest(influences, settings.maxInfluences);
}

/// Appends the weights scaled to a sum of one; what rounding to float leaves over goes to the strongest.
void AppendNormalised(const std::vector<Influence>& influences, std::vector<std::uint32_t>& particle, std::vector<Real>& weight)
{
	double sum = 0;
	for (const Influence& influence : influences)
		sum += influence.weight;
	double left = 1;
	const std::size_t begin = weight.size();
	for (const Influence& influence : influences)
	{
		particle.push_back(influence.particle);
		weight.push_back(static_cast<Real>(influence.weight / sum));
		left -= static_cast<double>(weight.back());
	}
	const auto strongest = std::max_element(weight.begin() + static_cast<std::ptrdiff_t>(begin), weight.end());
	*strongest = static_cast<Real>(static_cast<double>(*strongest) + left);
}

struct ChunkWeights
{
	std::vector<std::uint32_t> count, particle;
	std::vector<Real> weight;
};

void WeighChunk(std::span<const Vec3> places, const RestState& rest, const ParticleTree& tree, const SkinSettings& settings,
	std::span<Real> nearest, ChunkWeights& chunk)
{
	std::vector<ParticleTree::Near> nearby;
	std::vector<Influence> influences;
	for (std::size_t p = 0; p < places.size(); ++p)
	{
		WeighPoint(places[p], rest, tree, settings, nearby, influences, nearest[p]);
		const std::size_t before = chunk.particle.size();
		AppendNormalised(influences, chunk.particle, chunk.weight);
		chunk.count.push_back(static_cast<std::uint32_t>(chunk.particle.size() - before));
	}
}

void JoinChunks(const std::vector<ChunkWeights>& chunks, SkinBinding& binding)
{
	binding.first.assign(1, 0);
	for (const ChunkWeights& chunk : chunks)
	{
		for (const std::uint32_t count : chunk.count)
			binding.first.push_back(binding.first.back() + count);
		binding.particle.insert(binding.particle.end(), chunk.particle.begin(), chunk.particle.end());
		binding.weight.insert(binding.weight.end(), chunk.weight.begin(), chunk.weight.end());
	}
}

}

BoundSkin BindSkin(const RenderMesh& mesh, const Vec3d& origin, const RestState& rest, const SkinSettings& settings, TaskRunner& tasks)
{
	BoundSkin skin;
	if (mesh.positions.empty())
		return skin;
	CopyMesh(mesh, origin, rest, skin);
	CopyTriangles(mesh, skin.binding);
	const std::vector<Vec3> places = WeldPlaces(skin.binding);

	const ParticleTree tree(rest.position);
	std::vector<Real> nearest(places.size());
	std::vector<ChunkWeights> chunks((places.size() + SkinPointChunk - 1) / SkinPointChunk);
	ParallelFor(tasks, places.size(), SkinPointChunk,
		[&](std::size_t begin, std::size_t end)
		{
			WeighChunk(std::span(places).subspan(begin, end - begin), rest, tree, settings, std::span(nearest).subspan(begin, end - begin),
				chunks[begin / SkinPointChunk]);
		});
	JoinChunks(chunks, skin.binding);

	Real farthest = 0;
	for (std::size_t k = 0; k < skin.binding.VertexCount(); ++k)
	{
		const Real distance = nearest[skin.binding.point[k]];
		skin.outOfReach += distance > rest.supportRadius ? 1 : 0;
		if (distance > rest.supportRadius && distance > farthest)
		{
			farthest = distance;
			skin.outOfReachPlace = skin.binding.positions[k].Cast<double>() + origin;
		}
	}
	return skin;
}

}
