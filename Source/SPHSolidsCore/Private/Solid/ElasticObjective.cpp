#include <SPHSolids/Solid/ElasticObjective.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Solid/ConstantOperator.h>

#include "BlockLaws.h"
#include "PairSweeps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ObjectiveChunk = ElasticRest::ChunkSize;
constexpr std::size_t PlaceFloats = ElasticRest::PlaceFloats;
/// A particle whose volume is below this share of that at rest has collapsed or is inverted.
constexpr float CollapsedVolume = 0.02f;

std::size_t LanesInBlock(const ElasticRest& rest, std::size_t firstParticle)
{
	return std::min<std::size_t>(rest.particleCount - firstParticle, SimdWidth);
}

/// Places of the chunk that has the most.
std::size_t MostPlaces(const ElasticRest& rest)
{
	std::size_t most = 0;
	for (std::size_t chunk = 0; chunk < rest.ChunkCount(); ++chunk)
		most = std::max<std::size_t>(most, rest.firstPlace[chunk + 1] - rest.firstPlace[chunk]);
	return most;
}

/// Pairs of the particle that has the most.
std::size_t MostRows(const ElasticRest& rest)
{
	std::size_t most = 0;
	for (std::size_t block = 0; block < rest.BlockCount(); ++block)
		most = std::max<std::size_t>(most, rest.firstRow[block + 1] - rest.firstRow[block]);
	return most;
}

/// What a chunk at work keeps.
struct ChunkScratch
{
	float* places;     // displacements of its local places from its reference
	float* forces;     // what it adds to the gradient of each
	GatheredRow* rows; // of the block at work

	static std::size_t Floats(const ElasticRest& rest)
	{
		return 2 * PlaceFloats * MostPlaces(rest) + MostRows(rest) * sizeof(GatheredRow) / sizeof(float);
	}
	ChunkScratch(const ElasticRest& rest, std::size_t chunk, float* memory)
		: places(memory)
		, forces(places + PlaceFloats * (rest.firstPlace[chunk + 1] - rest.firstPlace[chunk]))
		, rows(reinterpret_cast<GatheredRow*>(forces + (forces - places)))
	{
	}
};

/// Fills the local places of a chunk: displacements x - centre - gradient (X - rest centre).
void WritePlaces(
	const ElasticRest& rest, std::size_t chunk, std::span<const Vec3> x, const Vec3& centre, const Mat3& gradient, float* places)
{
	const Vector3<Float8> wideCentre = Splat(centre);
	const Matrix3<Float8> wideGradient = Splat(gradient);
	const std::size_t placesAhead = rest.firstPlace[chunk + 1] - rest.firstPlace[chunk]; // the next chunk, while this one is at work
	for (std::uint32_t place = rest.firstPlace[chunk]; place < rest.firstPlace[chunk + 1]; place += SimdWidth)
	{
		Prefetch(rest.placeParticle.data() + place + placesAhead);
		Prefetch(rest.placeBlocks.data() + (place + placesAhead) / SimdWidth);
		Prefetch(rest.placeBlocks.data() + (place + placesAhead) / SimdWidth + 1);
		const Vector3<Float8> position = GatherEight(x.data(), &rest.placeParticle[place]);
		const Vector3<Float8> atRest = LoadVector(rest.placeBlocks[place / SimdWidth].position);
		StorePlacesInRow((position - wideCentre) - wideGradient * atRest, places);
		places += PlaceFloats * SimdWidth;
	}
}

/// Normals of eight particles, as far as they have some; axes of strings.
Vector3<Float8> LoadNormals(const ElasticRest& rest, std::size_t firstParticle)
{
	return rest.normals.empty() ? Vector3<Float8>{} : LoadVector(rest.normals[firstParticle / SimdWidth].normal);
}

/// What of F eight particles of a body with sheets or strings know: in the plane of a sheet, along a string. The rest is the chunk's
/// reference and tells nothing of them.
Matrix3<Float8> KnownGradient(const ElasticRest& rest, std::size_t firstParticle, const Matrix3<Float8>& F)
{
	if (!rest.hasFlatParticles)
		return F;
	const Vector3<Float8> normal = LoadNormals(rest, firstParticle);
	const Matrix3<Float8> onNormal = Matrix3<Float8>::Outer(F * normal, normal);
	float sheet[SimdWidth] = {}, body[SimdWidth] = {}, string[SimdWidth] = {};
	for (std::size_t lane = 0; lane < LanesInBlock(rest, firstParticle); ++lane)
	{
		const std::uint8_t rank = rest.rank[firstParticle + lane];
		sheet[lane] = rank == 2;
		body[lane] = rank >= 2;
		string[lane] = rank == 1;
	}
	return F * Float8::Load(body) + onNormal * (Float8::Load(string) - Float8::Load(sheet));
}

/// F of eight particles where all of it is known or, on a sheet, completed by the turn of its normal; zero elsewhere. Adds up how many.
Matrix3<Float8> CompletedGradient(const ElasticRest& rest, std::size_t firstParticle, const Matrix3<Float8>& F, Float8& count)
{
	float isCounted[SimdWidth] = {};
	for (std::size_t lane = 0; lane < LanesInBlock(rest, firstParticle); ++lane)
		isCounted[lane] = rest.rank[firstParticle + lane] >= 2;
	const Float8 counted = Float8::Load(isCounted);
	count += counted;
	return CompleteSheet(F, LoadNormals(rest, firstParticle)) * counted;
}

/// What eight particles gather, made into changes of F and misfits.
struct BlockGather
{
	Matrix3<Float8> change; // F_i less the gradient of the chunk's reference
	Float8 misfit;          // sum_j k_ij |F_i X_ij - x_ij|^2
};
/// @tparam KeepsRows Forces will be scattered from the rows.
template <bool KeepsRows>
SPHS_FORCE_INLINE BlockGather GatherBlock(const ElasticRest& rest, std::size_t firstParticle, const ChunkScratch& scratch)
{
	const std::size_t block = firstParticle / SimdWidth;
	const ElasticRest::PairRow* rows = rest.rows.data();
	const Vector3<Float8> own = LoadPlacesInRow(scratch.places + PlaceFloats * (firstParticle % ObjectiveChunk));
	const PairMoments sums =
		GatherPairs<KeepsRows>(rows + rest.firstRow[block], rows + rest.firstRow[block + 1], scratch.places, own, scratch.rows);
	const Matrix3<Float8> moment = sums.moment * Float8(rest.weightUnit * rest.offsetUnit);
	const Matrix3<Float8> change = moment * LoadCorrection(rest.blocks[block]);
	return {change, Max(sums.squares * Float8(rest.weightUnit) - Contract(moment, change), Float8(0.0f))};
}

}

double RoundingEnergy(double largestCoordinate, double stiffness)
{
	// Errors are spread evenly up to half a unit in the last place, so the mean square of each of three coordinates is a third of that.
	const double halfUnit = largestCoordinate * 0.5 * static_cast<double>(std::numeric_limits<float>::epsilon());
	return 0.5 * halfUnit * halfUnit * stiffness;
}

ElasticStiffness MakeElasticStiffness(const ElasticRest& rest, const Material& material, std::span<const float> scale)
{
	SPHS_ASSERT(scale.empty() || scale.size() == rest.particleCount);
	const auto [mu, lambda] = LameFromYoung(material.young, material.poisson);
	ElasticStiffness stiffness;
	stiffness.material = material;
	stiffness.blocks.assign(rest.BlockCount(), ElasticStiffness::Block{});
	stiffness.penalty.assign(rest.BlockCount() * SimdWidth, 0.0f);
	for (std::size_t i = 0; i < rest.particleCount; ++i)
	{
		const double factor = scale.empty() ? 1.0 : static_cast<double>(scale[i]);
		double particleMu = mu, particleLambda = lambda;
		if (rest.rank[i] == 2) // plane stress: the sheet is free to change its thickness
			particleLambda = 2 * mu * lambda / (lambda + 2 * mu);
		else if (rest.rank[i] == 1) // uniaxial stress: psi = mu (s - 1)^2 with mu = E/2
			particleMu = material.young / 2;
		ElasticStiffness::Block& block = stiffness.blocks[i / SimdWidth];
		block.mu[i % SimdWidth] = static_cast<float>(particleMu * factor);
		block.lambda[i % SimdWidth] = static_cast<float>(particleLambda * factor);
		stiffness.penalty[i] = static_cast<float>(ZeroEnergyScale * material.alpha * mu * factor
			* static_cast<double>(rest.blocks[i / SimdWidth].volume[i % SimdWidth]) * static_cast<double>(rest.inverseKernelVolume[i]));
	}
	const ConstantOperator hessian{&rest, &stiffness, {}, {}};
	std::vector<double> diagonal(rest.particleCount);
	for (std::size_t i = 0; i < rest.particleCount; ++i)
	{
		const Mat3d inner = hessian.InnerMatrix(i);
		const Vec3d own = hessian.OwnOffset(i);
		const double atOwn = Dot(own, inner * own);
		diagonal[i] += atOwn;
		stiffness.trace += atOwn;
		hessian.ForEachNeighbour(i,
			[&](std::size_t j, const Vec3d& u, double laplacian)
			{
				const double atNeighbour = Dot(u, inner * u);
				diagonal[i] += laplacian;
				diagonal[j] += atNeighbour;
				stiffness.trace += laplacian + atNeighbour;
			});
	}
	stiffness.diagonal.assign(diagonal.begin(), diagonal.end());
	return stiffness;
}

ElasticObjective::ElasticObjective(const ElasticRest& restData, const ElasticStiffness& stiffnessData)
	: rest(&restData)
	, stiffness(&stiffnessData)
	, scratch(ChunkScratch::Floats(*rest))
	, forces(PlaceFloats * rest->placeParticle.size())
	, references(rest->ChunkCount())
	, chunkEnergies(rest->ChunkCount())
{
}

std::size_t ElasticObjective::Bytes() const
{
	return forces.size() * sizeof(float) + scratch.Bytes() + references.size() * sizeof(ChunkReference)
		+ referenceGradients.size() * sizeof(GradientBlock);
}

namespace
{

/// Stress and energy density of eight particles in a body that has sheets or strings, or is viscous.
template <class Law>
SPHS_FORCE_INLINE Float8 EvaluateSpecialLaw(const ElasticRest& rest, const Law& law, std::size_t firstParticle, const Matrix3<Float8>& F,
	Float8 mu, Float8 lambda, Matrix3<Float8>& P)
{
	if (!rest.hasFlatParticles)
		return law(F, mu, lambda, P);
	const Vector3<Float8> normal = LoadNormals(rest, firstParticle);
	Float8 density = law.OnSheet(normal)(CompleteSheet(F, normal), mu, lambda, P);
	EvaluateThinLanes(&rest.rank[firstParticle], LanesInBlock(rest, firstParticle), F, normal, mu, P, density);
	return density;
}

/// What a law says of eight particles from what they know of F: chosen once for a sweep.
struct BlockLaw
{
	/// Energy density.
	Float8 (*density)(
		const void* law, const ElasticRest& rest, const ElasticStiffness& stiffness, std::size_t firstParticle, const Matrix3<Float8>& F);
	/// How many times as stiff as at rest they are, at least 1. @param F Completed on sheets.
	Float8 (*stiffening)(const void* law, const ElasticStiffness& stiffness, std::size_t firstParticle, const Matrix3<Float8>& F);
	const void* law;
};

template <class Law>
Float8 DensityOfBlock(
	const void* law, const ElasticRest& rest, const ElasticStiffness& stiffness, std::size_t firstParticle, const Matrix3<Float8>& F)
{
	const ElasticStiffness::Block& moduli = stiffness.blocks[firstParticle / SimdWidth];
	const Matrix3<Float8> known = KnownGradient(rest, firstParticle, F);
	Matrix3<Float8> P = F;
	return EvaluateSpecialLaw(
		rest, *static_cast<const Law*>(law), firstParticle, known, Float8::Load(moduli.mu), Float8::Load(moduli.lambda), P);
}

template <class Law>
Float8 StiffeningOfBlock(const void* law, const ElasticStiffness& stiffness, std::size_t firstParticle, const Matrix3<Float8>& F)
{
	const ElasticStiffness::Block& moduli = stiffness.blocks[firstParticle / SimdWidth];
	const Float8 mu = Float8::Load(moduli.mu), lambda = Float8::Load(moduli.lambda), one(1.0f);
	const Float8 atRest = Float8(12.0f) * mu + Float8(3.0f) * lambda; // of every law, fibres being slack
	const Float8 ratio = static_cast<const Law*>(law)->HessianTrace(F, mu, lambda) / atRest;
	return Select(ratio > one, ratio, one); // also where it is not a number
}

}

float ElasticObjective::SetReference(
	std::span<const Vec3> x, TaskRunner& tasks, bool isViscous, bool needsEnergy, std::span<float> stiffening)
{
	SPHS_ASSERT(x.size() == rest->particleCount);
	SPHS_ASSERT(stiffening.empty() || stiffening.size() == SimdWidth * rest->BlockCount());
	referenceGradients.resize(isViscous ? rest->BlockCount() : 0);
	BlockLaw chosen = {};
	// Measured from nothing F is good to 1e-5 only, by the rounding of offsets. Strain rates need it as Evaluate finds it.
	const auto storeGradients = [&](std::size_t begin, std::size_t end, const ChunkScratch& chunkScratch)
	{
		const ChunkReference& reference = references[begin / ObjectiveChunk];
		WritePlaces(*rest, begin / ObjectiveChunk, x, reference.centre, reference.gradient, chunkScratch.places);
		for (std::size_t first = begin; first < end; first += SimdWidth)
			referenceGradients[first / SimdWidth].Store(
				KnownGradient(*rest, first, Splat(reference.gradient) + GatherBlock<false>(*rest, first, chunkScratch).change));
	};
	const auto sweepChunk = [&](std::size_t begin, std::size_t end)
	{
		const std::size_t chunk = begin / ObjectiveChunk;
		Vec3d centre;
		for (std::size_t i = begin; i < end; ++i)
			centre += x[i].Cast<double>();
		ChunkReference& reference = references[chunk];
		reference.centre = (centre / static_cast<double>(end - begin)).Cast<float>();
		ScratchPool::Piece piece(scratch);
		const ChunkScratch chunkScratch(*rest, chunk, piece.Data());
		WritePlaces(*rest, chunk, x, reference.centre, Mat3{}, chunkScratch.places);
		const Float8 one(1.0f), none(0.0f);
		Float8 largest(0.0f), count(0.0f), broken(0.0f), collapsed(0.0f), there(0.0f);
		Matrix3<Float8> sum;
		ChunkEnergy energy;
		for (std::size_t first = begin; first < end; first += SimdWidth)
		{
			const BlockGather gathered = GatherBlock<false>(*rest, first, chunkScratch);
			const Matrix3<Float8>& F = gathered.change;
			if (needsEnergy)
			{
				const Float8 density = chosen.density(chosen.law, *rest, *stiffness, first, F);
				energy.elastic += static_cast<double>(Sum(density * Float8::Load(rest->blocks[first / SimdWidth].volume)));
				energy.zeroEnergy += 0.5 * static_cast<double>(Sum(Float8::Load(&stiffness->penalty[first]) * gathered.misfit));
			}
			largest = Max(Contract(F, F), largest);
			const Float8 J = Determinant(F);
			// Lanes beyond the last particle and particles that were taken out have no volume, and F = 0.
			const Mask8 isThere = none < Float8::Load(rest->blocks[first / SimdWidth].volume),
						isBroken = (J < Float8(CollapsedVolume)) & isThere;
			there += Select(isThere, one, none);
			broken += Select(isBroken, one, none);
			collapsed += Select(isBroken & (Float8(-CollapsedVolume) < J), one, none);
			const Matrix3<Float8> completed = CompletedGradient(*rest, first, F, count);
			sum += completed;
			if (!stiffening.empty())
				chosen.stiffening(chosen.law, *stiffness, first, completed).Store(&stiffening[first]);
		}
		const float particles = std::max(Sum(count), 1.0f);
		for (int e = 0; e < 9; ++e)
			reference.gradient(e / 3, e % 3) = Sum(sum(e / 3, e % 3)) / particles;
		float lanes[SimdWidth];
		largest.Store(lanes);
		energy.largestF = *std::max_element(lanes, lanes + SimdWidth);
		energy.there = Sum(there);
		energy.broken = Sum(broken);
		energy.collapsed = Sum(collapsed);
		if (isViscous)
			storeGradients(begin, end, chunkScratch);
		chunkEnergies[chunk] = energy;
	};
	const auto sweep = [&] { ParallelFor(tasks, rest->particleCount, ObjectiveChunk, sweepChunk); };
	if (needsEnergy || !stiffening.empty())
		WithLaw(stiffness->material,
			[&]<class Law>(const Law& law)
			{
				chosen = {&DensityOfBlock<Law>, &StiffeningOfBlock<Law>, &law};
				sweep();
			});
	else
		sweep();
	referenceEnergy = 0;
	largestCoordinate = 0;
	for (const ChunkReference& reference : references)
		for (int axis = 0; axis < 3; ++axis)
			largestCoordinate = std::max(largestCoordinate, std::fabs(reference.centre[axis]));
	float largest = 0, broken = 0, collapsed = 0, there = 0;
	for (const ChunkEnergy& chunk : chunkEnergies)
	{
		referenceEnergy += chunk.elastic + chunk.zeroEnergy;
		there += chunk.there;
		largest = std::max(largest, chunk.largestF);
		broken += chunk.broken;
		collapsed += chunk.collapsed;
	}
	brokenShare = broken / std::max(there, 1.0f);
	collapsedShare = collapsed / std::max(there, 1.0f);
	return largest;
}

namespace
{

struct BlockEnergy
{
	double elastic = 0, zeroEnergy = 0, viscous = 0;
};

/// Energies of eight particles, and what they add to the forces on their neighbours and themselves.
/// @tparam IsSpecial The body has sheets or strings, or is viscous. Apart from the others, so that those keep all matrices in registers.
/// @tparam NeedsForces Else the energies alone are found, by the same operations: the same bits.
template <bool IsSpecial, bool NeedsForces, class Law>
BlockEnergy SweepBlock(const ElasticRest& rest, const ElasticStiffness& stiffness, const Law& law, const Mat3& chunkGradient,
	const GradientBlock* reference, float viscosityOverStep, std::size_t firstParticle, const ChunkScratch& scratch)
{
	const std::size_t blockIndex = firstParticle / SimdWidth;
	const ElasticRest::Block& block = rest.blocks[blockIndex];
	const ElasticStiffness::Block& moduli = stiffness.blocks[blockIndex];
	const Float8 mu = Float8::Load(moduli.mu), lambda = Float8::Load(moduli.lambda), volume = Float8::Load(block.volume);
	const Float8 penalty = Float8::Load(&stiffness.penalty[firstParticle]);

	const BlockGather gathered = GatherBlock<NeedsForces>(rest, firstParticle, scratch);
	const Matrix3<Float8> F = Splat(chunkGradient) + gathered.change;
	Matrix3<Float8> P = F;
	Float8 density; // lanes beyond the last particle have F = 0 and no volume: theirs is finite and counts nothing
	Float8 dissipation(0.0f);
	if constexpr (IsSpecial)
	{
		const Matrix3<Float8> known = KnownGradient(rest, firstParticle, F);
		density = EvaluateSpecialLaw(rest, law, firstParticle, known, mu, lambda, P);
		if (viscosityOverStep > 0)
			dissipation = AddViscousStress(known, reference[blockIndex].Load(), Float8(viscosityOverStep), P);
	}
	else
		density = law(F, mu, lambda, P);

	if constexpr (NeedsForces)
	{
		const Matrix3<Float8> M = (P * volume) * LoadCorrection(block) - gathered.change * penalty;
		const ElasticRest::PairRow* rows = rest.rows.data();
		const Vector3<Float8> ownForce = ScatterPairs(rows + rest.firstRow[blockIndex], rows + rest.firstRow[blockIndex + 1], scratch.rows,
			M * Float8(rest.weightUnit * rest.offsetUnit), penalty * Float8(rest.weightUnit), scratch.forces);
		Float8 r[4];
		SplitTriples(ownForce.x, ownForce.y, ownForce.z, r);
		float* const own = scratch.forces + PlaceFloats * (firstParticle % ObjectiveChunk);
		for (std::size_t k = 0; k < 4; ++k)
			AddHalves(r[k], own + PlaceFloats * k, own + PlaceFloats * (k + 4));
	}
	return {static_cast<double>(Sum(density * volume)), 0.5 * static_cast<double>(Sum(penalty * gathered.misfit)),
		static_cast<double>(Sum(dissipation * volume))};
}

}

void ElasticObjective::SweepChunks(std::span<const Vec3> x, float viscosityOverStep, bool needsForces, TaskRunner& tasks)
{
	WithLaw(stiffness->material,
		[&]<class Law>(const Law& law)
		{
			const bool isSpecial = rest->hasFlatParticles || viscosityOverStep > 0;
			const auto sweepBlock = needsForces ? (isSpecial ? &SweepBlock<true, true, Law> : &SweepBlock<false, true, Law>)
												: (isSpecial ? &SweepBlock<true, false, Law> : &SweepBlock<false, false, Law>);
			ParallelFor(tasks, rest->particleCount, ObjectiveChunk,
				[&](std::size_t begin, std::size_t end)
				{
					const std::size_t chunk = begin / ObjectiveChunk;
					const ChunkReference& reference = references[chunk];
					ScratchPool::Piece piece(scratch);
					const ChunkScratch chunkScratch(*rest, chunk, piece.Data());
					const std::size_t forceFloats = static_cast<std::size_t>(chunkScratch.forces - chunkScratch.places);
					WritePlaces(*rest, chunk, x, reference.centre, reference.gradient, chunkScratch.places);
					if (needsForces)
						std::fill_n(chunkScratch.forces, forceFloats, 0.0f);
					ChunkEnergy sums;
					for (std::size_t i = begin; i < end; i += SimdWidth)
					{
						const BlockEnergy energy = sweepBlock(
							*rest, *stiffness, law, reference.gradient, referenceGradients.data(), viscosityOverStep, i, chunkScratch);
						sums.elastic += energy.elastic;
						sums.zeroEnergy += energy.zeroEnergy;
						sums.viscous += energy.viscous;
					}
					chunkEnergies[chunk] = sums;
					if (needsForces)
						std::copy_n(chunkScratch.forces, forceFloats, &forces[PlaceFloats * rest->firstPlace[chunk]]);
				});
		});
}

namespace
{

/// Adds to the forces on a chunk's particles what other chunks have caused, host by host.
void AddGuestForces(const ElasticRest& rest, std::size_t chunk, const float* forces, float* sums)
{
	const std::size_t begin = chunk * ObjectiveChunk;
	for (std::uint32_t r = rest.firstRun[chunk]; r < rest.firstRun[chunk + 1]; ++r)
	{
		const auto forEachLineOf = [&](const ElasticRest::GuestRun& run)
		{
			for (std::uint32_t k = 0; k < run.count; k += CacheLine / (PlaceFloats * sizeof(float)))
				Prefetch(&forces[PlaceFloats * (run.firstPlace + k)]);
		};
		if (r + 1 < rest.guestRuns.size())
			forEachLineOf(rest.guestRuns[r + 1]);
		const ElasticRest::GuestRun& run = rest.guestRuns[r];
		for (std::uint32_t place = run.firstPlace; place < run.firstPlace + run.count; ++place)
		{
			float* const sum = sums + PlaceFloats * (rest.placeParticle[place] - begin);
			const float* const left = forces + PlaceFloats * place;
			const float both[PlaceFloats] = {sum[0] + left[0], sum[1] + left[1], sum[2] + left[2], sum[3] + left[3]}; // one vector
			std::copy_n(both, PlaceFloats, sum);
		}
	}
}

}

void ElasticObjective::SumForces(std::span<const Vec3> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3> gradient)
{
	ParallelFor(tasks, rest->particleCount, ObjectiveChunk,
		[&](std::size_t begin, std::size_t end)
		{
			const std::size_t chunk = begin / ObjectiveChunk;
			alignas(32) float sums[PlaceFloats * ObjectiveChunk];
			if (!gradient.empty())
			{
				std::copy_n(&forces[PlaceFloats * rest->firstPlace[chunk]], PlaceFloats * (end - begin), sums);
				AddGuestForces(*rest, chunk, forces.data(), sums);
			}
			const float* sum = sums;
			double inertiaEnergy = 0;
			for (std::size_t i = begin; i < end; ++i, sum += PlaceFloats)
			{
				const float factor = terms.massOverStepSquared[i];
				const Vec3 pull = x[i] - terms.target[i];
				inertiaEnergy += 0.5 * static_cast<double>(factor * SquaredNorm(pull));
				if (gradient.empty())
					continue;
				const bool held = !terms.held.empty() && terms.held[i] != 0;
				gradient[i] = held ? Vec3{} : pull * factor + Vec3{sum[0], sum[1], sum[2]};
			}
			chunkEnergies[chunk].inertia = inertiaEnergy;
		});
}

ElasticEnergies ElasticObjective::Evaluate(std::span<const Vec3> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3> gradient)
{
	SPHS_ASSERT(x.size() == rest->particleCount && terms.target.size() == x.size());
	SPHS_ASSERT(gradient.empty() || gradient.size() == x.size());
	SPHS_ASSERT(!(terms.viscosityOverStep > 0) || !referenceGradients.empty());
	SweepChunks(x, terms.viscosityOverStep, !gradient.empty(), tasks);
	SumForces(x, terms, tasks, gradient);
	ElasticEnergies total;
	for (const ChunkEnergy& chunk : chunkEnergies)
		total += chunk;
	return total;
}

double ElasticObjective::RoundingEnergy(double inertia) const
{
	return SPHSolids::RoundingEnergy(static_cast<double>(largestCoordinate), stiffness->trace + inertia);
}

Mat3 ElasticObjective::ReferenceGradient(std::size_t i) const
{
	Mat3 F;
	for (int e = 0; e < 9; ++e)
		F(e / 3, e % 3) = referenceGradients[i / SimdWidth].entry[e][i % SimdWidth];
	return F;
}

}
