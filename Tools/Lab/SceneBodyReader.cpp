#include <Lab/SceneParts.h>

#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/Material.h>
#include <Scenes/Models.h>
#include <Scenes/SolidScenes.h>

#include <algorithm>

namespace SPHSolids::Lab
{
namespace
{

template <class Infos>
std::vector<std::string> NamesOf(const Infos& infos)
{
	std::vector<std::string> names;
	names.reserve(std::size(infos));
	for (const auto& info : infos)
		names.emplace_back(info.name);
	return names;
}

/// A list of [stretch, stress].
StretchCurve ReadCurve(const SceneNode& node)
{
	if (!node.Raw().is_array() || node.Size() > SceneLimits::Entries)
		node.Fail("this should be a list of points [stretch, stress], such as [[0, -1], [1, 0], [2, 3]].");
	std::vector<StretchCurve::Point> points;
	for (std::size_t k = 0; k < node.Size(); ++k)
	{
		const SceneNode point = node.At(k);
		if (!point.Raw().is_array() || point.Size() != 2)
			point.Fail("this should be two numbers, [stretch, stress], the stress in units of the material's modulus.");
		points.push_back({point.At(std::size_t(0)).AsNumber(), point.At(std::size_t(1)).AsNumber()});
	}
	auto curve = StretchCurve::FromPoints(points);
	if (!curve.IsOk())
		node.Fail(curve.Message());
	return curve.TakeValue();
}

/// The name of a preset, or `length`, `area`, `volume` point by point.
SplineCurves ReadCurves(const SceneNode& material)
{
	SplineCurves curves;
	const SceneNode node = material.At("curves");
	if (node.Raw().is_string())
	{
		const std::string name = material.Choice("curves", "", NamesOf(SplinePresets()));
		for (const SplinePreset& known : SplinePresets())
			if (known.name == name)
				curves = known.curves;
		return curves;
	}
	node.AllowKeys({"length", "area", "volume"});
	if (node.Has("length"))
		curves.length = ReadCurve(node.At("length"));
	if (node.Has("area"))
		curves.area = ReadCurve(node.At("area"));
	if (node.Has("volume"))
		curves.volume = ReadCurve(node.At("volume"));
	return curves;
}

Material ReadMaterial(const SceneNode& node)
{
	node.AllowKeys(
		{"model", "preset", "young", "poisson", "density", "alpha", "mooneyRatio", "fibreStiffness", "fibreDirection", "curves"});
	Material material;
	const std::string preset = node.Choice("preset", "", NamesOf(MaterialPresets()));
	for (const MaterialPreset& known : MaterialPresets())
		if (known.name == preset)
			material = known.material;
	const std::string model = node.Choice("model", "", NamesOf(MaterialModels()));
	for (const MaterialModelInfo& known : MaterialModels())
		if (known.name == model)
			material.model = known.model;
	if (node.Has("curves"))
	{
		if (!model.empty() && material.model != MaterialModel::Spline)
			node.At("curves").Fail("only the model 'spline' has curves, not '" + model + "'; remove one of the two.");
		material.model = MaterialModel::Spline;
		material.curves = ReadCurves(node);
	}
	material.young = node.Number("young", material.young, {1e-3, 1e12});
	material.poisson = node.Number("poisson", material.poisson);
	material.density = node.Number("density", material.density, {1e-3, 1e6});
	material.alpha = node.Number("alpha", material.alpha, {0, 1e4});
	material.mooneyRatio = node.Number("mooneyRatio", material.mooneyRatio, ZeroToOne);
	material.fibreStiffness = node.Number("fibreStiffness", material.fibreStiffness, {0, 1e12});
	material.fibreDirection = node.Vector("fibreDirection", material.fibreDirection);
	if (const Status status = ValidateMaterial(material); !status.IsOk())
		node.Fail(status.Message());
	return material;
}

BodyShapeDescription ReadBodyShape(const SceneNode& node, const SceneFolder& folder)
{
	BodyShapeDescription shape;
	node.AllowKeys({"box", "sphere", "mesh", "body", "model", "particles", "solid", "triangles"});
	const std::string kind = node.ChosenKey({"box", "sphere", "mesh", "body", "model", "particles", "solid"});
	const SceneNode inner = node.At(kind.c_str());
	if (kind == "box")
	{
		inner.AllowKeys({"size"});
		shape.size = inner.At("size").AsVector();
		if (!(shape.size.x > 0 && shape.size.y > 0 && shape.size.z > 0))
			inner.At("size").Fail("all three lengths must be above zero.");
	}
	else if (kind == "sphere")
	{
		shape.kind = BodyShapeKind::Sphere;
		inner.AllowKeys({"radius"});
		shape.radius = inner.At("radius").AsNumber({1e-6, SceneLimits::Length});
	}
	else if (kind == "model")
	{
		shape.kind = BodyShapeKind::Model;
		shape.name = node.Choice("model", "", NamesOf(Scenes::Models()));
	}
	else if (kind == "solid")
	{
		shape.kind = BodyShapeKind::Solid;
		shape.name = node.Choice("solid", "", NamesOf(Scenes::SolidScenes()));
	}
	else
	{
		shape.kind = kind == "mesh" ? BodyShapeKind::Mesh : kind == "body" ? BodyShapeKind::Body : BodyShapeKind::Particles;
		shape.file = ReadPath(inner, folder);
	}
	if (node.Has("triangles") && kind != "model")
		node.At("triangles").Fail("only a sculpted model can be made of any number of triangles; remove this key.");
	shape.triangles = static_cast<std::size_t>(
		node.WholeNumber("triangles", 20000, static_cast<int>(Scenes::MinModelTriangles), static_cast<int>(Scenes::MaxModelTriangles)));
	return shape;
}

/// `particleRadius`, `particleCount`, `sampling`, `sheet`, `sheetThickness`.
BakeSettings ReadBake(const SceneNode& node, BodyShapeKind kind)
{
	BakeSettings bake;
	bake.particleRadius = node.Number("particleRadius", 0, {1e-6, SceneLimits::Length});
	bake.particleCount = static_cast<std::uint32_t>(node.WholeNumber("particleCount", 0, 8, static_cast<int>(SceneLimits::SolidParticles)));
	if (bake.particleRadius > 0 && bake.particleCount > 0)
		node.At("particleCount").Fail("'particleRadius' is given as well; keep one of them.");
	const bool isFixed = kind == BodyShapeKind::Body || kind == BodyShapeKind::Solid;
	for (const char* key : {"particleRadius", "particleCount"})
		if (isFixed && node.Has(key))
			node.At(key).Fail("the shape comes with its particles; remove this key.");
	if (kind == BodyShapeKind::Particles && bake.particleRadius == 0)
		node.Fail("a set of particles needs 'particleRadius': half the distance at which they stand.");
	if (!isFixed && bake.particleRadius == 0 && bake.particleCount == 0)
		bake.particleCount = 5000;
	const auto method = FindSamplingMethod(node.Choice("sampling", "relaxed", {"relaxed", "grid", "bluenoise"}));
	bake.method = method.Value();
	const std::string sheet = node.Choice("sheet", "auto", {"auto", "always", "never"});
	bake.sheet = sheet == "auto" ? SheetMode::Auto : sheet == "always" ? SheetMode::Always : SheetMode::Never;
	bake.sheetThickness = node.Number("sheetThickness", 0, {0, SceneLimits::Length});
	bake.maxParticles = SceneLimits::SolidParticles;
	return bake;
}

Vec3d ReadScale(const SceneNode& node, BodyShapeKind kind)
{
	if (!node.Has("scale"))
		return {1, 1, 1};
	const SceneNode scale = node.At("scale");
	if (scale.Raw().is_number())
	{
		const double factor = scale.AsNumber({1e-6, 1e6});
		return {factor, factor, factor};
	}
	const Vec3d factors = scale.AsVector();
	if (!(std::min({factors.x, factors.y, factors.z}) >= 1e-6))
		scale.Fail("all three factors must be above zero.");
	const bool isEven = factors.x == factors.y && factors.y == factors.z;
	if (!isEven && (kind == BodyShapeKind::Body || kind == BodyShapeKind::Solid))
		scale.Fail("particles that are already placed can only be scaled alike in all directions; give one number.");
	return factors;
}

BodyCopies ReadCopies(const SceneNode& node)
{
	node.AllowKeys({"count", "spacing", "turn", "shift", "seed", "colours"});
	const SceneNode counts = node.At("count");
	if (!counts.Raw().is_array() || counts.Size() != 3)
		counts.Fail("this should be three whole numbers: how many stand along x, y and z.");
	BodyCopies copies;
	std::size_t total = 1;
	for (std::size_t axis = 0; axis < 3; ++axis)
	{
		copies.count[axis] = counts.At(axis).AsWholeNumber(1, static_cast<int>(SceneLimits::Entries));
		total *= static_cast<std::size_t>(copies.count[axis]);
	}
	if (total > SceneLimits::Entries)
		counts.Fail("these are " + std::to_string(total) + " bodies, more than the " + std::to_string(SceneLimits::Entries) + " allowed.");
	copies.spacing = node.At("spacing").AsVector();
	copies.turn = node.Number("turn", 0, {0, 180});
	copies.shift = node.Vector("shift", {});
	copies.seed = static_cast<std::uint64_t>(node.WholeNumber("seed", 1, 0, 2'000'000'000));
	node.ForEach("colours", SceneLimits::Entries, [&](const SceneNode& colour) { copies.colours.push_back(ReadColour(colour)); });
	return copies;
}

PaintDescription ReadPaint(const SceneNode& node)
{
	node.AllowKeys({"box", "sphere", "frame", "stiffness", "density"});
	PaintDescription paint;
	paint.path = node.Path();
	paint.region = ReadRegion(node);
	if (!node.Has("stiffness") && !node.Has("density"))
		node.Fail("this paints nothing; give 'stiffness', 'density' or both, as factors on the material's.");
	if (node.Has("stiffness"))
		paint.stiffness = node.At("stiffness").AsNumber({1e-6, 1e6});
	if (node.Has("density"))
		paint.density = node.At("density").AsNumber({1e-6, 1e6});
	return paint;
}

PinDescription ReadPin(const SceneNode& node)
{
	node.AllowKeys({"box", "sphere", "frame", "motion"});
	PinDescription pin;
	pin.path = node.Path();
	pin.region = ReadRegion(node);
	if (!node.Has("motion"))
		return pin;
	const SceneNode motion = node.At("motion");
	motion.AllowKeys({"hold", "linear", "rotate", "keyframes", "attachTo"});
	if (motion.ChosenKey({"hold", "linear", "rotate", "keyframes", "attachTo"}) == "attachTo")
		pin.attachTo = motion.At("attachTo").AsText(200);
	else
		pin.motion = ReadMotion(motion);
	return pin;
}

}

BodyDescription ReadBody(const SceneNode& node, const SceneFolder& folder)
{
	node.AllowKeys({"name", "shape", "particleRadius", "particleCount", "sampling", "sheet", "sheetThickness", "material", "damping",
		"integrator", "friction", "collides", "selfContact", "position", "rotation", "scale", "velocity", "angularVelocity", "pins",
		"paint", "scrambled", "copies", "heat", "colour", "finish"});
	BodyDescription body;
	body.path = node.Path();
	body.name = node.Has("name") ? node.At("name").AsText(200) : "";
	body.shape = ReadBodyShape(node.At("shape"), folder);
	body.bake = ReadBake(node, body.shape.kind);
	if (node.Has("material"))
		body.material = ReadMaterial(node.At("material"));
	if (node.Has("damping"))
	{
		const SceneNode damping = node.At("damping");
		damping.AllowKeys({"viscosity", "drag"});
		body.damping = {damping.Number("viscosity", 0, {0, 1e9}), damping.Number("drag", 0, {0, 1e6})};
	}
	const std::string integrator = node.Choice("integrator", "euler", {"euler", "bdf2", "midpoint"});
	body.integrator = integrator == "euler" ? Integrator::ImplicitEuler
		: integrator == "bdf2"              ? Integrator::Bdf2
											: Integrator::ImplicitMidpoint;
	body.contact.friction = node.Number("friction", body.contact.friction, {0, 100});
	body.contact.collides = node.Truth("collides", body.contact.collides);
	body.contact.selfContact = node.Truth("selfContact", body.contact.selfContact);
	body.pose = ReadPose(node);
	body.scale = ReadScale(node, body.shape.kind);
	body.velocity = node.Vector("velocity", {});
	body.angularVelocity = node.Vector("angularVelocity", {});
	body.scrambled = node.Truth("scrambled", false);
	if (node.Has("copies"))
		body.copies = ReadCopies(node.At("copies"));
	if (node.Has("heat"))
		body.heat = ReadBodyHeat(node.At("heat"));
	body.hasPins = node.Has("pins");
	node.ForEach("pins", SceneLimits::Entries, [&](const SceneNode& pin) { body.pins.push_back(ReadPin(pin)); });
	node.ForEach("paint", SceneLimits::Entries, [&](const SceneNode& paint) { body.paint.push_back(ReadPaint(paint)); });
	body.colour = ReadColour(node, "colour");
	body.finish = node.Choice("finish", "", {"matte", "glossy", "jelly", "glass"});
	return body;
}

std::vector<BodyDescription> WithCopies(const BodyDescription& body)
{
	if (!body.copies)
		return {body};
	const BodyCopies& copies = *body.copies;
	Random random(copies.seed);
	std::vector<BodyDescription> bodies;
	for (int k = 0; k < copies.count[2]; ++k)
		for (int j = 0; j < copies.count[1]; ++j)
			for (int i = 0; i < copies.count[0]; ++i)
			{
				BodyDescription copy = body;
				copy.copies.reset();
				copy.name = (body.name.empty() ? "copy" : body.name) + "." + std::to_string(bodies.size() + 1);
				const Vec3d axis = random.NextDirection();
				const double angle = random.NextIn(-copies.turn, copies.turn) * Pi / 180;
				if (!copies.colours.empty())
					copy.colour = copies.colours[bodies.size() % copies.colours.size()];
				copy.pose.rotation = AxisAngleRotation(axis, angle) * body.pose.rotation;
				const Vec3d& step = copies.spacing;
				copy.pose.position += Vec3d{i * step.x, j * step.y, k * step.z} + random.NextInBox(-copies.shift, copies.shift);
				bodies.push_back(std::move(copy));
			}
	return bodies;
}

}
