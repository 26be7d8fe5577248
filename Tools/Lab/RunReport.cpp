#include <Lab/RunHistory.h>

#include <Common/BodyJson.h>
#include <Common/Version.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace SPHSolids::Lab
{
namespace
{

using Object = nlohmann::ordered_json;

using Tools::ToJson;

Object ToJson(const RunHistory::Spread& spread)
{
	return {{"median", spread.median}, {"p95", spread.p95}};
}

Object MeanIterations(const SolveFigures& figures)
{
	return figures.solves > 0 ? Object(static_cast<double>(figures.iterations) / figures.solves) : Object(nullptr);
}

Object DescribeBodyRun(const ScenePlayer& player, const RunHistory& history, std::size_t index)
{
	const BodyFigures& last = history.Frames().back().bodies[index];
	Object json;
	json["name"] = player.bodies[index].name;
	json["particles"] = player.BodyAt(index).ParticleCount();
	json["mass"] = player.BodyAt(index).Mass();
	json["volumeRatio"] = last.volumeRatio;
	Object ratios = Object::array();
	BodyFigures worst = last;
	for (const FrameFigures& frame : history.Frames())
	{
		const BodyFigures& then = frame.bodies[index];
		ratios.push_back(then.volumeRatio);
		worst.minJ = std::min(worst.minJ, then.minJ);
		worst.maxJ = std::max(worst.maxJ, then.maxJ);
		worst.inverted = std::max(worst.inverted, then.inverted);
		worst.maxSpeed = std::max(worst.maxSpeed, then.maxSpeed);
		worst.penetration = std::max(worst.penetration, then.penetration);
	}
	json["volumeRatioHistory"] = ratios;
	json["minJ"] = last.minJ;
	json["maxJ"] = last.maxJ;
	json["inverted"] = last.inverted;
	json["maxSpeed"] = last.maxSpeed;
	json["maxPenetration"] = worst.penetration;
	json["overRun"] = {{"minJ", worst.minJ}, {"maxJ", worst.maxJ}, {"inverted", worst.inverted}, {"maxSpeed", worst.maxSpeed}};
	json["centreOfMass"] = ToJson(last.centreOfMass);
	json["energy"] = {{"kinetic", last.energy.kinetic}, {"elastic", last.energy.elastic}, {"zeroEnergy", last.energy.zeroEnergy},
		{"gravity", last.energy.gravity}};
	json["momentum"] = ToJson(last.momentum);
	json["angularMomentum"] = ToJson(last.angularMomentum);
	constexpr const char* states[] = {"awake", "sleeping", "disabled", "frozen"};
	json["state"] = states[static_cast<std::size_t>(player.GetWorld().StateOf(player.bodies[index].id))];
	return json;
}

Object DescribeFluidRun(const ScenePlayer& player, const RunHistory& history, std::size_t index)
{
	const FluidFigures& last = history.Frames().back().fluids[index];
	Object json;
	json["name"] = player.fluids[index].name;
	json["particles"] = last.particles;
	json["surfaceHeight"] = std::isfinite(last.surfaceHeight) ? Object(last.surfaceHeight) : Object(nullptr);
	json["densityError"] = last.densityError;
	json["maxSpeed"] = last.maxSpeed;
	return json;
}

Object DescribeRigids(const ScenePlayer& player)
{
	Object list = Object::array();
	for (const PlayedObstacle& obstacle : player.obstacles)
		if (const RigidState* state = player.GetWorld().Find(obstacle.rigid))
			list.push_back({{"name", obstacle.name}, {"mass", player.GetWorld().MassOf(obstacle.rigid)},
				{"position", ToJson(state->pose.position)}, {"centreOfMass", ToJson(player.GetWorld().CentreOfMass(obstacle.rigid))},
				{"velocity", ToJson(state->velocity)}, {"angularVelocity", ToJson(state->angularVelocity)}});
	return list;
}

Object DescribeProbes(const ScenePlayer& player, const RunHistory& history)
{
	Object json = Object::object();
	for (std::size_t k = 0; k < player.probes.size(); ++k)
	{
		const ProbeFigures& probe = history.Frames().back().probes[k];
		Object& entry = json[player.probes[k].name];
		entry["particles"] = probe.particles;
		entry["position"] = ToJson(probe.position);
		entry["velocity"] = ToJson(probe.velocity);
		if (player.probes[k].fluidProbe.IsSet())
			entry["pressure"] = probe.pressure;
	}
	return json;
}

/// Cells of a table, with a header made at the same time so that the two cannot disagree.
class TableRow
{
public:
	void Add(const std::string& name, double value)
	{
		char text[40];
		std::snprintf(text, sizeof text, "%.9g", value);
		AddText(name, std::isfinite(value) ? text : "");
	}
	void Add(const std::string& name, const Vec3d& value)
	{
		for (int axis = 0; axis < 3; ++axis)
			Add(name + "." + "xyz"[axis], value[axis]);
	}
	std::string header, cells;

private:
	/// Names come from scene files: commas and quotes are quoted.
	static std::string Quoted(const std::string& text)
	{
		if (text.find_first_of(",\"\n\r") == std::string::npos)
			return text;
		std::string quoted = "\"";
		for (const char c : text)
			quoted += c == '"' ? std::string("\"\"") : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
		return quoted + "\"";
	}
	void AddText(const std::string& name, const std::string& text)
	{
		header += (header.empty() ? "" : ",") + Quoted(name);
		cells += (cells.empty() && header == Quoted(name) ? "" : ",") + text;
	}
};

TableRow MakeRow(const ScenePlayer& player, const FrameFigures& frame, const FrameCost& cost, std::size_t index)
{
	TableRow row;
	row.Add("frame", static_cast<double>(index));
	row.Add("time", frame.time);
	row.Add("steps", cost.steps);
	for (const StageInfo& stage : Stages())
		row.Add(std::string("ms.") + stage.name, cost.milliseconds.*stage.field);
	for (const auto& [name, figures] : {std::pair{"elastic", cost.elastic}, {"density", cost.density}, {"divergence", cost.divergence}})
		row.Add(std::string("iterations.") + name, figures.solves > 0 ? static_cast<double>(figures.iterations) / figures.solves : 0);
	row.Add("issues", static_cast<double>(static_cast<std::uint32_t>(cost.issues)));
	for (std::size_t k = 0; k < frame.bodies.size(); ++k)
	{
		const BodyFigures& body = frame.bodies[k];
		const std::string& name = player.bodies[k].name;
		row.Add(name + ".volumeRatio", body.volumeRatio);
		row.Add(name + ".minJ", body.minJ);
		row.Add(name + ".maxJ", body.maxJ);
		row.Add(name + ".inverted", static_cast<double>(body.inverted));
		row.Add(name + ".maxSpeed", body.maxSpeed);
		row.Add(name + ".penetration", body.penetration);
		row.Add(name + ".centreOfMass", body.centreOfMass);
		row.Add(name + ".energy.kinetic", body.energy.kinetic);
		row.Add(name + ".energy.elastic", body.energy.elastic);
		row.Add(name + ".energy.zeroEnergy", body.energy.zeroEnergy);
		row.Add(name + ".energy.gravity", body.energy.gravity);
		row.Add(name + ".momentum", body.momentum);
		row.Add(name + ".angularMomentum", body.angularMomentum);
	}
	for (std::size_t k = 0; k < frame.fluids.size(); ++k)
	{
		const FluidFigures& fluid = frame.fluids[k];
		const std::string& name = player.fluids[k].name;
		row.Add(name + ".particles", static_cast<double>(fluid.particles));
		row.Add(name + ".surfaceHeight", fluid.surfaceHeight);
		row.Add(name + ".densityError", fluid.densityError);
		row.Add(name + ".maxSpeed", fluid.maxSpeed);
	}
	for (std::size_t k = 0; k < frame.probes.size(); ++k)
	{
		row.Add(player.probes[k].name + ".position", frame.probes[k].position);
		row.Add(player.probes[k].name + ".velocity", frame.probes[k].velocity);
		if (player.probes[k].fluidProbe.IsSet())
			row.Add(player.probes[k].name + ".pressure", frame.probes[k].pressure);
	}
	return row;
}

std::string ProcessorName()
{
	std::ifstream info("/proc/cpuinfo");
	for (std::string line; std::getline(info, line);)
		if (line.starts_with("model name"))
			return line.substr(line.find(':') + 2);
	return "unknown";
}

}

nlohmann::ordered_json DescribeMachine()
{
	const double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
	return {{"processor", ProcessorName()}, {"threads", std::thread::hardware_concurrency()}, {"memoryMB", std::floor(bytes / 1048576)},
		{"simd", SimdName}};
}

nlohmann::ordered_json MakeRunReport(const ScenePlayer& player, const RunHistory& history, const RunFacts& facts)
{
	const FrameFigures& last = history.Frames().back();
	Object json;
	json["scene"] = player.scene.name;
	json["description"] = player.scene.description;
	std::size_t solid = 0, fluid = 0;
	Object bodies = Object::array(), fluids = Object::array();
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
	{
		bodies.push_back(DescribeBodyRun(player, history, k));
		solid += player.BodyAt(k).ParticleCount();
	}
	for (std::size_t k = 0; k < player.fluids.size(); ++k)
	{
		fluids.push_back(DescribeFluidRun(player, history, k));
		fluid += last.fluids[k].particles;
	}
	json["particles"] = {{"solid", solid}, {"fluid", fluid}, {"boundary", 0}}; // boundaries are distances, not particles
	json["fluids"] = fluids;
	json["bodies"] = bodies;
	json["rigidBodies"] = DescribeRigids(player);
	json["frames"] = history.Frames().size() - 1;
	json["fps"] = facts.fps;
	json["time"] = last.time;
	json["steps"] = history.Steps();
	for (const char* stage : {"total", "neighbours", "elasticity", "pressure", "viscosity", "boundary", "skin", "other"})
		json["msPerStep"][stage] = nullptr;
	for (const StageInfo& stage : Stages())
		json["msPerStep"][stage.name] = ToJson(history.StageSpread(stage.field));
	if (history.SkinSpread().median > 0)
		json["msPerStep"]["skin"] = ToJson(history.SkinSpread());
	json["iterations"] = {{"elastic", MeanIterations(history.elastic)}, {"density", MeanIterations(history.density)},
		{"divergence", MeanIterations(history.divergence)}};
	json["issues"] = Object::object();
	for (const auto& [name, count] : history.Issues())
		json["issues"][name] = count;
	json["notes"] = player.notes;
	json["realTimeFactor"] = facts.wallSeconds > 0 ? last.time / facts.wallSeconds : 0;
	json["wallSeconds"] = facts.wallSeconds;
	json["totalSeconds"] = facts.totalSeconds;
	json["peakRssMB"] = Tools::PeakMemoryMB();
	json["bakeSeconds"] = player.bakeSeconds;
	json["factor"] = nullptr; // the world does not tell its solvers' factors apart from their other memory
	json["worldMB"] = static_cast<double>(player.GetWorld().Bytes()) / 1048576;
	json["probes"] = DescribeProbes(player, history);
	json["hash"] = Tools::HexHash(player.GetWorld().StateHash());
	json["interrupted"] = facts.interrupted;
	json["threads"] = facts.threads;
	json["machine"] = DescribeMachine();
	json["version"] = Tools::Version();
	return json;
}

std::string MakeRunTable(const ScenePlayer& player, const RunHistory& history)
{
	std::string table;
	for (std::size_t k = 0; k < history.Frames().size(); ++k)
	{
		const TableRow row = MakeRow(player, history.Frames()[k], k == 0 ? FrameCost{} : history.Costs()[k - 1], k);
		if (k == 0)
			table = row.header + "\n";
		table += row.cells + "\n";
	}
	return table;
}

}
