#pragma once

#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>
#include <vector>

namespace SPHSolids
{

/// A preconditioner built for other pins than those of now, made usable until its successor is ready: particles held since are kept
/// still, and particles released since move by the inverse of their diagonal entry.
class StalePinAdapter final : public Preconditioner
{
public:
	/// @param heldThen Pins that the preconditioner was built for. @param now The operator as it is now.
	StalePinAdapter(std::shared_ptr<const Preconditioner> stale, const std::vector<std::uint8_t>& heldThen, const ConstantOperator& now);

	void Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	std::size_t Bytes() const override { return inner->Bytes(); }

private:
	struct Released
	{
		std::uint32_t particle;
		float inverseDiagonal;
	};
	std::shared_ptr<const Preconditioner> inner;
	std::vector<Released> released;
	std::vector<std::uint32_t> newlyHeld;
};

}
