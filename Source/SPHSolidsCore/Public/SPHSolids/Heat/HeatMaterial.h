#pragma once

#include <SPHSolids/Base/Config.h>
#include <SPHSolids/Base/Result.h>

#include <limits>
#include <string_view>

namespace SPHSolids
{

/// How matter takes up heat, softens and melts. Temperatures in degrees Celsius.
///
/// The state of a particle is its enthalpy H, the heat in it over that at 0 degrees, J/kg:
///   T < T_m:  H = c T        melting:  T = T_m, H from c T_m to c T_m + L        molten:  H = c T + L
struct HeatMaterial
{
	double conductivity = 0.2; ///< k, W/(m K): wax 0.25, water 0.6, rock 2, steel 50, copper 400. 0: particles keep their heat.
	double capacity = 2000;    ///< c, J/(kg K): wax 2100, water 4200, rock 800, steel 500
	/// Elasticity falls from here, linearly, to `leastWeight` at the melting point. Infinite: never.
	double softensAt = std::numeric_limits<double>::infinity();
	double meltsAt = std::numeric_limits<double>::infinity(); ///< T_m. Infinite: never.
	double latentHeat = 2e5;                                  ///< L, J/kg taken up by melting: wax 2e5, ice 3.3e5, tin 6e4
	double leastWeight = 0.05;                                ///< share of the elasticity that is left at the melting point

	bool Melts() const { return meltsAt < std::numeric_limits<double>::infinity(); }
	bool Softens() const { return softensAt < std::numeric_limits<double>::infinity(); }
	double TemperatureOf(double enthalpy) const
	{
		if (!Melts() || enthalpy < capacity * meltsAt)
			return enthalpy / capacity;
		return enthalpy <= capacity * meltsAt + latentHeat ? meltsAt : (enthalpy - latentHeat) / capacity;
	}
	/// Of matter that has come to this temperature by warming up: at the melting point, solid.
	double EnthalpyOf(double temperature) const { return capacity * temperature + (temperature > meltsAt ? latentHeat : 0); }
	/// From here on it is all molten.
	double MoltenFrom() const { return capacity * meltsAt + latentHeat; }
	/// Factor on the elastic energy, in steps of 1/WeightSteps, so that a body that warms up slowly need not be weighed anew all the time.
	SPHSOLIDSCORE_API float WeightAt(double temperature) const;

	static constexpr double WeightSteps = 128;
};

/// @param name Of the thing, for the sentence that says what is wrong with it.
SPHSOLIDSCORE_API Status ValidateHeatMaterial(const HeatMaterial& material, std::string_view name);
/// Temperatures that things can have: from absolute zero to a million degrees.
SPHSOLIDSCORE_API bool IsTemperature(double celsius);

}
