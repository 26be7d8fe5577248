#include <Lab/SceneParts.h>

#include <Common/Files.h>
#include <Render/Colour.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace SPHSolids::Lab
{
namespace
{

constexpr double LongestTime = 1e6; // s

Mat3d RotationOfQuaternion(const SceneNode& node)
{
	double q[4];
	double squares = 0;
	for (std::size_t k = 0; k < 4; ++k)
	{
		q[k] = node.At(k).AsNumber({-1e3, 1e3});
		squares += q[k] * q[k];
	}
	if (squares < 1e-12)
		node.Fail("a quaternion [w, x, y, z] of zeros is no rotation.");
	const double norm = std::sqrt(squares);
	const Vec3d axis = Vec3d{q[1], q[2], q[3]} / norm;
	const double angle = 2 * std::atan2(Norm(axis), q[0] / norm);
	return AxisAngleRotation(NormalizedOr(axis, Vec3d{0, 0, 1}), angle);
}

Vec3d ReadAxis(const SceneNode& node)
{
	const Vec3d axis = node.AsVector();
	if (Norm(axis) < 1e-9)
		node.Fail("an axis of zeros has no direction.");
	return axis / Norm(axis);
}

double Radians(double degrees)
{
	return degrees * Pi / 180;
}

/// `start` and `end` of a motion, s.
void ReadTimes(const SceneNode& node, double& start, double& end)
{
	start = node.Number("start", 0, {0, LongestTime});
	end = node.Number("end", LongestTime, {0, LongestTime});
	if (end < start)
		node.At("end").Fail("the motion ends before it starts.");
}

PinMotion ReadRotate(const SceneNode& node)
{
	node.AllowKeys({"axis", "pivot", "degreesPerSecond", "radiansPerSecond", "start", "end"});
	double start = 0, end = 0;
	ReadTimes(node, start, end);
	const bool inDegrees = node.ChosenKey({"degreesPerSecond", "radiansPerSecond"}) == "degreesPerSecond";
	const double rate =
		inDegrees ? Radians(node.At("degreesPerSecond").AsNumber({-1e5, 1e5})) : node.At("radiansPerSecond").AsNumber({-1e4, 1e4});
	auto motion = PinMotion::Rotate(node.Vector("pivot", {}), ReadAxis(node.At("axis")), rate, start, end);
	if (!motion.IsOk())
		node.Fail(motion.Message());
	return motion.TakeValue();
}

PinMotion ReadKeyframes(const SceneNode& node)
{
	std::vector<PinMotion::Keyframe> keys;
	Vec3d pivot;
	const auto readKey = [&](const SceneNode& key)
	{
		key.AllowKeys({"time", "translation", "rotationVector"});
		keys.push_back({key.At("time").AsNumber({0, LongestTime}), key.Vector("translation", {}), key.Vector("rotationVector", {})});
	};
	if (node.Raw().is_object())
	{
		node.AllowKeys({"pivot", "keys"});
		pivot = node.Vector("pivot", {});
		node.At("keys");
		node.ForEach("keys", SceneLimits::Entries, readKey);
	}
	else
	{
		if (!node.Raw().is_array() || node.Size() > SceneLimits::Entries)
			node.Fail("this should be a list of {time, translation, rotationVector}.");
		for (std::size_t k = 0; k < node.Size(); ++k)
			readKey(node.At(k));
	}
	auto motion = PinMotion::Keyframes(pivot, keys);
	if (!motion.IsOk())
		node.Fail(motion.Message());
	return motion.TakeValue();
}

/// The rotation that turns z into a direction.
Mat3d TurnZTo(const Vec3d& direction)
{
	const Vec3d z = {0, 0, 1}, axis = Cross(z, direction);
	const double sine = Norm(axis);
	if (sine < 1e-12)
		return direction.z > 0 ? Mat3d::Identity() : AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
	return AxisAngleRotation(axis / sine, std::atan2(sine, direction.z));
}

void ReadObstacleBox(const SceneNode& node, ObstacleShapeDescription& shape)
{
	node.AllowKeys({"min", "max", "size", "centre"});
	if (node.Has("size"))
	{
		if (node.Has("min") || node.Has("max"))
			node.Fail("give either 'size' (and 'centre') or 'min' and 'max'.");
		shape.halfSize = node.At("size").AsVector() * 0.5;
		shape.local.position = node.Vector("centre", {});
	}
	else
	{
		const Box3d box = ReadBox(node);
		shape.halfSize = box.Size() * 0.5;
		shape.local.position = box.Centre();
	}
	for (int axis = 0; axis < 3; ++axis)
		if (!(shape.halfSize[axis] > 0))
			node.Fail("a box needs a size above zero in all directions.");
}

void ReadCapsule(const SceneNode& node, ObstacleShapeDescription& shape)
{
	node.AllowKeys({"radius", "length", "from", "to"});
	shape.radius = node.At("radius").AsNumber({1e-6, SceneLimits::Length});
	if (node.Has("length"))
	{
		shape.halfLength = 0.5 * node.At("length").AsNumber({0, SceneLimits::Length});
		return;
	}
	const Vec3d from = node.At("from").AsVector(), to = node.At("to").AsVector();
	shape.halfLength = 0.5 * Norm(to - from);
	shape.local.position = 0.5 * (from + to);
	if (shape.halfLength > 0)
		shape.local.rotation = TurnZTo((to - from) / Norm(to - from));
}

constexpr NumberRange ShapeLengths = {1e-4, 1e3};

/// A round hopper standing on its spout, the lower end of the spout at the origin; radii of the inside.
void ReadFunnel(const SceneNode& node, ObstacleShapeDescription& shape)
{
	node.AllowKeys({"topRadius", "spoutRadius", "spout", "cone", "rim", "wall"});
	const double top = node.At("topRadius").AsNumber(ShapeLengths), spout = node.At("spoutRadius").AsNumber(ShapeLengths);
	if (spout >= top)
		node.At("spoutRadius").Fail("a funnel is wider at the top than at its spout.");
	const double cone = node.At("cone").AsNumber(ShapeLengths);
	const double neck = node.Number("spout", 0.2 * cone, ShapeLengths), shoulder = neck + cone;
	const double height = shoulder + node.Number("rim", 0.2 * cone, ShapeLengths);
	const double wall = node.Number("wall", 0.1 * top, ShapeLengths);
	shape.outline = {{spout, 0}, {spout + wall, 0}, {spout + wall, neck}, {top + wall, shoulder}, {top + wall, height}, {top, height},
		{top, shoulder}, {spout, neck}};
}

/// A solid cone standing on its blunt tip at the origin.
void ReadCone(const SceneNode& node, ObstacleShapeDescription& shape)
{
	node.AllowKeys({"topRadius", "tipRadius", "height"});
	const double top = node.At("topRadius").AsNumber(ShapeLengths), tip = node.At("tipRadius").AsNumber(ShapeLengths);
	const double height = node.At("height").AsNumber(ShapeLengths);
	shape.outline = {{0, 0}, {tip, 0}, {top, height}, {0, height}};
}

/// An open bowl standing on its outer bottom at the origin; radii of the inside.
void ReadBowl(const SceneNode& node, ObstacleShapeDescription& shape)
{
	node.AllowKeys({"radius", "depth", "wall"});
	const double radius = node.At("radius").AsNumber(ShapeLengths), depth = node.Number("depth", 0.5 * radius, ShapeLengths);
	const double wall = node.Number("wall", 0.06 * radius, ShapeLengths);
	constexpr int Steps = 14;
	shape.outline = {{0, 0}};
	for (int k = 1; k <= Steps; ++k)
	{
		const double angle = 0.5 * Pi * k / Steps;
		shape.outline.push_back({(radius + wall) * std::sin(angle), (depth + wall) * (1 - std::cos(angle))});
	}
	for (int k = Steps; k >= 0; --k)
	{
		const double angle = 0.5 * Pi * k / Steps;
		shape.outline.push_back({radius * std::sin(angle), wall + depth * (1 - std::cos(angle))});
	}
}

/// A ring around the z axis.
void ReadTorus(const SceneNode& node, ObstacleShapeDescription& shape)
{
	node.AllowKeys({"radius", "thickness"});
	const double radius = node.At("radius").AsNumber(ShapeLengths), half = 0.5 * node.At("thickness").AsNumber(ShapeLengths);
	if (half >= radius)
		node.At("thickness").Fail("a ring is thinner than it is wide; 'radius' is that of the circle in the middle of its tube.");
	constexpr int Steps = 24;
	for (int k = 0; k < Steps; ++k)
		shape.outline.push_back({radius + half * std::cos(2 * Pi * k / Steps), half * std::sin(2 * Pi * k / Steps)});
}

void ReadSlide(const SceneNode& node, SlideDescription& slide)
{
	node.AllowKeys({"path", "radius", "wall"});
	const SceneNode path = node.At("path");
	for (std::size_t k = 0; k < path.Size(); ++k)
		slide.path.push_back(path.At(k).AsVector());
	if (slide.path.size() < 2)
		path.Fail("a slide needs a path of two points at least.");
	for (std::size_t k = 1; k < slide.path.size(); ++k)
		if (Norm(slide.path[k] - slide.path[k - 1]) < 1e-6)
			path.At(k).Fail("two points of a slide's path that follow each other must be apart.");
	slide.radius = node.At("radius").AsNumber(ShapeLengths);
	slide.wall = node.Number("wall", 0.15 * slide.radius, ShapeLengths);
}

}

Box3d ReadBox(const SceneNode& node)
{
	const Box3d box = {node.At("min").AsVector(), node.At("max").AsVector()};
	if (box.IsEmpty())
		node.Fail("'min' is above 'max' in some direction; swap them.");
	return box;
}

Region ReadRegion(const SceneNode& node)
{
	Region region;
	if (node.ChosenKey({"box", "sphere"}) == "box")
		region.shape = ReadBox(node.At("box").AllowKeys({"min", "max"}));
	else
	{
		const SceneNode ball = node.At("sphere");
		ball.AllowKeys({"centre", "radius"});
		region.shape = RegionBall{ball.At("centre").AsVector(), ball.At("radius").AsNumber({0, SceneLimits::Length})};
	}
	region.inBodyFrame = node.Choice("frame", "world", {"world", "body"}) == "body";
	return region;
}

Mat3d ReadRotation(const SceneNode& node)
{
	if (node.Raw().is_object())
	{
		node.AllowKeys({"axis", "degrees"});
		return AxisAngleRotation(ReadAxis(node.At("axis")), Radians(node.At("degrees").AsNumber({-1e6, 1e6})));
	}
	if (node.Raw().is_array() && node.Size() == 4)
		return RotationOfQuaternion(node);
	const Vec3d angles = node.AsVector();
	Mat3d rotation = Mat3d::Identity();
	for (int axis = 0; axis < 3; ++axis)
	{
		Vec3d unit;
		unit[axis] = 1;
		rotation = AxisAngleRotation(unit, Radians(angles[axis])) * rotation;
	}
	return rotation;
}

Pose ReadPose(const SceneNode& node)
{
	Pose pose;
	pose.position = node.Vector("position", {});
	if (node.Has("rotation"))
		pose.rotation = ReadRotation(node.At("rotation"));
	return pose;
}

PinMotion ReadMotion(const SceneNode& node)
{
	const std::string kind = node.ChosenKey({"hold", "linear", "rotate", "keyframes"});
	if (kind == "rotate")
		return ReadRotate(node.At("rotate"));
	if (kind == "keyframes")
		return ReadKeyframes(node.At("keyframes"));
	if (kind == "hold")
	{
		if (!node.At("hold").AsTruth())
			node.At("hold").Fail("false holds nothing; leave the pin out.");
		return PinMotion::Hold();
	}
	const SceneNode linear = node.At("linear");
	linear.AllowKeys({"velocity", "start", "end"});
	double start = 0, end = 0;
	ReadTimes(linear, start, end);
	return PinMotion::Linear(linear.At("velocity").AsVector(1e4), start, end);
}

SceneColour ReadColour(const SceneNode& colour)
{
	if (colour.Raw().is_array())
	{
		const Vec3d rgb = colour.AsVector(1);
		if (rgb.x < 0 || rgb.y < 0 || rgb.z < 0)
			colour.Fail("red, green and blue go from 0 to 1.");
		return SceneColour{static_cast<float>(rgb.x), static_cast<float>(rgb.y), static_cast<float>(rgb.z)};
	}
	const std::string text = colour.AsText(20);
	std::uint32_t number = 0;
	const bool isHex =
		text.size() == 7 && text[0] == '#' && std::from_chars(text.data() + 1, text.data() + 7, number, 16).ptr == text.data() + 7;
	if (!isHex)
		colour.Fail("'" + text + "' is no colour; write it as \"#RRGGBB\".");
	const Render::Colour linear = Render::FromHex(number);
	return SceneColour{linear.x, linear.y, linear.z};
}

std::optional<SceneColour> ReadColour(const SceneNode& node, const char* key)
{
	return node.Has(key) ? std::optional(ReadColour(node.At(key))) : std::nullopt;
}

ObstacleShapeDescription ReadObstacleShape(const SceneNode& node, const SceneFolder& folder)
{
	ObstacleShapeDescription shape;
	const std::string kind = node.ChosenKey({"plane", "box", "sphere", "capsule", "mesh", "cone", "funnel", "bowl", "torus", "slide"});
	const SceneNode inner = node.At(kind.c_str());
	if (kind == "plane")
	{
		shape.kind = ObstacleShapeKind::Plane;
		inner.AllowKeys({"point", "normal"});
		shape.local.position = inner.Vector("point", {});
		if (inner.Has("normal"))
			shape.local.rotation = TurnZTo(ReadAxis(inner.At("normal")));
	}
	else if (kind == "box")
	{
		shape.kind = ObstacleShapeKind::Box;
		ReadObstacleBox(inner, shape);
	}
	else if (kind == "sphere")
	{
		shape.kind = ObstacleShapeKind::Sphere;
		inner.AllowKeys({"radius", "centre"});
		shape.radius = inner.At("radius").AsNumber({1e-6, SceneLimits::Length});
		shape.local.position = inner.Vector("centre", {});
	}
	else if (kind == "capsule")
	{
		shape.kind = ObstacleShapeKind::Capsule;
		ReadCapsule(inner, shape);
	}
	else if (kind == "slide")
	{
		shape.kind = ObstacleShapeKind::Slide;
		ReadSlide(inner, shape.slide);
	}
	else if (kind != "mesh")
	{
		shape.kind = ObstacleShapeKind::Turned;
		(kind == "cone" ? ReadCone : kind == "funnel" ? ReadFunnel : kind == "bowl" ? ReadBowl : ReadTorus)(inner, shape);
	}
	else
	{
		shape.kind = ObstacleShapeKind::Mesh;
		shape.file = ReadPath(inner, folder);
	}
	return shape;
}

std::filesystem::path ReadPath(const SceneNode& node, const SceneFolder& folder)
{
	const std::filesystem::path path = node.AsText();
	if (path.empty())
		node.Fail("this should name a file.");
	const std::filesystem::path full = path.is_absolute() ? path : folder.path / path;
	if (!folder.allowsOutside && !Tools::IsBelow(folder.path, full))
		node.Fail("'" + path.string().substr(0, 200)
			+ "' leads out of the scene's folder; move the file there, or use --allow-outside for a scene that you trust.");
	return full;
}

}
