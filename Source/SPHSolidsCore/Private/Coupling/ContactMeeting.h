#pragma once

#include "ContactLists.h"

#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Base/SimdCompress.h>

#include <algorithm>
#include <bit>
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
	// The candidates, and room for eight more.
	static constexpr std::size_t Room = MaxCandidates + SimdWidth;
	std::size_t count = 0;
	std::uint32_t particle[Room];
	alignas(32) float offset[3][Room];      // from them to the particle
	alignas(32) float otherNormal[4][Room]; // as the particle's

	/// Adds those of eight whose bits are set, as long as there is room. @param way From them to the particle.
	SPHS_FORCE_INLINE void AddEight(unsigned mask, const std::uint32_t* eight, const Float8 (&way)[3], const float* const (&normals)[4])
	{
		if (count >= MaxCandidates)
			return;
		const SetLanes lanes(mask);
		Compress8(eight, mask, &particle[count]);
		for (std::size_t axis = 0; axis < 3; ++axis)
			CompressStore(way[axis], lanes, &offset[axis][count]);
		for (std::size_t row = 0; row < 4; ++row)
			CompressStore(Float8::Load(normals[row]), lanes, &otherNormal[row][count]);
		count = std::min(count + static_cast<std::size_t>(std::popcount(mask)), MaxCandidates);
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

	alignas(32) float facing[Room]; // 0 to 1
	alignas(32) float weight[Room];
};

}
