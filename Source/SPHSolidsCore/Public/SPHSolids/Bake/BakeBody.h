#pragma once

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/BakedBody.h>
#include <SPHSolids/Geometry/MeshDiagnosis.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <cstdint>
#include <string>
#include <vector>

namespace SPHSolids
{

/// What a bake knows beyond the body it made: for reports and pictures.
struct BakeReport
{
	struct Stage
	{
		std::string name; ///< "sample", "diagnose", "volumes", "rest", "skin", "quality"
		double seconds = 0;
	};
	std::vector<Stage> stages; ///< In the order they ran
	MeshDiagnosis mesh;
	int samplingIterations = 0;
	bool isSheet = false; ///< All particles form one layer
	// Per particle of the body, for pictures.
	std::vector<float> density; ///< In units of the rest density
	std::vector<float> moment;  ///< Smallest singular value of the moment matrix, 1 inside a lattice
};

/// Turns a mesh into a body: samples it with particles, gives each its share of the volume, finds rest neighbours and corrected
/// gradients, binds the mesh to the particles and says what it thought of it all. Takes any mesh: what is wrong with it comes back as
/// findings of the body's diagnosis; only a mesh of which nothing can be made is refused.
///
/// The body has no name yet. The same mesh and settings give the same bits for any number of workers.
/// Cancelled by progress, it returns an Error that says so and leaves nothing behind.
SPHSOLIDSCORE_API Result<BakedBody> BakeBody(
	const RenderMesh& mesh, const BakeSettings& settings, TaskRunner& tasks, Progress* progress, BakeReport* report = nullptr);

/// Whether settings make sense, with the first that does not.
SPHSOLIDSCORE_API Status CheckBakeSettings(const BakeSettings& settings);

/// Hash of all a bake reads from a mesh: another one than a body's sourceHash means that the body is out of date.
SPHSOLIDSCORE_API std::uint64_t HashRenderMesh(const RenderMesh& mesh);

}
