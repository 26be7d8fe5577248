#include <SPHSolids/Base/Math.h>

#include <utility>

namespace SPHSolids
{
namespace
{

constexpr int MaxJacobiSweeps = 32; // convergence is quadratic: five sweeps reach rounding for any finite matrix

/// Zeroes entry (p, q) of the symmetric matrix by a plane rotation and collects the rotation in vectors.
void JacobiRotate(Mat3d& a, Mat3d& vectors, int p, int q)
{
	if (a(p, q) == 0)
		return;
	const double theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
	const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
	const double c = 1 / std::sqrt(t * t + 1), s = t * c;
	for (int k = 0; k < 3; ++k)
	{
		const double kp = a(k, p), kq = a(k, q);
		a(k, p) = c * kp - s * kq;
		a(k, q) = s * kp + c * kq;
	}
	for (int k = 0; k < 3; ++k)
	{
		const double pk = a(p, k), qk = a(q, k);
		a(p, k) = c * pk - s * qk;
		a(q, k) = s * pk + c * qk;
	}
	a(p, q) = a(q, p) = 0;
	for (int k = 0; k < 3; ++k)
	{
		const double kp = vectors(k, p), kq = vectors(k, q);
		vectors(k, p) = c * kp - s * kq;
		vectors(k, q) = s * kp + c * kq;
	}
}

void SetColumn(Mat3d& a, int column, const Vec3d& v)
{
	for (int row = 0; row < 3; ++row)
		a(row, column) = v[row];
}

/// Some unit vector at right angles to the unit vector a.
Vec3d AnyPerpendicular(const Vec3d& a)
{
	const Vec3d axis = std::fabs(a.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
	return NormalizedOr(Cross(a, axis), Vec3d{0, 0, 1});
}

}

SymmetricEigen DecomposeSymmetric(const Mat3d& symmetric)
{
	Mat3d a = symmetric;
	Mat3d vectors = Mat3d::Identity();
	for (int sweep = 0; sweep < MaxJacobiSweeps; ++sweep)
	{
		const double offDiagonal = std::fabs(a(0, 1)) + std::fabs(a(0, 2)) + std::fabs(a(1, 2));
		const double diagonal = std::fabs(a(0, 0)) + std::fabs(a(1, 1)) + std::fabs(a(2, 2));
		if (!(offDiagonal > 1e-17 * diagonal))
			break;
		JacobiRotate(a, vectors, 0, 1);
		JacobiRotate(a, vectors, 0, 2);
		JacobiRotate(a, vectors, 1, 2);
	}
	int order[3] = {0, 1, 2};
	const auto sortPair = [&](int first, int second)
	{
		if (a(order[first], order[first]) < a(order[second], order[second]))
			std::swap(order[first], order[second]);
	};
	sortPair(0, 1);
	sortPair(0, 2);
	sortPair(1, 2);

	SymmetricEigen result;
	for (int k = 0; k < 3; ++k)
	{
		result.values[k] = a(order[k], order[k]);
		SetColumn(result.vectors, k, vectors.Column(order[k]));
	}
	if (Determinant(result.vectors) < 0)
		SetColumn(result.vectors, 2, -result.vectors.Column(2));
	return result;
}

SignedSvd DecomposeSigned(const Mat3d& a)
{
	SignedSvd result;
	result.v = DecomposeSymmetric(Transpose(a) * a).vectors;

	// Columns of a V are the left vectors times the singular values. The last one is fixed by the first two, so its value takes
	// the sign of the determinant; forming it from a V keeps small values accurate to a relative error of the largest.
	const Mat3d av = a * result.v;
	const double s0 = Norm(av.Column(0));
	const Vec3d u0 = NormalizedOr(av.Column(0), Vec3d{1, 0, 0});
	const Vec3d second = av.Column(1) - u0 * Dot(u0, av.Column(1));
	const bool secondHasDirection = Norm(second) > 1e-14 * s0 && s0 > 0;
	const Vec3d u1 = secondHasDirection ? NormalizedOr(second, AnyPerpendicular(u0)) : AnyPerpendicular(u0);
	const Vec3d u2 = Cross(u0, u1);
	SetColumn(result.u, 0, u0);
	SetColumn(result.u, 1, u1);
	SetColumn(result.u, 2, u2);
	result.values = {s0, Dot(u1, av.Column(1)), Dot(u2, av.Column(2))};
	return result;
}

}
