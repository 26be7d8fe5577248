#include "WorldStep.h"

#include <algorithm>

namespace SPHSolids
{

std::uint32_t WorldStep::FluidNearest(std::size_t solid) const
{
	const std::vector<FluidId>& fluids = world.fluids.Ids();
	if (fluids.size() == 1)
		return fluids.front().index;
	const FluidSystem& system = world.system;
	const FluidRun& run = system.runs[system.FluidRunCount() + solid / FluidSystem::ParticlesPerRun];
	// Weights of the list fall with distance.
	std::uint32_t largest = 0, nearest = 0;
	for (const FluidOctet& octet : run.ListOf(solid % FluidSystem::ParticlesPerRun))
		for (int k = 0; k < 8; ++k)
			if (const std::uint32_t weight = octet.weight[k].bits & 0x7fffu; weight > largest) // their sizes, as halves compare
			{
				largest = weight;
				nearest = octet.place[k].bits / 2u;
			}
	for (const FluidSegment& segment : run.segments)
		if (nearest >= segment.place && nearest < segment.place + segment.count)
			if (const std::uint32_t particle = segment.first + (nearest - segment.place); particle < system.fluidCount)
				return world.fluid.fluid[particle];
	return fluids.front().index;
}

void WorldStep::NoteMeeting(std::uint32_t body, std::uint32_t fluid, const Vec3& place, const Vec3& impulse, double speed)
{
	std::vector<WorldState::SolidMeeting>& meetings = world.solidMeetings;
	const auto isIt = [&](const WorldState::SolidMeeting& known) { return known.body == body && known.fluid == fluid; };
	// Most bodies meet one fluid, so it is the one that this body met last.
	std::size_t& index = world.bodies.At(body)->lastMeeting;
	if (index >= meetings.size() || !isIt(meetings[index]))
	{
		index = static_cast<std::size_t>(std::find_if(meetings.begin(), meetings.end(), isIt) - meetings.begin());
		if (index == meetings.size())
			meetings.push_back({body, fluid, {}, {}});
	}
	WorldState::SolidMeeting& meeting = meetings[index];
	const double size = static_cast<double>(Norm(impulse));
	meeting.impulse += impulse.Cast<double>();
	meeting.place += place.Cast<double>() * size;
	meeting.weight += size;
	meeting.fastest = std::max(meeting.fastest, speed);
	++meeting.particles;
}

void WorldStep::PublishFluidContacts()
{
	const auto publish = [&](ContactEvent& event, FluidId fluid, const Vec3d& impulse, const Vec3d& place, const auto& meeting)
	{
		event.fluid = fluid;
		event.impulse = impulse;
		event.place = world.frame + place / std::max(meeting.weight, 1e-30);
		event.normalSpeed = meeting.fastest;
		event.particles = meeting.particles;
		world.contacts.push_back(event);
	};
	for (const WorldState::SolidMeeting& meeting : world.solidMeetings)
	{
		ContactEvent event;
		event.body = world.bodies.IdAt(meeting.body);
		event.other = ContactEvent::Other::Fluid;
		publish(event, world.fluids.IdAt(meeting.fluid), meeting.impulse, meeting.place, meeting);
	}
	world.solidMeetings.clear();
	for (std::uint32_t o = 0; o < world.obstacles.size(); ++o)
		for (const FluidId fluid : world.fluids.Ids())
		{
			const FluidMeeting& meeting = world.fluidBoundary.MeetingOf(o, fluid.index);
			if (!(meeting.weight > 0))
				continue;
			ContactEvent event;
			const std::size_t boundaryCount = world.boundaries.ActiveIds().size();
			event.other = o < boundaryCount ? ContactEvent::Other::Boundary : ContactEvent::Other::Rigid;
			if (o < boundaryCount)
				event.boundary = world.boundaries.ActiveIds()[o];
			else
				event.rigid = world.rigids.ActiveIds()[o - boundaryCount];
			publish(event, fluid, meeting.impulse * -1.0, meeting.place, meeting);
		}
	world.fluidBoundary.ForgetMeetings();
}

}
