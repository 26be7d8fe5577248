#pragma once

#include "ContactLists.h"

#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Base/Simd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// A particle and those of another body's shell around it: finds the smoothed surface that it meets. Eight of them at a time.
struct ContactMeeting
{
	/// A surface is smoothed over this many touching distances.
	static constexpr Real SmoothingReach = Real(1.4);
	static constexpr std::size_t MaxCandidates = 96;

	// The particle.
	PaddedVec3 normal; // of its surface; zero inside and on sheets; w: trust in it
	Real touching = 0; // distance at which the two touch
	Real margin = 0;   // farther apart than that and this they do not meet
	// The candidates, some places more at the end.
	std::size_t count = 0;
	std::uint32_t particle[MaxCandidates];
	alignas(32) float offset[3][MaxCandidates];      // from them to the particle
	alignas(32) float otherNormal[4][MaxCandidates]; // as the particle's

	void Add(std::uint32_t candidate, const Vec3& way, const PaddedVec3& normalThere)
	{
		particle[count] = candidate;
		offset[0][count] = way.x;
		offset[1][count] = way.y;
		offset[2][count] = way.z;
		otherNormal[0][count] = normalThere.x;
		otherNormal[1][count] = normalThere.y;
		otherNormal[2][count] = normalThere.z;
		otherNormal[3][count++] = normalThere.w;
	}
	/// After the candidates are in: makes what is left of the last eight harmless.
	void Close();
	/// The contact and its links. @return False if there is none.
	bool Meet(Contact& contact, std::vector<ContactLink>& links);

private:
	/// How the candidates' surfaces face the particle, and the mean direction. @return False if none does.
	bool FindFacing(Vec3& direction);
	bool MeetSurface(Contact& contact, std::vector<ContactLink>& links);
	/// The nearest as a ball.
	bool MeetBall(Contact& contact, std::vector<ContactLink>& links) const;

	alignas(32) float facing[MaxCandidates]; // 0 to 1
	alignas(32) float weight[MaxCandidates];
};

}
