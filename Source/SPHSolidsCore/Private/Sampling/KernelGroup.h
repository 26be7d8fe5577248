#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Simd.h>

namespace SPHSolids
{

/// The cubic spline of support 2 (Kernel/Kernels.h) for eight distances at once.
struct KernelGroup
{
	Float8 value;
	Float8 derivative;

	explicit KernelGroup(Float8 distance)
	{
		// With q = s/2: W = (2 (1 - q)^3 - 8 (1/2 - q)^3) / pi, each bracket cut off at zero.
		constexpr float scale = static_cast<float>(1 / Pi);
		const Float8 outer = Max(Float8(1.0f) - Float8(0.5f) * distance, Float8(0.0f));
		const Float8 inner = Max(Float8(0.5f) - Float8(0.5f) * distance, Float8(0.0f));
		const Float8 outerSquared = outer * outer, innerSquared = inner * inner;
		value = Float8(scale) * (Float8(2.0f) * outerSquared * outer - Float8(8.0f) * innerSquared * inner);
		derivative = Float8(scale) * (Float8(12.0f) * innerSquared - Float8(3.0f) * outerSquared);
	}
	static constexpr float AtZero = static_cast<float>(1 / Pi);
};

}
