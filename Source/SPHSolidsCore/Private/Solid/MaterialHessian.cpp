#include <SPHSolids/Solid/MaterialHessian.h>

#include <SPHSolids/Solid/MaterialLaws.h>
#include <SPHSolids/Solid/SplineLaw.h>

namespace SPHSolids
{
namespace
{

PrincipalDerivatives PrincipalOf(const Material& material, const Vec3d& s, double mu, double lambda)
{
	switch (material.model)
	{
	case MaterialModel::Corotated: return CorotatedLaw::Principal(s, mu, lambda);
	case MaterialModel::FixedCorotated: return FixedCorotatedLaw::Principal(s, mu, lambda);
	case MaterialModel::Arap: return ArapLaw::Principal(s, mu, lambda);
	case MaterialModel::StVenantKirchhoff: return StVenantKirchhoffLaw::Principal(s, mu, lambda);
	case MaterialModel::NeoHookean: return NeoHookeanLaw::Principal(s, mu, lambda);
	case MaterialModel::StableNeoHookean: return StableNeoHookeanLaw::Principal(s, mu, lambda);
	case MaterialModel::MooneyRivlin: return MooneyRivlinLaw::PrincipalWithRatio(s, mu, lambda, material.mooneyRatio);
	case MaterialModel::Spline: return SplineLaw::Principal(s, mu, lambda, material.curves);
	}
	return {};
}

/// value times mode mode^T, the mode being a 3x3 matrix read in row order.
void AddMode(Hessian9& hessian, const Mat3d& mode, double value)
{
	for (int a = 0; a < 9; ++a)
		for (int b = 0; b < 9; ++b)
			hessian[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] += value * mode(a / 3, a % 3) * mode(b / 3, b % 3);
}

double FilterEigenvalue(double value, HessianFilter filter)
{
	return filter == HessianFilter::Absolute ? std::fabs(value) : value;
}

/// A quotient of differences that tends to 0/0 where two stretches meet: below this gap its limit is used.
constexpr double CloseStretches = 1e-5;

void AddPairModes(Hessian9& hessian, const SignedSvd& svd, const PrincipalDerivatives& d, int i, int j, HessianFilter filter)
{
	const Vec3d ui = svd.u.Column(i), uj = svd.u.Column(j), vi = svd.v.Column(i), vj = svd.v.Column(j);
	const double half = std::sqrt(0.5);
	const Mat3d twist = (Mat3d::Outer(ui, vj) - Mat3d::Outer(uj, vi)) * half;
	const Mat3d flip = (Mat3d::Outer(ui, vj) + Mat3d::Outer(uj, vi)) * half;

	const double difference = svd.values[i] - svd.values[j];
	const double flipValue = std::fabs(difference) > CloseStretches ? (d.gradient[i] - d.gradient[j]) / difference
																	: 0.5 * (d.hessian(i, i) + d.hessian(j, j)) - d.hessian(i, j);
	// The sum vanishes only for inverted elements whose rotation is ambiguous; the floor keeps the value finite there.
	const double sum = svd.values[i] + svd.values[j];
	const double safeSum = std::fabs(sum) > CloseStretches ? sum : std::copysign(CloseStretches, sum);
	const double twistValue = (d.gradient[i] + d.gradient[j]) / safeSum;

	AddMode(hessian, twist, FilterEigenvalue(twistValue, filter));
	AddMode(hessian, flip, FilterEigenvalue(flipValue, filter));
}

/// k/2 (I4 - 1) [1 (x) a a^T] + k (F a a^T)(F a a^T)^T under tension: positive semi-definite as it is.
void AddFibreHessian(const Material& material, const Mat3d& F, Hessian9& hessian)
{
	if (!(material.fibreStiffness > 0))
		return;
	const Vec3d a = NormalizedOr(material.fibreDirection, Vec3d{0, 0, 1});
	const Vec3d stretched = F * a;
	const double excess = SquaredNorm(stretched) - 1;
	if (excess <= 0)
		return;
	AddMode(hessian, Mat3d::Outer(stretched, a), material.fibreStiffness);
	for (int row = 0; row < 3; ++row)
	{
		Vec3d unit;
		unit[row] = 1;
		AddMode(hessian, Mat3d::Outer(unit, a), material.fibreStiffness / 2 * excess);
	}
}

}

Hessian9 EvaluateMaterialHessian(const Material& material, const Mat3d& F, HessianFilter filter)
{
	const auto [mu, lambda] = LameFromYoung(material.young, material.poisson);
	const SignedSvd svd = DecomposeSigned(F);
	const PrincipalDerivatives d = PrincipalOf(material, svd.values, mu, lambda);

	Hessian9 hessian{};
	const SymmetricEigen scaling = DecomposeSymmetric(d.hessian);
	for (int k = 0; k < 3; ++k)
		AddMode(
			hessian, svd.u * Mat3d::Diagonal(scaling.vectors.Column(k)) * Transpose(svd.v), FilterEigenvalue(scaling.values[k], filter));
	AddPairModes(hessian, svd, d, 0, 1, filter);
	AddPairModes(hessian, svd, d, 0, 2, filter);
	AddPairModes(hessian, svd, d, 1, 2, filter);
	AddFibreHessian(material, F, hessian);
	return hessian;
}

}
