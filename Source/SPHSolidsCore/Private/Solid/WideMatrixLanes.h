#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Simd.h>

namespace SPHSolids
{

/// Eight matrices side by side, to be worked on one by one in double.
struct WideMatrixLanes
{
	float entry[9][SimdWidth];

	explicit WideMatrixLanes(const Matrix3<Float8>& wide)
	{
		for (int e = 0; e < 9; ++e)
			wide(e / 3, e % 3).Store(entry[e]);
	}
	WideMatrixLanes() = default;
	Mat3d Lane(int lane) const
	{
		Mat3d result;
		for (int e = 0; e < 9; ++e)
			result(e / 3, e % 3) = static_cast<double>(entry[e][lane]);
		return result;
	}
	void SetLane(int lane, const Mat3d& value)
	{
		for (int e = 0; e < 9; ++e)
			entry[e][lane] = static_cast<float>(value(e / 3, e % 3));
	}
	Matrix3<Float8> Wide() const
	{
		Matrix3<Float8> result;
		for (int e = 0; e < 9; ++e)
			result(e / 3, e % 3) = Float8::Load(entry[e]);
		return result;
	}
};

}
