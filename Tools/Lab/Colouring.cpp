#include <Lab/Colouring.h>

#include <SPHSolids/Solid/Material.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids::Lab
{
namespace
{

constexpr double FastestShown = 3; // m/s
constexpr double LeastRatio = 0.6, MostRatio = 1.4;
constexpr double MostCompression = 2; // %
constexpr double MeltedShare = 1.25;  // of the way to the melting point that is shown

/// Of the Cauchy stress P F^T / J, Pa. A particle without volume has none that means anything.
double VonMises(const Material& material, const Mat3& gradient)
{
	const Mat3d F = gradient.Cast<double>();
	const double J = Determinant(F);
	if (!(J > 1e-3))
		return 0;
	const Mat3d sigma = EvaluateMaterial(material, F).stress * Transpose(F) * (1 / J);
	const double xy = sigma(0, 0) - sigma(1, 1), yz = sigma(1, 1) - sigma(2, 2), zx = sigma(2, 2) - sigma(0, 0);
	const double shear = sigma(0, 1) * sigma(0, 1) + sigma(1, 2) * sigma(1, 2) + sigma(2, 0) * sigma(2, 0);
	return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * shear);
}

}

const std::vector<std::string>& ColourByWords()
{
	static const std::vector<std::string> words = {"body", "speed", "J", "stress", "densityError", "temperature"};
	return words;
}

ColourBy ColourByWord(const std::string& word)
{
	const auto place = std::find(ColourByWords().begin(), ColourByWords().end(), word);
	return place == ColourByWords().end() ? ColourBy::Body : static_cast<ColourBy>(place - ColourByWords().begin());
}

Render::Legend LegendOf(ColourBy quantity, double young, const Render::ValueRange& temperatures)
{
	using Render::ColourmapName;
	switch (quantity)
	{
	case ColourBy::Body: break;
	case ColourBy::Speed: return {"speed", "m/s", ColourmapName::Lagoon, {0, FastestShown}};
	case ColourBy::VolumeRatio: return {"J", "", ColourmapName::Tide, {LeastRatio, MostRatio}};
	case ColourBy::Stress: return {"von Mises stress", "kPa", ColourmapName::Lagoon, {0, std::max(0.2 * young, 1.0) / 1000}};
	case ColourBy::DensityError: return {"compression", "%", ColourmapName::Lagoon, {0, MostCompression}};
	case ColourBy::Temperature: return {"temperature", "\u00b0C", ColourmapName::Ember, temperatures};
	}
	return {};
}

Render::Legend LegendOf(ColourBy quantity, const ScenePlayer& player)
{
	double young = 0;
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
		young = std::max(young, player.BodyAt(k).GetMaterial().young);
	Render::Legend legend = LegendOf(quantity, young, TemperaturesOf(player.scene));
	const OutputDescription& output = player.scene.output;
	if (output.colourRange && quantity == ColourByWord(output.colourBy))
		legend.range = {(*output.colourRange)[0], (*output.colourRange)[1]};
	return legend;
}

Render::ValueRange TemperaturesOf(const SceneDescription& scene)
{
	std::vector<double> all = {scene.ambient.temperature}, melting;
	for (const BodyDescription& body : scene.bodies)
		if (body.heat)
		{
			all.push_back(body.heat->def.temperature);
			if (body.heat->def.material.Melts())
				melting.push_back(body.heat->def.material.meltsAt);
		}
	for (const FluidDescription& fluid : scene.fluids)
		if (fluid.heat)
			all.push_back(fluid.heat->temperature);
	const double coldest = *std::min_element(all.begin(), all.end());
	for (const BoundaryDescription& boundary : scene.boundaries)
		if (boundary.heat)
			all.push_back(boundary.heat->temperature);
	for (const HeatSourceDef& source : scene.heatSources)
		all.push_back(source.temperature);
	const double hottest = melting.empty() ? *std::max_element(all.begin(), all.end())
										   : coldest + MeltedShare * (*std::max_element(melting.begin(), melting.end()) - coldest);
	return {coldest, std::max(hottest, coldest + 1)};
}

std::vector<double> BodyScalars(
	ColourBy quantity, const SolidBody& body, std::span<const Mat3> gradients, std::span<const float> temperatures)
{
	std::vector<double> scalars;
	if (quantity == ColourBy::Speed)
		for (const Vec3& velocity : body.velocity)
			scalars.push_back(static_cast<double>(Norm(velocity)));
	else if (quantity == ColourBy::VolumeRatio)
		for (const Mat3& F : gradients)
			scalars.push_back(static_cast<double>(Determinant(F)));
	else if (quantity == ColourBy::Stress)
		for (const Mat3& F : gradients)
			scalars.push_back(VonMises(body.GetMaterial(), F) / 1000);
	else if (quantity == ColourBy::Temperature)
		scalars.assign(temperatures.begin(), temperatures.end());
	return scalars;
}

bool IsOfFluids(ColourBy quantity)
{
	return quantity == ColourBy::Speed || quantity == ColourBy::DensityError || quantity == ColourBy::Temperature;
}

double FluidScalar(ColourBy quantity, const FluidView& fluid, std::size_t i)
{
	if (quantity == ColourBy::Temperature)
		return fluid.temperature.empty() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(fluid.temperature[i]);
	return quantity == ColourBy::Speed ? static_cast<double>(Norm(fluid.velocity[i].Xyz()))
									   : 100 * std::max(0.0, static_cast<double>(fluid.density[i]) - 1);
}

}
