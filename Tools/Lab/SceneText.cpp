#include <Lab/SceneText.h>

#include <SPHSolids/Solid/Material.h>

#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

std::string DescribeShape(const BodyShapeDescription& shape)
{
	char text[96];
	switch (shape.kind)
	{
	case BodyShapeKind::Box:
		std::snprintf(text, sizeof text, "box of %g x %g x %g m", shape.size.x, shape.size.y, shape.size.z);
		return text;
	case BodyShapeKind::Sphere: std::snprintf(text, sizeof text, "sphere of radius %g m", shape.radius); return text;
	case BodyShapeKind::Mesh: return "mesh " + shape.file.string();
	case BodyShapeKind::Body: return "body " + shape.file.string();
	case BodyShapeKind::Particles: return "particles of " + shape.file.string();
	case BodyShapeKind::Model: return "model " + shape.name;
	case BodyShapeKind::Solid: return "elastic scene " + shape.name;
	}
	return "";
}

std::string ModelName(MaterialModel model)
{
	for (const MaterialModelInfo& info : MaterialModels())
		if (info.model == model)
			return std::string(info.name);
	return "";
}

}

nlohmann::ordered_json DescribeScene(const SceneDescription& scene)
{
	nlohmann::ordered_json json;
	json["scene"] = scene.name;
	json["description"] = scene.description;
	json["gravity"] = {scene.world.gravity.x, scene.world.gravity.y, scene.world.gravity.z};
	json["elasticStep"] = scene.world.time.elasticStep;
	json["solver"] = {{"name", scene.world.solver.name}, {"iterations", scene.world.solver.minimiser.iterations},
		{"preconditioner", scene.world.solver.preconditioner}};
	json["bodies"] = nlohmann::ordered_json::array();
	for (const BodyDescription& body : scene.bodies)
		json["bodies"].push_back({{"name", body.name}, {"shape", DescribeShape(body.shape)}, {"model", ModelName(body.material.model)},
			{"young", body.material.young}, {"poisson", body.material.poisson}, {"density", body.material.density},
			{"pins", body.pins.size()}});
	json["fluids"] = nlohmann::ordered_json::array();
	for (const FluidDescription& fluid : scene.fluids)
		json["fluids"].push_back({{"name", fluid.def.name}, {"density", fluid.def.density}, {"particleRadius", fluid.def.particleRadius},
			{"blocks", fluid.blocks.size()}, {"emitters", fluid.emitters.size()}});
	for (const char* key : {"boundaries", "rigidBodies", "probes"})
		json[key] = nlohmann::ordered_json::array();
	for (const BoundaryDescription& boundary : scene.boundaries)
		json["boundaries"].push_back(boundary.name);
	for (const RigidDescription& rigid : scene.rigids)
		json["rigidBodies"].push_back(rigid.name);
	for (const ProbeDescription& probe : scene.probes)
		json["probes"].push_back(probe.name);
	json["frames"] = scene.output.frames;
	json["fps"] = scene.output.fps;
	return json;
}

std::string PrintScene(const SceneDescription& scene)
{
	std::string text = "Scene " + scene.name + (scene.description.empty() ? "" : ": " + scene.description) + "\n";
	const auto addLine = [&text](const char* format, auto... values)
	{
		char line[600];
		std::snprintf(line, sizeof line, format, values...);
		text += line;
	};
	addLine("  %d frames at %g a second, elastic steps of %g ms, %s with %d iterations\n", scene.output.frames, scene.output.fps,
		1000 * scene.world.time.elasticStep, scene.world.solver.name.c_str(), scene.world.solver.minimiser.iterations);
	for (const BodyDescription& body : scene.bodies)
		addLine("  body      %-14.100s %.200s; %s, E %g Pa, nu %g, %g kg/m^3, %zu pins\n", body.name.c_str(),
			DescribeShape(body.shape).c_str(), ModelName(body.material.model).c_str(), body.material.young, body.material.poisson,
			body.material.density, body.pins.size());
	for (const FluidDescription& fluid : scene.fluids)
		addLine("  fluid     %-14.100s %g kg/m^3, particles of radius %g m, %zu blocks, %zu emitters\n", fluid.def.name.c_str(),
			fluid.def.density, fluid.def.particleRadius, fluid.blocks.size(), fluid.emitters.size());
	for (const BoundaryDescription& boundary : scene.boundaries)
		addLine("  boundary  %-14.100s friction %g%s\n", boundary.name.c_str(), boundary.friction, boundary.motion ? ", moving" : "");
	for (const RigidDescription& rigid : scene.rigids)
		addLine("  rigid     %-14.100s\n", rigid.name.c_str());
	for (const ProbeDescription& probe : scene.probes)
		addLine("  probe     %-14.100s\n", probe.name.c_str());
	return text;
}

}
