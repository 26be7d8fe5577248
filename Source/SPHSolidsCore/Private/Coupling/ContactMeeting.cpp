#include "ContactMeeting.h"

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Surfaces that have passed each other by more than this, in touching distances, do not know each other any more, else the two sides of
/// a thin part would; they begin to forget at the second.
constexpr Real DeepestPass = Real(0.5), SafePass = Real(0.25);
/// How much more the links of a particle weigh, one against the other, to have their mean opposite it: 1 over a face, 1.3 over its very
/// edge. From the first to the second of these the edge gives way under a particle that hangs over it; at the third it is forgotten.
constexpr Real OverhangBegins = Real(1.5), OverhangEnds = Real(2.5), OverhangForgotten = Real(4);
/// Two surfaces face each other if the mean of one normal and the other reversed is longer than this. Faces: 1; edges of two blocks, one
/// upon the other: 0.71; corners: 0.58; surfaces that look the same way: 0. From the first to the second they begin to.
constexpr Real FacingBegins = Real(0.4), FacingFully = Real(0.55);

/// Candidates fade over this share of the square of the reach: what lies beyond is not looked at, and none shall come or go at once.
constexpr Real FadingReach = Real(0.25);

struct Wide3
{
	Float8 x, y, z;

	static Wide3 Load(const float (&rows)[3][ContactMeeting::Room], std::size_t first)
	{
		return {Float8::Load(&rows[0][first]), Float8::Load(&rows[1][first]), Float8::Load(&rows[2][first])};
	}
};

SPHS_FORCE_INLINE Float8 DotWide(const Wide3& a, const Wide3& b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}
SPHS_FORCE_INLINE Wide3 Spread(const Vec3& v)
{
	return {Float8(v.x), Float8(v.y), Float8(v.z)};
}
SPHS_FORCE_INLINE Wide3 Scaled(const Wide3& v, Float8 factor)
{
	return {v.x * factor, v.y * factor, v.z * factor};
}
SPHS_FORCE_INLINE Wide3 Minus(const Wide3& a, const Wide3& b)
{
	return {a.x - b.x, a.y - b.y, a.z - b.z};
}
/// 0 below the first, 1 above the second, a line between.
SPHS_FORCE_INLINE Float8 RampWide(Float8 value, Real first, Real second)
{
	return Min(Max((value - Float8(first)) * Float8(1 / (second - first)), Float8(0.0f)), Float8(1.0f));
}
/// (1 - s)^2 up to s = 1.
SPHS_FORCE_INLINE Float8 Falloff(Float8 s)
{
	const Float8 left = Max(Float8(1.0f) - s, Float8(0.0f));
	return left * left;
}

}

void ContactMeeting::Close()
{
	SPHS_ASSERT(count <= MaxCandidates);
	for (std::size_t k = count; k % SimdWidth != 0; ++k)
	{
		for (auto& row : offset)
			row[k] = FarAway;
		for (auto& row : otherNormal)
			row[k] = 0;
		otherNormal[3][k] = 1;
	}
}

bool ContactMeeting::Meet(Contact& contact, std::vector<ContactLink>& links)
{
	return FindFacing(contact.normal) ? MeetSurface(contact, links) : MeetBall(contact, links);
}

bool ContactMeeting::FindFacing(Vec3& direction)
{
	const Real within = touching + margin;
	const Float8 perReach(1 / (SmoothingReach * SmoothingReach * touching * touching + within * within));
	const Wide3 own = Spread(normal.Xyz() * normal.w);
	const bool ownHasNone = normal.Xyz() == Vec3{};
	const Float8 ownTrust(normal.w), one(1.0f), none(0.0f);
	Wide3 sum{none, none, none};
	for (std::size_t k = 0; k < count; k += SimdWidth)
	{
		const Wide3 way = Wide3::Load(offset, k);
		const Wide3 other = {Float8::Load(&otherNormal[0][k]), Float8::Load(&otherNormal[1][k]), Float8::Load(&otherNormal[2][k])};
		const Float8 trust = Float8::Load(&otherNormal[3][k]), squared = DotWide(way, way);
		// The mean of the candidate's normal and the particle's reversed.
		Wide3 mean = Scaled(Minus(Scaled(other, trust), own), one / (trust + ownTrust));
		Float8 share = RampWide(Sqrt(DotWide(mean, mean)), FacingBegins, FacingFully)
			* RampWide(DotWide(way, mean), -DeepestPass * touching, -SafePass * touching);
		if (ownHasNone)
		{
			// Between sheets, which have no normals, the way from one to the other.
			const Mask8 isSheet = DotWide(other, other) < Float8(0.5f);
			const Float8 inverse = one / Sqrt(Max(squared, Float8(1e-30f)));
			mean.x = Select(isSheet, way.x * inverse, mean.x);
			mean.y = Select(isSheet, way.y * inverse, mean.y);
			mean.z = Select(isSheet, way.z * inverse, mean.z);
			share = Select(isSheet, one, share);
		}
		const Float8 distance = squared * perReach;
		share = share * RampWide(one - distance, 0, FadingReach);
		share.Store(&facing[k]);
		const Float8 counted = share * Falloff(distance);
		sum.x += mean.x * counted;
		sum.y += mean.y * counted;
		sum.z += mean.z * counted;
	}
	direction = {Sum(sum.x), Sum(sum.y), Sum(sum.z)};
	const Real length = Norm(direction);
	if (!(length > 0))
		return false;
	direction = direction / length;
	return true;
}

bool ContactMeeting::MeetSurface(Contact& contact, std::vector<ContactLink>& links)
{
	const Real across = SmoothingReach * touching;
	const Float8 perAcross(1 / (across * across)), none(0.0f);
	const Wide3 up = Spread(contact.normal);
	// Weights W (alpha + b . l) over the offsets l across the normal, such that they sum to one and their mean offset is zero.
	const auto acrossNormal = [&](const Wide3& way, Float8 along) { return Minus(way, Scaled(up, along)); };
	Float8 total(0.0f), xx = none, xy = none, xz = none, yy = none, yz = none, zz = none;
	Wide3 firsts{none, none, none};
	for (std::size_t k = 0; k < count; k += SimdWidth)
	{
		const Wide3 way = Wide3::Load(offset, k), lateral = acrossNormal(way, DotWide(way, up));
		const Float8 w = Falloff(DotWide(lateral, lateral) * perAcross) * Float8::Load(&facing[k]);
		w.Store(&weight[k]);
		total += w;
		const Wide3 weighted = Scaled(lateral, w);
		firsts.x += weighted.x;
		firsts.y += weighted.y;
		firsts.z += weighted.z;
		xx += weighted.x * lateral.x;
		xy += weighted.x * lateral.y;
		xz += weighted.x * lateral.z;
		yy += weighted.y * lateral.y;
		yz += weighted.y * lateral.z;
		zz += weighted.z * lateral.z;
	}
	const Real all = Sum(total);
	if (!(all > Real(1e-3)))
		return false;
	const Vec3 first = {Sum(firsts.x), Sum(firsts.y), Sum(firsts.z)};
	// Along the normal nothing needs balance; elsewhere a little stiffness keeps lone candidates apart from zero.
	Mat3 second = Mat3::Outer(contact.normal, contact.normal) * (touching * touching);
	const Real sums[3][3] = {{Sum(xx), Sum(xy), Sum(xz)}, {0, Sum(yy), Sum(yz)}, {0, 0, Sum(zz)}};
	const Real stiffness = Real(0.05) * all * touching * touching;
	for (int a = 0; a < 3; ++a)
	{
		second(a, a) += stiffness;
		for (int b = 0; b < 3; ++b)
			second(a, b) += sums[std::min(a, b)][std::max(a, b)];
	}
	const Vec3 tilt = Transpose(Cofactor(second)) * first / Determinant(second); // second is symmetric
	const Real left = all - Dot(first, tilt);
	if (!(left * OverhangForgotten > all))
		return false;
	contact.share = std::clamp((OverhangEnds - all / left) / (OverhangEnds - OverhangBegins), Real(0), Real(1));
	Float8 heights(0.0f), weights(0.0f);
	for (std::size_t k = 0; k < count; k += SimdWidth)
	{
		const Wide3 way = Wide3::Load(offset, k);
		const Float8 along = DotWide(way, up);
		const Float8 w = Float8::Load(&weight[k]) * (Float8(1.0f) - DotWide(Spread(tilt), acrossNormal(way, along)));
		w.Store(&weight[k]);
		weights += w;
		heights += w * along;
	}
	const Real inverse = 1 / Sum(weights);
	contact.gap = Sum(heights) * inverse - touching;
	if (!(contact.gap <= margin))
		return false;
	for (std::size_t k = 0; k < count; ++k)
		if (weight[k] != 0)
			links.push_back({particle[k], weight[k] * inverse});
	return true;
}

bool ContactMeeting::MeetBall(Contact& contact, std::vector<ContactLink>& links) const
{
	const auto wayOf = [&](std::size_t k) { return Vec3{offset[0][k], offset[1][k], offset[2][k]}; };
	std::size_t nearest = 0;
	for (std::size_t k = 1; k < count; ++k)
		if (SquaredNorm(wayOf(k)) < SquaredNorm(wayOf(nearest)))
			nearest = k;
	const Real distance = Norm(wayOf(nearest));
	contact.gap = distance - touching;
	if (contact.gap > margin)
		return false;
	contact.normal = distance > Real(1e-9) ? wayOf(nearest) / distance : Vec3{0, 0, contact.owner < particle[nearest] ? Real(1) : Real(-1)};
	links.push_back({particle[nearest], 1});
	return true;
}

}
