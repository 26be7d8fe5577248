#pragma once

#include "TriangleTree.h"

#include <SPHSolids/Base/Math.h>

namespace SPHSolids
{

inline double HalfSurface(const Box3d& box)
{
	const Vec3d s = box.Size();
	return s.x * s.y + s.y * s.z + s.z * s.x;
}

inline void IncludeBox(Box3d& box, const Box3d& other)
{
	box.min = Min(box.min, other.min);
	box.max = Max(box.max, other.max);
}

inline Box3d BoxOf(const TriangleCorners& corners)
{
	Box3d box;
	for (const Vec3d& corner : corners)
		box.Include(corner);
	return box;
}

/// Touching counts.
inline bool BoxesMeet(const Box3d& a, const Box3d& b)
{
	return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z && b.min.z <= a.max.z;
}

inline bool BoxHolds(const Box3d& outer, const Box3d& inner)
{
	return outer.Contains(inner.min) && outer.Contains(inner.max);
}

}
