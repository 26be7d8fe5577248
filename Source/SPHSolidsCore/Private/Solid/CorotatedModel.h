#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/Polar.h>
#include <SPHSolids/Solid/SolidBody.h>

#include "PairSums.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace SPHSolids
{

/// What the solvers of linear corotated elasticity have in common: rotations that are taken once and then kept, after which every
/// force is linear in the positions.
class CorotatedModel
{
public:
	/// Refused with a reason: any other material, and viscosity, which this linear form has no place for. A body that changes to another
	/// material later is stepped as corotated with its moduli.
	static Status Accepts(const SolidBody& body, std::string_view solverName);
	static Status Accepts(const Material& material, std::string_view solverName);

	explicit CorotatedModel(const ElasticRest& restData);

	/// Takes moduli and penalties from a body, which may have changed them.
	void SetStiffness(const ElasticStiffness& stiffness);
	/// Rotations R_i of a configuration. A sheet's turns its normal along; a string's is the rank-one matrix from its rest axis to its
	/// present direction, and a lone particle's is zero, so that the formulas below need not tell them apart.
	void SetRotations(std::span<const Vec3> x, TaskRunner& tasks);

	const PairSums<float>& Pairs() const { return pairs; }
	float Mu(std::size_t i) const { return moduli[i].mu; }
	/// 0 for strings: they have no volume.
	float Lambda(std::size_t i) const { return moduli[i].lambda; }
	float Volume(std::size_t i) const { return moduli[i].volume; }
	std::span<const float> Penalty() const { return penalty; }
	const Mat3& Rotation(std::size_t i) const { return rotations[i]; }
	/// tr(R_i^T F_i) - 3 with the strain across a sheet taken as zero; linear in x while rotations are kept.
	float VolumeStrain(std::span<const Vec3> x, std::size_t i) const
	{
		const float trace = Contract(rotations[i], pairs.Gradient(x, i));
		return trace - (pairs.Rank(i) == 2 ? 2.0f : 3.0f);
	}
	std::size_t Bytes() const;

private:
	struct Moduli
	{
		float mu, lambda, volume;
	};

	const ElasticRest* rest;
	PairSums<float> pairs;
	std::vector<Moduli> moduli;
	std::vector<float> penalty;
	std::vector<Mat3> rotations;
};

}
