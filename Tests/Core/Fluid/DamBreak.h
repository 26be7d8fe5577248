#pragma once

#include "FluidTank.h"

#include <array>

namespace SPHSolids::Tests
{

/// Martin and Moyce 1952, their n^2 = 2 series: a column of width a and height 2 a; its front, x/a, against T = t sqrt(2 g / a).
inline constexpr std::array<std::array<double, 2>, 9> MartinAndMoyce = {
	{{0.84, 1.22}, {1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89}, {1.83, 2.11}, {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00}}};

/// That column, 0.2 m wide, let go at once.
struct DamBreak
{
	static constexpr double Width = 0.2, Radius = 0.005;
	Tank tank;

	explicit DamBreak(const FluidDef& fluid)
		: tank({2.0, 0.12, 1.0}, Radius, {}, fluid)
	{
		tank.world->AddFluidBlock(tank.water, {{-1.0, -0.06, 0}, {-1.0 + Width, 0.06, 2 * Width}}).Value();
	}
	/// Plays to T, or not at all where it is past. @return x/a
	double FrontAt(double T)
	{
		const double t = T / std::sqrt(2 * 9.81 / Width);
		while (tank.world->Time() < t - 1e-9)
			tank.world->Step(std::min(0.005, t - tank.world->Time()), *tank.tasks);
		// Drops that run ahead of the front have few neighbours.
		double front = 0;
		for (std::size_t i = 0; i < tank.Count(); ++i)
			if (tank.world->Fluid().density[i] > 0.6f)
				front = std::max(front, tank.PlaceOf(i).x + 1.0 + Radius);
		return front / Width;
	}
};

}
