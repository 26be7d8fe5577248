#pragma once

#include <Lab/SceneDescription.h>

#include <nlohmann/json.hpp>

#include <string>

namespace SPHSolids::Lab
{

/// What is in a scene, for reports and for a person.
nlohmann::ordered_json DescribeScene(const SceneDescription& scene);
std::string PrintScene(const SceneDescription& scene);

}
