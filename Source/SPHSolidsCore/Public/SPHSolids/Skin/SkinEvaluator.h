#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>
#include <SPHSolids/Body/SkinBinding.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Where the vertices of a skin are now. Spans have one entry per vertex of the binding, or none: what is empty is not computed.
struct SkinVertices
{
	std::span<Vec3> positions;         ///< m, in the frame of the particle positions
	std::span<Vec3> normals;           ///< Unit length; needs normals in the binding
	std::span<RenderTangent> tangents; ///< Unit length and at right angles to the normal; needs normals and tangents in the binding
};

/// Moves the render mesh with the particles: (39) of [KBF21].
///
///   x_k = sum_j w_kj (F_j (X_k - X_j) + x_j) = (sum_j w_kj A_j) (X_k, 1),   A_j = [F_j | x_j - F_j X_j]
///
/// exact for affine motion. Normals follow the cofactor of the blended F, det(F) F^-T, so they agree with the winding of the
/// triangles even where a body is turned inside out; tangents follow the blended F.
///
/// Threads   parallel over vertices; the same bits for any number of workers.
/// Bad input A particle whose position or F is not finite is left out of the blend; a vertex that has no other follows the mean
///           displacement. An F stretched beyond MaxStretch is scaled back to it. So a vertex is always finite, and never
///           farther from its particles than MaxStretch times its distance at rest.
/// Kept by reference: the rest state and the binding. Immutable, so one evaluator serves all instances of a body.
class SkinEvaluator
{
public:
	static constexpr Real MaxStretch = 20; ///< Bound on the Frobenius norm of F

	SPHSOLIDSCORE_API SkinEvaluator(const RestState& restState, const SkinBinding& skinBinding);

	/// A_j by columns, each padded to four; the last place is 1, or 0 for a particle that is left out and is zero throughout.
	struct ParticleMap
	{
		Real columns[4][4];
	};
	using Scratch = AlignedArray<ParticleMap>;

	/// @param positions x_j of all particles, m.
	/// @param gradients F_j of all particles (Body/DeformationGradients.h).
	/// @param scratch   Memory kept between calls, one for each instance.
	SPHSOLIDSCORE_API void Evaluate(
		std::span<const Vec3> positions, std::span<const Mat3> gradients, TaskRunner& tasks, Scratch& scratch, SkinVertices vertices) const;

private:
	void MapParticles(std::span<const Vec3> positions, std::span<const Mat3> gradients, TaskRunner& tasks, Scratch& scratch) const;
	Vec3 MeanDisplacement(std::span<const Vec3> positions, const Scratch& scratch) const;

	const RestState& rest;
	const SkinBinding& binding;
	/// Vertices by point: those that share a point follow each other, and its blend is made once.
	std::vector<std::uint32_t> vertexOrder;
};

}
