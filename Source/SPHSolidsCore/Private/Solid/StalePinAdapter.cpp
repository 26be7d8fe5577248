#include "StalePinAdapter.h"

namespace SPHSolids
{

StalePinAdapter::StalePinAdapter(
	std::shared_ptr<const Preconditioner> stale, const std::vector<std::uint8_t>& heldThen, const ConstantOperator& now)
	: inner(std::move(stale))
{
	for (std::uint32_t i = 0; i < heldThen.size(); ++i)
		if (now.IsHeld(i) && heldThen[i] == 0)
			newlyHeld.push_back(i);
		else if (!now.IsHeld(i) && heldThen[i] != 0)
			released.push_back({i, static_cast<float>(1 / now.DiagonalEntry(i))});
}

void StalePinAdapter::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	inner->Apply(q, tasks, scratch, r);
	for (const Released& entry : released)
		r[entry.particle] = q[entry.particle] * entry.inverseDiagonal;
	for (const std::uint32_t i : newlyHeld)
		r[i] = {};
}

}
