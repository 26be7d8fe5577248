#include <SPHSolids/Kernel/GradientCorrection.h>

namespace SPHSolids
{

GradientCorrection InvertMoment(const Mat3d& moment, int maxRank)
{
	const SymmetricEigen eigen = DecomposeSymmetric(moment);
	GradientCorrection result;
	result.axes = eigen.vectors;
	for (int k = 0; k < maxRank; ++k)
	{
		if (!(eigen.values[k] > SpannedShare * eigen.values[0]) || !(eigen.values[k] > 0))
			break;
		const Vec3d direction = eigen.vectors.Column(k);
		result.inverse += Mat3d::Outer(direction, direction) * (1 / eigen.values[k]);
		++result.rank;
	}
	return result;
}

}
