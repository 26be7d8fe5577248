#include <SPHSolids/Body/DeformationGradients.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace SPHSolids
{
namespace
{

constexpr std::size_t GradientChunk = 256;

/// |W'|(r) / r of the cubic spline as a function of q = r/h, in units of 48 / (pi h^5): 2 - 3 q up to q = 1/2, then (1 - q)^2 / q.
SPHS_FORCE_INLINE Float8 SplineSlopeOverDistance(Float8 q)
{
	const Float8 p = Max(Float8(1) - q, Float8(0));
	return Select(q < Float8(0.5f), Float8(2) - Float8(3) * q, p * p / q);
}

struct GradientLanes
{
	Float8 sum[3][3]; // sum over this lane's neighbours of V_j |W'|/r (x_j - x_i) (X_j - X_i)^T, all lengths in units of h
};

/// Coordinates of eight vectors picked by index. Copied one by one: gather instructions take longer than that.
struct Vectors8
{
	Float8 x, y, z;

	static SPHS_FORCE_INLINE Vectors8 Pick(const Vec3* base, const std::uint32_t (&index)[SimdWidth])
	{
		Real values[3][SimdWidth];
		for (int lane = 0; lane < SimdWidth; ++lane)
		{
			const Vec3& source = base[index[lane]];
			values[0][lane] = source.x;
			values[1][lane] = source.y;
			values[2][lane] = source.z;
		}
		return {Float8::Load(values[0]), Float8::Load(values[1]), Float8::Load(values[2])};
	}
};

SPHS_FORCE_INLINE Float8 PickReals(const Real* base, const std::uint32_t (&index)[SimdWidth])
{
	Real values[SimdWidth];
	for (int lane = 0; lane < SimdWidth; ++lane)
		values[lane] = base[index[lane]];
	return Float8::Load(values);
}

/// Adds eight neighbours; a lane whose index is the particle itself adds nothing.
SPHS_FORCE_INLINE void AddNeighbours(
	const RestState& rest, std::span<const Vec3> positions, std::size_t i, const std::uint32_t (&index)[SimdWidth], GradientLanes& lanes)
{
	const Vectors8 restOther = Vectors8::Pick(rest.position.data(), index);
	const Vectors8 other = Vectors8::Pick(positions.data(), index);
	const Vec3& restSelf = rest.position[i];
	const Vec3& self = positions[i];
	const Float8 perLength(1 / rest.supportRadius);
	const Float8 restX = (restOther.x - Float8(restSelf.x)) * perLength;
	const Float8 restY = (restOther.y - Float8(restSelf.y)) * perLength;
	const Float8 restZ = (restOther.z - Float8(restSelf.z)) * perLength;
	const Float8 q = Sqrt((restX * restX + restY * restY) + restZ * restZ);
	const Float8 volume = PickReals(rest.kernelVolume.data(), index) * (perLength * perLength * perLength);
	const Float8 weight = Select(q > Float8(0), SplineSlopeOverDistance(q) * volume * perLength, Float8(0));
	const Float8 now[3] = {(other.x - Float8(self.x)) * weight, (other.y - Float8(self.y)) * weight, (other.z - Float8(self.z)) * weight};
	for (int row = 0; row < 3; ++row)
	{
		lanes.sum[row][0] = MulAdd(now[row], restX, lanes.sum[row][0]);
		lanes.sum[row][1] = MulAdd(now[row], restY, lanes.sum[row][1]);
		lanes.sum[row][2] = MulAdd(now[row], restZ, lanes.sum[row][2]);
	}
}

Mat3 SumOverNeighbours(const RestState& rest, std::span<const Vec3> positions, std::size_t i)
{
	GradientLanes lanes;
	for (auto& row : lanes.sum)
		for (Float8& entry : row)
			entry = Float8(0);
	const std::span<const std::uint32_t> list = rest.neighbours.Of(i);
	for (std::size_t k = 0; k < list.size(); k += SimdWidth)
	{
		std::uint32_t index[SimdWidth];
		for (std::size_t lane = 0; lane < SimdWidth; ++lane)
			index[lane] = k + lane < list.size() ? list[k + lane] : static_cast<std::uint32_t>(i);
		AddNeighbours(rest, positions, i, index, lanes);
	}
	Mat3 sum;
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			sum(row, column) = Sum(lanes.sum[row][column]);
	return sum;
}

/// The column of a matrix of rank one with the largest norm: the direction of its columns.
Vec3 LargestColumn(const Mat3& a)
{
	Vec3 largest = a.Column(0);
	for (int column = 1; column < 3; ++column)
		if (SquaredNorm(a.Column(column)) > SquaredNorm(largest))
			largest = a.Column(column);
	return largest;
}

/// Rotation that takes the unit vector a to the unit vector b by the shortest way; the identity where they are opposite.
Mat3 ShortestRotation(const Vec3& a, const Vec3& b)
{
	const Vec3 axis = Cross(a, b);
	const Real cosine = Dot(a, b);
	if (!(cosine > Real(-0.9999)))
		return Mat3::Identity();
	Mat3 rotation = Mat3::Outer(axis, axis) * (1 / (1 + cosine)) + Mat3::Identity() * cosine;
	rotation.m[0][1] -= axis.z;
	rotation.m[0][2] += axis.y;
	rotation.m[1][0] += axis.z;
	rotation.m[1][2] -= axis.x;
	rotation.m[2][0] -= axis.y;
	rotation.m[2][1] += axis.x;
	return rotation;
}

/// F of a sheet is zero along the rest normal n. Its cofactor matrix is the deformed normal times n^T, stretched by the change of
/// area: the deformed normal at unit length is what n becomes where the thickness stays.
Mat3 CompleteSheet(const Mat3& gradient, const Mat3& correction)
{
	const Vec3 normal = NormalizedOr(LargestColumn(Cofactor(correction)), Vec3{0, 0, 1});
	return gradient + Mat3::Outer(NormalizedOr(Cofactor(gradient) * normal, normal), normal);
}

/// @param reference Rotation of the body nearby.
Mat3 CompleteString(const Mat3& gradient, const Mat3& correction, const Mat3& reference)
{
	const Vec3 tangent = NormalizedOr(LargestColumn(correction), Vec3{1, 0, 0});
	const Vec3 carried = reference * tangent;
	const Mat3 rotation = ShortestRotation(carried, NormalizedOr(gradient * tangent, carried)) * reference;
	return gradient + rotation * (Mat3::Identity() - Mat3::Outer(tangent, tangent));
}

Mat3 NearestRotation(const Mat3& gradient)
{
	if (!std::isfinite(FrobeniusNorm(gradient)))
		return Mat3::Identity();
	const SignedSvd svd = DecomposeSigned(gradient.Cast<double>());
	return (svd.u * Transpose(svd.v)).Cast<Real>();
}

/// The particle nearest in order, which is near in space as well, whose gradient is known; i itself if there is none.
std::uint32_t NearestKnownInOrder(std::span<const std::uint8_t> isKnown, std::uint32_t i)
{
	for (std::uint32_t step = 1; step < isKnown.size(); ++step)
	{
		if (i + step < isKnown.size() && isKnown[i + step] != 0)
			return i + step;
		if (step <= i && isKnown[i - step] != 0)
			return i - step;
	}
	return i;
}

/// Particles in a row know how their row points but not how it has turned about itself, and a particle on its own knows nothing: they
/// take that from the nearest particles that do know, neighbour by neighbour from there.
class GradientCompletion
{
public:
	GradientCompletion(const RestState& restState, std::span<Mat3> allGradients)
		: rest(restState)
		, gradients(allGradients)
		, isKnown(restState.ParticleCount())
	{
		for (std::uint32_t i = 0; i < isKnown.size(); ++i)
		{
			isKnown[i] = rest.rank[i] > 1 ? 1 : 0;
			if (isKnown[i] == 0)
				waiting.push_back(i);
		}
	}
	void Run()
	{
		while (!waiting.empty())
		{
			const std::vector<std::uint32_t> round = std::move(waiting);
			waiting.clear();
			for (const std::uint32_t i : round)
				if (const std::uint32_t known = KnownNeighbour(i); known != i)
					Complete(i, known);
				else
					waiting.push_back(i);
			if (waiting.size() < round.size())
				continue;
			// Nobody has a neighbour to ask: one asks across the gap, and its own neighbours can follow.
			Complete(waiting.back(), NearestKnownInOrder(isKnown, waiting.back()));
			waiting.pop_back();
		}
	}

private:
	std::uint32_t KnownNeighbour(std::uint32_t i) const
	{
		for (const std::uint32_t j : rest.neighbours.Of(i))
			if (isKnown[j] != 0)
				return j;
		return i;
	}
	void Complete(std::uint32_t i, std::uint32_t known)
	{
		const Mat3 reference = known == i ? Mat3::Identity() : NearestRotation(gradients[known]);
		gradients[i] = rest.rank[i] == 0 ? reference : CompleteString(gradients[i], rest.correction[i], reference);
		isKnown[i] = 1;
	}

	const RestState& rest;
	std::span<Mat3> gradients;
	std::vector<std::uint8_t> isKnown;
	std::vector<std::uint32_t> waiting;
};

}

void ComputeDeformationGradients(const RestState& rest, std::span<const Vec3> positions, TaskRunner& tasks, std::span<Mat3> gradients)
{
	SPHS_ASSERT(positions.size() == rest.ParticleCount() && gradients.size() == rest.ParticleCount());
	constexpr Real slopeUnit = static_cast<Real>(48 / Pi); // of the kernel's derivative, in units of h
	ParallelFor(tasks, rest.ParticleCount(), GradientChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Mat3 gradient = SumOverNeighbours(rest, positions, i) * slopeUnit * rest.correction[i];
				gradients[i] = rest.rank[i] == 2 ? CompleteSheet(gradient, rest.correction[i]) : gradient;
			}
		});
	// Bodies without strings and lone particles have nothing to complete, and need no memory to find that out.
	if (std::ranges::any_of(rest.rank, [](std::uint8_t rank) { return rank < 2; }))
		GradientCompletion(rest, gradients).Run();
}

}
