// A stress curve that is accepted rises, is finite and rests in its rest shape; a material that is accepted has finite stresses.

#include "Fuzz.h"

#include <SPHSolids/Solid/Material.h>

#include <cmath>
#include <vector>

using namespace SPHSolids;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	std::vector<StretchCurve::Point> points(size / sizeof(StretchCurve::Point));
	std::memcpy(points.data(), data, points.size() * sizeof(StretchCurve::Point));
	const auto curve = StretchCurve::FromPoints(points);
	if (!curve.IsOk())
		return 0;
	const double low = points.front().stretch, high = points.back().stretch, span = high - low;
	const double rise = points.back().stress - points.front().stress;
	if (!(std::fabs(low) < 1e6 && std::fabs(high) < 1e6 && span > 1e-6 && rise < 1e9 && rise > 1e-9))
		return 0; // so far out, doubles have no digits left to rise by
	double last = curve.Value().Stress(low);
	for (int k = 0; k <= 64; ++k)
	{
		const double stretch = low + span * k / 64;
		const double stress = curve.Value().Stress(stretch);
		Fuzz::Expect(std::isfinite(stress) && std::isfinite(curve.Value().Energy(stretch)), "a stress curve is not finite");
		Fuzz::Expect(stress >= last - 1e-9 * rise, "a stress curve falls");
		last = stress;
	}
	Fuzz::Expect(std::fabs(curve.Value().Stress(1)) <= 1.001e-3 * rise, "a stress curve does not rest at stretch 1");
	Material material;
	material.model = MaterialModel::Spline;
	material.curves.length = curve.Value();
	if (ValidateMaterial(material).IsOk())
		static_cast<void>(EvaluateMaterial(material, {{{1.1, 0.1, 0}, {0, 0.9, 0}, {0, 0, 1}}}));
	return 0;
}
