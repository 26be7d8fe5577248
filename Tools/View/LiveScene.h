#pragma once

#include <Lab/BodySkins.h>
#include <Lab/Colouring.h>
#include <Lab/FrameRecorder.h>
#include <Lab/SceneLibrary.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace SPHSolids::View
{

/// One thing to draw: a skin or balls.
struct BodyShot
{
	BodyId id;
	std::vector<Vec3> particles; ///< m, world
	std::vector<Vec3> pins;      ///< those of them that are held
	std::vector<Vec3> positions; ///< of the skin's vertices, m, world; none: drawn as balls
	std::vector<Vec3> normals;
	std::vector<Vec3> colours; ///< of vertices, or of particles where there is no skin; linear
	std::shared_ptr<const SkinBinding> skin;
	float particleRadius = 0;
	Vec3d centreOfMass;
};

/// All that the window needs of one moment. Never changed once published.
struct Snapshot
{
	double time = 0;
	std::vector<BodyShot> bodies;
	std::vector<Vec3> fluid, fluidVelocity, fluidColour;
	float fluidRadius = 0;
	std::vector<Pose> obstacles; ///< in the order of the looks
	std::shared_ptr<const std::vector<Lab::PlayedObstacle>> looks;
	StepReport report;        ///< of the last step
	double iterations = 0;    ///< mean of the elastic solves of the last step
	double energy = 0;        ///< of all bodies, J
	double volumeRatio = 1;   ///< of all bodies, by particles
	double secondsOfStep = 0; ///< real seconds that one simulated second costs now
	Render::Legend legend;    ///< of the colours; without a title where they stand for no number
};

/// A scene that plays on a thread of its own. Everything here may be called from the window's thread; it never waits for a step.
class LiveScene
{
public:
	/// Begins to build the scene; there is no moment to show until that is done.
	static std::unique_ptr<LiveScene> Start(const Lab::LoadedScene& scene, int threads);
	~LiveScene();

	/// The last two moments and how far real time is between them, 0 to 1: what is shown is between the two.
	struct Moments
	{
		std::shared_ptr<const Snapshot> before, after;
		float share = 1;
	};
	Moments Now() const;

	void SetPaused(bool isPaused);
	bool IsPaused() const { return paused; }
	void StepOnce();
	/// Whether it is paused and all that was asked for is done and shown.
	bool IsAtRest() const;
	void SetSpeed(double simulatedPerRealSecond);
	double Speed() const { return speed; }
	double RealTimeFactor() const { return realTimeFactor; } ///< over the last second of playing
	/// Whether it plays slower than was asked for.
	bool IsBehind() const { return !paused && realTimeFactor > 0 && realTimeFactor < 0.9 * speed; }
	void SetColourBy(Lab::ColourBy quantity);

	/// From the start again, with the solver that was chosen last. The window goes on meanwhile.
	void Reset();
	bool IsBuilding() const { return building; }
	struct Construction
	{
		std::string stage; ///< what is being done, for a person
		double share = 0;  ///< of it that is done
	};
	Construction Building() const;
	/// Why the scene could not be built in the first place; empty if all is well.
	std::string Failure() const;

	// Hands
	void Grab(BodyId body, const Vec3d& place);
	void MoveGrab(const Vec3d& place);
	void Release();
	void Poke(BodyId body, const Vec3d& place, const Vec3d& direction);
	void DropBody(const Vec3d& place);
	void PourWater(const Vec3d& place);
	void SetStiffness(double young);
	/// Another material for all bodies; they keep their density.
	void SetMaterial(const Material& material);
	/// Another solver, preconditioner or number of iterations, from the next step on.
	void SetSolver(const ElasticSolverSettings& solver);
	/// Holds the particles around a place where they are; where some of them are held already, lets those go instead.
	void TogglePin(BodyId body, const Vec3d& place);

	/// Writes all particles of every published moment into a .sphcache until it is stopped; the writing has a thread of its own.
	void StartRecording(const std::filesystem::path& file);
	void StopRecording();
	/// Something that could not be done, once; empty if all is well.
	std::string TakeComplaint();

private:
	explicit LiveScene(const Lab::LoadedScene& loadedScene)
		: scene(loadedScene)
	{
	}
	void Loop();
	void Play();
	/// @return Why it could not be built.
	Status Rebuild();
	/// @return Simulated seconds.
	double Advance(bool isSingle);
	void Pull();
	void Publish();
	void Do(std::function<void()> command);
	void Ask(const std::function<void()>& change);
	bool IsAsked() const { return stopping || stepsAsked > 0 || !commands.empty(); }
	bool IsIdle() const { return paused && !IsAsked(); }
	void Complain(const std::string& sentence);
	void EndRecording();
	BodyShot Shoot(std::size_t index);
	std::vector<Vec3> ColoursOf(std::size_t index) const;
	void ChangeMaterials(const std::function<void(Material&)>& change);

	struct Held
	{
		BodyId body;
		std::vector<std::uint32_t> particles;
		double radius = 0;
		Vec3d target;
	};

	Lab::LoadedScene scene;
	std::unique_ptr<TaskRunner> tasks;
	std::unique_ptr<Lab::ScenePlayer> player;
	std::shared_ptr<const std::vector<Lab::PlayedObstacle>> looks; ///< of obstacles
	Lab::FrameMeter meter;
	Lab::BodySkins skins;
	std::unique_ptr<Lab::FrameRecorder> recorder;
	std::size_t recorded = 0; ///< frames of the recording
	std::optional<Held> held;
	StepReport report;
	Lab::ColourBy colourBy = Lab::ColourBy::Body;
	Render::Legend legend;
	double stepCost = 0;
	bool isRebuilt = false; ///< and not yet published

	std::atomic<bool> paused = false, stopping = false;
	std::atomic<bool> building = true; // until a moment of what was built has been published
	std::atomic<int> stepsAsked = 0;
	std::atomic<double> speed = 1, realTimeFactor = 0;
	mutable std::mutex mutex; ///< guards what follows
	std::condition_variable wake;
	std::deque<std::function<void()>> commands;
	bool isBusy = false; ///< with what was asked for, or a step
	std::shared_ptr<const Snapshot> before, after;
	double publishedAt = 0, interval = 0; ///< s of the steady clock
	Construction construction;
	std::string complaint, failure;
	std::thread thread;
};

}
