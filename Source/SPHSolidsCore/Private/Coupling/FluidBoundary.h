#pragma once

#include "CoverageMap.h"
#include "Fluid/FluidSystem.h"
#include "Fluid/PressureSolve.h"
#include "Fluid/ViscositySolve.h"
#include "Obstacle.h"

#include <span>
#include <vector>

namespace SPHSolids
{

/// Sums over all that a fluid and an obstacle did to each other.
struct FluidMeeting
{
	Vec3d impulse; // on the obstacle, N s
	Vec3d place;   // weighted by pressure
	double weight = 0;
	double fastest = 0; // at which they met, m/s
	std::uint32_t particles = 0;
};

/// How boundaries and rigid bodies act on the fluid of a substep, and how the fluid acts back.
class FluidBoundary final : public MovingWalls
{
public:
	/// Fills density with coverage, and wall, of all fluid particles. Reads the order of cells.
	/// @param newObstacles Stay where they are for the rest of the substep. @param newFluidCount No particle names a fluid beyond it.
	void Cover(FluidSystem& system, std::span<Obstacle> newObstacles, std::size_t newFluidCount, TaskRunner& tasks);

	void React(FluidSystem& system, Real step) override;
	bool HasMovable() const { return hasMovable; }

	/// Gives unmovable obstacles the impulse of a solve's final pressures.
	void BookPressure(const FluidSystem& system, std::span<const float> pressure, Real step);

	/// Dry friction by the pressure that holds particles at obstacles, and its reaction.
	void Rub(FluidSystem& system, std::span<const float> pressure, std::span<const float> frictionOfFluid, Real step);

	/// Where viscosity drags particles along obstacles, one entry for each touch.
	void ListShear(const FluidSystem& system, std::vector<WallShear>& shear) const;
	/// Gives obstacles what the viscosity solve took from the fluid at these places.
	void ReceiveShear(const FluidSystem& system, std::span<const WallShear> shear, std::span<const float> viscosityOfFluid, Real step);

	/// What happened between a fluid and an obstacle since the last ForgetMeetings.
	const FluidMeeting& MeetingOf(std::uint32_t obstacle, std::uint32_t fluid) const
	{
		const std::size_t index = std::size_t(obstacle) * fluidCount + fluid;
		return index < meetings.size() ? meetings[index] : noMeeting;
	}
	void ForgetMeetings() { meetings.clear(); }

	/// Stops velocities that would take a particle into an obstacle within the step, with friction, whatever the pressures did.
	void StopAtSurfaces(FluidSystem& system, Real step, std::span<const float> frictionOfFluid, TaskRunner& tasks);

private:
	/// One particle near one obstacle.
	struct Touch
	{
		std::uint32_t particle;
		std::uint32_t obstacle;
		Vec3 gradient; // its share of grad lambda
		Vec3 place;    // nearest point of the surface
	};
	struct Stop
	{
		std::uint32_t obstacle, particle;
		Vec3 place;
		Vec3 impulse; // on the particle
	};
	/// The fastest of a run that comes to an obstacle.
	struct Arrival
	{
		std::uint32_t obstacle, fluid, particles;
		Real fastest;
	};
	struct Run
	{
		std::vector<Arrival> arrivals;
		std::vector<std::uint32_t> nearby; // obstacles
		std::vector<Touch> touches;
		std::vector<Stop> stops;
	};

	void CoverRun(FluidSystem& system, std::size_t run);
	static void NoteArrival(Run& run, std::uint32_t obstacle, std::uint32_t fluid, Real speed);
	FluidMeeting& Meet(const FluidSystem& system, std::uint32_t obstacle, std::uint32_t particle)
	{
		return meetings[std::size_t(obstacle) * fluidCount + system.particles->fluid[particle]];
	}
	/// Gives an obstacle what a particle near it does to it. @param pressed How much of it is pressure, N s.
	void Push(const FluidSystem& system, const Touch& touch, const Vec3& impulse, Real pressed);
	/// Obstacles that a particle of a run may come too near to in the step, whichever of them moves.
	/// @return Whether one of them may be so fast, or met by particles so fast, that these do not touch it yet.
	bool FindReachable(const FluidSystem& system, const FluidSystem::Range& range, Real step, std::vector<std::uint32_t>& found) const;

	std::span<Obstacle> obstacles;
	CoverageMaps maps;
	std::vector<Run> runs;
	std::size_t runCount = 0;
	std::size_t fluidCount = 0;
	std::vector<FluidMeeting> meetings; // by obstacle and fluid
	FluidMeeting noMeeting;
	bool hasMovable = false;
};

}
