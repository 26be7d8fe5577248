#include <SPHSolids/Solid/DiagonalPreconditioner.h>

namespace SPHSolids
{

DiagonalPreconditioner::DiagonalPreconditioner(const ConstantOperator& source)
{
	inverse.resize(source.rest->particleCount);
	for (std::size_t i = 0; i < inverse.size(); ++i)
		inverse[i] = source.IsHeld(i) ? 0.0f : static_cast<float>(1 / source.DiagonalEntry(i));
}

void DiagonalPreconditioner::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>&, std::span<Vec3> r) const
{
	ParallelFor(tasks, q.size(), 4096,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				r[i] = q[i] * inverse[i];
		});
}

}
