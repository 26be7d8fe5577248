#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Body/BakeSettings.h>
#include <SPHSolids/Body/BodyDiagnosis.h>
#include <SPHSolids/Body/RestState.h>
#include <SPHSolids/Body/SkinBinding.h>

#include <cstdint>
#include <string>

namespace SPHSolids
{

/// A mesh turned into particles: built once, never changed, shared by all instances, kept in a .sphbody file.
struct BakedBody
{
	std::string name;
	/// Where the body frame lies in the frame of the mesh, m; axes are the same. Zero unless the mesh lies so far from its own
	/// origin that floats could not tell its particles apart.
	Vec3d origin;
	RestState rest;
	SkinBinding skin; ///< Empty if baked without
	BodyDiagnosis diagnosis;
	BakeSettings settings;
	std::uint64_t sourceHash = 0; ///< Of the mesh that was baked: a different one means that the body is out of date
};

/// Whether everything in a body is as its users rely on: sizes agree, indices are in range, numbers finite, neighbour lists
/// symmetric and ascending, no two neighbours at one place, weights of a point sum to one. The sentence names the first thing wrong.
SPHSOLIDSCORE_API Status CheckBody(const BakedBody& body);

}
