#pragma once

#include <SPHSolids/Bake/BakeBody.h>

#include <nlohmann/json.hpp>

#include <string>

namespace SPHSolids::Tools
{

/// A list of three numbers.
nlohmann::ordered_json ToJson(const Vec3d& v);

/// What a body is, for reports: particles, radius, volume, skin, quality, findings, settings, hash.
nlohmann::ordered_json DescribeBody(const BakedBody& body);

/// What is known about the mesh that was baked.
nlohmann::ordered_json DescribeMesh(const MeshDiagnosis& mesh);

const char* NameOf(SheetMode mode);
const char* NameOf(FindingSeverity severity);

/// Sixteen hexadecimal digits.
std::string HexHash(std::uint64_t hash);

/// Largest memory this process has used, in units of 2^20 bytes.
double PeakMemoryMB();

}
