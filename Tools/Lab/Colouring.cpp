#include <Lab/Colouring.h>

#include <SPHSolids/Solid/Material.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Lab
{
namespace
{

constexpr double FastestShown = 3; // m/s
constexpr double LeastRatio = 0.6, MostRatio = 1.4;
constexpr double MostCompression = 2; // %

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
	static const std::vector<std::string> words = {"body", "speed", "J", "stress", "densityError"};
	return words;
}

ColourBy ColourByWord(const std::string& word)
{
	const auto place = std::find(ColourByWords().begin(), ColourByWords().end(), word);
	return place == ColourByWords().end() ? ColourBy::Body : static_cast<ColourBy>(place - ColourByWords().begin());
}

Render::Legend LegendOf(ColourBy quantity, double young)
{
	using Render::ColourmapName;
	switch (quantity)
	{
	case ColourBy::Body: break;
	case ColourBy::Speed: return {"speed", "m/s", ColourmapName::Lagoon, {0, FastestShown}};
	case ColourBy::VolumeRatio: return {"J", "", ColourmapName::Tide, {LeastRatio, MostRatio}};
	case ColourBy::Stress: return {"von Mises stress", "kPa", ColourmapName::Lagoon, {0, std::max(0.2 * young, 1.0) / 1000}};
	case ColourBy::DensityError: return {"compression", "%", ColourmapName::Lagoon, {0, MostCompression}};
	}
	return {};
}

std::vector<double> BodyScalars(ColourBy quantity, const SolidBody& body, std::span<const Mat3> gradients)
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
	return scalars;
}

bool IsOfFluids(ColourBy quantity)
{
	return quantity == ColourBy::Speed || quantity == ColourBy::DensityError;
}

double FluidScalar(ColourBy quantity, double speed, double density)
{
	return quantity == ColourBy::Speed ? speed : 100 * std::max(0.0, density - 1);
}

}
