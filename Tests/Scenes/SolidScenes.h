#pragma once

#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Scenes
{

/// Particles whose rest position lies in a box follow a motion.
struct ScenePin
{
	Box3d region; ///< body frame, m
	PinMotion motion;
};

/// One body, what holds it, what pulls it and how it is stepped: everything but the loop. SI units.
struct SolidScene
{
	std::string name;
	SolidBodyDef body;
	std::vector<ScenePin> pins;
	Vec3d gravity;
	double step = 0.01; ///< s
	int steps = 100;    ///< length of the scene
	ElasticSolverSettings solver;
	/// Start with every particle at a random place in the body's bounding box.
	bool scrambled = false;
};

/// Geometry and material of a lattice of particles in a block; its true volume is shared equally.
SolidBodyDef LatticeBody(int countX, int countY, int countZ, double spacing, const Material& material);
Material MaterialOf(MaterialModel model, double young, double poisson, double density, double alpha);

/// The beam that a peer was measured on: 2.0 x 0.5 x 0.5 m, lattice of 4k x k x k particles, corotated, first two layers held, gravity
/// along -y, h = 2 ms, from rest. k = 10, 13, 16, 20 give 4.0k, 8.8k, 16.4k and 32k particles.
SolidScene ReferenceBeam(int k = 10);

/// [KEE23] Fig. 5: a beam of 62 x 12 x 12 particles (8,928; the paper has 8,982) whose ends turn against each other, two full turns in
/// 126 frames of 30 ms. The paper does not give proportions or rate.
/// @param across Particles across the beam, 12 in full size; the length follows.
SolidScene TwistingBeam(MaterialModel model = MaterialModel::StableNeoHookean, int across = 12, double turns = 2);

/// [KEE23] Figs. 3 and 4: a cube of 22^3 particles (10,648; the paper has 10,852), nearly incompressible, two opposite sides pulled apart
/// within 60 frames of 30 ms, then held. The paper does not give the distance; stretch 1.5 is ours.
SolidScene StretchingCube(int across = 22, double stretch = 1.5);

/// [KEE23] Fig. 2: one sheet of 210 x 106 particles (22,260 as in the paper) held at two corners of a long side, falling from level.
/// @param across Particles along the short side, 106 in full size.
SolidScene SwingingCloth(double alpha = 0.1, int across = 106);

/// [KBF21] Fig. 3: a block whose particles start at random places. The paper uses a walrus of 50k particles.
SolidScene Scrambled(double alpha = 1, int across = 12);

/// [KBF21] section 9: a beam held at one end swings under gravity, for the effect of alpha on its frequency. Small enough a load to be
/// compared with beam theory if the modulus is raised.
/// @param across Particles across, the length is eight times that.
SolidScene Cantilever(int across = 5, double alpha = 1, double young = 1e6);

/// [KBF21] Fig. 4: a stiff beam twisted at high rate, on which explicit zero-energy control fails. 18k particles in full size.
SolidScene TwistedStiffBeam(int across = 16);

/// A ball of 32k particles hanging from a cap, soft enough to drop into a pear.
SolidScene Drop(double particles = 32000);

/// A scene by name at full size; an Error names the known ones.
Result<SolidScene> FindSolidScene(std::string_view name);
struct SolidSceneInfo
{
	std::string_view name;
	std::string_view description;
};
std::span<const SolidSceneInfo> SolidScenes();

/// A body placed, pinned and scrambled as the scene says, its solver and a clock.
class SolidPlayer
{
public:
	explicit SolidPlayer(const SolidScene& sceneToPlay, int workers = 2);

	void Run(int steps);
	/// Steps of h = `step` from rest each, the velocity thrown away, until nothing moves: where forces balance.
	/// @return Steps taken.
	int Settle(double step, double tolerance = 3e-7, int maxSteps = 50);

	SolidScene scene;
	std::unique_ptr<TaskRunner> tasks;
	SolidBody body;
	std::unique_ptr<ElasticSolver> solver;
	std::vector<Vec3> acceleration;
	double time = 0;
	ElasticStepReport lastReport;
};

/// Mean world position of the particles whose rest position lies in the box.
Vec3d MeanPosition(const SolidBody& body, const Box3d& region);
/// sum_i vol_i J_i / sum_i vol_i
double VolumeRatio(const SolidBody& body, TaskRunner& tasks);
/// Particles with J_i <= 0.
std::size_t InvertedParticles(const SolidBody& body, TaskRunner& tasks);
/// How far particles are from where the best rigid motion of the rest shape would put them, relative to the body's size: the largest
/// distance of its particles from their centre at rest.
struct RigidFit
{
	double largest = 0, rootMeanSquare = 0;
};
RigidFit FitRigidly(const SolidBody& body);
/// The largest of these.
double ShapeError(const SolidBody& body);

}
