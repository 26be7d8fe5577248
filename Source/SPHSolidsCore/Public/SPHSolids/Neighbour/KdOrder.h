#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Particles per leaf of the kd-order. Leaves are runs of this many consecutive particles; only the last may be shorter.
inline constexpr std::size_t KdLeafSize = 64;

/// order[k] is the index of the point that comes k-th when space is halved again and again across its longest side. Unlike a Morton
/// curve, runs of leafSize points are compact boxes, which is what block preconditioners and caches want. Ties go by index.
SPHSOLIDSCORE_API std::vector<std::uint32_t> KdOrder(std::span<const Vec3d> points, std::size_t leafSize = KdLeafSize);

}
