#include "FluidBoundary.h"

#include "Coverage.h"
#include "Sweep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Least distance of a fluid particle's centre from a surface, in radii: half of where the pressure keeps it.
constexpr Real LeastGap = Real(0.25);

}

void FluidBoundary::Cover(FluidSystem& system, std::span<Obstacle> newObstacles, std::size_t newFluidCount, TaskRunner& tasks)
{
	obstacles = newObstacles;
	fluidCount = newFluidCount;
	hasMovable = std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& o) { return o.IsMovable(); });
	runCount = system.FluidRunCount();
	if (runs.size() < runCount)
		runs.resize(runCount);
	Box3 fluid;
	for (std::size_t i = 0; i < system.fluidCount; ++i)
		fluid.Include(system.Position()[i].Xyz());
	maps.Prepare(obstacles, fluid, system.support);
	auto coverRun = [&](std::size_t run) { CoverRun(system, run); };
	tasks.Run(runCount, coverRun);
	meetings.resize(obstacles.size() * fluidCount);
	for (const Run& run : std::span(runs).first(runCount))
		for (const Arrival& arrival : run.arrivals)
		{
			FluidMeeting& meeting = meetings[arrival.obstacle * fluidCount + arrival.fluid];
			meeting.fastest = std::max(meeting.fastest, static_cast<double>(arrival.fastest));
			meeting.particles += arrival.particles;
		}
}

void FluidBoundary::NoteArrival(Run& run, std::uint32_t obstacle, std::uint32_t fluid, Real speed)
{
	auto arrival = std::find_if(
		run.arrivals.begin(), run.arrivals.end(), [&](const Arrival& known) { return known.obstacle == obstacle && known.fluid == fluid; });
	if (arrival == run.arrivals.end())
		arrival = run.arrivals.insert(arrival, {obstacle, fluid, 0, 0});
	++arrival->particles;
	arrival->fastest = std::max(arrival->fastest, speed);
}

void FluidBoundary::Push(const FluidSystem& system, const Touch& touch, const Vec3& impulse, Real pressed)
{
	obstacles[touch.obstacle].Receive(touch.place, impulse);
	FluidMeeting& meeting = Meet(system, touch.obstacle, touch.particle);
	meeting.impulse += impulse.Cast<double>();
	meeting.place += touch.place.Cast<double>() * static_cast<double>(pressed);
	meeting.weight += static_cast<double>(pressed);
}

void FluidBoundary::CoverRun(FluidSystem& system, std::size_t runIndex)
{
	const FluidSystem::Range range = system.RunRange(runIndex);
	const std::span<const CellGrid::KeyedPoint> keys = system.fluidGrid.Sorted();
	std::vector<Touch>& touches = runs[runIndex].touches;
	touches.clear();
	runs[runIndex].arrivals.clear();
	std::vector<std::uint32_t>& nearby = runs[runIndex].nearby;
	std::uint64_t nearKey = CellGrid::NoCell;
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		if (keys[i].key != nearKey)
		{
			nearKey = keys[i].key;
			nearby.clear();
			const Box3 box = system.fluidGrid.BoxOf(nearKey);
			const Real reach = system.support + Norm(box.Size()) / 2;
			for (std::uint32_t k = 0; k < obstacles.size(); ++k)
				if (obstacles[k].LeastDistance(box.Centre()) < reach)
					nearby.push_back(k);
		}
		const Vec3 place = system.particles->position[i].Xyz();
		Real free = 1; // share of the kernel that no obstacle covers
		const std::size_t firstTouch = touches.size();
		for (const std::uint32_t index : nearby)
		{
			const Obstacle& obstacle = obstacles[index];
			const CoverageSample sample = CoverBy(obstacle, maps.Of(index), place, system.support);
			if (!(sample.coverage > 0))
				continue;
			const Real share = std::max(1 - sample.coverage, Real(0));
			for (std::size_t t = firstTouch; t < touches.size(); ++t)
				touches[t].gradient *= share;
			const DistanceSample at = obstacle.Distance(place);
			touches.push_back({static_cast<std::uint32_t>(i), index, sample.gradient * free, place - at.gradient * at.distance});
			NoteArrival(runs[runIndex], index, system.particles->fluid[i],
				-Dot(system.Velocity()[i].Xyz() - obstacle.VelocityAt(place), at.gradient));
			free *= share;
		}
		Vec3 gradient;
		Real flux = 0;
		for (std::size_t t = firstTouch; t < touches.size(); ++t)
		{
			gradient += touches[t].gradient;
			flux += Dot(touches[t].gradient, obstacles[touches[t].obstacle].VelocityAt(touches[t].place));
		}
		system.particles->density[i] = 1 - free;
		system.wall[i] = {gradient, flux};
	}
}

void FluidBoundary::React(FluidSystem& system, Real step)
{
	const Real factor = step * system.volume;
	for (std::size_t run = 0; run < runCount; ++run)
		for (const Touch& touch : runs[run].touches)
			if (obstacles[touch.obstacle].IsMovable())
			{
				const Real push = factor * system.pressureChange[touch.particle];
				Push(system, touch, touch.gradient * push, Norm(touch.gradient) * push);
			}
	for (std::size_t run = 0; run < runCount; ++run)
	{
		const std::vector<Touch>& touches = runs[run].touches;
		for (std::size_t t = 0; t < touches.size();)
		{
			const std::uint32_t particle = touches[t].particle;
			Real flux = 0;
			for (; t < touches.size() && touches[t].particle == particle; ++t)
				flux += Dot(touches[t].gradient, obstacles[touches[t].obstacle].VelocityAt(touches[t].place));
			system.pull[particle].w = flux;
		}
	}
}

void FluidBoundary::BookPressure(const FluidSystem& system, std::span<const float> pressure, Real step)
{
	const Real factor = step * system.volume;
	for (std::size_t run = 0; run < runCount; ++run)
		for (const Touch& touch : runs[run].touches)
			if (!obstacles[touch.obstacle].IsMovable())
			{
				const Real push = factor * pressure[touch.particle];
				Push(system, touch, touch.gradient * push, Norm(touch.gradient) * push);
			}
}

void FluidBoundary::Rub(FluidSystem& system, std::span<const float> pressure, std::span<const float> frictionOfFluid, Real step)
{
	if (std::all_of(frictionOfFluid.begin(), frictionOfFluid.end(), [](float friction) { return friction == 0; }))
		return;
	for (std::size_t run = 0; run < runCount; ++run)
		for (const Touch& touch : runs[run].touches)
		{
			const std::uint32_t i = touch.particle;
			const Real steepness = Norm(touch.gradient);
			const Real push = pressure[i] * steepness * step * system.inverseDensity[i] * frictionOfFluid[system.particles->fluid[i]];
			if (!(push > 0))
				continue;
			const Obstacle& obstacle = obstacles[touch.obstacle];
			PaddedVec3& velocity = system.Velocity()[i];
			const Vec3 change = FrictionOf(velocity.Xyz() - obstacle.VelocityAt(touch.place), touch.gradient / steepness, push);
			velocity.SetXyz(velocity.Xyz() + change);
			Push(system, touch, change * (-system.volume / system.inverseDensity[i]), 0);
		}
}

void FluidBoundary::ListShear(const FluidSystem& system, std::vector<WallShear>& shear) const
{
	shear.clear();
	for (std::size_t run = 0; run < runCount; ++run)
		for (const Touch& touch : runs[run].touches)
		{
			const Real steepness = Norm(touch.gradient);
			const Vec3 normal = steepness > 0 ? touch.gradient / steepness : Vec3{0, 0, 1};
			const Real distance = Norm(system.Position()[touch.particle].Xyz() - touch.place);
			shear.push_back({touch.particle, normal, steepness / std::max(distance, Real(0.5) * system.radius),
				obstacles[touch.obstacle].VelocityAt(touch.place)});
		}
}

void FluidBoundary::ReceiveShear(
	const FluidSystem& system, std::span<const WallShear> shear, std::span<const float> viscosityOfFluid, Real step)
{
	std::size_t entry = 0;
	for (std::size_t run = 0; run < runCount; ++run)
		for (const Touch& touch : runs[run].touches)
		{
			const WallShear& wall = shear[entry++];
			const Real viscosity = viscosityOfFluid[system.particles->fluid[touch.particle]];
			const Vec3 slip = system.Velocity()[touch.particle].Xyz() - wall.velocity;
			const Vec3 along = slip - wall.normal * Dot(slip, wall.normal);
			Push(system, touch, along * (step * viscosity * wall.rate * system.volume), 0);
		}
}

bool FluidBoundary::FindReachable(
	const FluidSystem& system, const FluidSystem::Range& range, Real step, std::vector<std::uint32_t>& found) const
{
	const Real least = LeastGap * system.radius;
	found.clear();
	Box3 box;
	Real fastestSquared = 0;
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		box.Include(system.particles->position[i].Xyz());
		fastestSquared = std::max(fastestSquared, SquaredNorm(system.particles->velocity[i].Xyz()));
	}
	const Vec3 centre = box.Centre();
	const Real extent = Norm(box.Size()) / 2, fastest = std::sqrt(fastestSquared);
	bool isAnyUnseen = false;
	for (std::uint32_t k = 0; k < obstacles.size(); ++k)
	{
		const Obstacle& obstacle = obstacles[k];
		const Real speed = fastest + Norm(obstacle.VelocityAt(centre)) + Norm(obstacle.angularVelocity) * extent; // towards each other
		const Real reach = speed * step + least;
		if (obstacle.LeastDistance(centre) >= extent + reach)
			continue;
		found.push_back(k);
		isAnyUnseen = isAnyUnseen || reach > CoverageReach * system.support;
	}
	return isAnyUnseen;
}

void FluidBoundary::StopAtSurfaces(FluidSystem& system, Real step, std::span<const float> frictionOfFluid, TaskRunner& tasks)
{
	FluidParticles& particles = *system.particles;
	const Real least = LeastGap * system.radius;
	auto stopRun = [&](std::size_t runIndex)
	{
		const FluidSystem::Range range = system.RunRange(runIndex);
		Run& run = runs[runIndex];
		run.stops.clear();
		const bool looksAtAll = FindReachable(system, range, step, run.nearby);
		if (run.nearby.empty())
			return;
		std::size_t touch = 0;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const Vec3 place = particles.position[i].Xyz();
			Vec3 velocity = particles.velocity[i].Xyz();
			const Vec3 before = velocity;
			const auto stopAt = [&](std::uint32_t index)
			{
				const Obstacle& obstacle = obstacles[index];
				for (int wall = 0; wall < WallsOfACorner; ++wall)
				{
					// What one wall of a room has stopped slides into the next.
					const SurfaceHit hit = (wall == 0 ? SweepPoint : SweepInto)(obstacle, place, velocity, step, least);
					if (!hit.found)
						return;
					const Vec3 wallVelocity = obstacle.VelocityAt(hit.place);
					const Real excess = hit.leastNormalSpeed - Dot(velocity - wallVelocity, hit.normal);
					if (excess <= 0)
						return;
					Vec3 change = hit.normal * excess;
					change += FrictionOf(velocity + change - wallVelocity, hit.normal, frictionOfFluid[particles.fluid[i]] * excess);
					velocity += change;
					run.stops.push_back(
						{index, static_cast<std::uint32_t>(i), hit.place, change * (system.volume / system.inverseDensity[i])});
				}
			};
			if (looksAtAll)
				for (const std::uint32_t index : run.nearby)
					stopAt(index);
			else
				for (; touch < run.touches.size() && run.touches[touch].particle == i; ++touch)
					stopAt(run.touches[touch].obstacle);
			if (!(velocity == before))
				particles.velocity[i].SetXyz(velocity);
		}
	};
	tasks.Run(runCount, stopRun);
	for (std::size_t runIndex = 0; runIndex < runCount; ++runIndex)
		for (const Stop& stop : runs[runIndex].stops)
			Push(system, {stop.particle, stop.obstacle, {}, stop.place}, -stop.impulse, Norm(stop.impulse));
}

}
