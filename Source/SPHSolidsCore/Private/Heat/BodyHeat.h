#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Heat/HeatMaterial.h>
#include <SPHSolids/Solid/SolidBody.h>

#include "HeatExchange.h"

#include <span>
#include <vector>

namespace SPHSolids
{

/// The heat of one soft body, particle by particle, and how it spreads.
///
///   m_i dH_i/dt = sum_j G_ij (T_j - T_i) + exchange with what is around        over the neighbours in the rest shape
///   G_ij = 2 k s vol_i vol_j |W'_ij| / r_ij                                    [Brookshaw 1985, Cleary and Monaghan 1999]
///
/// G is symmetric, so what one particle loses its neighbour gains: heat is kept to rounding. s makes the sum over the neighbours of a
/// particle inside, G_ij |X_ij|^2 / 2, exactly its volume times k, as an integral over the kernel would be. W reaches 1.45 d only, not the
/// 2 d of elasticity: at a surface the pairs across are missing, and of a wide kernel they carry a good part of what flows along it.
///
/// Time: Runge-Kutta-Legendre of first order [Meyer, Balsara and Aslam 2012]. n stages are stable for n (n + 1) / 2 steps of the explicit
/// Euler method and cost n, so a step has as many as it needs; from MaxStages on, conduction is slowed down to what is stable.
class BodyHeat
{
public:
	BodyHeat(const SolidBody& body, const HeatMaterial& heatMaterial, double celsius);

	/// @return False if conduction had to be slowed down.
	bool Conduct(const SolidBody& body, double seconds, TaskRunner& tasks);
	/// Takes part in the heat of the surroundings for a time.
	void Exchange(const SolidBody& body, const HeatSurroundings& surroundings, double seconds, TaskRunner& tasks);
	/// Gives one particle heat, J.
	void Add(std::size_t i, double heat, double mass) { SetEnthalpy(i, enthalpy[i] + heat / mass); }
	void SetEnthalpy(std::size_t i, double value)
	{
		enthalpy[i] = value;
		temperature[i] = static_cast<float>(material.TemperatureOf(value));
	}
	void SetMaterial(const SolidBody& body, const HeatMaterial& heatMaterial);
	/// Neighbours of these were taken out of the body: their surface is found anew.
	void UpdateSurface(const SolidBody& body, std::span<const std::uint32_t> particles);
	void UpdateSurface(const SolidBody& body); ///< of all
	/// Of all particles, by temperature. @return Whether any is below one.
	bool WriteWeights(std::span<float> weights) const;
	/// Melted away by their heat but still in the body, ascending.
	void ListMolten(const SolidBody& body, std::vector<std::uint32_t>& particles) const;
	std::size_t Bytes() const;

	HeatMaterial material;
	AlignedArray<double> enthalpy;   // H, J/kg. Double: steps of a millisecond change it by less than a float can hold.
	AlignedArray<float> temperature; // of it, degrees Celsius
	AlignedArray<float> area;        // of free surface that a particle stands for in the rest shape, m^2

	static constexpr int MaxStages = 32;

private:
	float SurfaceOf(const SolidBody& body, std::size_t i) const;
	/// Calls visit(j, weight, X_ij) for the pairs of a particle that are left.
	template <class Visit>
	void ForEachExchange(const ElasticRest& rest, std::size_t i, Visit&& visit) const;
	double MeasureLaplacian(const ElasticRest& rest) const;
	/// dH/dt by conduction, J/(kg s), of particles with these enthalpies.
	void Rates(const SolidBody& body, std::span<const double> H, double slowing, TaskRunner& tasks);

	double laplacianScale = 1;     // s
	double explicitLimit = 0;      // longest stable step of explicit Euler, s; infinite where nothing conducts
	AlignedArray<float> weight;    // vol_i vol_j |W'| / r of the pairs of the rest data, m
	AlignedArray<double> rate;     // scratch, J/(kg s)
	AlignedArray<double> celsius;  // scratch
	AlignedArray<double> previous; // scratch: the stage before the last
};

}
