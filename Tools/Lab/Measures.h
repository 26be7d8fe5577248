#pragma once

#include <Lab/ScenePlayer.h>
#include <SPHSolids/Solid/ElasticObjective.h>

#include <limits>

namespace SPHSolids::Lab
{

// What a played scene is like at the end of a frame: the scalars of reports, tables and plots. SI units.

struct BodyEnergy
{
	double kinetic = 0;
	double elastic = 0;
	double zeroEnergy = 0;
	double gravity = 0; ///< -m g . x, zero at the world's origin

	double Total() const { return kinetic + elastic + zeroEnergy + gravity; }
};

struct BodyFigures
{
	double volumeRatio = 1; ///< deformed over rest volume: sum vol_i J_i / sum vol_i
	double minJ = 1, maxJ = 1;
	std::size_t inverted = 0; ///< particles with J <= 0
	double maxSpeed = 0;
	double penetration = 0; ///< of the deepest particle into a boundary or rigid body
	Vec3d centreOfMass, momentum, angularMomentum;
	BodyEnergy energy;
};

struct FluidFigures
{
	std::size_t particles = 0;
	/// Median, over columns two particles wide that hold fluid, of the top of the highest particle, m. NaN where there is none.
	double surfaceHeight = std::numeric_limits<double>::quiet_NaN();
	double densityError = 0; ///< mean compression: of max(0, density / rest density - 1)
	double maxSpeed = 0;
};

struct ProbeFigures
{
	std::size_t particles = 0;
	Vec3d position, velocity; ///< means
	double pressure = 0;      ///< of fluids
};

struct FrameFigures
{
	double time = 0;
	std::vector<BodyFigures> bodies;
	std::vector<FluidFigures> fluids;
	std::vector<ProbeFigures> probes;
};

/// Measures a player. Keeps memory between frames.
class FrameMeter
{
public:
	FrameFigures Measure(const ScenePlayer& player, TaskRunner& tasks);
	/// Deformation gradients of a body as of the last measure: what skins and colours need too.
	std::span<const Mat3> Gradients(std::size_t body) const { return gradients[body]; }

private:
	BodyFigures MeasureBody(const ScenePlayer& player, std::size_t index, TaskRunner& tasks);

	std::vector<std::vector<Mat3>> gradients;
	std::vector<std::unique_ptr<ElasticObjective>> objectives;
	std::vector<Vec3> scratch;
};

}
