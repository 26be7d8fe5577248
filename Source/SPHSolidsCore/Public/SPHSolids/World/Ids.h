#pragma once

#include <cstdint>

namespace SPHSolids
{

/// Names one thing of a world. Survives the thing: an id whose thing was removed finds nothing, even if its place was taken since.
/// Ids of different kinds do not mix.
template <class Kind>
struct WorldId
{
	std::uint32_t index = 0;
	std::uint32_t generation = 0; ///< 0: names nothing

	bool IsSet() const { return generation != 0; }
	friend bool operator==(const WorldId&, const WorldId&) = default;
};

using BodyId = WorldId<struct BodyKind>;
using FluidId = WorldId<struct FluidKind>;
using EmitterId = WorldId<struct EmitterKind>;
using KillVolumeId = WorldId<struct KillVolumeKind>;
using BoundaryId = WorldId<struct BoundaryKind>;
using RigidId = WorldId<struct RigidKind>;
using ForceFieldId = WorldId<struct ForceFieldKind>;
using HeatSourceId = WorldId<struct HeatSourceKind>;
using ProbeId = WorldId<struct ProbeKind>;

}
