#pragma once

#include <SPHSolids/Solid/ElasticObjective.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// The constant approximation A0 of the objective's Hessian ([KEE23] (14)), which preconditioners are built from: a symmetric n x n
/// matrix that acts on x, y and z alike,
///   A0 = diag(m_i / h^2) + sum_i U_i^T B_i U_i + Laplacian(k_ij (epsilon_i + epsilon_j)),
///   U_i has the columns k_ij X_ji at each neighbour j and a_i = -sum_j k_ij X_ji at i itself,
///   B_i = vol_i w_i K_i^2 - epsilon_i K_i,   w_i = 2 mu_i + lambda_i.
/// Rows of held particles are those of the identity.
struct ConstantOperator
{
	const ElasticRest* rest = nullptr;
	const ElasticStiffness* stiffness = nullptr;
	std::span<const float> massOverStepSquared;
	std::span<const std::uint8_t> held; ///< empty: none

	bool IsHeld(std::size_t i) const { return !held.empty() && held[i] != 0; }
	/// B_i
	SPHSOLIDSCORE_API Mat3d InnerMatrix(std::size_t i) const;
	/// Entry (i, i) of A0, were i not held.
	double DiagonalEntry(std::size_t i) const
	{
		return static_cast<double>(massOverStepSquared[i]) + static_cast<double>(stiffness->diagonal[i]);
	}
	/// Calls visit(j, k_ij X_ji, k_ij (epsilon_i + epsilon_j)) for each neighbour j of i.
	template <class Visit>
	void ForEachNeighbour(std::size_t i, Visit&& visit) const
	{
		rest->ForEachPair(i,
			[&](std::size_t j, float pairWeight, const Vec3& offset)
			{
				const double weight = static_cast<double>(pairWeight);
				visit(j, offset.Cast<double>() * -weight,
					weight * (static_cast<double>(stiffness->penalty[i]) + static_cast<double>(stiffness->penalty[j])));
			});
	}
	/// a_i
	Vec3d OwnOffset(std::size_t i) const
	{
		Vec3d sum;
		ForEachNeighbour(i, [&](std::size_t, const Vec3d& u, double) { sum -= u; });
		return sum;
	}
};

}
