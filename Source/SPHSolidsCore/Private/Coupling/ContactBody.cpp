#include "ContactBody.h"

#include <SPHSolids/Neighbour/KdOrder.h>

#include <utility>

namespace SPHSolids
{
namespace
{

/// A particle whose kernel volume exceeds its share of the body by this factor has a side without neighbours.
constexpr Real ShellVolumeRatio = Real(1.08);

}

void ContactShell::Sort(const RestState& rest)
{
	std::vector<Vec3d> places;
	places.reserve(particles.size());
	for (const std::uint32_t i : particles)
		places.push_back(rest.position[i].Cast<double>());
	std::vector<std::uint32_t> sorted;
	sorted.reserve(particles.size());
	for (const std::uint32_t k : KdOrder(places, ClusterSize))
		sorted.push_back(particles[k]);
	particles = std::move(sorted);
	for (int axis = 0; axis < 3; ++axis)
	{
		restPlace[axis].assign((particles.size() + ClusterSize - 1) / ClusterSize * ClusterSize, 0.0f);
		for (std::size_t k = 0; k < particles.size(); ++k)
			restPlace[axis][k] = rest.position[particles[k]][axis];
	}
}

std::shared_ptr<const ContactShell> MakeContactShell(const RestState& rest)
{
	auto shell = std::make_shared<ContactShell>();
	std::size_t flat = 0;
	for (std::uint32_t i = 0; i < rest.ParticleCount(); ++i)
	{
		flat += rest.rank[i] < 3;
		if (rest.rank[i] < 3 || rest.kernelVolume[i] > ShellVolumeRatio * rest.volume[i])
			shell->particles.push_back(i);
	}
	shell->isSheet = 2 * flat > rest.ParticleCount();
	shell->Sort(rest);
	return shell;
}

}
