#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Simd.h>

namespace SPHSolids
{

/// Deformation gradients of eight particles.
struct GradientBlock
{
	float entry[9][SimdWidth]; ///< row by row

	SPHS_FORCE_INLINE Matrix3<Float8> Load() const
	{
		Matrix3<Float8> F;
		for (int e = 0; e < 9; ++e)
			F(e / 3, e % 3) = Float8::Load(entry[e]);
		return F;
	}
	SPHS_FORCE_INLINE void Store(const Matrix3<Float8>& F)
	{
		for (int e = 0; e < 9; ++e)
			F(e / 3, e % 3).Store(entry[e]);
	}
};

}
