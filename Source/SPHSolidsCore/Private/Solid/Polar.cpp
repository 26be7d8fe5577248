#include <SPHSolids/Solid/Polar.h>

#include "WideMatrixLanes.h"

namespace SPHSolids
{

void DecomposeAmbiguous(const Mat3d& F, bool, Mat3d& R, double& trace)
{
	const SignedSvd svd = DecomposeSigned(F);
	R = svd.u * Transpose(svd.v);
	trace = svd.values.x + svd.values.y + svd.values.z;
}

void DecomposeAmbiguous(const Matrix3<Float8>& F, Mask8 lanes, Matrix3<Float8>& R, Float8& trace)
{
	const WideMatrixLanes gradient(F);
	WideMatrixLanes rotation(R);
	float traceLanes[SimdWidth];
	trace.Store(traceLanes);
	for (int lane = 0; lane < SimdWidth; ++lane)
	{
		if ((Bits(lanes) >> lane & 1) == 0)
			continue;
		Mat3d laneRotation;
		double laneTrace = 0;
		DecomposeAmbiguous(gradient.Lane(lane), true, laneRotation, laneTrace);
		rotation.SetLane(lane, laneRotation);
		traceLanes[lane] = static_cast<float>(laneTrace);
	}
	R = rotation.Wide();
	trace = Float8::Load(traceLanes);
}

}
