#pragma once

#include <SPHSolids/Body/BakedBody.h>
#include <SPHSolids/Geometry/MeshDiagnosis.h>
#include <SPHSolids/Skin/SkinBuilder.h>

namespace SPHSolids
{

struct FindingSources
{
	const MeshDiagnosis& mesh;
	const RestState& rest;
	Vec3d origin;
	const BoundSkin& skin;
	bool isSheet;
	double volumeReached; ///< Share of the volume within reach of a particle
};

/// Everything worth telling about a bake, worst first.
std::vector<BodyFinding> CollectFindings(const FindingSources& sources);

}
