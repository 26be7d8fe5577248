#include <SPHSolids/Solid/Material.h>

#include <SPHSolids/Solid/MaterialLaws.h>
#include <SPHSolids/Solid/SplineLaw.h>

#include <array>
#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

Error OutOfRange(const char* what, double value, const char* cure)
{
	return Error{std::string("The material's ") + what + " is " + std::to_string(value) + ": " + cure};
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
	if (!(m.young > 0) || !std::isfinite(m.young) || m.young > 1e13)
		return OutOfRange("Young's modulus", m.young, "it must be a positive number of pascals, at most 1e13 (diamond is 1e12).");
	if (m.poisson >= 0.5 && std::isfinite(m.poisson))
		return OutOfRange("Poisson's ratio", m.poisson, "0.5 means incompressible and needs infinite stiffness; use 0.49 or less.");
	if (!(m.poisson > -1))
		return OutOfRange("Poisson's ratio", m.poisson, "it must lie between -1 and 0.5.");
	if (m.poisson > 0.4999)
		return OutOfRange("Poisson's ratio", m.poisson, "beyond 0.4999 single precision cannot tell it from incompressible; use 0.49.");
	if (!(m.density > 0) || !std::isfinite(m.density))
		return OutOfRange("density", m.density, "it must be a positive number of kilograms per cubic metre.");
	if (!(m.alpha >= 0) || !std::isfinite(m.alpha))
		return OutOfRange("alpha", m.alpha, "the zero-energy strength must be zero or positive.");
	if (!(m.mooneyRatio >= 0 && m.mooneyRatio <= 1))
		return OutOfRange("Mooney ratio", m.mooneyRatio, "it must lie between 0 and 1.");
	if (!(m.fibreStiffness >= 0) || !std::isfinite(m.fibreStiffness))
		return OutOfRange("fibre stiffness", m.fibreStiffness, "it must be zero or a positive number of pascals.");
	if (m.fibreStiffness > 0 && !(IsFinite(m.fibreDirection) && Norm(m.fibreDirection) > 1e-9))
		return Error{"The material has fibres but no fibre direction; give a vector of any length other than zero."};
	return {};
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
