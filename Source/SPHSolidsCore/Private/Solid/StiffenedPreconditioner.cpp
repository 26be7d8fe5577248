#include <SPHSolids/Solid/StiffenedPreconditioner.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Up to this L-BFGS finds out by itself.
constexpr float MuchStiffer = 1.5f;
constexpr std::size_t ScaleChunk = 1024;

}

void StiffenedPreconditioner::Update(
	std::span<const float> stiffening, std::span<const float> elastic, std::span<const float> massOverStepSquared, TaskRunner& tasks)
{
	isStiffened = std::any_of(stiffening.begin(), stiffening.end(), [](float s) { return s > MuchStiffer; });
	if (!isStiffened)
		return;
	const std::size_t count = massOverStepSquared.size();
	root.resize(count);
	scaled.resize(count);
	ParallelFor(tasks, count, ScaleChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const float inertia = massOverStepSquared[i], atRestEntry = inertia + elastic[i];
				const float entry = inertia + stiffening[i] * elastic[i];
				root[i] = entry > atRestEntry ? std::sqrt(atRestEntry / entry) : 1.0f;
			}
		});
}

void StiffenedPreconditioner::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	if (!isStiffened)
		return atRest->Apply(q, tasks, scratch, r);
	const auto multiply = [&](std::span<const Vec3> source, std::span<Vec3> target)
	{
		ParallelFor(tasks, root.size(), ScaleChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					target[i] = source[i] * root[i];
			});
	};
	multiply(q, scaled);
	atRest->Apply(scaled, tasks, scratch, r);
	multiply(r, r);
}

std::size_t StiffenedPreconditioner::Bytes() const
{
	return atRest->Bytes() + root.size() * sizeof(float) + scaled.size() * sizeof(Vec3);
}

}
