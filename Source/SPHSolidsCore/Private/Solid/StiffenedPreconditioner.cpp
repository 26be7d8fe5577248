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
	std::span<float> stiffening, std::span<const float> elastic, std::span<const float> massOverStepSquared, TaskRunner& tasks)
{
	root = {};
	if (std::none_of(stiffening.begin(), stiffening.end(), [](float s) { return s > MuchStiffer; }))
		return;
	const std::size_t count = massOverStepSquared.size();
	ParallelFor(tasks, count, ScaleChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const float inertia = massOverStepSquared[i], atRestEntry = inertia + elastic[i];
				const float entry = inertia + stiffening[i] * elastic[i];
				stiffening[i] = entry > atRestEntry ? std::sqrt(atRestEntry / entry) : 1.0f;
			}
		});
	root = stiffening.first(count);
}

void StiffenedPreconditioner::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	if (root.empty())
		return atRest->Apply(q, tasks, scratch, r);
	const auto multiply = [&](std::span<const Vec3> source)
	{
		ParallelFor(tasks, root.size(), ScaleChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					r[i] = source[i] * root[i];
			});
	};
	multiply(q);
	atRest->Apply(r, tasks, scratch, r);
	multiply(r);
}

}
