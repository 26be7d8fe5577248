#include <Lab/SceneParts.h>

#include <SPHSolids/Heat/HeatMaterial.h>

namespace SPHSolids::Lab
{

BodyHeatDescription ReadBodyHeat(const SceneNode& node)
{
	node.AllowKeys({"temperature", "conductivity", "capacity", "softensAt", "meltsAt", "latentHeat", "leastWeight", "meltsInto"});
	BodyHeatDescription heat;
	heat.path = node.Path();
	HeatMaterial& material = heat.def.material;
	heat.def.temperature = node.Number("temperature", heat.def.temperature, Celsius);
	material.conductivity = node.Number("conductivity", material.conductivity, NotNegative);
	material.capacity = node.Number("capacity", material.capacity, AboveZero);
	if (node.Has("softensAt"))
		material.softensAt = node.At("softensAt").AsNumber(Celsius);
	if (node.Has("meltsAt"))
		material.meltsAt = node.At("meltsAt").AsNumber(Celsius);
	material.latentHeat = node.Number("latentHeat", material.latentHeat, NotNegative);
	material.leastWeight = node.Number("leastWeight", material.leastWeight, {1e-6, 1});
	heat.meltsInto = node.Text("meltsInto", "");
	if (material.Melts() && heat.meltsInto.empty())
		node.Fail("what melts needs 'meltsInto': the name of the fluid that it becomes.");
	if (const Status status = ValidateHeatMaterial(material, "the body"); !status.IsOk())
		node.Fail(status.Message());
	return heat;
}

FluidHeatDef ReadFluidHeat(const SceneNode& node)
{
	node.AllowKeys({"temperature", "conductivity", "capacity", "thickensAt", "setsAt", "setViscosity"});
	FluidHeatDef heat;
	heat.temperature = node.Number("temperature", heat.temperature, Celsius);
	heat.conductivity = node.Number("conductivity", heat.conductivity, NotNegative);
	heat.capacity = node.Number("capacity", heat.capacity, AboveZero);
	if (node.Has("thickensAt") != node.Has("setsAt"))
		node.Fail("a fluid that sets needs both 'thickensAt' and 'setsAt'.");
	if (node.Has("setsAt"))
	{
		heat.thickensAt = node.At("thickensAt").AsNumber(Celsius);
		heat.setsAt = node.At("setsAt").AsNumber(Celsius);
	}
	heat.setViscosity = node.Number("setViscosity", heat.setViscosity, AboveZero);
	return heat;
}

void ReadSceneHeat(const SceneNode& node, SceneDescription& scene)
{
	node.AllowKeys({"ambient", "sources"});
	if (node.Has("ambient"))
	{
		const SceneNode ambient = node.At("ambient");
		ambient.AllowKeys({"temperature", "transfer"});
		scene.ambient.temperature = ambient.Number("temperature", scene.ambient.temperature, Celsius);
		scene.ambient.transfer = ambient.Number("transfer", scene.ambient.transfer, NotNegative);
	}
	node.ForEach("sources", SceneLimits::Entries,
		[&](const SceneNode& source)
		{
			source.AllowKeys({"position", "reach", "temperature", "transfer"});
			HeatSourceDef def;
			def.position = source.At("position").AsVector();
			def.reach = source.Number("reach", def.reach, AboveZero);
			def.temperature = source.Number("temperature", def.temperature, Celsius);
			def.transfer = source.Number("transfer", def.transfer, NotNegative);
			scene.heatSources.push_back(def);
		});
}

}
