#pragma once

#include <SPHSolids/Base/ScratchPool.h>
#include <SPHSolids/Solid/ElasticRest.h>
#include <SPHSolids/Solid/GradientBlock.h>
#include <SPHSolids/Solid/Material.h>

#include <span>
#include <vector>

namespace SPHSolids
{

/// Strength of the zero-energy penalty at alpha = 1: chosen so that on a cubic lattice with h = 2 d a bent neighbourhood costs as much
/// as under the weights W/r^2 of [KBF21] (20). The ratio of sum_j V_j W_ij r^2 to sum_j V_j |W'|_ij r^3 over the 26 neighbours.
inline constexpr double ZeroEnergyScale = 0.18234;

/// Stiffness of the particles of one instance: moduli per particle, so that painted maps, heat and tears can change them.
struct ElasticStiffness
{
	struct Block
	{
		float mu[SimdWidth];     ///< Pa; of a sheet or string as its reduced dimension needs
		float lambda[SimdWidth]; ///< Pa
	};
	AlignedArray<Block> blocks;
	/// epsilon_i = ZeroEnergyScale alpha mu_i vol_i / V_i: the penalty is sum_i epsilon_i/2 sum_j k_ij |F_i X_ji - x_ji|^2.
	AlignedArray<float> penalty; ///< in whole blocks, zero beyond the last particle
	Material material;           ///< the law and its parameters that do not vary
	std::vector<float> diagonal; ///< of the elastic part of the constant Hessian A0, N/m
	double trace = 0;            ///< the sum of it
};

/// @param scale Factor on the moduli of each particle, or empty for 1 everywhere. Must be positive.
SPHSOLIDSCORE_API ElasticStiffness MakeElasticStiffness(
	const ElasticRest& rest, const Material& material, std::span<const float> scale = {});

/// What errors of the places that float rounding makes, each by itself, cost: half their squares times the trace of the Hessian, J.
/// @param stiffness That trace, N/m.
SPHSOLIDSCORE_API double RoundingEnergy(double largestCoordinate, double stiffness);

/// Energies of a configuration, J.
struct ElasticEnergies
{
	double elastic = 0;
	double zeroEnergy = 0;
	double inertia = 0; ///< |x - y|^2_M / (2 h^2)
	double viscous = 0; ///< dissipation potential of the step

	double Total() const { return elastic + zeroEnergy + inertia + viscous; }
	ElasticEnergies& operator+=(const ElasticEnergies& other)
	{
		elastic += other.elastic;
		zeroEnergy += other.zeroEnergy;
		inertia += other.inertia;
		viscous += other.viscous;
		return *this;
	}
};

/// The objective of an implicit step and its gradient:
///   g(x) = |x - y|^2_M / (2 h^2) + sum_i vol_i psi(F_i) + sum_i epsilon_i/2 sum_j k_ij |F_i X_ji - x_ji|^2
///
/// Chunk by chunk: gathers F_i of eight particles over their pairs, evaluates their stress and, while the pairs are still in the cache,
/// scatters the force t_ij that i's energy puts on each of its pairs,
///   dg/dx_i = m_i/h^2 (x_i - y_i) + sum_j (t_ij - t_ji),   t_ij = k_ij (vol_i P_i K_i X_ij - epsilon_i (F_i X_ij - x_ij)).
/// A second sweep over the particles adds up what the chunks left for each. Every chunk writes its own places and all sums have a fixed
/// order, so results are the same bits for any number of workers.
class ElasticObjective
{
public:
	SPHSOLIDSCORE_API ElasticObjective(const ElasticRest& rest, const ElasticStiffness& stiffness);

	/// The parts of the objective that belong to one step.
	struct StepTerms
	{
		std::span<const float> massOverStepSquared; ///< m_i / h^2
		std::span<const Vec3> target;               ///< y
		std::span<const std::uint8_t> held;         ///< 1: the gradient is forced to zero. Empty: none.
		/// eta / h of Damping::viscosity: adds eta/(2h) sum_i vol_i |E_i - E_i(reference)|^2 in the Green strain.
		float viscosityOverStep = 0;
	};

	/// Takes this configuration as the one that later evaluations measure from: each chunk the displacements from its mean affine map,
	/// the viscosity the strains. Call it at the start of a step with x_n: energies then keep their precision however far the body has
	/// turned.
	/// @param isViscous Keeps the strains; needed by evaluations with viscosity, 36 bytes a particle.
	/// @param needsEnergy ReferenceEnergy will be asked for.
	/// @param stiffening Out, in whole blocks: how many times as stiff as at rest the law is at each particle, by the trace of its Hessian, and
	/// at least 1. Empty: not asked for.
	/// @return The largest |F_i|^2, 3 at rest: a sign of how far the body is from anything sensible.
	SPHSOLIDSCORE_API float SetReference(
		std::span<const Vec3> x, TaskRunner& tasks, bool isViscous = false, bool needsEnergy = false, std::span<float> stiffening = {});
	/// Elastic energy of the reference with that of zero-energy modes, J; as a by-product, so to a few digits less than Evaluate.
	double ReferenceEnergy() const { return referenceEnergy; }
	/// Share of the particles of the reference whose neighbourhood lies in a plane, line or point. Of sheets: all.
	float CollapsedShare() const { return collapsedShare; }
	/// ... or is inverted.
	float BrokenShare() const { return brokenShare; }

	/// @param gradient Out. Empty: not asked for; energies are the same to the bit.
	SPHSOLIDSCORE_API ElasticEnergies Evaluate(
		std::span<const Vec3> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3> gradient = {});

	/// SPHSolids::RoundingEnergy near the reference, by the trace of A0. @param inertia Sum of m_i / h^2.
	SPHSOLIDSCORE_API double RoundingEnergy(double inertia) const;

	/// F_i of a viscous reference configuration; on a sheet only what its plane knows. For looking into it: reports and skins have
	/// ComputeDeformationGradients.
	SPHSOLIDSCORE_API Mat3 ReferenceGradient(std::size_t i) const;

	std::size_t ParticleCount() const { return rest->particleCount; }
	void SetStiffness(const ElasticStiffness& changed) { stiffness = &changed; }
	/// The rest data of the same body, with other particles taken out (RemoveParticles).
	void SetRest(const ElasticRest& changed) { rest = &changed; }
	SPHSOLIDSCORE_API std::size_t Bytes() const;

private:
	void SweepChunks(std::span<const Vec3> x, float viscosityOverStep, bool needsForces, TaskRunner& tasks);
	/// Adds inertia to what the chunks have found.
	void SumForces(std::span<const Vec3> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3> gradient);

	const ElasticRest* rest;
	const ElasticStiffness* stiffness;
	/// x is measured from centre + gradient (X - centre of the chunk at rest).
	struct ChunkReference
	{
		Vec3 centre;
		Mat3 gradient;
	};
	ScratchPool scratch;        // of a chunk at work
	AlignedArray<float> forces; // what each chunk adds to the gradient of its local places, four floats a place
	AlignedArray<ChunkReference> references;
	AlignedArray<GradientBlock> referenceGradients; // F_i at the reference configuration; empty unless viscous
	struct ChunkEnergy : ElasticEnergies
	{
		float largestF = 0, there = 0, broken = 0, collapsed = 0;
	};
	std::vector<ChunkEnergy> chunkEnergies;
	float brokenShare = 0, collapsedShare = 0;
	float largestCoordinate = 0; // of the reference
	double referenceEnergy = 0;
};

}
