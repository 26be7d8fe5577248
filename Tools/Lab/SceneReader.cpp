#include <Lab/SceneReader.h>

#include <Lab/Colouring.h>
#include <Lab/SceneParts.h>

#include <SPHSolids/Solid/ElasticSolver.h>

#include <algorithm>
#include <set>

namespace SPHSolids::Lab
{
namespace
{

constexpr int DeepestNesting = 32;

void ReadTime(const SceneNode& node, TimeSettings& time)
{
	node.AllowKeys({"elasticStep", "cfl", "maxStep", "minStep"});
	time.elasticStep = node.Number("elasticStep", time.elasticStep, {1e-6, 1});
	time.cfl = node.Number("cfl", time.cfl, {0.01, 10});
	time.maxStep = node.Number("maxStep", time.maxStep, {1e-6, 1});
	time.minStep = node.Number("minStep", std::min(time.minStep, time.maxStep), {1e-7, 1});
	if (time.minStep > time.maxStep)
		node.Fail("'minStep' is longer than 'maxStep'.");
}

void ReadSolver(const SceneNode& node, ElasticSolverSettings& solver)
{
	node.AllowKeys({"name", "iterations", "window", "tolerance", "lineSearch", "preconditioner", "refactorAtOnce"});
	std::vector<std::string> solvers, preconditioners;
	for (const ElasticSolverInfo& info : ElasticSolvers())
		solvers.emplace_back(info.name);
	for (const ElasticSolverInfo& info : Preconditioners())
		preconditioners.emplace_back(info.name);
	solver.name = node.Choice("name", solver.name, solvers);
	solver.preconditioner = node.Choice("preconditioner", solver.preconditioner, preconditioners);
	MinimiserSettings& minimiser = solver.minimiser;
	minimiser.iterations = node.WholeNumber("iterations", minimiser.iterations, 1, 100000);
	minimiser.window = node.WholeNumber("window", minimiser.window, 0, MinimiserSettings::MaxWindow);
	minimiser.tolerance = node.Number("tolerance", minimiser.tolerance, {0, 1});
	if (node.Has("lineSearch"))
	{
		const SceneNode search = node.At("lineSearch");
		const bool isKnown = search.Raw().is_boolean() ? search.AsTruth() : search.AsText(100) == "armijo";
		if (!isKnown)
			search.Fail("steps are always checked by the rule of Armijo; write \"armijo\" or remove this key.");
	}
	solver.refactorAtOnce = node.Truth("refactorAtOnce", solver.refactorAtOnce);
}

void ReadPressure(const SceneNode& node, PressureSettings& pressure)
{
	node.AllowKeys({"solver", "densityError", "divergenceError", "minIterations", "maxDensityIterations", "maxDivergenceIterations",
		"stateStiffness"});
	std::vector<std::string> solvers;
	for (const PressureSolverInfo& info : PressureSolvers())
		solvers.emplace_back(info.name);
	pressure.solver = node.Choice("solver", pressure.solver, solvers);
	pressure.densityError = node.Number("densityError", pressure.densityError, {1e-9, 1});
	pressure.divergenceError = node.Number("divergenceError", pressure.divergenceError, {1e-9, 1});
	pressure.minIterations = node.WholeNumber("minIterations", pressure.minIterations, 0, 10000);
	pressure.maxDensityIterations = node.WholeNumber("maxDensityIterations", pressure.maxDensityIterations, 1, 100000);
	pressure.maxDivergenceIterations = node.WholeNumber("maxDivergenceIterations", pressure.maxDivergenceIterations, 1, 100000);
	pressure.stateStiffness = node.Number("stateStiffness", pressure.stateStiffness, {0, 1e12});
}

void ReadSleepAndContact(const SceneNode& scene, WorldDef& world)
{
	if (scene.Has("sleep"))
	{
		const SceneNode node = scene.At("sleep");
		node.AllowKeys({"enabled", "speed", "seconds", "wakeSpeed"});
		world.sleep.enabled = node.Truth("enabled", world.sleep.enabled);
		world.sleep.speed = node.Number("speed", world.sleep.speed, NotNegative);
		world.sleep.seconds = node.Number("seconds", world.sleep.seconds, NotNegative);
		world.sleep.wakeSpeed = node.Number("wakeSpeed", world.sleep.wakeSpeed, NotNegative);
	}
	if (scene.Has("contact"))
	{
		const SceneNode node = scene.At("contact");
		node.AllowKeys({"iterations", "separationSpeed"});
		world.contact.iterations = node.WholeNumber("iterations", world.contact.iterations, 1, 10000);
		world.contact.separationSpeed = node.Number("separationSpeed", world.contact.separationSpeed, AboveZero);
	}
}

EmitterDescription ReadEmitter(const SceneNode& node, const SceneFolder& folder)
{
	node.AllowKeys({"disc", "box", "mesh", "position", "rotation", "speed", "rate", "start", "end", "lifetime", "maxParticles"});
	EmitterDescription description;
	EmitterDef& emitter = description.def;
	emitter.pose = ReadPose(node);
	const std::string kind = node.ChosenKey({"disc", "box", "mesh"});
	if (kind == "mesh")
	{
		emitter.shape = EmitterShape::Mesh;
		description.mesh = ReadPath(node.At("mesh"), folder);
	}
	else if (kind == "disc")
	{
		const SceneNode disc = node.At("disc");
		disc.AllowKeys({"radius"});
		emitter.radius = disc.At("radius").AsNumber({1e-6, 1e3});
	}
	else
	{
		const SceneNode box = node.At("box");
		box.AllowKeys({"width", "height"});
		emitter.shape = EmitterShape::Box;
		emitter.halfSize = {0.5 * box.At("width").AsNumber({1e-6, 1e3}), 0.5 * box.At("height").AsNumber({1e-6, 1e3}), 0};
	}
	emitter.speed = node.Number("speed", emitter.speed, {1e-6, 1e3});
	emitter.rate = node.Number("rate", 0, NotNegative);
	emitter.startTime = node.Number("start", 0, NotNegative);
	emitter.endTime = node.Number("end", emitter.endTime, NotNegative);
	emitter.lifetime = node.Number("lifetime", 0, NotNegative);
	emitter.maxParticles = static_cast<std::uint32_t>(node.WholeNumber("maxParticles", 0, 0, 2'000'000'000));
	return description;
}

FluidDescription ReadFluid(const SceneNode& node, const SceneFolder& folder)
{
	node.AllowKeys({"name", "density", "particleRadius", "blocks", "emitters", "particles", "xsph", "viscosity", "boundaryViscosity",
		"surfaceTension", "vorticity", "drag", "boundaryFriction", "heat", "colour"});
	FluidDescription fluid;
	fluid.path = node.Path();
	FluidDef& def = fluid.def;
	def.name = node.Has("name") ? node.At("name").AsText(200) : "";
	def.density = node.Number("density", def.density, {1e-3, 1e6});
	def.particleRadius = node.Number("particleRadius", def.particleRadius, {1e-6, 1e3});
	def.xsph = node.Number("xsph", def.xsph, ZeroToOne);
	def.viscosity = node.Number("viscosity", def.viscosity, NotNegative);
	def.boundaryViscosity = node.Number("boundaryViscosity", def.boundaryViscosity, NotNegative);
	def.surfaceTension = node.Number("surfaceTension", def.surfaceTension, NotNegative);
	def.vorticity = node.Number("vorticity", def.vorticity, ZeroToOne);
	def.drag = node.Number("drag", def.drag, NotNegative);
	def.boundaryFriction = node.Number("boundaryFriction", def.boundaryFriction, NotNegative);
	if (const auto colour = ReadColour(node, "colour"))
	{
		def.colour = *colour;
		fluid.hasColour = true;
	}
	node.ForEach("blocks", SceneLimits::Entries,
		[&](const SceneNode& block)
		{
			block.AllowKeys({"min", "max", "velocity"});
			fluid.blocks.push_back({ReadBox(block), block.Vector("velocity", {})});
		});
	node.ForEach(
		"emitters", SceneLimits::Entries, [&](const SceneNode& emitter) { fluid.emitters.push_back(ReadEmitter(emitter, folder)); });
	if (node.Has("heat"))
		fluid.heat = ReadFluidHeat(node.At("heat"));
	if (node.Has("particles"))
		fluid.particles.push_back(ReadPath(node.At("particles"), folder));
	return fluid;
}

BoundaryDescription ReadBoundary(const SceneNode& node, const SceneFolder& folder)
{
	node.AllowKeys({"name", "plane", "box", "sphere", "capsule", "mesh", "cone", "funnel", "bowl", "torus", "slide", "cellSize", "inside",
		"friction", "motion", "velocity", "position", "rotation", "heat", "visible", "colour", "finish"});
	BoundaryDescription boundary;
	boundary.path = node.Path();
	boundary.name = node.Has("name") ? node.At("name").AsText(200) : "";
	boundary.shape = ReadObstacleShape(node, folder);
	boundary.shape.cellSize = node.Number("cellSize", 0, {1e-6, 1e3});
	boundary.shape.inside = node.Truth("inside", false);
	boundary.pose = ReadPose(node);
	boundary.friction = node.Number("friction", boundary.friction, {0, 100});
	boundary.velocity = node.Vector("velocity", {});
	if (node.Has("motion"))
		boundary.motion = ReadMotion(node.At("motion").AllowKeys({"hold", "linear", "rotate", "keyframes"}));
	if (node.Has("heat"))
	{
		const SceneNode heat = node.At("heat");
		heat.AllowKeys({"temperature", "transfer"});
		boundary.heat = {heat.At("temperature").AsNumber(Celsius), heat.At("transfer").AsNumber(NotNegative)};
	}
	boundary.visible = node.Truth("visible", true);
	boundary.colour = ReadColour(node, "colour");
	boundary.finish = node.Choice("finish", "", {"matte", "glossy", "glass", "ghost"});
	return boundary;
}

KillVolumeDescription ReadKillVolume(const SceneNode& node, const SceneFolder& folder)
{
	KillVolumeDescription kill;
	kill.path = node.Path();
	if (node.Has("min") || node.Has("max"))
	{
		const Box3d box = ReadBox(node.AllowKeys({"min", "max", "outside"}));
		kill.shape.kind = ObstacleShapeKind::Box;
		kill.shape.halfSize = box.Size() * 0.5;
		kill.pose.position = box.Centre();
	}
	else
	{
		node.AllowKeys({"plane", "box", "sphere", "capsule", "mesh", "cone", "funnel", "bowl", "torus", "slide", "cellSize", "outside",
			"position", "rotation"});
		kill.shape = ReadObstacleShape(node, folder);
		kill.shape.cellSize = node.Number("cellSize", 0, {1e-6, 1e3});
		kill.pose = ReadPose(node);
	}
	kill.shape.inside = node.Truth("outside", false);
	return kill;
}

RigidDescription ReadRigid(const SceneNode& node, const SceneFolder& folder)
{
	node.AllowKeys(
		{"name", "shape", "position", "rotation", "velocity", "angularVelocity", "density", "mass", "friction", "cellSize", "colour"});
	RigidDescription rigid;
	rigid.path = node.Path();
	rigid.name = node.Has("name") ? node.At("name").AsText(200) : "";
	const SceneNode shape = node.At("shape");
	shape.AllowKeys({"box", "sphere", "capsule", "torus", "mesh"});
	rigid.shape = ReadObstacleShape(shape, folder);
	rigid.shape.cellSize = node.Number("cellSize", 0, {1e-6, 1e3});
	rigid.def.pose = ReadPose(node);
	rigid.def.velocity = node.Vector("velocity", {});
	rigid.def.angularVelocity = node.Vector("angularVelocity", {});
	rigid.def.density = node.Number("density", rigid.def.density, {1e-3, 1e6});
	rigid.def.mass = node.Number("mass", 0, AboveZero);
	if (node.Has("mass") && node.Has("density"))
		node.At("mass").Fail("'density' is given as well; keep one of them.");
	rigid.def.friction = node.Number("friction", rigid.def.friction, {0, 100});
	rigid.colour = ReadColour(node, "colour");
	return rigid;
}

ProbeDescription ReadProbe(const SceneNode& node)
{
	node.AllowKeys({"name", "body", "of", "box", "sphere", "frame"});
	ProbeDescription probe;
	probe.path = node.Path();
	probe.name = node.At("name").AsText(200);
	probe.body = node.Text("body", "");
	probe.ofFluids = node.Choice("of", "bodies", {"bodies", "fluids"}) == "fluids";
	probe.region = ReadRegion(node);
	if (probe.ofFluids && (!probe.body.empty() || probe.region.inBodyFrame || !std::holds_alternative<Box3d>(probe.region.shape)))
		node.Fail("a probe of fluids is a box in the world; remove 'body', 'frame' and 'sphere'.");
	return probe;
}

OutputDescription ReadOutput(const SceneNode& node)
{
	node.AllowKeys({"frames", "fps", "view", "turn", "rise", "frame", "colourBy", "colourRange", "particles", "fluids", "look"});
	OutputDescription output;
	output.frames = node.WholeNumber("frames", output.frames, 1, SceneLimits::Frames);
	output.fps = node.Number("fps", output.fps, {0.001, 1e5});
	output.view = node.Choice("view", output.view, {"front", "three-quarter", "side", "top"});
	if (node.Has("turn") || node.Has("rise"))
	{
		if (node.Has("view"))
			node.At("view").Fail("'turn' and 'rise' are given as well; keep one of the two.");
		output.view.clear();
		output.turn = node.Number("turn", 0, {-360, 360});
		output.rise = node.Number("rise", 15, {-89, 89});
	}
	if (node.Has("frame"))
		output.frame = ReadBox(node.At("frame").AllowKeys({"min", "max"}));
	output.colourBy = node.Choice("colourBy", output.colourBy, ColourByWords());
	std::vector<double> ends;
	node.ForEach("colourRange", 2, [&](const SceneNode& end) { ends.push_back(end.AsNumber()); });
	if (node.Has("colourRange") && !(ends.size() == 2 && ends[0] < ends[1]))
		node.At("colourRange").Fail("should be the values at both ends of the scale, the lower one first, such as [0, 3].");
	if (!ends.empty())
		output.colourRange = std::array{ends[0], ends[1]};
	output.fluids = node.Choice("fluids", output.fluids, {"particles", "surface"});
	output.particles = node.Truth("particles", output.particles);
	output.look = node.Choice("look", output.look, {"light", "dark"});
	return output;
}

/// Gives names to what has none and refuses one name for two things, so that probes, reports and overrides can rely on them.
template <class List, class NameOf>
void CompleteNames(List& list, const char* word, std::set<std::string>& taken, NameOf nameOf)
{
	for (std::size_t k = 0; k < list.size(); ++k)
	{
		std::string& name = nameOf(list[k]);
		if (name.empty())
			name = word + std::to_string(k + 1);
		if (!taken.insert(name).second)
			throw SceneError{list[k].path + ".name: '" + name + "' is the name of something else already; choose another."};
	}
}

SceneDescription ReadAll(const SceneNode& node, const SceneFolder& folder)
{
	node.AllowKeys({"name", "description", "gravity", "time", "solver", "pressure", "sleep", "contact", "bodies", "fluids", "boundaries",
		"rigidBodies", "killVolumes", "heat", "probes", "output"});
	SceneDescription scene;
	scene.name = node.Text("name", "");
	scene.description = node.Text("description", "");
	scene.world.gravity = node.Vector("gravity", scene.world.gravity);
	scene.world.solver.refactorAtOnce = true; // pictures and hashes do not depend on timing
	if (node.Has("time"))
		ReadTime(node.At("time"), scene.world.time);
	if (node.Has("solver"))
		ReadSolver(node.At("solver"), scene.world.solver);
	if (node.Has("pressure"))
		ReadPressure(node.At("pressure"), scene.world.pressure);
	ReadSleepAndContact(node, scene.world);
	const std::size_t most = SceneLimits::Entries;
	node.ForEach("bodies", most,
		[&](const SceneNode& body)
		{
			for (BodyDescription& one : WithCopies(ReadBody(body, folder)))
				scene.bodies.push_back(std::move(one));
			if (scene.bodies.size() > most)
				body.Fail("with its copies the scene has more than " + std::to_string(most) + " bodies.");
		});
	node.ForEach("fluids", 200, [&](const SceneNode& fluid) { scene.fluids.push_back(ReadFluid(fluid, folder)); });
	node.ForEach("boundaries", most, [&](const SceneNode& boundary) { scene.boundaries.push_back(ReadBoundary(boundary, folder)); });
	node.ForEach("rigidBodies", most, [&](const SceneNode& rigid) { scene.rigids.push_back(ReadRigid(rigid, folder)); });
	node.ForEach("killVolumes", most, [&](const SceneNode& kill) { scene.killVolumes.push_back(ReadKillVolume(kill, folder)); });
	if (node.Has("heat"))
		ReadSceneHeat(node.At("heat"), scene);
	node.ForEach("probes", most, [&](const SceneNode& probe) { scene.probes.push_back(ReadProbe(probe)); });
	if (node.Has("output"))
		scene.output = ReadOutput(node.At("output"));

	std::set<std::string> taken;
	CompleteNames(scene.bodies, "body", taken, [](auto& body) -> std::string& { return body.name; });
	CompleteNames(scene.fluids, "fluid", taken, [](auto& fluid) -> std::string& { return fluid.def.name; });
	CompleteNames(scene.boundaries, "boundary", taken, [](auto& boundary) -> std::string& { return boundary.name; });
	CompleteNames(scene.rigids, "rigid", taken, [](auto& rigid) -> std::string& { return rigid.name; });
	std::set<std::string> probes;
	CompleteNames(scene.probes, "probe", probes, [](auto& probe) -> std::string& { return probe.name; });
	return scene;
}

/// Refuses keys given twice, deep nesting and endless lists while a text is parsed: the parser looks through all that a list holds at the
/// end of every object in it, so that a list of a million would take hours.
class ParseGuard
{
public:
	bool operator()(int depth, Json::parse_event_t event, Json& parsed)
	{
		if (depth > DeepestNesting)
			throw SceneError{"The scene is nested deeper than " + std::to_string(DeepestNesting) + " levels, more than any scene needs."};
		switch (event)
		{
		case Json::parse_event_t::object_start:
		case Json::parse_event_t::array_start:
			CountEntry();
			open.emplace_back();
			break;
		case Json::parse_event_t::object_end:
		case Json::parse_event_t::array_end: open.pop_back(); break;
		case Json::parse_event_t::value: CountEntry(); break;
		case Json::parse_event_t::key:
			if (!open.back().keys.insert(parsed.get<std::string>()).second)
				throw SceneError{
					"The key '" + parsed.get<std::string>().substr(0, 60) + "' is given twice in one object; keep one of them."};
		}
		return true;
	}

private:
	/// A list or object of which the end has not been read.
	struct Container
	{
		std::size_t entries = 0;
		std::set<std::string> keys;
	};

	void CountEntry()
	{
		if (!open.empty() && ++open.back().entries > SceneLimits::Entries)
			throw SceneError{"A list of the scene has more than the " + std::to_string(SceneLimits::Entries) + " entries allowed."};
	}

	std::vector<Container> open;
};

/// What follows the position in nlohmann's message: "parse error at line 3, column 5: ...".
std::string DescribeParseError(const Json::exception& error)
{
	std::string what = error.what();
	const std::size_t place = what.find("] ");
	what = place == std::string::npos ? what : what.substr(place + 2);
	for (char& c : what)
		if (static_cast<unsigned char>(c) < 32)
			c = ' ';
	return what.substr(0, 300);
}

}

Result<Json> ParseSceneText(std::string_view text)
{
	try
	{
		return Json::parse(text.begin(), text.end(), ParseGuard(), true, true);
	}
	catch (const SceneError& error)
	{
		return Error{error.message};
	}
	catch (const Json::exception& error)
	{
		return Error{"This is not valid JSON: " + DescribeParseError(error) + "."};
	}
}

Result<SceneDescription> ReadScene(const Json& scene, const SceneFolder& folder)
{
	try
	{
		return ReadAll(SceneNode(scene, ""), folder);
	}
	catch (const SceneError& error)
	{
		return Error{error.message};
	}
}

}
