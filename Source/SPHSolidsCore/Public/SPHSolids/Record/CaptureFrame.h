#pragma once

#include <SPHSolids/Record/RecordedFrame.h>
#include <SPHSolids/Solid/SolidBody.h>
#include <SPHSolids/World/World.h>

#include <cstdint>
#include <span>

namespace SPHSolids
{

/// Adds the particles of a body to a frame as one object.
SPHSOLIDSCORE_API void CaptureBody(const SolidBody& body, std::uint16_t object, RecordedFrame& frame);

/// Adds all fluid particles in the order of their names, which stays from step to step.
/// @param objectOfFluid Object for each FluidId::index; fluids beyond the end count as the last one.
SPHSOLIDSCORE_API void CaptureFluids(const FluidView& fluids, std::span<const std::uint16_t> objectOfFluid, RecordedFrame& frame);

}
