#include "FoldBound.h"

#include "Base/EightPoints.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Thin bodies have hardly an extent in some direction: theirs is taken for this share of the others.
constexpr double ThinnestExtent = 1e-6;

Mat3d InverseOfMoments(Mat3d moments)
{
	const double least = ThinnestExtent * Trace(moments) + 1e-30;
	for (int axis = 0; axis < 3; ++axis)
		moments(axis, axis) += least;
	return Cofactor(moments) * (1 / Determinant(moments)); // of a symmetric matrix
}

/// In each lane 1 where a particle is there, 0 beyond.
Float8 LanesInUse(std::size_t available)
{
	float lanes[SimdWidth] = {};
	std::fill(lanes, lanes + available, 1.0f);
	return Float8::Load(lanes);
}

Real LargestLane(Float8 a)
{
	float lanes[SimdWidth];
	a.Store(lanes);
	return *std::max_element(lanes, lanes + SimdWidth);
}

/// The shell about its middle, at rest and now.
struct ShellMotion
{
	const std::vector<std::uint32_t>& particles;
	std::span<const Vec3> rest;
	std::span<const PaddedVec3> place, velocity;
	Vec3 restMiddle, middle, drift;

	ShellMotion(const ContactBody& entry, std::span<const PaddedVec3> places, std::span<const PaddedVec3> velocities)
		: particles(entry.shell->particles)
		, rest(entry.body->Rest().state.position)
		, place(places)
		, velocity(velocities)
		, restMiddle(rest[particles.front()]) // sums are taken from one of them, so that they are small numbers
		, middle(place[particles.front()].Xyz())
		, drift(velocity[particles.front()].Xyz())
	{
		Vector3<Float8> sums[3] = {};
		ForEach(
			[&](std::size_t, const Vector3<Float8>& X, const Vector3<Float8>& x, const Vector3<Float8>& v)
			{
				sums[0] += X;
				sums[1] += x;
				sums[2] += v;
			});
		const Real share = 1 / static_cast<Real>(particles.size());
		restMiddle += Sum(sums[0]) * share;
		middle += Sum(sums[1]) * share;
		drift += Sum(sums[2]) * share;
	}
	/// Calls visit(k, X, x, v) for particle k of the shell and the seven that follow; beyond the last there is zero.
	template <class Visit>
	SPHS_FORCE_INLINE void ForEach(Visit&& visit) const
	{
		const Vector3<Float8> fromX = Splat(restMiddle), fromPlace = Splat(middle), fromVelocity = Splat(drift);
		ForEachEight(0, particles.size(),
			[&](std::size_t k, auto available)
			{
				std::uint32_t few[SimdWidth];
				const std::uint32_t* index = &particles[k];
				if (available < SimdWidth)
				{
					std::fill(std::copy(index, index + available, few), few + SimdWidth, *index);
					index = few;
				}
				Vector3<Float8> X = GatherEight(rest.data(), index) - fromX;
				Vector3<Float8> x = GatherEight(place.data(), index) - fromPlace;
				Vector3<Float8> v = GatherEight(velocity.data(), index) - fromVelocity;
				if (available < SimdWidth)
					for (Vector3<Float8>* each : {&X, &x, &v})
						*each *= LanesInUse(available);
				visit(k, X, x, v);
			});
	}
	/// How far particles come apart from x = A X and v = L x in some time, at most.
	Real BoundLooseness(const Mat3& A, const Mat3& L, Real seconds) const
	{
		const Matrix3<Float8> stretch = Splat(A), flow = Splat(L);
		Float8 bent(0.0f), loose(0.0f);
		ForEach(
			[&](std::size_t, const Vector3<Float8>& X, const Vector3<Float8>& x, const Vector3<Float8>& v)
			{
				bent = Max(SquaredNorm(x - stretch * X), bent);
				loose = Max(SquaredNorm(v - flow * x), loose);
			});
		return std::sqrt(LargestLane(bent)) + seconds * std::sqrt(LargestLane(loose));
	}
	/// How far the particles of each cluster come apart from x = A X and v = L x in some time. @return The farthest.
	Real FindLooseness(const Mat3& A, const Mat3& L, Real seconds, std::span<Real> looseness) const
	{
		static_assert(ContactShell::ClusterSize % SimdWidth == 0);
		const Matrix3<Float8> stretch = Splat(A), flow = Splat(L);
		std::fill(looseness.begin(), looseness.end(), Real(0));
		ForEach(
			[&](std::size_t k, const Vector3<Float8>& X, const Vector3<Float8>& x, const Vector3<Float8>& v)
			{
				Real& ofCluster = looseness[k / ContactShell::ClusterSize];
				const Float8 bent = Sqrt(SquaredNorm(x - stretch * X)), loose = Sqrt(SquaredNorm(v - flow * x));
				ofCluster = std::max(ofCluster, LargestLane(MulAdd(Float8(seconds), loose, bent)));
			});
		return *std::max_element(looseness.begin(), looseness.end());
	}
	Mat3 RestMoments() const
	{
		OuterSum moments;
		ForEach([&](std::size_t, const Vector3<Float8>& X, const Vector3<Float8>&, const Vector3<Float8>&) { moments.Add(X, X); });
		return moments.OverLanes();
	}
};

}

Real BoundFolds(const ContactBody& entry, std::span<const PaddedVec3> place, std::span<const PaddedVec3> velocity, Real away, Real distance,
	Real seconds, std::span<Real> looseness)
{
	const ShellMotion motion(entry, place, velocity);
	OuterSum sums[3]; // x X^T, x x^T, v x^T
	motion.ForEach(
		[&](std::size_t, const Vector3<Float8>& X, const Vector3<Float8>& x, const Vector3<Float8>& v)
		{
			sums[0].Add(x, X);
			sums[1].Add(x, x);
			sums[2].Add(v, x);
		});
	const Mat3d turned = sums[0].OverLanes().Cast<double>(), now = sums[1].OverLanes().Cast<double>();
	const Mat3d flow = sums[2].OverLanes().Cast<double>();
	const SignedSvd fit = DecomposeSigned(turned);
	const Mat3d L = flow * InverseOfMoments(now);
	const Mat3d spin = (L - Transpose(L)) * 0.5, strain = (L + Transpose(L)) * 0.5;
	const Mat3 R = (fit.u * Transpose(fit.v)).Cast<Real>();
	if (2 * motion.BoundLooseness(R, spin.Cast<Real>(), seconds) < away - distance)
	{
		std::fill(looseness.begin(), looseness.end(), Real(0));
		return away - distance;
	}
	const Real asRigid = motion.FindLooseness(R, spin.Cast<Real>(), seconds, looseness);

	const Mat3d A = turned * InverseOfMoments(motion.RestMoments().Cast<double>());
	const Vec3d stretches = DecomposeSigned(A).values;
	const double smallest = std::min({std::fabs(stretches.x), std::fabs(stretches.y), std::fabs(stretches.z)});
	const Vec3d rates = DecomposeSymmetric(strain).values;
	const double shortening = std::max(0.0, -std::min({rates.x, rates.y, rates.z})) * static_cast<double>(seconds);
	const double shortest = static_cast<double>(away) * smallest * std::sqrt(std::max(0.0, 1 - 2 * shortening));
	const Real asAffine = motion.FindLooseness(A.Cast<Real>(), L.Cast<Real>(), seconds, looseness);
	if (static_cast<Real>(shortest) - 2 * asAffine > away - 2 * asRigid)
		return static_cast<Real>(shortest) - distance;
	motion.FindLooseness(R, spin.Cast<Real>(), seconds, looseness);
	return away - distance;
}

}
