#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/StretchCurve.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace SPHSolids
{

enum class MaterialModel
{
	Corotated,
	FixedCorotated,
	Arap,
	StVenantKirchhoff,
	NeoHookean,
	StableNeoHookean,
	MooneyRivlin,
	Spline,
};

/// Curves of the spline material (Xu 2015): psi = 2 mu sum_i f(s_i) + 2 mu sum_i<j g(s_i s_j) + lambda h(J), given by f', g', h'.
struct SplineCurves
{
	StretchCurve length = StretchCurve::Linear();
	std::optional<StretchCurve> area;
	StretchCurve volume = StretchCurve::Linear();
};

/// Curves that were drawn before, by name: straight, tissue, softening, locking, foam.
struct SplinePreset
{
	std::string_view name;
	std::string_view description;
	SplineCurves curves;
};
/// All with the slope of one at rest: whatever the curve, small strains show Young's modulus and Poisson's ratio.
SPHSOLIDSCORE_API std::span<const SplinePreset> SplinePresets();

/// What a body is made of, as a designer says it.
struct Material
{
	MaterialModel model = MaterialModel::StableNeoHookean;
	double young = 1e5;    ///< Young's modulus, Pa, 0.001 to 1e13. Jelly 1e4, flesh 5e4, rubber 1e6.
	double poisson = 0.4;  ///< Poisson's ratio, -0.9999 to 0.4999. 0.5 would be incompressible: lambda becomes infinite.
	double density = 1000; ///< kg/m^3, 0.001 to 1e6
	/// Strength of the zero-energy penalty ([KBF21] (20)), dimensionless, up to 1e4. 0 leaves hourglass modes free; 0.1 to 1 is usual,
	/// above 10 bending becomes visibly stiffer.
	double alpha = 1;
	double mooneyRatio = 0.2; ///< Share of the second invariant in the shear modulus of MooneyRivlin, 0 to 1.
	/// Extra stiffness along fibres under tension, Pa, added to any model: psi += k/8 max(|F a|^2 - 1, 0)^2. 0: none; at most 1e13.
	double fibreStiffness = 0;
	Vec3d fibreDirection = {0, 0, 1}; ///< a, in the rest shape; need not be of unit length
	SplineCurves curves;              ///< of the Spline model
};

/// Ends of what ValidateMaterial accepts, and of what a painted map may make of it.
struct MaterialRange
{
	static constexpr double LeastYoung = 1e-3, MostYoung = 1e13, LeastDensity = 1e-3, MostDensity = 1e6;
};

/// Shear modulus and first Lame parameter, Pa.
struct LameParameters
{
	double mu = 0;
	double lambda = 0;
};

/// Refused with a reason, the value and what to do: whatever is outside the ranges that stand beside the members, an unknown model, a
/// curve without points, a fibre without direction. What is accepted, a float holds in every step.
SPHSOLIDSCORE_API Status ValidateMaterial(const Material& material);

/// mu = E / (2 (1 + nu)),  lambda = E nu / ((1 + nu)(1 - 2 nu))
SPHSOLIDSCORE_API LameParameters LameFromYoung(double young, double poisson);
/// The inverse: sets young and poisson of a material.
SPHSOLIDSCORE_API Material MaterialFromLame(MaterialModel model, LameParameters lame);

struct MaterialModelInfo
{
	MaterialModel model;
	std::string_view name; ///< as scenes and the command line write it: "stvk"
	std::string_view description;
};
SPHSOLIDSCORE_API std::span<const MaterialModelInfo> MaterialModels();

/// "Feels" that need no moduli: jelly, rubber, flesh, foam, cork, cloth.
struct MaterialPreset
{
	std::string_view name;
	std::string_view description;
	Material material;
};
SPHSOLIDSCORE_API std::span<const MaterialPreset> MaterialPresets();

/// Energy density and first Piola-Kirchhoff stress of one deformation gradient, in double: for tests, plots and the Newton solver.
struct StressState
{
	double energy = 0; ///< J/m^3
	Mat3d stress;      ///< Pa
};
SPHSOLIDSCORE_API StressState EvaluateMaterial(const Material& material, const Mat3d& F);

}
