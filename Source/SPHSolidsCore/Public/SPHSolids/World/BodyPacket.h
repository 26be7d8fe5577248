#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <cstddef>
#include <span>
#include <vector>

namespace SPHSolids
{

// The state of a body in as few bytes as a network likes: the affine motion that fits its particles best (place, turn, stretch and their
// rates: 136 bytes whatever its size), then what each particle is off from it, in a chosen number of bits. Lossy; the receiver sets it by
// World::SetState. Where equal bits matter, send commands and World::Snapshot instead.

struct PacketSettings
{
	int positionBits = 10; ///< of each coordinate, 0 (affine motion alone) to 16
	int velocityBits = 0;  ///< the same of velocities; 0 suffices where the next packet comes soon
};

/// What a receiver gets.
struct BodyPacketState
{
	Vec3d origin;
	AlignedArray<Vec3> position; ///< m, relative to origin
	AlignedArray<Vec3> velocity; ///< m/s
};

/// @pre Bits from 0 to 16.
SPHSOLIDSCORE_API std::vector<std::byte> PackBody(const SolidBody& body, const PacketSettings& settings = {});
/// Takes bytes from anywhere: a finite state for as many particles as the rest shape has, or the sentence that says why not.
SPHSOLIDSCORE_API Result<BodyPacketState> UnpackBody(const SolidRest& rest, std::span<const std::byte> packet);

}
