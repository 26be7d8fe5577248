#include <SPHSolids/Solid/SplineLaw.h>

namespace SPHSolids
{

double SplineLaw::Energy(const Vec3d& s, double mu, double lambda, const SplineCurves& curves)
{
	double energy = lambda * curves.volume.Energy(s.x * s.y * s.z);
	for (int i = 0; i < 3; ++i)
	{
		energy += 2 * mu * curves.length.Energy(s[i]);
		if (curves.area)
			energy += 2 * mu * curves.area->Energy(s[i] * s[(i + 1) % 3]);
	}
	return energy;
}

PrincipalDerivatives SplineLaw::Principal(const Vec3d& s, double mu, double lambda, const SplineCurves& curves)
{
	PrincipalDerivatives d;
	for (int i = 0; i < 3; ++i)
	{
		d.gradient[i] += 2 * mu * curves.length.Stress(s[i]);
		d.hessian(i, i) += 2 * mu * curves.length.Slope(s[i]);
		if (!curves.area)
			continue;
		const int j = (i + 1) % 3;
		const double area = s[i] * s[j];
		const double first = 2 * mu * curves.area->Stress(area), second = 2 * mu * curves.area->Slope(area);
		d.gradient[i] += first * s[j];
		d.gradient[j] += first * s[i];
		d.hessian(i, i) += second * s[j] * s[j];
		d.hessian(j, j) += second * s[i] * s[i];
		d.hessian(i, j) += second * area + first;
		d.hessian(j, i) += second * area + first;
	}
	const double J = s.x * s.y * s.z;
	AddVolumeTerm(s, lambda * curves.volume.Stress(J), lambda * curves.volume.Slope(J), d);
	return d;
}

double SplineLaw::Evaluate(const Mat3d& F, double mu, double lambda, const SplineCurves& curves, Mat3d& P)
{
	const SignedSvd svd = DecomposeSigned(F);
	P = svd.u * Mat3d::Diagonal(Principal(svd.values, mu, lambda, curves).gradient) * Transpose(svd.v);
	return Energy(svd.values, mu, lambda, curves);
}

}
