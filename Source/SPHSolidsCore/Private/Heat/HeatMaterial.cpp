#include <SPHSolids/Heat/HeatMaterial.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace SPHSolids
{

bool IsTemperature(double celsius)
{
	return celsius >= -273.15 && celsius <= 1e6;
}

float HeatMaterial::WeightAt(double temperature) const
{
	if (!(temperature > softensAt))
		return 1;
	const double share = Melts() ? std::min((temperature - softensAt) / std::max(meltsAt - softensAt, 1e-9), 1.0) : 1.0;
	const double weight = 1 + (leastWeight - 1) * share;
	return static_cast<float>(std::max(leastWeight, std::round(weight * WeightSteps) / WeightSteps));
}

Status ValidateHeatMaterial(const HeatMaterial& material, std::string_view thing)
{
	const std::string name(thing);
	if (!(material.conductivity >= 0) || !std::isfinite(material.conductivity))
		return Error{"The heat conductivity of " + name + " must be zero or positive, in W/(m K); wax has 0.25."};
	if (!(material.capacity > 0) || !std::isfinite(material.capacity))
		return Error{"The heat capacity of " + name + " must be positive, in J/(kg K); wax has 2100."};
	if (!(material.latentHeat >= 0) || !std::isfinite(material.latentHeat))
		return Error{"The latent heat of " + name + " must be zero or positive, in J/kg; wax has 2e5."};
	if (!(material.leastWeight > 0) || !(material.leastWeight <= 1))
		return Error{"The weight that " + name + " has left at its melting point must be above 0 and at most 1, such as 0.05."};
	for (const double celsius : {material.softensAt, material.meltsAt})
		if (!IsTemperature(celsius) && !(celsius == std::numeric_limits<double>::infinity()))
			return Error{"The temperatures at which " + name
				+ " softens and melts must be degrees Celsius from -273.15 to 1e6; leave them out for never."};
	if (material.Melts() && material.Softens() && material.meltsAt < material.softensAt)
		return Error{"The melting point of " + name + " lies below the temperature at which it softens; raise meltsAt or lower softensAt."};
	return {};
}

}
