#pragma once

#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>

namespace SPHSolids
{

/// The preconditioner of a body that its deformation has made stiffer than it is at rest: D^1/2 P D^1/2 with the P of the body at rest and
///   1 / D_i = (m_i / h^2 + s_i a_i) / (m_i / h^2 + a_i),   a_i the elastic part of A0_ii,
/// where s_i >= 1 says how many times as stiff particle i is. So every diagonal entry is what it should be, and P keeps its factors,
/// shared by all instances. A ball stretched sevenfold took a shortened trial in two of three iterations without it
/// (Docs/decisions/0016-stiffened-bodies.md).
///
/// A body of which no particle is much stiffer than at rest gets P itself. Belongs to one instance.
class StiffenedPreconditioner final : public Preconditioner
{
public:
	explicit StiffenedPreconditioner(std::shared_ptr<const Preconditioner> preconditionerAtRest)
		: atRest(std::move(preconditionerAtRest))
	{
	}

	/// @param stiffening s_i. @param elastic a_i, N/m. @param massOverStepSquared m_i / h^2, N/m.
	SPHSOLIDSCORE_API void Update(
		std::span<const float> stiffening, std::span<const float> elastic, std::span<const float> massOverStepSquared, TaskRunner& tasks);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	SPHSOLIDSCORE_API std::size_t Bytes() const override;

private:
	std::shared_ptr<const Preconditioner> atRest;
	bool isStiffened = false;
	AlignedArray<float> root;          // of D_i; empty until the body is stiffened for the first time
	mutable AlignedArray<Vec3> scaled; // D^1/2 q
};

}
