#include <SPHSolids/Solid/TwoLevelPreconditioner.h>

#include <SPHSolids/Neighbour/KdOrder.h>

#include "DenseInverse.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr std::size_t LeafEntries = KdLeafSize * KdLeafSize;
constexpr std::size_t LeavesPerTask = 4;
constexpr std::size_t LeafModes = 4;

/// Corrections of neighbouring leaves overlap through the couplings between them, so their sum is up to about one and a half times too
/// long. Damped by this, full steps are nearly always accepted: backtracks in 40 steps of the 8.8k reference beam 53 -> 8, at the same
/// number of iterations to 1e-3 of the gap.
constexpr double AdditiveDamping = 0.65;

/// inverse -= Z (Z^T A Z)^-1 Z^T: the leaf then corrects only what its modes cannot express, because the coarse level already does.
/// Counting the modes twice made first steps up to twice too long, and the line search had to shorten them.
void RemoveModes(const std::vector<double>& A, std::span<const float> z, std::size_t size, std::vector<double>& inverse)
{
	// Orthonormalise the modes in the inner product of A, one after the other; modes that vanish or depend on earlier ones drop out.
	std::vector<double> basis;
	std::vector<double> mode(size), image(size);
	for (std::size_t m = 0; m < LeafModes; ++m)
	{
		for (std::size_t a = 0; a < size; ++a)
			mode[a] = static_cast<double>(z[a * LeafModes + m]);
		const auto applyA = [&]
		{
			for (std::size_t a = 0; a < size; ++a)
			{
				double sum = 0;
				for (std::size_t b = 0; b < size; ++b)
					sum += A[a * size + b] * mode[b];
				image[a] = sum;
			}
		};
		const auto product = [&](const double* u, const std::vector<double>& v)
		{
			double sum = 0;
			for (std::size_t a = 0; a < size; ++a)
				sum += u[a] * v[a];
			return sum;
		};
		applyA();
		const double before = product(mode.data(), image);
		for (std::size_t k = 0; k < basis.size(); k += size)
		{
			const double share = product(&basis[k], image);
			for (std::size_t a = 0; a < size; ++a)
				mode[a] -= share * basis[k + a];
		}
		applyA();
		const double after = product(mode.data(), image);
		if (!(after > 1e-10 * before) || !(before > 0))
			continue;
		for (const double value : mode)
			basis.push_back(value / std::sqrt(after));
	}
	for (std::size_t k = 0; k < basis.size(); k += size)
		for (std::size_t a = 0; a < size; ++a)
			for (std::size_t b = 0; b < size; ++b)
				inverse[a * size + b] -= basis[k + a] * basis[k + b];
}

}

Result<std::unique_ptr<TwoLevelPreconditioner>> TwoLevelPreconditioner::Build(const ConstantOperator& source, TaskRunner& tasks)
{
	auto result = std::make_unique<TwoLevelPreconditioner>();
	result->particleCount = source.rest->particleCount;
	result->leafCount = (result->particleCount + KdLeafSize - 1) / KdLeafSize;
	result->BuildModes(source);
	if (!result->BuildLeaves(source, tasks) || !result->BuildCoarse(source, tasks))
		return Error{"The stiffness of the body is not positive definite: a particle has no mass, or a modulus or the time step is not a "
					 "positive finite number."};
	return result;
}

void TwoLevelPreconditioner::BuildModes(const ConstantOperator& source)
{
	modes.assign(particleCount * Modes, 0.0f);
	for (std::size_t leaf = 0; leaf < leafCount; ++leaf)
	{
		const std::size_t first = leaf * KdLeafSize, last = std::min(first + KdLeafSize, particleCount);
		Box3d box;
		for (std::size_t i = first; i < last; ++i)
			box.Include(source.RestPosition(i));
		const Vec3d size = box.Size();
		const double scale = 2 / std::max({size.x, size.y, size.z, 1e-30});
		for (std::size_t i = first; i < last; ++i)
		{
			if (source.IsHeld(i))
				continue;
			const Vec3d p = (source.RestPosition(i) - box.Centre()) * scale;
			const double values[Modes] = {1, p.x, p.y, p.z};
			for (std::size_t m = 0; m < Modes; ++m)
				modes[i * Modes + m] = static_cast<float>(values[m]);
		}
	}
}

bool TwoLevelPreconditioner::BuildLeaves(const ConstantOperator& source, TaskRunner& tasks)
{
	leafInverse.assign(leafCount * LeafEntries, 0.0f);
	std::vector<std::uint8_t> failed(leafCount, 0);
	ParallelFor(tasks, leafCount, 1,
		[&](std::size_t leaf, std::size_t)
		{
			const std::size_t first = leaf * KdLeafSize;
			const std::size_t size = std::min(KdLeafSize, particleCount - first);
			const auto inLeaf = [&](std::size_t i) { return i - first < size; };
			std::vector<double> block(size * size, 0.0);

			// Every particle whose neighbourhood reaches into the leaf contributes u_a^T B u_b to the pairs of its members there.
			std::vector<std::size_t> reaching;
			for (std::size_t i = first; i < first + size; ++i)
			{
				reaching.push_back(i);
				source.ForEachNeighbour(i, [&](std::size_t j, const Vec3d&, double) { reaching.push_back(j); });
			}
			std::sort(reaching.begin(), reaching.end());
			reaching.erase(std::unique(reaching.begin(), reaching.end()), reaching.end());
			struct Member
			{
				std::size_t local;
				Vec3d u;
			};
			std::vector<Member> members;
			for (const std::size_t i : reaching)
			{
				members.clear();
				if (inLeaf(i) && !source.IsHeld(i))
					members.push_back({i - first, source.OwnOffset(i)});
				source.ForEachNeighbour(i,
					[&](std::size_t j, const Vec3d& u, double laplacian)
					{
						if (inLeaf(j) && !source.IsHeld(j))
							members.push_back({j - first, u});
						if (!inLeaf(i) || source.IsHeld(i))
							return;
						block[(i - first) * size + (i - first)] += laplacian;
						if (inLeaf(j) && !source.IsHeld(j))
							block[(i - first) * size + (j - first)] -= laplacian;
					});
				const Mat3d inner = source.InnerMatrix(i);
				for (const Member& a : members)
				{
					const Vec3d innerU = inner * a.u;
					for (const Member& b : members)
						block[a.local * size + b.local] += Dot(innerU, b.u);
				}
			}
			for (std::size_t a = 0; a < size; ++a)
				block[a * size + a] += source.IsHeld(first + a) ? 1 : static_cast<double>(source.massOverStepSquared[first + a]);

			const std::vector<double> stiffness = block;
			failed[leaf] = !InvertDense(block, size);
			if (failed[leaf] == 0)
				RemoveModes(stiffness, std::span(&modes[first * Modes], size * Modes), size, block);
			float* target = &leafInverse[leaf * LeafEntries];
			for (std::size_t a = 0; a < size && failed[leaf] == 0; ++a)
				for (std::size_t b = 0; b < size; ++b)
					if (!source.IsHeld(first + a) && !source.IsHeld(first + b))
						target[a * KdLeafSize + b] = static_cast<float>(AdditiveDamping * block[a * size + b]);
		});
	return std::none_of(failed.begin(), failed.end(), [](std::uint8_t f) { return f != 0; });
}

bool TwoLevelPreconditioner::BuildCoarse(const ConstantOperator& source, TaskRunner& tasks)
{
	const std::size_t n = leafCount * Modes;
	std::vector<double> coarse(n * n, 0.0);
	const auto addOuter = [&](std::size_t i, std::size_t j, double value)
	{
		double* target = &coarse[i / KdLeafSize * Modes * n + j / KdLeafSize * Modes];
		for (std::size_t a = 0; a < Modes; ++a)
			for (std::size_t b = 0; b < Modes; ++b)
				target[a * n + b] += value * static_cast<double>(modes[i * Modes + a]) * static_cast<double>(modes[j * Modes + b]);
	};
	struct Touched
	{
		std::size_t leaf;
		Vec3d u[Modes]; // sum over the members in this leaf of u_a z_a^T
	};
	std::vector<Touched> touched;
	const auto touch = [&](std::size_t particle, const Vec3d& u)
	{
		const std::size_t leaf = particle / KdLeafSize;
		auto place = std::find_if(touched.begin(), touched.end(), [&](const Touched& t) { return t.leaf == leaf; });
		if (place == touched.end())
			place = touched.insert(touched.end(), Touched{leaf, {}});
		for (std::size_t m = 0; m < Modes; ++m)
			place->u[m] += u * static_cast<double>(modes[particle * Modes + m]);
	};
	for (std::size_t i = 0; i < particleCount; ++i)
	{
		touched.clear();
		touch(i, source.OwnOffset(i));
		if (!source.IsHeld(i))
			addOuter(i, i, static_cast<double>(source.massOverStepSquared[i]));
		source.ForEachNeighbour(i,
			[&](std::size_t j, const Vec3d& u, double laplacian)
			{
				touch(j, u);
				addOuter(i, i, laplacian);
				addOuter(i, j, -laplacian);
			});
		const Mat3d inner = source.InnerMatrix(i);
		for (const Touched& a : touched)
			for (std::size_t ma = 0; ma < Modes; ++ma)
			{
				const Vec3d innerU = inner * a.u[ma];
				for (const Touched& b : touched)
					for (std::size_t mb = 0; mb < Modes; ++mb)
						coarse[(a.leaf * Modes + ma) * n + b.leaf * Modes + mb] += Dot(innerU, b.u[mb]);
			}
	}
	// A leaf whose particles are all held, or lie in a plane, leaves modes without stiffness: keep them out of the way.
	double largest = 0;
	for (std::size_t k = 0; k < n; ++k)
		largest = std::max(largest, coarse[k * n + k]);
	for (std::size_t k = 0; k < n; ++k)
		coarse[k * n + k] += largest * 1e-9 + (coarse[k * n + k] == 0 ? largest + 1 : 0);

	static_cast<void>(tasks);
	if (!InvertDense(coarse, n))
		return false;
	coarseStride = (n + SimdWidth - 1) / SimdWidth * SimdWidth;
	coarseInverse.assign(n * coarseStride, 0.0f);
	for (std::size_t a = 0; a < n; ++a)
		for (std::size_t b = 0; b < n; ++b)
			coarseInverse[a * coarseStride + b] = static_cast<float>(AdditiveDamping * coarse[a * n + b]);
	return true;
}

void TwoLevelPreconditioner::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	scratch.resize(6 * coarseStride);
	const std::span<float> coarseIn(scratch.data(), 3 * coarseStride), coarseOut(scratch.data() + 3 * coarseStride, 3 * coarseStride);
	for (std::size_t axis = 0; axis < 3; ++axis) // padding of the rows
		std::fill(&coarseIn[axis * coarseStride + leafCount * Modes], coarseIn.data() + (axis + 1) * coarseStride, 0.0f);
	ParallelFor(tasks, leafCount, LeavesPerTask * 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t leaf = begin; leaf < end; ++leaf)
			{
				const std::size_t first = leaf * KdLeafSize, last = std::min(first + KdLeafSize, particleCount);
				float sums[3][Modes] = {};
				for (std::size_t i = first; i < last; ++i)
					for (std::size_t m = 0; m < Modes; ++m)
						for (int axis = 0; axis < 3; ++axis)
							sums[axis][m] += modes[i * Modes + m] * q[i][axis];
				for (std::size_t axis = 0; axis < 3; ++axis)
					for (std::size_t m = 0; m < Modes; ++m)
						coarseIn[axis * coarseStride + leaf * Modes + m] = sums[axis][m];
			}
		});

	const std::size_t n = leafCount * Modes;
	ParallelFor(tasks, n, 32,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t row = begin; row < end; ++row)
			{
				Float8 sum[3] = {Float8(0.0f), Float8(0.0f), Float8(0.0f)};
				for (std::size_t k = 0; k < coarseStride; k += SimdWidth)
				{
					const Float8 entry = Float8::Load(&coarseInverse[row * coarseStride + k]);
					for (std::size_t axis = 0; axis < 3; ++axis)
						sum[axis] = MulAdd(entry, Float8::Load(&coarseIn[axis * coarseStride + k]), sum[axis]);
				}
				for (std::size_t axis = 0; axis < 3; ++axis)
					coarseOut[axis * coarseStride + row] = Sum(sum[axis]);
			}
		});

	ParallelFor(tasks, leafCount, LeavesPerTask,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t leaf = begin; leaf < end; ++leaf)
			{
				const std::size_t first = leaf * KdLeafSize, size = std::min(KdLeafSize, particleCount - first);
				const float* inverse = &leafInverse[leaf * LeafEntries];
				alignas(32) float local[3][KdLeafSize];
				for (std::size_t half = 0; half < KdLeafSize; half += 32)
				{
					Float8 sum[3][4];
					for (auto& axisSums : sum)
						for (Float8& value : axisSums)
							value = Float8(0.0f);
					for (std::size_t k = 0; k < size; ++k)
					{
						const Vec3& v = q[first + k];
						const Float8 x(v.x), y(v.y), z(v.z);
						for (std::size_t part = 0; part < 4; ++part)
						{
							const Float8 entry = Float8::Load(inverse + k * KdLeafSize + half + part * SimdWidth); // symmetric: column k
							sum[0][part] = MulAdd(entry, x, sum[0][part]);
							sum[1][part] = MulAdd(entry, y, sum[1][part]);
							sum[2][part] = MulAdd(entry, z, sum[2][part]);
						}
					}
					for (std::size_t axis = 0; axis < 3; ++axis)
						for (std::size_t part = 0; part < 4; ++part)
							sum[axis][part].Store(&local[axis][half + part * SimdWidth]);
				}
				for (std::size_t k = 0; k < size; ++k)
				{
					const float* z = &modes[(first + k) * Modes];
					for (std::size_t axis = 0; axis < 3; ++axis)
					{
						const float* c = &coarseOut[axis * coarseStride + leaf * Modes];
						r[first + k][static_cast<int>(axis)] = local[axis][k] + (z[0] * c[0] + z[1] * c[1]) + (z[2] * c[2] + z[3] * c[3]);
					}
				}
			}
		});
}

std::size_t TwoLevelPreconditioner::Bytes() const
{
	return (leafInverse.size() + modes.size() + coarseInverse.size()) * sizeof(float);
}

}
