#include "FoldBound.h"

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

/// The shell about its middle, at rest and now.
struct ShellMotion
{
	const ContactBody& entry;
	std::span<const PaddedVec3> place, velocity;
	Vec3 restMiddle, middle, drift;

	ShellMotion(const ContactBody& body, std::span<const PaddedVec3> places, std::span<const PaddedVec3> velocities)
		: entry(body)
		, place(places)
		, velocity(velocities)
	{
		Vec3d sums[3];
		for (const std::uint32_t i : entry.shell->particles)
		{
			sums[0] += entry.body->Rest().state.position[i].Cast<double>();
			sums[1] += place[i].Xyz().Cast<double>();
			sums[2] += velocity[i].Xyz().Cast<double>();
		}
		const double share = 1 / static_cast<double>(entry.shell->particles.size());
		restMiddle = (sums[0] * share).Cast<Real>();
		middle = (sums[1] * share).Cast<Real>();
		drift = (sums[2] * share).Cast<Real>();
	}
	/// Calls visit(X, x, v).
	template <class Visit>
	void ForEach(Visit&& visit) const
	{
		for (const std::uint32_t i : entry.shell->particles)
			visit(entry.body->Rest().state.position[i] - restMiddle, place[i].Xyz() - middle, velocity[i].Xyz() - drift);
	}
	/// How far particles come apart from x = A X and v = L x in some time, at most.
	Real BoundLooseness(const Mat3& A, const Mat3& L, Real seconds) const
	{
		Real bent = 0, loose = 0;
		ForEach(
			[&](const Vec3& X, const Vec3& x, const Vec3& v)
			{
				bent = std::max(bent, SquaredNorm(x - A * X));
				loose = std::max(loose, SquaredNorm(v - L * x));
			});
		return std::sqrt(bent) + seconds * std::sqrt(loose);
	}
	/// How far the particles of each cluster come apart from x = A X and v = L x in some time. @return The farthest.
	Real FindLooseness(const Mat3& A, const Mat3& L, Real seconds, std::span<Real> looseness) const
	{
		std::fill(looseness.begin(), looseness.end(), Real(0));
		std::size_t k = 0;
		ForEach(
			[&](const Vec3& X, const Vec3& x, const Vec3& v)
			{
				Real& ofCluster = looseness[k++ / ContactShell::ClusterSize];
				ofCluster = std::max(ofCluster, Norm(x - A * X) + seconds * Norm(v - L * x));
			});
		return *std::max_element(looseness.begin(), looseness.end());
	}
};

}

Real BoundFolds(const ContactBody& entry, std::span<const PaddedVec3> place, std::span<const PaddedVec3> velocity, Real away, Real distance,
	Real seconds, std::span<Real> looseness)
{
	const ShellMotion motion(entry, place, velocity);
	Mat3 turned, rest, now, flow; // x X^T, X X^T, x x^T, v x^T
	motion.ForEach(
		[&](const Vec3& X, const Vec3& x, const Vec3& v)
		{
			turned += Mat3::Outer(x, X);
			rest += Mat3::Outer(X, X);
			now += Mat3::Outer(x, x);
			flow += Mat3::Outer(v, x);
		});
	const SignedSvd fit = DecomposeSigned(turned.Cast<double>());
	const Mat3d L = flow.Cast<double>() * InverseOfMoments(now.Cast<double>());
	const Mat3d spin = (L - Transpose(L)) * 0.5, strain = (L + Transpose(L)) * 0.5;
	const Mat3 R = (fit.u * Transpose(fit.v)).Cast<Real>();
	if (2 * motion.BoundLooseness(R, spin.Cast<Real>(), seconds) < away - distance)
	{
		std::fill(looseness.begin(), looseness.end(), Real(0));
		return away - distance;
	}
	const Real asRigid = motion.FindLooseness(R, spin.Cast<Real>(), seconds, looseness);

	const Mat3d A = turned.Cast<double>() * InverseOfMoments(rest.Cast<double>());
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
