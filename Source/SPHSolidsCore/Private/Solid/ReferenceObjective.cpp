#include <SPHSolids/Solid/ReferenceObjective.h>

#include <SPHSolids/Base/Assert.h>

#include "PairSums.h"

#include <cmath>

namespace SPHSolids
{
namespace
{

/// Moduli and shape of one particle's neighbourhood, in double.
struct ParticleConstants
{
	double mu, lambda, volume, penalty;
	int rank;
	Vec3d normal; // of a sheet; axis of a string
};

ParticleConstants ConstantsOf(const ElasticRest& rest, const PairSums<double>& pairs, const ElasticStiffness& stiffness, std::size_t i)
{
	const ElasticStiffness::Block& moduli = stiffness.blocks[i / SimdWidth];
	const std::size_t lane = i % SimdWidth;
	return {static_cast<double>(moduli.mu[lane]), static_cast<double>(moduli.lambda[lane]),
		static_cast<double>(rest.blocks[i / SimdWidth].volume[lane]), static_cast<double>(stiffness.penalty[i]), pairs.Rank(i),
		pairs.Normal(i)};
}

/// Gives a material the moduli of one particle. EvaluateMaterial takes them as Young's modulus and Poisson's ratio.
void SetParticleModuli(const ParticleConstants& particle, Material& material)
{
	const Material moduli = MaterialFromLame(material.model, {particle.mu, particle.lambda});
	material.young = moduli.young;
	material.poisson = moduli.poisson;
}

StressState EvaluateParticle(const Material& material, const ParticleConstants& particle, const Mat3d& F)
{
	if (particle.rank == 0)
		return {};
	if (particle.rank == 1)
	{
		const Vec3d stretched = F * particle.normal;
		const double excess = Norm(stretched) - 1;
		const Vec3d unit = NormalizedOr(stretched, particle.normal);
		return {particle.mu * excess * excess, Mat3d::Outer(unit, particle.normal) * (2 * particle.mu * excess)};
	}
	return EvaluateMaterial(material, particle.rank == 2 ? CompletedSheet(F, particle.normal) : F);
}

/// value times mode mode^T, the mode being a 3x3 matrix read in row order.
void AddRankOne(Hessian9& hessian, const Mat3d& mode, double value)
{
	for (int a = 0; a < 9; ++a)
		for (int b = 0; b < 9; ++b)
			hessian[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] += value * mode(a / 3, a % 3) * mode(b / 3, b % 3);
}

/// Adds the quadratic form sum over rows r of S of (S dF)_r G (S dF)_r^T, G symmetric 3x3 and filtered.
void AddRowForm(Hessian9& hessian, std::span<const Vec3d> rows, const Mat3d& G, HessianFilter filter)
{
	const SymmetricEigen eigen = DecomposeSymmetric(G);
	for (int k = 0; k < 3; ++k)
		for (const Vec3d& row : rows)
			AddRankOne(hessian, Mat3d::Outer(row, eigen.vectors.Column(k)),
				filter == HessianFilter::Absolute ? std::fabs(eigen.values[k]) : eigen.values[k]);
}

constexpr Vec3d UnitRows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

Hessian9 StringHessian(const ParticleConstants& particle, const Mat3d& F, HessianFilter filter)
{
	const Vec3d stretched = F * particle.normal;
	const Vec3d unit = NormalizedOr(stretched, particle.normal);
	const double across = 2 * particle.mu * (1 - 1 / std::max(Norm(stretched), 1e-9));
	const double filtered = filter == HessianFilter::Absolute ? std::fabs(across) : across;
	Hessian9 hessian{};
	for (const Vec3d& row : UnitRows)
		AddRankOne(hessian, Mat3d::Outer(row, particle.normal), filtered);
	AddRankOne(hessian, Mat3d::Outer(unit, particle.normal), 2 * particle.mu - filtered);
	return hessian;
}

/// A sheet's energy is that of F completed by its unit normal n' (CompletedSheet), which follows F. Within the plane the Hessian is the
/// law's own. A change of F along n' tilts the sheet; what is left of it to second order is the membrane stress S = F^-1 P, as in a
/// drum skin.
Hessian9 SheetHessian(const Material& material, const ParticleConstants& particle, const Mat3d& F, HessianFilter filter)
{
	const Mat3d completed = CompletedSheet(F, particle.normal);
	const Hessian9 full = EvaluateMaterialHessian(material, completed, filter);
	const Vec3d turned = completed * particle.normal;
	const Mat3d left = Mat3d::Identity() - Mat3d::Outer(turned, turned);
	const Mat3d right = Mat3d::Identity() - Mat3d::Outer(particle.normal, particle.normal);

	// Columns of the projector dF -> left dF right, applied from both sides.
	Hessian9 half{}, hessian{};
	const auto projector = [&](std::size_t a, std::size_t b)
	{ return left(static_cast<int>(a / 3), static_cast<int>(b / 3)) * right(static_cast<int>(b % 3), static_cast<int>(a % 3)); };
	for (std::size_t a = 0; a < 9; ++a)
		for (std::size_t b = 0; b < 9; ++b)
			for (std::size_t c = 0; c < 9; ++c)
				half[a][b] += full[a][c] * projector(c, b);
	for (std::size_t a = 0; a < 9; ++a)
		for (std::size_t b = 0; b < 9; ++b)
			for (std::size_t c = 0; c < 9; ++c)
				hessian[a][b] += projector(c, a) * half[c][b];

	const double J = Determinant(completed);
	if (std::fabs(J) < 1e-9)
		return hessian;
	const Mat3d inverse = Transpose(Cofactor(completed)) * (1 / J);
	const Mat3d membrane = right * inverse * EvaluateMaterial(material, completed).stress * right;
	AddRowForm(hessian, {&turned, 1}, (membrane + Transpose(membrane)) * 0.5, filter);
	return hessian;
}

Hessian9 ParticleHessian(const Material& material, const ParticleConstants& particle, const Mat3d& F, HessianFilter filter)
{
	switch (particle.rank)
	{
	case 0: return {};
	case 1: return StringHessian(particle, F, filter);
	case 2: return SheetHessian(material, particle, F, filter);
	default: return EvaluateMaterialHessian(material, F, filter);
	}
}

Mat3d GreenStrainChange(const Mat3d& F, const Mat3d& reference)
{
	return (Transpose(F) * F - Transpose(reference) * reference) * 0.5;
}

/// Of eta/(2h) |E - E_n|^2: the square of dE = sym(F^T dF), and dF (E - E_n) dF^T.
void AddViscousHessian(const Mat3d& F, const Mat3d& reference, double viscosityOverStep, HessianFilter filter, Hessian9& hessian)
{
	for (int a = 0; a < 3; ++a)
		for (int b = a; b < 3; ++b)
		{
			Mat3d strain; // strain(a, b) + strain(b, a) of modulus one
			strain(a, b) += a == b ? 1 : std::sqrt(0.5);
			strain(b, a) += a == b ? 0 : std::sqrt(0.5);
			AddRankOne(hessian, F * strain, viscosityOverStep);
		}
	AddRowForm(hessian, UnitRows, GreenStrainChange(F, reference) * viscosityOverStep, filter);
}

Mat3d Times(const Hessian9& hessian, const Mat3d& dF)
{
	Mat3d result;
	for (std::size_t a = 0; a < 9; ++a)
	{
		double sum = 0;
		for (std::size_t b = 0; b < 9; ++b)
			sum += hessian[a][b] * dF(static_cast<int>(b / 3), static_cast<int>(b % 3));
		result(static_cast<int>(a / 3), static_cast<int>(a % 3)) = sum;
	}
	return result;
}

bool IsHeldIn(std::span<const std::uint8_t> held, std::size_t i)
{
	return !held.empty() && held[i] != 0;
}

}

ReferenceObjective::ReferenceObjective(const ElasticRest& restData, const ElasticStiffness& stiffnessData)
	: rest(&restData)
	, stiffness(&stiffnessData)
	, pairs(std::make_unique<PairSums<double>>(restData))
	, matrices(restData.particleCount)
	, reference(restData.particleCount, Mat3d::Identity())
	, hessians(restData.particleCount)
	, restoring(restData.particleCount)
	, chunkEnergies((restData.particleCount + ReferenceChunk - 1) / ReferenceChunk)
{
}

ReferenceObjective::~ReferenceObjective() = default;

std::size_t ReferenceObjective::Bytes() const
{
	return pairs->Bytes() + rest->particleCount * (2 * sizeof(Mat3d) + sizeof(Hessian9) + sizeof(Vec3d));
}

void ReferenceObjective::DeformationGradients(std::span<const Vec3d> x, TaskRunner& tasks, std::span<Mat3d> F) const
{
	ParallelFor(tasks, rest->particleCount, ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				F[i] = pairs->Gradient(x, i);
		});
}

void ReferenceObjective::SetReference(std::span<const Vec3d> x, TaskRunner& tasks)
{
	DeformationGradients(x, tasks, reference);
}

void ReferenceObjective::GatherForces(std::span<const Vec3d> x, std::span<const Vec3d> pullOfInertia, const StepTerms& terms,
	TaskRunner& tasks, std::span<Vec3d> result) const
{
	ParallelFor(tasks, rest->particleCount, ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				result[i] = IsHeldIn(terms.held, i) ? Vec3d{}
													: pullOfInertia[i] * terms.massOverStepSquared[i] + pairs->MatrixForce(matrices, i)
						+ pairs->Pull(x, stiffness->penalty, i);
		});
}

ElasticEnergies ReferenceObjective::Evaluate(std::span<const Vec3d> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3d> gradient)
{
	SPHS_ASSERT(x.size() == rest->particleCount && gradient.size() == x.size() && terms.target.size() == x.size());
	ParallelFor(tasks, rest->particleCount, ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			Material material = stiffness->material;
			ElasticEnergies sum;
			for (std::size_t i = begin; i < end; ++i)
			{
				const ParticleConstants particle = ConstantsOf(*rest, *pairs, *stiffness, i);
				SetParticleModuli(particle, material);
				const Mat3d F = pairs->Gradient(x, i);
				StressState state = EvaluateParticle(material, particle, F);
				if (terms.viscosityOverStep > 0)
				{
					const Mat3d change = GreenStrainChange(F, reference[i]);
					state.stress += (F * change) * terms.viscosityOverStep;
					sum.viscous += 0.5 * terms.viscosityOverStep * particle.volume * Contract(change, change);
				}
				matrices[i] = (state.stress * particle.volume) * pairs->Correction(i) - F * particle.penalty;
				restoring[i] = x[i] - terms.target[i];
				sum.elastic += particle.volume * state.energy;
				sum.zeroEnergy += 0.5 * particle.penalty * pairs->Misfit(x, F, i);
				sum.inertia += 0.5 * terms.massOverStepSquared[i] * SquaredNorm(restoring[i]);
			}
			chunkEnergies[begin / ReferenceChunk] = sum;
		});
	GatherForces(x, restoring, terms, tasks, gradient);
	ElasticEnergies total;
	for (const ElasticEnergies& chunk : chunkEnergies)
		total += chunk;
	return total;
}

void ReferenceObjective::SetHessian(std::span<const Vec3d> x, const StepTerms& terms, HessianFilter filter, TaskRunner& tasks)
{
	ParallelFor(tasks, rest->particleCount, ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			Material material = stiffness->material;
			for (std::size_t i = begin; i < end; ++i)
			{
				const ParticleConstants particle = ConstantsOf(*rest, *pairs, *stiffness, i);
				SetParticleModuli(particle, material);
				const Mat3d F = pairs->Gradient(x, i);
				hessians[i] = ParticleHessian(material, particle, F, filter);
				if (terms.viscosityOverStep > 0)
					AddViscousHessian(F, reference[i], terms.viscosityOverStep, filter, hessians[i]);
			}
		});
}

void ReferenceObjective::HessianProduct(std::span<const Vec3d> p, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3d> product)
{
	SPHS_ASSERT(p.size() == rest->particleCount && product.size() == p.size());
	for (std::size_t i = 0; i < p.size(); ++i)
		restoring[i] = IsHeldIn(terms.held, i) ? Vec3d{} : p[i];
	ParallelFor(tasks, rest->particleCount, ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Mat3d dF = pairs->Gradient(restoring, i);
				const double volume = static_cast<double>(rest->blocks[i / SimdWidth].volume[i % SimdWidth]);
				matrices[i] = (Times(hessians[i], dF) * volume) * pairs->Correction(i) - dF * static_cast<double>(stiffness->penalty[i]);
			}
		});
	GatherForces(restoring, restoring, terms, tasks, product);
}

}
