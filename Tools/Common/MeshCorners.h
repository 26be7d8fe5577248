#pragma once

#include <SPHSolids/Geometry/RenderMesh.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace SPHSolids::Tools
{

/// Makes vertices out of corners: corners with equal keys share one vertex.
///
/// @tparam Key Trivially copyable, without padding; compared by its bytes.
template <class Key>
class CornerJoiner
{
public:
	/// The vertex of a corner, and whether it is new: then the caller appends it to the mesh.
	std::pair<std::uint32_t, bool> Find(const Key& key)
	{
		const auto [entry, isNew] = vertices.try_emplace(key, static_cast<std::uint32_t>(vertices.size()));
		return {entry->second, isNew};
	}
	std::size_t VertexCount() const { return vertices.size(); }

private:
	struct Hash
	{
		std::size_t operator()(const Key& key) const
		{
			static_assert(std::has_unique_object_representations_v<Key> && sizeof(Key) % 4 == 0);
			std::uint64_t hash = 0x9e3779b97f4a7c15u;
			std::uint32_t words[sizeof(Key) / 4];
			std::memcpy(words, &key, sizeof(Key));
			for (const std::uint32_t word : words)
			{
				hash = (hash ^ word) * 0xff51afd7ed558ccdu;
				hash ^= hash >> 32;
			}
			return static_cast<std::size_t>(hash);
		}
	};
	std::unordered_map<Key, std::uint32_t, Hash> vertices;
};

/// Cuts a polygon into triangles of its corner numbers: by ears in the plane that fits it best, so that concave outlines come out
/// right; as a fan where it crosses itself or has very many corners. Always corners.size() - 2 triangles, none for less than three.
std::vector<Triangle> TriangulatePolygon(std::span<const Vec3d> corners);

}
