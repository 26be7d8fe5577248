#pragma once

#include <Lab/SceneDescription.h>
#include <Lab/SceneNode.h>

namespace SPHSolids::Lab
{

// Parts of a scene file that several of its objects have in common. All throw SceneError.

Box3d ReadBox(const SceneNode& node);
/// `box` or `sphere`, and `frame`.
Region ReadRegion(const SceneNode& node);
/// Three angles in degrees about the fixed axes x, then y, then z; a quaternion [w, x, y, z]; or {axis, degrees}.
Mat3d ReadRotation(const SceneNode& node);
/// `position` and `rotation`.
Pose ReadPose(const SceneNode& node);
/// `hold`, `linear`, `rotate` or `keyframes`.
PinMotion ReadMotion(const SceneNode& node);
/// `#RRGGBB` or three linear numbers from 0 to 1.
SceneColour ReadColour(const SceneNode& colour);
std::optional<SceneColour> ReadColour(const SceneNode& node, const char* key);
/// One key that names the shape.
ObstacleShapeDescription ReadObstacleShape(const SceneNode& node, const SceneFolder& folder);
/// Temperatures that things can have.
inline constexpr NumberRange Celsius = {-273.15, 1e6};
BodyHeatDescription ReadBodyHeat(const SceneNode& node);
FluidHeatDef ReadFluidHeat(const SceneNode& node);
/// `heat` of the scene: the surroundings and heat sources.
void ReadSceneHeat(const SceneNode& node, SceneDescription& scene);
/// A path in a scene file is relative to that file.
std::filesystem::path ReadPath(const SceneNode& node, const SceneFolder& folder);

BodyDescription ReadBody(const SceneNode& node, const SceneFolder& folder);
/// The body itself, or its copies, each placed and named.
std::vector<BodyDescription> WithCopies(const BodyDescription& body);

}
