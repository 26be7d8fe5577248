#pragma once

#include <Lab/BodyMaker.h>
#include <Lab/SceneDescription.h>
#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/World/World.h>

#include <memory>
#include <vector>

namespace SPHSolids::Lab
{

/// One soft body of a played scene.
struct PlayedBody
{
	std::string name;
	BodyId id;
	std::shared_ptr<const MadeShape> shape;
	std::optional<SceneColour> colour;
	std::string finish;
	Pose startPose; ///< of the shape's frame
};

struct PlayedFluid
{
	std::string name;
	FluidId id;
	SceneColour colour;
	double particleRadius = 0;
};

/// A boundary or rigid body, for those who draw it.
struct PlayedObstacle
{
	std::string name;
	BoundaryId boundary; ///< one of the two is set
	RigidId rigid;
	ObstacleShapeDescription shape;
	bool visible = true;
	std::optional<SceneColour> colour;
	std::string finish;
	std::shared_ptr<const RenderMesh> mesh; ///< of a shape that came from a file
};

struct PlayedProbe
{
	std::string name;
	struct Selection
	{
		std::size_t body = 0;
		std::vector<std::uint32_t> particles;
	};
	std::vector<Selection> selections;
	ProbeId fluidProbe; ///< set: reads fluids instead
};

/// A scene built into a world, and the clock that plays it frame by frame.
class ScenePlayer
{
public:
	/// An Error names what in the scene could not be built and why.
	static Result<std::unique_ptr<ScenePlayer>> Create(const SceneDescription& scene, TaskRunner& tasks, Progress* progress);

	/// Plays to the next multiple of the frame's length (to the nearest elastic step) and calls visit(report, steps) after each step of it:
	/// steps is 1 for an elastic step; a world without bodies takes the frame in one call of as many substeps as it needs.
	template <class Visit>
	void PlayFrame(double frameSeconds, TaskRunner& tasks, Visit&& visit)
	{
		const double end = static_cast<double>(++frames) * frameSeconds;
		if (bodies.empty())
		{
			const StepReport report = world->Step(end - world->Time(), tasks);
			visit(report, std::max(1, report.substeps));
			return;
		}
		const double step = world->Def().time.elasticStep;
		while (world->Time() < end - 0.5 * step)
		{
			const StepReport report = world->Step(step, tasks);
			visit(report, std::max(1, report.elasticSteps));
		}
	}

	World& GetWorld() { return *world; }
	const World& GetWorld() const { return *world; }
	const SolidBody& BodyAt(std::size_t index) const { return *world->Find(bodies[index].id); }

	SceneDescription scene;
	std::vector<PlayedBody> bodies;
	std::vector<PlayedFluid> fluids;
	std::vector<PlayedObstacle> obstacles;
	std::vector<PlayedProbe> probes;
	double bakeSeconds = 0;
	std::vector<std::string> notes; ///< what a person should know about the scene: findings of bakes

private:
	ScenePlayer() = default;
	Status AddObstacles(TaskRunner& tasks);
	/// A boundary or a rigid body, as the definition is of one or the other.
	template <class Description, class Def>
	Status AddObstacle(const Description& description, Def& def, TaskRunner& tasks);
	Status AddBodies(TaskRunner& tasks, Progress* progress);
	Status AddBody(const BodyDescription& body, const std::shared_ptr<const MadeShape>& shape);
	Status AddPins(const BodyDescription& body, const PlayedBody& played);
	Status AddFluids();
	Status AddKillVolumes(TaskRunner& tasks);
	Status AddHeat();
	Status AddProbes();
	std::vector<std::uint32_t> Select(const PlayedBody& played, const Region& region) const;

	std::unique_ptr<World> world;
	std::size_t frames = 0;
};

}
