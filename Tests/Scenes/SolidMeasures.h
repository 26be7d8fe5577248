#pragma once

#include <Scenes/SolidScenes.h>

#include <string>
#include <vector>

namespace SPHSolids::Scenes
{

// Experiments on solids with a known outcome, each in one function: tests run them small, the validation program in full size.

/// Sag of a cantilever under its own weight, at rest, and what beam theory says of it.
struct CantileverSag
{
	double measured = 0;       ///< m, of the layer of particles at the tip
	double eulerBernoulli = 0; ///< rho g A/(24 E I) x^2 (6 L^2 - 4 L x + x^2), small for slender beams
	double timoshenko = 0;     ///< the same with the deflection by shear, rho g (L x - x^2/2)/(kappa G), kappa = 5/6
};
/// A beam of eight by one by one (2 m), stiff enough for the load to be small. The free length L is what sticks out of the held layers.
CantileverSag MeasureCantileverSag(int across, double alpha, MaterialModel model = MaterialModel::Corotated);

/// A bar five times as long as thick, pulled by its held ends, at rest.
struct BarTension
{
	double stretch = 0;  ///< axial, of the middle third
	double lateral = 0;  ///< across, of the middle third
	double stress = 0;   ///< Pa, force at the held end over the rest area
	double expected = 0; ///< Pa, of the material at this stretch with sides free of stress
	double expectedLateral = 0;
};
BarTension MeasureBarTension(const Material& material, double averageStretch, int across);

/// A wide slab whose faces are shifted against each other, at rest.
struct SlabShear
{
	double shear = 0;    ///< gamma between the held layers
	double stress = 0;   ///< Pa, force on the held face over the rest area
	double expected = 0; ///< Pa, P_xz of the material at F = 1 + gamma e_x e_z^T
};
SlabShear MeasureSlabShear(const Material& material, double gamma, int layers);

/// First longitudinal frequency of a bar held at one end, in Hz: measured with the implicit midpoint rule, and sqrt(E/rho)/(4L).
struct BarFrequency
{
	double measured = 0, expected = 0;
};
BarFrequency MeasureBarFrequency(int across, double poisson);

/// Objective of one step over the iterations of a solver, the start first.
struct ObjectiveCurve
{
	std::string solver;
	std::vector<double> objective;
};
/// Plays the scene to a frame and minimises that frame's objective by Newton and by L-BFGS with windows 0, 1, 3, 5 and 10.
/// All objectives are those of ReferenceObjective in double, so that they can be compared far below the precision of float.
std::vector<ObjectiveCurve> MeasureObjectiveCurves(const SolidScene& scene, int frame, int iterations);

/// How much of the particles' motion changes sign from step to step: sum m |v_n+1 - 2 v_n + v_n-1|^2 / (16 sum m |v|^2), 1 for a motion
/// that turns round every step, near 0 for a smooth one.
class OscillationMeter
{
public:
	void Add(const SolidBody& body);
	/// Over the last three steps added.
	double Share() const { return share; }

private:
	AlignedArray<Vec3> last, beforeLast;
	double share = 0;
};

}
