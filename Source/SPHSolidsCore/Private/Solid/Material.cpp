#include <SPHSolids/Solid/Material.h>

#include <SPHSolids/Solid/MaterialLaws.h>
#include <SPHSolids/Solid/SplineLaw.h>

#include "Base/NumberText.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

namespace SPHSolids
{
namespace
{

/// Farther from zero a curve, or a fibre's direction, is a mistake and would overflow a float.
constexpr double LargestComponent = 1e9;

Error OutOfRange(const char* what, double value, const char* cure)
{
	return Error{std::string("The material's ") + what + " is " + NumberText(value) + ": " + cure};
}

bool IsWithin(double value, double least, double most)
{
	return value >= least && value <= most; // a number that is none is not
}

Status ValidateModel(const Material& m)
{
	const std::span<const MaterialModelInfo> known = MaterialModels();
	if (std::none_of(known.begin(), known.end(), [&](const MaterialModelInfo& info) { return info.model == m.model; }))
		return OutOfRange("model", static_cast<double>(m.model), "there is no such law; take one of MaterialModels().");
	const auto isDrawn = [](const StretchCurve& curve) { return !curve.Points().empty(); };
	if (m.model == MaterialModel::Spline
		&& !(isDrawn(m.curves.length) && isDrawn(m.curves.volume) && (!m.curves.area || isDrawn(*m.curves.area))))
		return Error{"A stress curve of the spline material has no points; make it with StretchCurve::FromPoints or Linear."};
	return {};
}

Status ValidatePoisson(double poisson)
{
	if (poisson >= 0.5 && std::isfinite(poisson))
		return OutOfRange("Poisson's ratio", poisson, "0.5 means incompressible and needs infinite stiffness; use 0.49 or less.");
	if (!(poisson > -1) || !std::isfinite(poisson))
		return OutOfRange("Poisson's ratio", poisson, "it must lie between -1 and 0.5; 0.3 to 0.45 is usual.");
	if (poisson > 0.4999)
		return OutOfRange("Poisson's ratio", poisson, "beyond 0.4999 single precision cannot tell it from incompressible; use 0.49.");
	if (poisson < -0.9999)
		return OutOfRange("Poisson's ratio", poisson, "below -0.9999 shear takes more than single precision holds; use -0.9 or more.");
	return {};
}

Status ValidateFibre(const Material& m)
{
	if (!IsWithin(m.fibreStiffness, 0, 1e13))
		return OutOfRange("fibre stiffness", m.fibreStiffness, "it must be zero or a positive number of pascals, at most 1e13.");
	const Vec3d& a = m.fibreDirection;
	const double largest = std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
	if (m.fibreStiffness > 0 && !(IsFinite(a) && IsWithin(largest, 1 / LargestComponent, LargestComponent)))
		return Error{"The material has fibres but no fibre direction; give a vector of any length other than zero."};
	return {};
}

/// Adds the fibre term of Material::fibreStiffness.
void AddFibre(const Material& material, const Mat3d& F, StressState& state)
{
	if (!(material.fibreStiffness > 0))
		return;
	const Vec3d direction = NormalizedOr(material.fibreDirection, Vec3d{0, 0, 1});
	const Vec3d stretched = F * direction;
	const double excess = SquaredNorm(stretched) - 1;
	if (excess <= 0)
		return;
	state.energy += material.fibreStiffness / 8 * excess * excess;
	state.stress += Mat3d::Outer(stretched, direction) * (material.fibreStiffness / 2 * excess);
}

constexpr std::array<MaterialModelInfo, 8> ModelTable = {{
	{MaterialModel::Corotated, "corotated", "Linear elasticity that follows rotation; the papers' workhorse, fine up to moderate strain"},
	{MaterialModel::FixedCorotated, "fixedcorotated", "Corotated shear with true volume change; better under compression"},
	{MaterialModel::Arap, "arap", "As rigid as possible: no volume term, Poisson's ratio zero"},
	{MaterialModel::StVenantKirchhoff, "stvk",
		"St. Venant-Kirchhoff: Hooke's law in the Green strain; stiffens in tension, weak in compression"},
	{MaterialModel::NeoHookean, "neohookean", "Rubber-like with a logarithmic volume term that resists collapse"},
	{MaterialModel::StableNeoHookean, "stableneohookean", "Rubber-like, smooth for every deformation, recovers from inversion"},
	{MaterialModel::MooneyRivlin, "mooneyrivlin", "Rubber with a second invariant: softer than Neo-Hookean in large tension"},
	{MaterialModel::Spline, "spline", "Curves of length, area and volume drawn by an artist"},
}};

SplineCurves DrawnLength(std::initializer_list<StretchCurve::Point> points)
{
	SplineCurves curves;
	curves.length = StretchCurve::FromPoints(std::vector<StretchCurve::Point>(points)).TakeValue();
	return curves;
}

Material Preset(MaterialModel model, double young, double poisson, double density, double alpha)
{
	Material material;
	material.model = model;
	material.young = young;
	material.poisson = poisson;
	material.density = density;
	material.alpha = alpha;
	return material;
}

}

Status ValidateMaterial(const Material& m)
{
	if (Status status = ValidateModel(m); !status.IsOk())
		return status;
	if (!IsWithin(m.young, MaterialRange::LeastYoung, MaterialRange::MostYoung))
		return OutOfRange("Young's modulus", m.young,
			"it must be a positive number of pascals, from 0.001 to 1e13. Jelly is 1e4, rubber 1e6, diamond 1e12.");
	if (Status status = ValidatePoisson(m.poisson); !status.IsOk())
		return status;
	if (!IsWithin(m.density, MaterialRange::LeastDensity, MaterialRange::MostDensity))
		return OutOfRange("density", m.density,
			"it must be a positive number of kilograms per cubic metre, from 0.001 to 1e6. Water is 1000, lead 11300.");
	if (!IsWithin(m.alpha, 0, 1e4))
		return OutOfRange("alpha", m.alpha, "the zero-energy strength must be zero or positive, at most 1e4; 1 is usual.");
	if (!IsWithin(m.mooneyRatio, 0, 1))
		return OutOfRange("Mooney ratio", m.mooneyRatio, "it must lie between 0 and 1.");
	return ValidateFibre(m);
}

LameParameters LameFromYoung(double young, double poisson)
{
	return {young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

Material MaterialFromLame(MaterialModel model, LameParameters lame)
{
	Material material;
	material.model = model;
	material.young = lame.mu * (3 * lame.lambda + 2 * lame.mu) / (lame.lambda + lame.mu);
	material.poisson = lame.lambda / (2 * (lame.lambda + lame.mu));
	return material;
}

std::span<const MaterialModelInfo> MaterialModels()
{
	return ModelTable;
}

std::span<const MaterialPreset> MaterialPresets()
{
	using enum MaterialModel;
	static const std::array<MaterialPreset, 6> presets = {{
		{"jelly", "Wobbly gelatine: soft, heavy as water, keeps its volume", Preset(StableNeoHookean, 2e4, 0.45, 1000, 0.5)},
		{"rubber", "Bouncy rubber: stiff, stretches far", Preset(StableNeoHookean, 1e6, 0.45, 1100, 1)},
		{"flesh", "Muscle and fat: soft, nearly incompressible", Preset(StableNeoHookean, 6e4, 0.47, 1050, 1)},
		{"foam", "Upholstery foam: light, compressible", Preset(FixedCorotated, 5e4, 0.1, 60, 1)},
		{"cork", "Cork: light and stiff, does not bulge when squeezed", Preset(Corotated, 2e7, 0.0, 200, 1)},
		{"cloth", "A sheet that bends easily and stretches little", Preset(Corotated, 4e5, 0.2, 300, 0.1)},
	}};
	return presets;
}

std::span<const SplinePreset> SplinePresets()
{
	// Between 0.95 and 1.05 all are straight with a slope of one.
	static const std::array<SplinePreset, 5> presets = {{
		{"straight", "Stress grows as the stretch does: the fixed corotated law", SplineCurves()},
		{"tissue", "Soft at first, eight times as stiff beyond a stretch of 1.4: skin, tendon",
			DrawnLength({{0, -1}, {0.95, -0.05}, {1, 0}, {1.05, 0.05}, {1.2, 0.25}, {1.4, 1.2}, {2, 6}})},
		{"softening", "Gives way under load, drawn out or pressed: dough, cheese",
			DrawnLength({{0, -0.45}, {0.8, -0.15}, {0.95, -0.05}, {1, 0}, {1.05, 0.05}, {1.2, 0.15}, {2, 0.45}})},
		{"locking", "Hardly stretches beyond 1.3 or shrinks below 0.7: fabric in rubber",
			DrawnLength({{0.5, -5.4}, {0.7, -0.4}, {0.95, -0.05}, {1, 0}, {1.05, 0.05}, {1.3, 0.4}, {1.5, 5.4}})},
		{"foam", "Cells that buckle: pressed, it yields at a tenth and hardens below a third",
			DrawnLength({{0, -3}, {0.2, -0.35}, {0.4, -0.15}, {0.9, -0.09}, {0.95, -0.05}, {1, 0}, {1.05, 0.05}, {2, 1}})},
	}};
	return presets;
}

StressState EvaluateMaterial(const Material& material, const Mat3d& F)
{
	const auto [mu, lambda] = LameFromYoung(material.young, material.poisson);
	StressState state;
	switch (material.model)
	{
	case MaterialModel::Corotated: state.energy = CorotatedLaw::Evaluate(F, mu, lambda, state.stress); break;
	case MaterialModel::FixedCorotated: state.energy = FixedCorotatedLaw::Evaluate(F, mu, lambda, state.stress); break;
	case MaterialModel::Arap: state.energy = ArapLaw::Evaluate(F, mu, lambda, state.stress); break;
	case MaterialModel::StVenantKirchhoff: state.energy = StVenantKirchhoffLaw::Evaluate(F, mu, lambda, state.stress); break;
	case MaterialModel::NeoHookean: state.energy = NeoHookeanLaw::Evaluate(F, mu, lambda, state.stress); break;
	case MaterialModel::StableNeoHookean: state.energy = StableNeoHookeanLaw::Evaluate(F, mu, lambda, state.stress); break;
	case MaterialModel::MooneyRivlin:
		state.energy = MooneyRivlinLaw::EvaluateWithRatio(F, mu, lambda, material.mooneyRatio, state.stress);
		break;
	case MaterialModel::Spline: state.energy = SplineLaw::Evaluate(F, mu, lambda, material.curves, state.stress); break;
	}
	AddFibre(material, F, state);
	return state;
}

}
