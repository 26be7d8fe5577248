#pragma once

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>
#include <SPHSolids/Body/SkinBinding.h>

#include <cstdint>

namespace SPHSolids
{

struct SkinSettings
{
	/// Most particles a vertex follows. More cost time every frame; fewer make the skin follow single particles
	/// (Docs/decisions/0006-skin-influences.md).
	std::uint32_t maxInfluences = 10;
};

struct BoundSkin
{
	SkinBinding binding;
	/// Vertices with no particle within the support radius; they follow the nearest ones.
	std::uint32_t outOfReach = 0;
	Vec3d outOfReachPlace; ///< The farthest of them, frame of the mesh
	/// Vertices with a coordinate that is not a finite number; they were moved into the middle of the particles.
	std::uint32_t notFinite = 0;
};

/// Hangs the vertices of a render mesh on particles: section 8 of [KBF21].
///
/// The weight of particle j at a vertex k is s_k V_j W(|X_k - X_j|), with s_k such that the weights sum to one. A vertex farther
/// than half a support radius from its nearest particle looks that much farther, so weights change smoothly along a mesh that
/// stands away from its particles. Triangles with corners that do not exist are left out.
///
/// @param origin Place of the body frame in the frame of the mesh, m.
SPHSOLIDSCORE_API BoundSkin BindSkin(
	const RenderMesh& mesh, const Vec3d& origin, const RestState& rest, const SkinSettings& settings, TaskRunner& tasks);

}
