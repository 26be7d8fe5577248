#pragma once

#include <Lab/SceneDescription.h>
#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/SkinBinding.h>
#include <Scenes/SolidScenes.h>

#include <map>
#include <memory>

namespace SPHSolids::Lab
{

/// What a shape of a scene became: particles at rest and, where there is a surface, the skin over them. Shared by bodies of equal shape.
struct MadeShape
{
	std::shared_ptr<const SolidRest> rest;
	std::shared_ptr<const SkinBinding> skin;                ///< or none: drawn as particles
	std::vector<SceneColour> sectionColours;                ///< of a sculpted model
	Vec3d origin;                                           ///< of the rest frame in the frame of the shape, m
	std::vector<Scenes::ScenePin> pins;                     ///< of an elastic scene
	bool scrambled = false;                                 ///< of an elastic scene
	std::vector<std::pair<std::string, std::string>> notes; ///< findings of a bake: code, sentence
};

/// Makes shapes: samples boxes by a lattice, bakes spheres, meshes and sculpted models, reads bodies and particle sets.
class BodyMaker
{
public:
	explicit BodyMaker(TaskRunner& taskRunner)
		: tasks(taskRunner)
	{
	}

	/// An Error names the body and what is wrong with its shape.
	Result<std::shared_ptr<const MadeShape>> Make(const BodyDescription& body, Progress* progress);

	double Seconds() const { return seconds; }                ///< spent so far
	std::uint64_t ParticleCount() const { return particles; } ///< of all bodies asked for

private:
	Result<MadeShape> MakeNew(const BodyDescription& body, Progress* progress);
	Result<MadeShape> MakeBox(const BodyDescription& body);
	Result<MadeShape> MakeFromMesh(const RenderMesh& mesh, const BodyDescription& body, Progress* progress);
	Result<MadeShape> MakeFromFile(const BodyDescription& body);
	Result<MadeShape> MakeFromParticles(const BodyDescription& body);
	Result<MadeShape> MakeFromScene(const BodyDescription& body);

	TaskRunner& tasks;
	std::map<std::string, std::shared_ptr<const MadeShape>> made;
	double seconds = 0;
	std::uint64_t particles = 0;
};

}
