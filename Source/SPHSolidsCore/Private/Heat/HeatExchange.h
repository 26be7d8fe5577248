#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Coupling/Shape.h>

#include <vector>

namespace SPHSolids
{

/// All that is not particles and has a temperature, as one step sees it. Each gives power A u (T_there - T) to a particle of the surface A.
struct HeatSurroundings
{
	struct Wall
	{
		const Shape* shape;
		Pose pose;
		double temperature; // degrees Celsius
		double transfer;    // u, W/(m^2 K)
	};
	struct Source
	{
		Vec3d place;
		double reach; // m: the transfer falls linearly from the place to there
		double temperature, transfer;
	};
	std::vector<Wall> walls;
	std::vector<Source> sources;
	double ambient = 20, ambientTransfer = 0;

	bool IsEmpty() const { return walls.empty() && sources.empty() && ambientTransfer == 0; }
};

/// What a particle exchanges heat with, added up: power = target - conductance T.
struct HeatLink
{
	double conductance = 0; // W/K
	double target = 0;      // W

	void Add(double power, double temperature)
	{
		conductance += power;
		target += power * temperature;
	}
};

/// @param freeArea Of the particle's surface, m^2. @param wallArea What it turns to a wall that it touches.
HeatLink LinkOf(const HeatSurroundings& surroundings, const Vec3d& place, double radius, double freeArea, double wallArea);

/// Heat that a link gives in a time, J, implicit in the temperature of the particle, so that it never overshoots.
/// @param heatCapacity m c, J/K
double HeatThrough(const HeatLink& link, double temperature, double heatCapacity, double seconds);

/// |W'| / r summed over a cubic lattice of spacing d, times x^2 d^3: what an integral would make one.
/// @param support Of W, in d, at most 2.
double LatticeLaplacian(double support);

}
