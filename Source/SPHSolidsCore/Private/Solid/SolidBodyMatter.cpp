#include <SPHSolids/Solid/SolidBody.h>

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <limits>

// What heat makes of a body: softer particles, and particles that leave it.

namespace SPHSolids
{
namespace
{

/// A particle with less than this share of its neighbourhood left, by the weight of pairs, no longer knows how it is deformed.
constexpr double LooseShare = 0.35;
/// Nor does one whose neighbours hardly span space: tr M tr M^-1 / 9 of their moments is 1 in all directions alike, 1.1 at a face, 1.3 at an
/// edge, 2.5 if one direction has an eighth of the others. What was as lopsided from the start may stay so.
constexpr double LopsidedMoment = 2.5, LopsidedGrowth = 1.5;
/// So many neighbours tell how they have turned, count.
constexpr double LeastToTurn = 4;
constexpr std::uint32_t NoCarrier = std::numeric_limits<std::uint32_t>::max();

double PairWeightSum(const ElasticRest& rest, std::size_t i)
{
	double sum = 0;
	rest.ForEachPair(i, [&](std::size_t, float weight, const Vec3&) { sum += static_cast<double>(weight); });
	return sum;
}

/// tr M tr M^-1 / 9
double LopsidednessOf(const ElasticRest& rest, std::size_t i)
{
	double moment = 0;
	rest.ForEachPair(
		i, [&](std::size_t, float weight, const Vec3& offset) { moment += static_cast<double>(weight * SquaredNorm(offset)); });
	const auto& K = rest.blocks[i / SimdWidth].correction;
	const std::size_t lane = i % SimdWidth;
	return moment * static_cast<double>(K[0][lane] + K[3][lane] + K[5][lane]) / 9;
}

}

ChangedMatter& SolidBody::Change()
{
	if (!changed)
	{
		changed.emplace();
		changed->weight.assign(position.size(), 1.0f);
		changed->stiffness = stiffness;
		changed->fullMass = mass;
	}
	return *changed;
}

/// Moduli and penalty of a particle from those of the body as it was made.
void SolidBody::WeighParticle(std::size_t i)
{
	ChangedMatter& matter = *changed;
	const std::size_t lane = i % SimdWidth;
	const float weight = IsMelted(i) ? 0.0f : matter.weight[i];
	ElasticStiffness::Block& block = matter.stiffness.blocks[i / SimdWidth];
	const ElasticStiffness::Block& full = stiffness.blocks[i / SimdWidth];
	block.mu[lane] = full.mu[lane] * weight;
	block.lambda[lane] = full.lambda[lane] * weight;
	matter.stiffness.penalty[i] = stiffness.penalty[i] * weight;
}

void SolidBody::SetWeights(std::span<const float> weights)
{
	SPHS_ASSERT(weights.size() == position.size());
	const auto isOne = [](float weight) { return weight == 1; };
	if (!changed && std::all_of(weights.begin(), weights.end(), isOne))
		return;
	ChangedMatter& matter = Change();
	bool isNew = false;
	matter.softened = 0;
	for (std::size_t i = 0; i < weights.size(); ++i)
	{
		matter.softened += weights[i] < 1;
		if (matter.weight[i] == weights[i])
			continue;
		matter.weight[i] = weights[i];
		WeighParticle(i);
		isNew = true;
	}
	matterVersion += isNew;
}

void SolidBody::MeltParticles(std::span<const std::uint32_t> particles, std::vector<std::uint32_t>& touched)
{
	touched.clear();
	if (particles.empty())
		return;
	ChangedMatter& matter = Change();
	if (!matter.rest)
		matter.rest = rest->elastic;
	for (const std::uint32_t i : particles)
	{
		SPHS_ASSERT(!IsMelted(i));
		held[i] = HeldMelted;
		mass[i] = 0;
		velocity[i] = {};
		matter.melted.push_back(i);
		WeighParticle(i);
	}
	std::sort(matter.melted.begin(), matter.melted.end());
	RemoveParticles(rest->state, particles, *matter.rest, touched);
	matter.carrier.clear();
	++matterVersion;
}

std::size_t SolidBody::MatterBytes() const
{
	if (!changed)
		return 0;
	return position.size() * (3 * sizeof(float) + 1) + changed->stiffness.blocks.size() * sizeof(ElasticStiffness::Block)
		+ changed->melted.size() * 2 * sizeof(std::uint32_t) + (changed->rest ? changed->rest->Bytes() : 0);
}

bool SolidBody::IsLoose(std::size_t i) const
{
	const ElasticRest& present = PresentRest();
	if (present.rank[i] < rest->elastic.rank[i] || PairWeightSum(present, i) < LooseShare * PairWeightSum(rest->elastic, i))
		return true;
	const double allowed = std::max(LopsidedMoment, LopsidedGrowth * LopsidednessOf(rest->elastic, i));
	return rest->elastic.rank[i] == 3 && LopsidednessOf(present, i) > allowed;
}

void SolidBody::RestoreMatter(std::span<const std::uint8_t> melted, std::span<const float> weights)
{
	std::vector<std::uint32_t> gone, touched;
	for (std::uint32_t i = 0; i < melted.size(); ++i)
		if (melted[i] != 0)
			gone.push_back(i);
	for (std::uint8_t& h : held)
		h = h == HeldMelted ? std::uint8_t(0) : h;
	if (changed)
		mass = changed->fullMass;
	changed.reset();
	for (const PinGroup& group : pins)
		for (const std::uint32_t i : group.particles)
			held[i] = HeldPinned;
	if (!weights.empty())
		SetWeights(weights);
	const AlignedArray<Vec3> before = velocity;
	MeltParticles(gone, touched);
	velocity = before;
	++matterVersion;
}

void SolidBody::FindCarriers()
{
	// Ring by ring from those that have a solid neighbour; in a ring the first by index carries.
	ChangedMatter& matter = *changed;
	std::vector<std::uint32_t> carrierOf(position.size(), NoCarrier), ring, next;
	for (const std::uint32_t i : matter.melted)
	{
		const std::span<const std::uint32_t> others = rest->state.neighbours.Of(i);
		if (std::any_of(others.begin(), others.end(), [&](std::uint32_t j) { return !IsMelted(j); }))
		{
			carrierOf[i] = i;
			ring.push_back(i);
		}
	}
	for (; !ring.empty(); std::swap(ring, next))
	{
		next.clear();
		for (const std::uint32_t i : ring)
			for (const std::uint32_t j : rest->state.neighbours.Of(i))
				if (IsMelted(j) && carrierOf[j] == NoCarrier)
				{
					carrierOf[j] = carrierOf[i];
					next.push_back(j);
				}
		std::sort(next.begin(), next.end());
	}
	matter.carrier.clear();
	for (const std::uint32_t i : matter.melted)
		matter.carrier.push_back(carrierOf[i]);
}

void SolidBody::PlaceMelted()
{
	if (MeltedCount() == 0)
		return;
	ChangedMatter& matter = *changed;
	if (matter.carrier.size() != matter.melted.size())
		FindCarriers();
	const AlignedArray<Vec3>& X = rest->state.position;
	for (std::size_t k = 0; k < matter.melted.size(); ++k)
	{
		const std::uint32_t i = matter.melted[k];
		if (matter.carrier[k] != i)
			continue;
		// The rigid motion that fits the solid neighbours best says where the particle would be: x = c + R (X - C).
		Vec3d centre, restCentre;
		double count = 0;
		for (const std::uint32_t j : rest->state.neighbours.Of(i))
			if (!IsMelted(j))
			{
				centre += position[j].Cast<double>();
				restCentre += X[j].Cast<double>();
				++count;
			}
		centre = centre / count;
		restCentre = restCentre / count;
		if (count < LeastToTurn)
		{
			position[i] = centre.Cast<Real>();
			continue;
		}
		Mat3d covariance;
		for (const std::uint32_t j : rest->state.neighbours.Of(i))
			if (!IsMelted(j))
				covariance += Mat3d::Outer(position[j].Cast<double>() - centre, X[j].Cast<double>() - restCentre);
		const SignedSvd svd = DecomposeSigned(covariance);
		position[i] = (centre + svd.u * Transpose(svd.v) * (X[i].Cast<double>() - restCentre)).Cast<Real>();
	}
	for (std::size_t k = 0; k < matter.melted.size(); ++k)
		if (matter.carrier[k] != NoCarrier)
			position[matter.melted[k]] = position[matter.carrier[k]];
}

}
