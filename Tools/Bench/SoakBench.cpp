#include "SoakBench.h"

#include <Common/Interrupt.h>
#include <Common/ProcessorTime.h>
#include <SPHSolids/World/World.h>
#include <Scenes/Lattice.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>

namespace SPHSolids::Tools
{
namespace
{

double ResidentMegabytes()
{
	std::ifstream file("/proc/self/statm");
	double all = 0, resident = 0;
	file >> all >> resident;
	return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Three blocks on each other that never sleep.
std::unique_ptr<World> MakeStack()
{
	WorldDef def;
	def.sleep.enabled = false;
	def.solver.refactorAtOnce = true;
	def.solver.minimiser.iterations = 4;
	auto world = World::Create(def).TakeValue();
	world->AddBoundary({}).Value();
	SolidBodyDef body = Scenes::LatticeBody(3, 3, 3, 0.04, Scenes::MaterialOf(MaterialModel::StableNeoHookean, 2e5, 0.3, 1000, 1));
	for (int k = 0; k < 3; ++k)
	{
		body.position = {0, 0, 0.001 + 0.125 * k};
		world->AddBody(body).Value();
	}
	return world;
}

constexpr double RoomHalf = 0.6, BlockSpacing = 0.04, GameFrame = 1.0 / 60;
constexpr int BlocksInPlay = 12;

/// A closed room with a paddle that turns on its floor, a tap above it and boxes; blocks of jelly come and go.
class GameRoom
{
public:
	GameRoom()
	{
		WorldDef def;
		def.time.elasticStep = GameFrame / 2;
		def.time.maxStep = GameFrame / 2;
		def.solver.minimiser.iterations = 4;
		world = World::Create(def).TakeValue();
		BoundaryDef room;
		room.shape = Shape::Box(Vec3d{1, 1, 1} * RoomHalf).Value().Inverted();
		world->AddBoundary(room).Value();
		BoundaryDef paddle;
		paddle.shape = Shape::Box({0.45, 0.03, 0.05}).Value();
		paddle.pose.position = {0, 0, -RoomHalf + 0.06};
		paddle.motion = PinMotion::Rotate({}, {0, 0, 1}, 1.5, 0, 1e9).Value();
		world->AddBoundary(paddle).Value();
		FluidDef water;
		water.particleRadius = 0.02;
		EmitterDef tap;
		tap.fluid = world->AddFluid(water).Value();
		tap.pose = {{0.3, 0.3, RoomHalf - 0.1}, AxisAngleRotation(Vec3d{1, 0, 0}, Pi)};
		tap.radius = 0.05;
		tap.speed = 0.8;
		tap.lifetime = 2;
		world->AddEmitter(tap).Value();
		RigidDef box;
		box.shape = Shape::Box({0.06, 0.05, 0.04}).Value();
		box.density = 500;
		for (int k = 0; k < 3; ++k)
		{
			box.pose.position = {0.3 * (k - 1), -0.3, 0};
			rigids.push_back(world->AddRigid(box).Value());
		}
		for (int k = 0; k < BlocksInPlay; ++k)
			DropBlock();
	}

	StepReport TakeFrame(TaskRunner& tasks)
	{
		if (frame % 600 == 599) // every ten seconds the oldest block goes and a new one comes
		{
			world->Remove(blocks.front());
			blocks.erase(blocks.begin());
			DropBlock();
		}
		if (frame % 1200 == 1199)
			world->ApplyRadialImpulse({0, 0, -RoomHalf}, 1, 4);
		++frame;
		return world->Step(GameFrame, tasks);
	}
	/// Farthest that anything is outside the room, m.
	double Outside() const
	{
		double farthest = 0;
		const auto look = [&](const Vec3d& place)
		{
			const double beyond = std::max({std::fabs(place.x), std::fabs(place.y), std::fabs(place.z)}) - RoomHalf;
			farthest = std::isfinite(beyond) ? std::max(farthest, beyond) : 1e30;
		};
		for (const BodyId id : blocks)
			for (const Vec3& p : world->Find(id)->position)
				look(world->Find(id)->origin + p.Cast<double>());
		for (const PaddedVec3& p : world->Fluid().position)
			look(world->Fluid().origin + p.Xyz().Cast<double>());
		for (const RigidId id : rigids)
			look(world->CentreOfMass(id));
		return farthest;
	}

	std::unique_ptr<World> world;
	std::vector<BodyId> blocks;

private:
	void DropBlock()
	{
		constexpr MaterialModel models[] = {
			MaterialModel::StableNeoHookean, MaterialModel::Corotated, MaterialModel::NeoHookean, MaterialModel::MooneyRivlin};
		SolidBodyDef body =
			Scenes::LatticeBody(5, 5, 5, BlockSpacing, Scenes::MaterialOf(models[dropped % 4], 5e4 * (1 + dropped % 5), 0.35, 900, 1));
		body.rotation = AxisAngleRotation(Vec3d{0.6, 0, 0.8}, 0.7 * dropped);
		// However it is turned, no corner of it begins in a wall.
		const Vec3d centre = {-0.4 + 0.22 * (dropped % 4), -0.4 + 0.22 * (dropped / 4 % 4), 0.1};
		body.position = centre - body.rotation * (Vec3d{1, 1, 1} * (2.5 * BlockSpacing));
		blocks.push_back(world->AddBody(body).Value());
		++dropped;
	}

	std::vector<RigidId> rigids;
	int dropped = 0, frame = 0;
};

std::string NamesOf(StepIssue issues)
{
	std::string names;
	for (const StepIssueInfo& info : StepIssues())
		if (Has(issues, info.issue))
			names += (names.empty() ? "" : " ") + std::string(info.name);
	return names.empty() ? "none" : names;
}

}

void RunSoak(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto serial = MakeSerialTaskRunner();
	const auto world = MakeStack();
	const double step = world->Def().time.elasticStep;
	const int part = std::max(1, options.steps / 10);
	std::printf("A stack of three blocks of 27 particles, %d steps of %.0f ms:\n%9s %12s %12s %14s %14s\n", options.steps, 1000 * step,
		"steps", "us a step", "resident MB", "top moved mm", "top speed mm/s");
	Vec3d start;
	nlohmann::json rows = nlohmann::json::array();
	for (int tenth = 1; tenth <= 10 && !IsInterrupted(); ++tenth)
	{
		const double begin = ThreadSeconds();
		for (int k = 0; k < part; ++k)
			world->Step(step, *serial);
		const double microseconds = 1e6 * (ThreadSeconds() - begin) / part;
		const SolidBody& top = *world->Find(world->Bodies().back());
		if (tenth == 1)
			start = top.CentreOfMass();
		const double moved = 1000 * Norm(top.CentreOfMass() - start), speed = 1000 * Norm(top.Momentum()) / top.Mass();
		std::printf("%9d %12.1f %12.2f %14.5f %14.5f\n", tenth * part, microseconds, ResidentMegabytes(), moved, speed);
		rows.push_back({{"steps", tenth * part}, {"microseconds", microseconds}, {"residentMB", ResidentMegabytes()}, {"movedMm", moved}});
	}
	printer.Note("soak", rows, "");
}

void RunGameSoak(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto serial = MakeSerialTaskRunner();
	GameRoom room;
	const int part = std::max(1, options.steps / 10);
	std::printf(
		"A room with %d blocks of 125 particles, water, boxes and a paddle, %d frames of 1/60 s on one core:\n%9s %12s %12s %9s %9s "
		"%12s  %s\n",
		BlocksInPlay, options.steps, "frames", "ms a frame", "resident MB", "bodies", "water", "outside mm", "issues");
	nlohmann::json rows = nlohmann::json::array();
	for (int tenth = 1; tenth <= 10 && !IsInterrupted(); ++tenth)
	{
		const double begin = ThreadSeconds();
		StepReport report;
		StepIssue issues = StepIssue::None;
		double outside = 0;
		for (int k = 0; k < part && !IsInterrupted(); ++k)
		{
			report = room.TakeFrame(*serial);
			issues |= report.issues;
			outside = std::max(outside, room.Outside());
		}
		const double milliseconds = 1000 * (ThreadSeconds() - begin) / part;
		std::printf("%9d %12.2f %12.2f %9zu %9u %12.3f  %s\n", tenth * part, milliseconds, ResidentMegabytes(), room.blocks.size(),
			report.fluidParticles, 1000 * outside, NamesOf(issues).c_str());
		std::fflush(stdout);
		rows.push_back({{"frames", tenth * part}, {"milliseconds", milliseconds}, {"residentMB", ResidentMegabytes()},
			{"outsideMm", 1000 * outside}, {"issues", NamesOf(issues)}});
	}
	printer.Note("gameSoak", rows, "");
}

}
