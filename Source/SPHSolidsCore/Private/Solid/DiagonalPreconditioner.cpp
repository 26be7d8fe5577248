#include <SPHSolids/Solid/DiagonalPreconditioner.h>

namespace SPHSolids
{

DiagonalPreconditioner::DiagonalPreconditioner(const ConstantOperator& source)
{
	const std::size_t count = source.rest->particleCount;
	std::vector<double> diagonal(count);
	for (std::size_t i = 0; i < count; ++i)
	{
		const Mat3d inner = source.InnerMatrix(i);
		const Vec3d own = source.OwnOffset(i);
		diagonal[i] += static_cast<double>(source.massOverStepSquared[i]) + Dot(own, inner * own);
		source.ForEachNeighbour(i,
			[&](std::size_t j, const Vec3d& u, double laplacian)
			{
				diagonal[j] += Dot(u, inner * u);
				diagonal[i] += laplacian;
			});
	}
	inverse.resize(count);
	for (std::size_t i = 0; i < count; ++i)
		inverse[i] = source.IsHeld(i) || !(diagonal[i] > 0) ? 0.0f : static_cast<float>(1 / diagonal[i]);
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
