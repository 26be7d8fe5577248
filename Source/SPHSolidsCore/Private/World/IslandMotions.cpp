#include "IslandMotions.h"

#include "Base/EightPoints.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t MotionUnknowns = IslandMotions::Unknowns;
/// A body without extent in some direction has no motion along it: as stiff against it as this share of its inertia.
constexpr double ThinnestShare = 1e-4;
/// Of conjugate gradients: a pile is a dozen bodies high, and each sweep passes through it both ways.
constexpr int WholeIterations = 4;

/// Inverse of a symmetric positive definite matrix by Gauss and Jordan. @return False if a pivot is not positive.
template <std::size_t Size>
bool InvertSmall(double (&a)[Size][Size])
{
	for (std::size_t p = 0; p < Size; ++p)
	{
		const double pivot = a[p][p];
		if (!(pivot > 0) || !std::isfinite(pivot))
			return false;
		const double inverse = 1 / pivot;
		for (std::size_t i = 0; i < Size; ++i)
		{
			if (i == p)
				continue;
			const double factor = a[i][p] * inverse;
			for (std::size_t j = 0; j < Size; ++j)
				if (j != p)
					a[i][j] -= factor * a[p][j];
			a[i][p] = -factor;
		}
		for (std::size_t j = 0; j < Size; ++j)
			a[p][j] *= inverse;
		a[p][p] = inverse;
	}
	return true;
}

/// y += B x and y += B^T x of a block given by its columns.
SPHS_FORCE_INLINE void AddProduct(const float (*column)[IslandMotions::Padded], const float* x, float* y)
{
	Float8 low = Float8::Load(y), high = Float8::Load(y + SimdWidth);
	for (std::size_t k = 0; k < MotionUnknowns; ++k)
	{
		const Float8 factor(x[k]);
		low = MulAdd(Float8::Load(column[k]), factor, low);
		high = MulAdd(Float8::Load(column[k] + SimdWidth), factor, high);
	}
	low.Store(y);
	high.Store(y + SimdWidth);
}
SPHS_FORCE_INLINE void AddTransposed(const float (*column)[IslandMotions::Padded], const float* x, float* y)
{
	const Float8 low = Float8::Load(x), high = Float8::Load(x + SimdWidth);
	for (std::size_t k = 0; k < MotionUnknowns; ++k)
		y[k] += Sum(MulAdd(Float8::Load(column[k]), low, Float8::Load(column[k] + SimdWidth) * high));
}

/// The sums of f, f X, f Y and f Z over particles, one lane each; X from some centre.
struct ModeSums
{
	Vector3<Float8> sum[IslandMotions::ModeCount] = {};

	SPHS_FORCE_INLINE void Add(const Vector3<Float8>& f, const Vector3<Float8>& arm)
	{
		sum[0] += f;
		sum[1] = MulAdd(f, arm.x, sum[1]);
		sum[2] = MulAdd(f, arm.y, sum[2]);
		sum[3] = MulAdd(f, arm.z, sum[3]);
	}
};

/// Z c at eight places at a time.
struct MotionAt
{
	Vector3<Float8> coefficient[IslandMotions::ModeCount];
	Float8 inverseSize;

	/// @param ofBody The inverse of its size, in units of which c counts places.
	MotionAt(const IslandMotions::Motion& motion, Real ofBody)
		: inverseSize(ofBody)
	{
		for (std::size_t m = 0; m < IslandMotions::ModeCount; ++m)
			coefficient[m] = Splat(Vec3{motion.value[3 * m], motion.value[3 * m + 1], motion.value[3 * m + 2]});
	}
	SPHS_FORCE_INLINE Vector3<Float8> operator()(const Vector3<Float8>& fromCentre) const
	{
		const Vector3<Float8> arm = fromCentre * inverseSize;
		return MulAdd(coefficient[3], arm.z, MulAdd(coefficient[2], arm.y, MulAdd(coefficient[1], arm.x, coefficient[0])));
	}
};

/// Mass and centre of a body at rest; X X^T and x X^T about it, weighted with masses.
struct MassMoments
{
	double mass = 0;
	Vec3d centre;
	Mat3d second, turned;
};

/// Calls visit(begin, end) for runs of particles that are short enough for sums in floats, to be added up in doubles.
template <class Visit>
void ForEachRun(std::size_t count, Visit&& visit)
{
	constexpr std::size_t longest = 128 * SimdWidth;
	for (std::size_t begin = 0; begin < count; begin += longest)
		visit(begin, std::min(count, begin + longest));
}

void FindCentre(const IslandMotions::Traits& traits, MassMoments& moments)
{
	const Vector3<Float8> origin = Splat(traits.restPosition.front()); // places from here are small numbers
	Vec3d first;
	ForEachRun(traits.weight.size(),
		[&](std::size_t begin, std::size_t end)
		{
			Float8 mass(0.0f);
			Vector3<Float8> weighted = {};
			ForEachEight(begin, end,
				[&](std::size_t i, auto available)
				{
					const Float8 weight = LoadEight(&traits.weight[i], available);
					mass += weight;
					weighted = MulAdd(LoadEight(&traits.restPosition[i], available) - origin, weight, weighted);
				});
			moments.mass += static_cast<double>(Sum(mass));
			first += Sum(weighted).Cast<double>();
		});
	moments.centre = traits.restPosition.front().Cast<double>() + first / moments.mass;
}

MassMoments FindMoments(const IslandMotions::Traits& traits)
{
	MassMoments moments;
	FindCentre(traits, moments);
	const Vector3<Float8> centre = Splat(moments.centre.Cast<Real>()), origin = Splat(traits.position.front());
	ForEachRun(traits.weight.size(),
		[&](std::size_t begin, std::size_t end)
		{
			OuterSum second, turned;
			ForEachEight(begin, end,
				[&](std::size_t i, auto available)
				{
					const Vector3<Float8> arm = LoadEight(&traits.restPosition[i], available) - centre;
					const Vector3<Float8> place = LoadEight(&traits.position[i], available) - origin;
					const Vector3<Float8> weighted = arm * LoadEight(&traits.weight[i], available);
					second.Add(arm, weighted);
					turned.Add(place, weighted);
				});
			moments.second += second.OverLanes().Cast<double>();
			moments.turned += turned.OverLanes().Cast<double>();
		});
	return moments;
}

}

void IslandMotions::Clear(std::size_t bodyCount)
{
	bodies.resize(bodyCount);
	couplings.clear();
}

void IslandMotions::Describe(std::size_t index, const Traits& traits)
{
	Body& body = bodies[index];
	body.isMovable = traits.isMovable;
	body.firstCoupling = Nobody;
	if (!body.isMovable)
		return;
	auto [mass, centre, second, turned] = FindMoments(traits);
	const double size = std::sqrt(Trace(second) / (3 * mass));
	body.centre = centre.Cast<Real>();
	body.inverseSize = static_cast<Real>(1 / std::max(size, 1e-9));
	second = second * (1 / std::max(size * size, 1e-18));
	for (int axis = 0; axis < 3; ++axis)
		second(axis, axis) += ThinnestShare * mass;

	double gram[ModeCount][ModeCount] = {};
	gram[0][0] = mass;
	for (std::size_t a = 0; a < 3; ++a)
		for (std::size_t b = 0; b < 3; ++b)
			gram[a + 1][b + 1] = second.m[a][b];
	body.own = {};
	// Of a change D of F, rotated by R: 2 mu |sym R^T D|^2 + lambda tr(R^T D)^2, twice the energy.
	const SignedSvd svd = DecomposeSigned(turned);
	const Mat3d R = svd.u * Transpose(svd.v);
	const double perSquare = 1 / std::max(size * size, 1e-18);
	for (std::size_t m = 0; m < ModeCount; ++m)
		for (std::size_t a = 0; a < 3; ++a)
			for (std::size_t n = 0; n < ModeCount; ++n)
				for (std::size_t b = 0; b < 3; ++b)
				{
					double entry = a == b ? gram[m][n] : 0;
					if (m > 0 && n > 0)
						entry += perSquare
							* (traits.mu * ((a == b && m == n ? 1 : 0) + R.m[a][n - 1] * R.m[b][m - 1])
								+ traits.lambda * R.m[a][m - 1] * R.m[b][n - 1]);
					body.own.column[3 * n + b][3 * m + a] = static_cast<float>(entry);
				}
	if (!InvertSmall(gram))
		body.isMovable = false;
	for (std::size_t a = 0; a < ModeCount; ++a)
		for (std::size_t b = 0; b < ModeCount; ++b)
			body.inverseGram[a][b] = static_cast<float>(gram[a][b]);
}

void IslandMotions::ModesAt(std::uint32_t index, const Vec3& restPosition, float (&modes)[ModeCount]) const
{
	const Vec3 arm = (restPosition - bodies[index].centre) * bodies[index].inverseSize;
	modes[0] = 1;
	modes[1] = arm.x;
	modes[2] = arm.y;
	modes[3] = arm.z;
}

IslandMotions::Block& IslandMotions::CouplingOf(std::uint32_t earlier, std::uint32_t later)
{
	std::uint32_t* link = &bodies[earlier].firstCoupling;
	while (*link != Nobody && couplings[*link].later != later)
		link = &couplings[*link].next;
	if (*link == Nobody)
	{
		*link = static_cast<std::uint32_t>(couplings.size());
		couplings.push_back({later, Nobody, {}});
		return couplings.back().block;
	}
	return couplings[*link].block;
}

void IslandMotions::AddSpring(
	std::uint32_t own, const Vec3& restPosition, std::uint32_t other, const float (&otherModes)[ModeCount], const Mat3& stiffness)
{
	// Of each side, the forces on its twelve motions by a shift along x, y and z.
	alignas(32) float forces[2][3][Padded] = {};
	float modes[2][ModeCount] = {};
	const bool isSelf = own == other;
	const bool moves[2] = {own != Nobody && bodies[own].isMovable, !isSelf && other != Nobody && bodies[other].isMovable};
	if (moves[0])
		ModesAt(own, restPosition, modes[0]);
	for (std::size_t m = 0; m < ModeCount; ++m)
		if (isSelf)
			modes[0][m] -= otherModes[m];
		else
			modes[1][m] = otherModes[m];
	for (std::size_t side = 0; side < 2; ++side)
		for (std::size_t m = 0; m < ModeCount; ++m)
			for (std::size_t a = 0; a < 3; ++a)
				for (std::size_t b = 0; b < 3; ++b)
					forces[side][b][3 * m + a] = modes[side][m] * stiffness.m[a][b];
	const auto add = [](Block& block, const float(&byModes)[ModeCount], const float(&force)[3][Padded], float sign)
	{
		for (std::size_t n = 0; n < ModeCount; ++n)
			for (std::size_t b = 0; b < 3; ++b)
				for (std::size_t part = 0; part < Padded; part += SimdWidth)
				{
					float* const target = &block.column[3 * n + b][part];
					MulAdd(Float8(sign * byModes[n]), Float8::Load(&force[b][part]), Float8::Load(target)).Store(target);
				}
	};
	if (moves[0])
		add(bodies[own].own, modes[0], forces[0], 1);
	if (moves[1])
		add(bodies[other].own, modes[1], forces[1], 1);
	if (!moves[0] || !moves[1])
		return;
	const std::size_t earlier = own < other ? 0 : 1, later = 1 - earlier;
	add(CouplingOf(std::min(own, other), std::max(own, other)), modes[earlier], forces[later], -1);
}

void IslandMotions::Factorise(TaskRunner& tasks)
{
	ParallelFor(tasks, bodies.size(), 8,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				if (!bodies[k].isMovable)
					continue;
				double matrix[Unknowns][Unknowns];
				for (std::size_t a = 0; a < Unknowns; ++a)
					for (std::size_t b = 0; b < Unknowns; ++b)
						matrix[b][a] = static_cast<double>(bodies[k].own.column[a][b]);
				bodies[k].isMovable = InvertSmall(matrix);
				for (std::size_t a = 0; a < Unknowns; ++a)
					for (std::size_t b = 0; b < Unknowns; ++b)
						bodies[k].inverse.column[a][b] = static_cast<float>(matrix[b][a]);
			}
		});
}

IslandMotions::Motion IslandMotions::ByGram(const Body& body, const Motion& motion) const
{
	Motion result;
	for (std::size_t m = 0; m < ModeCount; ++m)
		for (std::size_t n = 0; n < ModeCount; ++n)
			for (std::size_t a = 0; a < 3; ++a)
				result.value[3 * m + a] += body.inverseGram[m][n] * motion.value[3 * n + a];
	return result;
}

IslandMotions::Motion IslandMotions::InUnits(const Body& body, const Vector3<Float8> (&sums)[ModeCount])
{
	Motion motion;
	for (std::size_t m = 0; m < ModeCount; ++m)
	{
		const Vec3 sum = Sum(sums[m]) * (m > 0 ? body.inverseSize : 1);
		for (int a = 0; a < 3; ++a)
			motion.value[3 * m + static_cast<std::size_t>(a)] = sum[a];
	}
	return motion;
}

IslandMotions::Motion IslandMotions::TakeOut(std::size_t index, const Traits& traits, std::span<const Vec3> q, std::span<Vec3> rest) const
{
	const Body& body = bodies[index];
	const Vector3<Float8> centre = Splat(body.centre);
	ModeSums sums;
	ForEachEight(0, q.size(), [&](std::size_t i, auto available)
		{ sums.Add(LoadEight(&q[i], available), LoadEight(&traits.restPosition[i], available) - centre); });
	const Motion forces = InUnits(body, sums.sum);
	const MotionAt motionAt(ByGram(body, forces), body.inverseSize);
	ForEachEight(0, q.size(),
		[&](std::size_t i, auto available)
		{
			const Vector3<Float8> motion = motionAt(LoadEight(&traits.restPosition[i], available) - centre);
			StoreEight(MulAdd(motion, -LoadEight(&traits.weight[i], available), LoadEight(&q[i], available)), &rest[i], available);
		});
	return forces;
}

IslandMotions::Motion IslandMotions::PartOf(std::size_t index, const Traits& traits, std::span<const Vec3> r) const
{
	const Body& body = bodies[index];
	const Vector3<Float8> centre = Splat(body.centre);
	ModeSums sums;
	ForEachEight(0, r.size(),
		[&](std::size_t i, auto available)
		{
			const Vector3<Float8> weighted = LoadEight(&r[i], available) * LoadEight(&traits.weight[i], available);
			sums.Add(weighted, LoadEight(&traits.restPosition[i], available) - centre);
		});
	return ByGram(body, InUnits(body, sums.sum));
}

void IslandMotions::Add(
	std::size_t index, const Traits& traits, const Motion& motion, const Motion& part, Real share, std::span<Vec3> r) const
{
	const Body& body = bodies[index];
	const Vector3<Float8> centre = Splat(body.centre);
	Motion change;
	for (std::size_t a = 0; a < Unknowns; ++a)
		change.value[a] = motion.value[a] - part.value[a];
	const MotionAt changeAt(change, body.inverseSize);
	ForEachEight(0, r.size(),
		[&](std::size_t i, auto available)
		{
			const Vector3<Float8> own = changeAt(LoadEight(&traits.restPosition[i], available) - centre);
			StoreEight((LoadEight(&r[i], available) + own) * Float8(share), &r[i], available);
		});
}

void IslandMotions::Sweep(std::span<Motion> motions) const
{
	const auto byOwn = [](const Body& body, const float* x, Motion& result)
	{
		result = {};
		AddProduct(body.inverse.column, x, result.value);
	};
	for (std::size_t k = 0; k < bodies.size(); ++k)
	{
		if (!bodies[k].isMovable)
			continue;
		const Motion force = motions[k];
		byOwn(bodies[k], force.value, motions[k]);
		float negative[Unknowns];
		for (std::size_t a = 0; a < Unknowns; ++a)
			negative[a] = -motions[k].value[a];
		for (std::uint32_t link = bodies[k].firstCoupling; link != Nobody; link = couplings[link].next)
			AddProduct(couplings[link].block.column, negative, motions[couplings[link].later].value);
	}
	for (std::size_t k = bodies.size(); k-- > 0;)
	{
		if (!bodies[k].isMovable || bodies[k].firstCoupling == Nobody)
			continue;
		float force[Unknowns] = {};
		for (std::uint32_t link = bodies[k].firstCoupling; link != Nobody; link = couplings[link].next)
			AddTransposed(couplings[link].block.column, motions[couplings[link].later].value, force);
		Motion change;
		byOwn(bodies[k], force, change);
		for (std::size_t a = 0; a < Unknowns; ++a)
			motions[k].value[a] -= change.value[a];
	}
}

void IslandMotions::Multiply(std::span<const Motion> motions, std::span<Motion> forces) const
{
	for (std::size_t k = 0; k < bodies.size(); ++k)
	{
		forces[k] = {};
		if (bodies[k].isMovable)
			AddProduct(bodies[k].own.column, motions[k].value, forces[k].value);
	}
	for (std::size_t k = 0; k < bodies.size(); ++k)
		for (std::uint32_t link = bodies[k].firstCoupling; link != Nobody; link = couplings[link].next)
		{
			const Coupling& coupling = couplings[link];
			if (!bodies[k].isMovable || !bodies[coupling.later].isMovable)
				continue;
			AddProduct(coupling.block.column, motions[k].value, forces[coupling.later].value);
			AddTransposed(coupling.block.column, motions[coupling.later].value, forces[k].value);
		}
}

void IslandMotions::Solve(std::span<Motion> motions)
{
	const std::size_t count = bodies.size();
	residual.assign(motions.begin(), motions.end());
	Sweep(motions);
	if (couplings.empty())
		return; // then the sweep is exact
	const auto dot = [&](std::span<const Motion> a, std::span<const Motion> b)
	{
		double sum = 0;
		for (std::size_t k = 0; k < count; ++k)
			for (std::size_t e = 0; e < Unknowns; ++e)
				sum += static_cast<double>(a[k].value[e] * b[k].value[e]);
		return sum;
	};
	const auto addScaled = [&](std::span<Motion> target, double factor, std::span<const Motion> source)
	{
		for (std::size_t k = 0; k < count; ++k)
			for (std::size_t e = 0; e < Unknowns; ++e)
				target[k].value[e] += static_cast<float>(factor) * source[k].value[e];
	};
	swept.assign(motions.begin(), motions.end());
	direction = swept;
	image.resize(count);
	std::fill(motions.begin(), motions.end(), Motion{});
	double product = dot(residual, swept);
	for (int iteration = 0; iteration < WholeIterations; ++iteration)
	{
		Multiply(direction, image);
		const double curvature = dot(direction, image);
		if (!(curvature > 0) || !(product > 0))
			break;
		addScaled(motions, product / curvature, direction);
		addScaled(residual, -product / curvature, image);
		swept = residual;
		Sweep(swept);
		const double next = dot(residual, swept), ratio = next / product;
		product = next;
		for (std::size_t k = 0; k < count; ++k)
			for (std::size_t e = 0; e < Unknowns; ++e)
				direction[k].value[e] = swept[k].value[e] + static_cast<float>(ratio) * direction[k].value[e];
	}
}

}
