#pragma once

#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Kernel/Kernels.h>

namespace SPHSolids
{

/// The cubic spline of Kernel/Kernels.h for eight squared distances at once.
class FluidKernel
{
public:
	explicit FluidKernel(Real support)
		: inverseSupport(1 / support)
		, scale(static_cast<Real>(8 / Pi) / (support * support * support))
		, slopeScale(6 * scale / (support * support))
	{
	}
	struct Values
	{
		Float8 value;      // W
		Float8 slopeOverR; // W'/r, never positive
	};
	SPHS_FORCE_INLINE Values At(Float8 squaredDistance) const
	{
		const Float8 one(1.0f), zero(0.0f);
		const Float8 q = Min(Sqrt(squaredDistance) * Float8(inverseSupport), one);
		const Float8 p = one - q;
		const Mask8 inner = q < Float8(0.5f);
		const Float8 pp = p * p;
		const Float8 value = Select(inner, MulAdd(Float8(6.0f) * q * q, q - one, one), Float8(2.0f) * pp * p);
		const Float8 slope = Select(inner, MulAdd(Float8(3.0f), q, Float8(-2.0f)), zero - pp / Max(q, Float8(0.5f)));
		return {value * Float8(scale), slope * Float8(slopeScale)};
	}
	Real AtZero() const { return scale; }

private:
	Real inverseSupport, scale, slopeScale;
};

}
