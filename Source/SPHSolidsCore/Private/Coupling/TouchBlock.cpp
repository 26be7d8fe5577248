#include <SPHSolids/Coupling/TouchBlock.h>

#include <algorithm>

namespace SPHSolids
{
namespace
{

using Vec3x8 = Vector3<Float8>;

/// So many blocks are summed in floats before they are added to doubles.
constexpr std::size_t SummedBlocks = 16;
/// Stands in for the length of a slide that has none, m.
constexpr float NoLength = 1e-20f;

Vec3x8 LoadWide(const float (&rows)[3][SimdWidth])
{
	return {Float8::Load(rows[0]), Float8::Load(rows[1]), Float8::Load(rows[2])};
}

struct WideAnswer
{
	double energies[SimdWidth] = {}; // of each lane: trials near the minimum differ by less than sums of floats would tell
	Vec3x8 force{0.0f, 0.0f, 0.0f};
	Float8 across = 0.0f, xx = 0.0f, xy = 0.0f, xz = 0.0f, yy = 0.0f, yz = 0.0f, zz = 0.0f;

	SPHS_FORCE_INLINE void AddEnergy(Float8 energy)
	{
		float lanes[SimdWidth];
		energy.Store(lanes);
		for (int k = 0; k < SimdWidth; ++k)
			energies[k] += static_cast<double>(lanes[k]);
	}
	SPHS_FORCE_INLINE void AddOuter(const Vec3x8& v, Float8 factor)
	{
		const Vec3x8 scaled{v.x * factor, v.y * factor, v.z * factor};
		xx = MulAdd(scaled.x, v.x, xx);
		xy = MulAdd(scaled.x, v.y, xy);
		xz = MulAdd(scaled.x, v.z, xz);
		yy = MulAdd(scaled.y, v.y, yy);
		yz = MulAdd(scaled.y, v.z, yz);
		zz = MulAdd(scaled.z, v.z, zz);
	}
	SPHS_FORCE_INLINE void Add(const TouchBlock& block, const Vec3x8& shift)
	{
		const Vec3x8 n = LoadWide(block.normal), from = LoadWide(block.slide);
		const Float8 k = Float8::Load(block.stiffness), sticking = Float8::Load(block.sticking), zero = 0.0f;
		const Float8 along = Dot(n, shift), overlap = Max(-(Float8::Load(block.gap) + along), zero), push = k * overlap;
		const Vec3x8 slide{
			from.x + NegMulAdd(n.x, along, shift.x), from.y + NegMulAdd(n.y, along, shift.y), from.z + NegMulAdd(n.z, along, shift.z)};
		const Float8 length = Sqrt(SquaredNorm(slide)), reach = Min(length, sticking), hold = k * reach;
		const Float8 perLength = Float8(1.0f) / Max(length, NoLength);
		const Mask8 sticks = length < sticking;
		const Float8 sideways = Select(sticks, k, hold * perLength);
		AddEnergy(MulAdd(push * 0.5f, overlap, hold * NegMulAdd(reach, 0.5f, length)));
		force.x = NegMulAdd(slide.x, sideways, MulAdd(n.x, push, force.x));
		force.y = NegMulAdd(slide.y, sideways, MulAdd(n.y, push, force.y));
		force.z = NegMulAdd(slide.z, sideways, MulAdd(n.z, push, force.z));
		across += sideways;
		AddOuter(n, Select(overlap > zero, k, zero) - sideways);
		AddOuter({slide.x * perLength, slide.y * perLength, slide.z * perLength}, Select(sticks, zero, -sideways));
	}
	void AddTo(ContactAnswer& answer) const
	{
		for (const double energy : energies)
			answer.energy += energy;
		answer.force += Vec3{Sum(force.x), Sum(force.y), Sum(force.z)}.Cast<double>();
		const float xySum = Sum(xy), xzSum = Sum(xz), yzSum = Sum(yz);
		const Mat3 sums{{{Sum(xx + across), xySum, xzSum}, {xySum, Sum(yy + across), yzSum}, {xzSum, yzSum, Sum(zz + across)}}};
		answer.stiffness = answer.stiffness + sums.Cast<double>();
	}
};

}

void TouchBlock::Set(std::size_t lane, const Touch& touch)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		normal[axis][lane] = touch.normal[axis];
		slide[axis][lane] = touch.slide[axis];
	}
	gap[lane] = touch.gap;
	stiffness[lane] = touch.stiffness;
	sticking[lane] = touch.sticking;
}

ContactAnswer AnswerToShift(std::span<const TouchBlock> blocks, const Vec3& shift)
{
	const Vec3x8 wideShift{shift.x, shift.y, shift.z};
	ContactAnswer answer;
	for (std::size_t first = 0; first < blocks.size(); first += SummedBlocks)
	{
		WideAnswer sum;
		for (const TouchBlock& block : blocks.subspan(first, std::min(SummedBlocks, blocks.size() - first)))
			sum.Add(block, wideShift);
		sum.AddTo(answer);
	}
	return answer;
}

}
