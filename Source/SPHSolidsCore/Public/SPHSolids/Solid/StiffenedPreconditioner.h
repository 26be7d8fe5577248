#pragma once

#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>

namespace SPHSolids
{

/// The preconditioner of a body that its deformation has made stiffer than it is at rest: D^1/2 P D^1/2 with the P of the body at rest and
///   1 / D_i = (m_i / h^2 + s_i a_i) / (m_i / h^2 + a_i),   a_i the elastic part of A0_ii,
/// where s_i >= 1 says how many times as stiff particle i is. So every diagonal entry is what it should be, and P keeps its factors,
/// shared by all instances. Without it a ball stretched sevenfold shortened a trial in every second iteration
/// (Docs/decisions/0016-stiffened-bodies.md).
///
/// A body of which no particle is much stiffer than at rest gets P itself. Belongs to one instance. P must be one that BuildPreconditioner
/// makes: it is applied in place.
class StiffenedPreconditioner final : public Preconditioner
{
public:
	explicit StiffenedPreconditioner(std::shared_ptr<const Preconditioner> preconditionerAtRest)
		: atRest(std::move(preconditionerAtRest))
	{
	}

	/// @param stiffening In: s_i. Out: what is kept of it, in the caller's memory until the next call.
	/// @param elastic a_i, N/m. @param massOverStepSquared m_i / h^2, N/m.
	SPHSOLIDSCORE_API void Update(
		std::span<float> stiffening, std::span<const float> elastic, std::span<const float> massOverStepSquared, TaskRunner& tasks);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	std::size_t Bytes() const override { return atRest->Bytes(); }

private:
	std::shared_ptr<const Preconditioner> atRest;
	std::span<const float> root; // of D_i; empty if the body is not stiffened
};

}
