#include <SPHSolids/Record/CaptureFrame.h>

#include <algorithm>
#include <numeric>

namespace SPHSolids
{

void CaptureBody(const SolidBody& body, std::uint16_t object, RecordedFrame& frame)
{
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		frame.position.push_back(body.origin + body.position[i].Cast<double>());
		frame.velocity.push_back(body.velocity[i]);
		frame.object.push_back(object);
	}
}

void CaptureFluids(const FluidView& fluids, std::span<const std::uint16_t> objectOfFluid, RecordedFrame& frame)
{
	if (objectOfFluid.empty())
		return;
	std::vector<std::uint32_t> order(fluids.position.size());
	std::iota(order.begin(), order.end(), 0u);
	std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return fluids.id[a] < fluids.id[b]; });
	for (const std::uint32_t i : order)
	{
		frame.position.push_back(fluids.origin + fluids.position[i].Xyz().Cast<double>());
		frame.velocity.push_back(fluids.velocity[i].Xyz());
		frame.object.push_back(objectOfFluid[std::min<std::size_t>(fluids.fluid[i], objectOfFluid.size() - 1)]);
	}
}

}
