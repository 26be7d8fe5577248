#include <SPHSolids/Solid/ElasticObjective.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Solid/MaterialLaws.h>
#include <SPHSolids/Solid/SplineLaw.h>

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ObjectiveChunk = 256; // particles; whole blocks
constexpr std::size_t RecordFloats = 8;
constexpr std::size_t MatrixFloats = 16; // four columns of four: a cache line
static_assert(RecordFloats == NeighbourCouple::OffsetUnit && MatrixFloats == 2 * NeighbourCouple::OffsetUnit);

/// Runs a law that knows only F, mu and lambda on eight particles.
template <class Law>
struct ClosedFormLaw
{
	SPHS_FORCE_INLINE Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		return Law::Evaluate(F, mu, lambda, P);
	}
};

struct MooneyRivlinBlock
{
	Float8 ratio;

	SPHS_FORCE_INLINE Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		return MooneyRivlinLaw::EvaluateWithRatio(F, mu, lambda, ratio, P);
	}
};

struct WideMatrixLanes
{
	float entry[9][SimdWidth];

	explicit WideMatrixLanes(const Matrix3<Float8>& wide)
	{
		for (int e = 0; e < 9; ++e)
			wide(e / 3, e % 3).Store(entry[e]);
	}
	WideMatrixLanes() = default;
	Mat3d Lane(int lane) const
	{
		Mat3d result;
		for (int e = 0; e < 9; ++e)
			result(e / 3, e % 3) = static_cast<double>(entry[e][lane]);
		return result;
	}
	void SetLane(int lane, const Mat3d& value)
	{
		for (int e = 0; e < 9; ++e)
			entry[e][lane] = static_cast<float>(value(e / 3, e % 3));
	}
	Matrix3<Float8> Wide() const
	{
		Matrix3<Float8> result;
		for (int e = 0; e < 9; ++e)
			result(e / 3, e % 3) = Float8::Load(entry[e]);
		return result;
	}
};

struct SplineBlock
{
	const SplineCurves* curves;

	Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		const WideMatrixLanes lanes(F);
		WideMatrixLanes stress;
		float muLanes[SimdWidth], lambdaLanes[SimdWidth], energy[SimdWidth];
		mu.Store(muLanes);
		lambda.Store(lambdaLanes);
		for (int lane = 0; lane < SimdWidth; ++lane)
		{
			Mat3d laneStress;
			energy[lane] = static_cast<float>(SplineLaw::Evaluate(
				lanes.Lane(lane), static_cast<double>(muLanes[lane]), static_cast<double>(lambdaLanes[lane]), *curves, laneStress));
			stress.SetLane(lane, laneStress);
		}
		P = stress.Wide();
		return Float8::Load(energy);
	}
};

/// Adds the fibre term of Material::fibreStiffness to the law it wraps.
template <class Base>
struct FibreBlock
{
	Base base;
	Float8 stiffness;
	Vector3<Float8> direction;

	SPHS_FORCE_INLINE Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		const Float8 energy = base(F, mu, lambda, P);
		const Vector3<Float8> stretched = F * direction;
		const Float8 excess = Max(SquaredNorm(stretched) - Float8(1.0f), Float8(0.0f));
		P += Matrix3<Float8>::Outer(stretched, direction) * (Float8(0.5f) * stiffness * excess);
		return energy + Float8(0.125f) * stiffness * excess * excess;
	}
};

/// A sheet knows F on its plane only. Completed by the unit normal of the deformed sheet it is a proper F without normal strain; the
/// stress that the completion causes acts along the normal, where the correction K_i lets nothing through.
SPHS_FORCE_INLINE Matrix3<Float8> CompleteSheet(const Matrix3<Float8>& F, const Vector3<Float8>& normal)
{
	const Vector3<Float8> turned = Cofactor(F) * normal;
	const Float8 length = Sqrt(SquaredNorm(turned));
	const Float8 inverse = Select(length > Float8(1e-20f), Float8(1.0f) / Max(length, Float8(1e-20f)), Float8(0.0f));
	return F + Matrix3<Float8>::Outer(turned * inverse, normal);
}

/// Strings (rank 1) and lone particles (rank 0): a spring along the axis, psi = mu (|F a| - 1)^2, and nothing.
void EvaluateThinLanes(const std::uint8_t* rank, std::size_t lanes, const Matrix3<Float8>& F, const Vector3<Float8>& normal, Float8 mu,
	Matrix3<Float8>& P, Float8& energy)
{
	const WideMatrixLanes gradient(F);
	WideMatrixLanes stress(P);
	float axis[3][SimdWidth], muLanes[SimdWidth], energyLanes[SimdWidth];
	for (int k = 0; k < 3; ++k)
		normal[k].Store(axis[k]);
	mu.Store(muLanes);
	energy.Store(energyLanes);
	for (int lane = 0; lane < static_cast<int>(lanes); ++lane)
	{
		if (rank[lane] > 1)
			continue;
		energyLanes[lane] = 0;
		stress.SetLane(lane, Mat3d{});
		if (rank[lane] == 0)
			continue;
		const Vec3d direction = {
			static_cast<double>(axis[0][lane]), static_cast<double>(axis[1][lane]), static_cast<double>(axis[2][lane])};
		const Vec3d stretched = gradient.Lane(lane) * direction;
		const double stretch = Norm(stretched), modulus = static_cast<double>(muLanes[lane]);
		energyLanes[lane] = static_cast<float>(modulus * (stretch - 1) * (stretch - 1));
		const Vec3d unit = NormalizedOr(stretched, direction);
		stress.SetLane(lane, Mat3d::Outer(unit, direction) * (2 * modulus * (stretch - 1)));
	}
	P = stress.Wide();
	energy = Float8::Load(energyLanes);
}

/// Differences from both neighbours of a couple to particle i, which comes with its own penalty negated (see WriteRecords).
struct CoupleDifference
{
	Float8 current; // x_ij, y_ij, z_ij, epsilon_i + epsilon_j
	Float8 atRest;  // X_ij, Y_ij, Z_ij, 0
};
SPHS_FORCE_INLINE CoupleDifference LoadCouple(const float* records, const NeighbourCouple& couple, Float8 own)
{
	const Float8 first = own - Float8::Load(records + couple.offset[0]);
	const Float8 second = own - Float8::Load(records + couple.offset[1]);
	return {LowHalves(first, second), HighHalves(first, second)};
}

/// x, y, z of both halves kept, the fourth lane zeroed.
SPHS_FORCE_INLINE Float8 XyzMask()
{
	const float mask[4] = {1, 1, 1, 0};
	return LoadHalves(mask, mask);
}
/// Own record with the sign of the penalty turned, so that differences add the penalties of both particles.
SPHS_FORCE_INLINE Float8 LoadOwnRecord(const float* records, std::size_t i)
{
	const float front[4] = {1, 1, 1, -1}, back[4] = {1, 1, 1, 1};
	return Float8::Load(records + RecordFloats * i) * LoadHalves(front, back);
}

/// What one particle gathers from its neighbours, given a guess G of its F: with z = x_ij - G X_ij,
///   columns 0 to 2: sum_j k_ij z X_ij^T     column 3: sum_j k_ij (epsilon_i + epsilon_j) x_ij
/// and sum_j k_ij |z|^2 as the result. A good guess leaves z small, so that the misfit |z|^2 minus its fitted part does not drown in
/// rounding.
SPHS_FORCE_INLINE float GatherNeighbourhood(
	const float* records, const NeighbourCouple* couple, const NeighbourCouple* end, Float8 own, const float* guess, float* sums)
{
	const Float8 guess0 = LoadHalves(guess, guess), guess1 = LoadHalves(guess + 4, guess + 4), guess2 = LoadHalves(guess + 8, guess + 8);
	const Float8 mask = XyzMask();
	Float8 column0(0.0f), column1(0.0f), column2(0.0f), pull(0.0f), squares(0.0f);
	for (; couple != end; ++couple)
	{
		const auto [current, atRest] = LoadCouple(records, *couple, own);
		const Float8 weight = SplatTwo(couple->weight);
		const Float8 X = SplatInHalves<0>(atRest), Y = SplatInHalves<1>(atRest), Z = SplatInHalves<2>(atRest);
		const Float8 place = current * mask;
		pull = MulAdd(weight * SplatInHalves<3>(current), place, pull);
		Float8 z = NegMulAdd(guess0, X, place);
		z = NegMulAdd(guess1, Y, z);
		z = NegMulAdd(guess2, Z, z);
		const Float8 weighted = z * weight;
		column0 = MulAdd(weighted, X, column0);
		column1 = MulAdd(weighted, Y, column1);
		column2 = MulAdd(weighted, Z, column2);
		squares = MulAdd(weighted, z, squares);
	}
	StoreSumOfHalves(column0, sums);
	StoreSumOfHalves(column1, sums + 4);
	StoreSumOfHalves(column2, sums + 8);
	StoreSumOfHalves(pull, sums + 12);
	return Sum(squares);
}

SPHS_FORCE_INLINE Matrix3<Float8> LoadCorrection(const ElasticRest::Block& block)
{
	Float8 K[6];
	for (int e = 0; e < 6; ++e)
		K[e] = Float8::Load(block.correction[e]);
	return {{{K[0], K[1], K[2]}, {K[1], K[3], K[4]}, {K[2], K[4], K[5]}}};
}
SPHS_FORCE_INLINE Vector3<Float8> LoadNormal(const ElasticRest::Block& block)
{
	return {Float8::Load(block.normal[0]), Float8::Load(block.normal[1]), Float8::Load(block.normal[2])};
}

/// Eight matrices from four floats a column, MatrixFloats apart; entries of the fourth column go to extra.
SPHS_FORCE_INLINE Matrix3<Float8> LoadBlockColumns(const float* source, Vector3<Float8>& extra)
{
	Float8 front[8], back[8];
	for (std::size_t lane = 0; lane < SimdWidth; ++lane)
	{
		front[lane] = Float8::Load(source + MatrixFloats * lane);
		back[lane] = Float8::Load(source + MatrixFloats * lane + 8);
	}
	Transpose8(front);
	Transpose8(back);
	extra = {back[4], back[5], back[6]};
	return {{{front[0], front[4], back[0]}, {front[1], front[5], back[1]}, {front[2], front[6], back[2]}}};
}
SPHS_FORCE_INLINE void StoreBlockColumns(const Matrix3<Float8>& m, const Vector3<Float8>& extra, float* target)
{
	const Float8 zero(0.0f);
	Float8 front[8] = {m(0, 0), m(1, 0), m(2, 0), zero, m(0, 1), m(1, 1), m(2, 1), zero};
	Float8 back[8] = {m(0, 2), m(1, 2), m(2, 2), zero, extra.x, extra.y, extra.z, zero};
	Transpose8(front);
	Transpose8(back);
	for (std::size_t lane = 0; lane < SimdWidth; ++lane)
	{
		front[lane].Store(target + MatrixFloats * lane);
		back[lane].Store(target + MatrixFloats * lane + 8);
	}
}

std::size_t LanesInBlock(const ElasticRest& rest, std::size_t firstParticle)
{
	const std::size_t left = rest.particleCount - firstParticle;
	return left < SimdWidth ? left : SimdWidth;
}

/// F of the eight particles of a block, from their guesses; also their misfits and pulls.
struct BlockGather
{
	Matrix3<Float8> F;
	Float8 misfit;        // sum_j k_ij |F_i X_ij - x_ij|^2
	Vector3<Float8> pull; // sum_j k_ij (epsilon_i + epsilon_j) x_ij
};
SPHS_FORCE_INLINE BlockGather GatherBlock(const ElasticRest& rest, const float* records, const float* guesses, std::size_t firstParticle)
{
	alignas(32) float sums[SimdWidth * MatrixFloats] = {};
	alignas(32) float squares[SimdWidth] = {};
	const std::size_t lanes = LanesInBlock(rest, firstParticle);
	for (std::size_t lane = 0; lane < lanes; ++lane)
	{
		const std::size_t i = firstParticle + lane;
		squares[lane] =
			GatherNeighbourhood(records, rest.couples.data() + rest.firstCouple[i], rest.couples.data() + rest.firstCouple[i + 1],
				LoadOwnRecord(records, i), guesses + MatrixFloats * i, sums + MatrixFloats * lane);
	}
	BlockGather result;
	const Matrix3<Float8> moment = LoadBlockColumns(sums, result.pull);
	const Matrix3<Float8> change = moment * LoadCorrection(rest.blocks[firstParticle / SimdWidth]);
	Vector3<Float8> unused;
	result.F = LoadBlockColumns(guesses + MatrixFloats * firstParticle, unused) + change;
	result.misfit = Max(Float8::Load(squares) - Contract(moment, change), Float8(0.0f));
	return result;
}

}

ElasticStiffness MakeElasticStiffness(const ElasticRest& rest, const Material& material, std::span<const float> scale)
{
	SPHS_ASSERT(scale.empty() || scale.size() == rest.particleCount);
	const auto [mu, lambda] = LameFromYoung(material.young, material.poisson);
	ElasticStiffness stiffness;
	stiffness.material = material;
	stiffness.blocks.assign(rest.BlockCount(), ElasticStiffness::Block{});
	stiffness.penalty.resize(rest.particleCount);
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
	return stiffness;
}

ElasticObjective::ElasticObjective(const ElasticRest& restData, const ElasticStiffness& stiffnessData)
	: rest(&restData)
	, stiffness(&stiffnessData)
{
	const std::size_t count = rest->particleCount, padded = rest->BlockCount() * SimdWidth;
	records.resize(RecordFloats * count);
	matrices.resize(MatrixFloats * padded);
	guesses.resize(MatrixFloats * padded);
	chunkEnergies.resize((count + ObjectiveChunk - 1) / ObjectiveChunk);
}

void ElasticObjective::WriteRecords(std::span<const Vec3> x, TaskRunner& tasks)
{
	ParallelFor(tasks, x.size(), 4 * ObjectiveChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				float* record = &records[RecordFloats * i];
				record[0] = x[i].x;
				record[1] = x[i].y;
				record[2] = x[i].z;
				record[3] = -stiffness->penalty[i];
				for (std::size_t k = 0; k < 4; ++k)
					record[4 + k] = rest->position[4 * i + k];
			}
		});
}

float ElasticObjective::SetReference(std::span<const Vec3> x, TaskRunner& tasks)
{
	SPHS_ASSERT(x.size() == rest->particleCount);
	std::fill(guesses.begin(), guesses.end(), 0.0f);
	WriteRecords(x, tasks);
	ParallelFor(tasks, rest->particleCount, ObjectiveChunk,
		[&](std::size_t begin, std::size_t end)
		{
			Float8 largest(0.0f);
			for (std::size_t first = begin; first < end; first += SimdWidth)
			{
				const Matrix3<Float8> F = GatherBlock(*rest, records.data(), guesses.data(), first).F;
				largest = Max(Contract(F, F), largest);
				StoreBlockColumns(F, Vector3<Float8>{}, &guesses[MatrixFloats * first]);
			}
			float lanes[SimdWidth];
			largest.Store(lanes);
			chunkEnergies[begin / ObjectiveChunk].largestF = *std::max_element(lanes, lanes + SimdWidth);
		});
	float largest = 0;
	for (const ChunkEnergy& chunk : chunkEnergies)
		largest = std::max(largest, chunk.largestF);
	return largest;
}

namespace
{

struct BlockEnergy
{
	double elastic = 0, zeroEnergy = 0, viscous = 0;
};

/// Kelvin-Voigt stress eta/h F (E - E_n) of the change of Green strain since the reference; returns its dissipation potential.
SPHS_FORCE_INLINE Float8 AddViscousStress(
	const Matrix3<Float8>& F, const Matrix3<Float8>& reference, Float8 viscosityOverStep, Matrix3<Float8>& P)
{
	const Matrix3<Float8> change = (Transpose(F) * F - Transpose(reference) * reference) * Float8(0.5f);
	P += (F * change) * viscosityOverStep;
	return Float8(0.5f) * viscosityOverStep * Contract(change, change);
}

template <class Law>
BlockEnergy SweepStressBlock(const ElasticRest& rest, const ElasticStiffness& stiffness, const Law& law, const float* records,
	const float* guesses, float viscosityOverStep, std::size_t firstParticle, float* matrices)
{
	const ElasticRest::Block& block = rest.blocks[firstParticle / SimdWidth];
	const ElasticStiffness::Block& moduli = stiffness.blocks[firstParticle / SimdWidth];
	const Float8 mu = Float8::Load(moduli.mu), lambda = Float8::Load(moduli.lambda), volume = Float8::Load(block.volume);
	const std::size_t lanes = LanesInBlock(rest, firstParticle);

	const BlockGather gathered = GatherBlock(rest, records, guesses, firstParticle);
	Matrix3<Float8> P;
	Float8 density; // lanes beyond the last particle have F = 0 and no volume: theirs is finite and counts nothing
	if (!rest.hasFlatParticles)
		density = law(gathered.F, mu, lambda, P);
	else
	{
		const Vector3<Float8> normal = LoadNormal(block);
		density = law(CompleteSheet(gathered.F, normal), mu, lambda, P);
		EvaluateThinLanes(&rest.rank[firstParticle], lanes, gathered.F, normal, mu, P, density);
	}

	Float8 dissipation(0.0f);
	if (viscosityOverStep > 0)
	{
		Vector3<Float8> unused;
		const Matrix3<Float8> reference = LoadBlockColumns(guesses + MatrixFloats * firstParticle, unused);
		dissipation = AddViscousStress(gathered.F, reference, Float8(viscosityOverStep), P);
	}

	alignas(32) float penalty[SimdWidth] = {};
	for (std::size_t lane = 0; lane < lanes; ++lane)
		penalty[lane] = stiffness.penalty[firstParticle + lane];
	const Float8 epsilon = Float8::Load(penalty);
	const Matrix3<Float8> M = (P * volume) * LoadCorrection(block) - gathered.F * epsilon;
	StoreBlockColumns(M, gathered.pull, matrices + MatrixFloats * firstParticle);
	return {static_cast<double>(Sum(density * volume)), 0.5 * static_cast<double>(Sum(epsilon * gathered.misfit)),
		static_cast<double>(Sum(dissipation * volume))};
}

/// Calls action with the law of the material as a block functor.
template <class Action>
void WithClosedFormLaw(const Material& material, Action&& action)
{
	switch (material.model)
	{
	case MaterialModel::Corotated: return action(ClosedFormLaw<CorotatedLaw>{});
	case MaterialModel::FixedCorotated: return action(ClosedFormLaw<FixedCorotatedLaw>{});
	case MaterialModel::Arap: return action(ClosedFormLaw<ArapLaw>{});
	case MaterialModel::StVenantKirchhoff: return action(ClosedFormLaw<StVenantKirchhoffLaw>{});
	case MaterialModel::NeoHookean: return action(ClosedFormLaw<NeoHookeanLaw>{});
	case MaterialModel::StableNeoHookean: return action(ClosedFormLaw<StableNeoHookeanLaw>{});
	case MaterialModel::MooneyRivlin: return action(MooneyRivlinBlock{Float8(static_cast<float>(material.mooneyRatio))});
	case MaterialModel::Spline: return action(SplineBlock{&material.curves});
	}
}

template <class Action>
void WithLaw(const Material& material, Action&& action)
{
	WithClosedFormLaw(material,
		[&](const auto& base)
		{
			if (!(material.fibreStiffness > 0))
				return action(base);
			const Vec3 direction = NormalizedOr(material.fibreDirection, Vec3d{0, 0, 1}).Cast<Real>();
			action(FibreBlock<std::decay_t<decltype(base)>>{base, Float8(static_cast<float>(material.fibreStiffness)),
				{Float8(direction.x), Float8(direction.y), Float8(direction.z)}});
		});
}

}

void ElasticObjective::SweepStress(float viscosityOverStep, TaskRunner& tasks)
{
	WithLaw(stiffness->material,
		[&](const auto& law)
		{
			ParallelFor(tasks, rest->particleCount, ObjectiveChunk,
				[&](std::size_t begin, std::size_t end)
				{
					ChunkEnergy& chunk = chunkEnergies[begin / ObjectiveChunk];
					chunk = {};
					for (std::size_t i = begin; i < end; i += SimdWidth)
					{
						const BlockEnergy energy =
							SweepStressBlock(*rest, *stiffness, law, records.data(), guesses.data(), viscosityOverStep, i, matrices.data());
						chunk.elastic += energy.elastic;
						chunk.zeroEnergy += energy.zeroEnergy;
						chunk.viscous += energy.viscous;
					}
				});
		});
}

namespace
{

/// sum_j k_ij (M_i + M_j) X_ij + sum_j k_ij (epsilon_i + epsilon_j) x_ij
SPHS_FORCE_INLINE Vec3 GatherForce(const ElasticRest& rest, const float* records, const float* matrices, std::size_t i)
{
	const float* restPlaces = records + 4; // second half of each record
	const Float8 own = LoadHalves(restPlaces + RecordFloats * i, restPlaces + RecordFloats * i);
	Float8 sum(0.0f);
	const NeighbourCouple* end = rest.couples.data() + rest.firstCouple[i + 1];
	for (const NeighbourCouple* couple = rest.couples.data() + rest.firstCouple[i]; couple != end; ++couple)
	{
		const std::size_t o0 = couple->offset[0], o1 = couple->offset[1];
		const Float8 atRest = own - LoadHalves(restPlaces + o0, restPlaces + o1);
		const float* m0 = matrices + 2 * o0;
		const float* m1 = matrices + 2 * o1;
		Float8 force = LoadHalves(m0, m1) * SplatInHalves<0>(atRest);
		force = MulAdd(LoadHalves(m0 + 4, m1 + 4), SplatInHalves<1>(atRest), force);
		force = MulAdd(LoadHalves(m0 + 8, m1 + 8), SplatInHalves<2>(atRest), force);
		sum = MulAdd(force, SplatTwo(couple->weight), sum);
	}
	// Own part: M_i sum_j k_ij X_ij, and the pull, which waits in the fourth column of M_i for the -1 behind a_i = -sum_j k_ij X_ij.
	const float* M = matrices + MatrixFloats * i;
	const float* a = &rest.weightedOffset[4 * i];
	sum = NegMulAdd(Float8::Load(M), SplatTwo(a), sum);
	sum = NegMulAdd(Float8::Load(M + 8), SplatTwo(a + 2), sum);
	float total[4];
	StoreSumOfHalves(sum, total);
	return {total[0], total[1], total[2]};
}

}

void ElasticObjective::SweepGradient(std::span<const Vec3> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3> gradient)
{
	ParallelFor(tasks, rest->particleCount, ObjectiveChunk,
		[&](std::size_t begin, std::size_t end)
		{
			double inertiaEnergy = 0;
			for (std::size_t i = begin; i < end; ++i)
			{
				const float factor = terms.massOverStepSquared[i];
				const Vec3 pull = x[i] - terms.target[i];
				inertiaEnergy += 0.5 * static_cast<double>(factor * SquaredNorm(pull));
				gradient[i] = pull * factor + GatherForce(*rest, records.data(), matrices.data(), i);
				if (!terms.held.empty() && terms.held[i] != 0)
					gradient[i] = {};
			}
			chunkEnergies[begin / ObjectiveChunk].inertia = inertiaEnergy;
		});
}

ElasticEnergies ElasticObjective::Evaluate(std::span<const Vec3> x, const StepTerms& terms, TaskRunner& tasks, std::span<Vec3> gradient)
{
	SPHS_ASSERT(x.size() == rest->particleCount && gradient.size() == x.size() && terms.target.size() == x.size());
	WriteRecords(x, tasks);
	SweepStress(terms.viscosityOverStep, tasks);
	SweepGradient(x, terms, tasks, gradient);
	ElasticEnergies total;
	for (const ChunkEnergy& chunk : chunkEnergies)
	{
		total.elastic += chunk.elastic;
		total.zeroEnergy += chunk.zeroEnergy;
		total.inertia += chunk.inertia;
		total.viscous += chunk.viscous;
	}
	return total;
}

void ElasticObjective::DeformationGradients(std::span<const Vec3> x, TaskRunner& tasks, std::span<Mat3> F)
{
	SetReference(x, tasks);
	ParallelFor(tasks, rest->particleCount, ObjectiveChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t first = begin; first < end; first += SimdWidth)
			{
				Vector3<Float8> unused;
				Matrix3<Float8> wide = LoadBlockColumns(&guesses[MatrixFloats * first], unused);
				if (rest->hasFlatParticles)
					wide = CompleteSheet(wide, LoadNormal(rest->blocks[first / SimdWidth]));
				const WideMatrixLanes values(wide);
				const std::size_t lanes = LanesInBlock(*rest, first);
				for (std::size_t lane = 0; lane < lanes; ++lane)
					F[first + lane] = values.Lane(static_cast<int>(lane)).Cast<Real>();
			}
		});
}

}
