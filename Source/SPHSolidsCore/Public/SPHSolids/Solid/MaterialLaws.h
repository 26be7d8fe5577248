#pragma once

#include <SPHSolids/Solid/Polar.h>

namespace SPHSolids
{

// Energy densities psi(F) in J/m^3 and stresses P = d psi / dF in Pa of the built-in materials.
//
// F       deformation gradient; s its signed singular values (principal stretches), J = det F
// mu      shear modulus, Pa          lambda  first Lame parameter, Pa; every law has these moduli at small strain
//
// Evaluate() is written once over T: Float8 in the step, double in tests. Principal() gives the derivatives of psi by the stretches,
// from which the Hessian of any isotropic law follows (Solid/MaterialHessian.h). HessianTrace() is its trace, sum_ab d^2 psi / dF_ab^2: how
// stiff the law is at F, over all directions, Pa. det F has none, so that of phi(J) is phi''(J) |cof F|^2. Laws that go by the rotation
// of F leave out what is left of it, which is bounded.

/// First and second derivatives of an isotropic energy by the principal stretches.
struct PrincipalDerivatives
{
	Vec3d gradient;
	Mat3d hessian;
};

/// Linear corotated elasticity, the material of [KBF21].
///   psi = mu |F - R|^2 + lambda/2 tr(R^T F - 1)^2
struct CorotatedLaw
{
	template <class T>
	static SPHS_FORCE_INLINE T Evaluate(const Matrix3<T>& F, T mu, T lambda, Matrix3<T>& P)
	{
		Matrix3<T> R;
		const T trace = PolarRotation(F, R);
		const T strain = trace - T(3);
		P = F * (T(2) * mu) + R * (lambda * strain - T(2) * mu);
		// |F - R|^2 as a difference of large numbers would lose small strains: sum the squares instead.
		const Matrix3<T> difference = F - R;
		return mu * Contract(difference, difference) + T(0.5f) * lambda * strain * strain;
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTrace(const Matrix3<T>&, T mu, T lambda)
	{
		return T(12) * mu + T(3) * lambda; // that at rest
	}
	static PrincipalDerivatives Principal(const Vec3d& s, double mu, double lambda)
	{
		const double strain = s.x + s.y + s.z - 3;
		PrincipalDerivatives d;
		for (int i = 0; i < 3; ++i)
		{
			d.gradient[i] = 2 * mu * (s[i] - 1) + lambda * strain;
			for (int j = 0; j < 3; ++j)
				d.hessian(i, j) = lambda + (i == j ? 2 * mu : 0);
		}
		return d;
	}
};

/// As rigid as possible: the corotated law without its volume term; Poisson's ratio zero.
///   psi = mu |F - R|^2
struct ArapLaw
{
	template <class T>
	static SPHS_FORCE_INLINE T Evaluate(const Matrix3<T>& F, T mu, T, Matrix3<T>& P)
	{
		Matrix3<T> R;
		PolarRotation(F, R);
		const Matrix3<T> difference = F - R;
		P = difference * (T(2) * mu);
		return mu * Contract(difference, difference);
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTrace(const Matrix3<T>& F, T mu, T)
	{
		return CorotatedLaw::HessianTrace(F, mu, T(0));
	}
	static PrincipalDerivatives Principal(const Vec3d& s, double mu, double) { return CorotatedLaw::Principal(s, mu, 0); }
};

/// Derivatives of a term of J alone, phi(J), added to those by the stretches.
inline void AddVolumeTerm(const Vec3d& s, double firstDerivative, double secondDerivative, PrincipalDerivatives& d)
{
	const Vec3d dJ = {s.y * s.z, s.z * s.x, s.x * s.y};
	for (int i = 0; i < 3; ++i)
	{
		d.gradient[i] += firstDerivative * dJ[i];
		for (int j = 0; j < 3; ++j)
			d.hessian(i, j) += secondDerivative * dJ[i] * dJ[j] + (i == j ? 0 : firstDerivative * s[3 - i - j]);
	}
}

/// Fixed corotated elasticity (Stomakhin 2012): true volume instead of the trace.
///   psi = mu |F - R|^2 + lambda/2 (J - 1)^2
struct FixedCorotatedLaw
{
	template <class T>
	static SPHS_FORCE_INLINE T Evaluate(const Matrix3<T>& F, T mu, T lambda, Matrix3<T>& P)
	{
		Matrix3<T> R;
		PolarRotation(F, R);
		const Matrix3<T> cof = Cofactor(F);
		const T volumeStrain = Dot(F.Row(0), cof.Row(0)) - T(1);
		const Matrix3<T> difference = F - R;
		P = difference * (T(2) * mu) + cof * (lambda * volumeStrain);
		return mu * Contract(difference, difference) + T(0.5f) * lambda * volumeStrain * volumeStrain;
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTrace(const Matrix3<T>& F, T mu, T lambda)
	{
		const Matrix3<T> cof = Cofactor(F);
		return T(12) * mu + lambda * Contract(cof, cof);
	}
	static PrincipalDerivatives Principal(const Vec3d& s, double mu, double lambda)
	{
		PrincipalDerivatives d = CorotatedLaw::Principal(s, mu, 0);
		AddVolumeTerm(s, lambda * (s.x * s.y * s.z - 1), lambda, d);
		return d;
	}
};

/// St. Venant-Kirchhoff: Hooke's law in the Green strain. Softens and can turn inside out under strong compression.
///   E = (F^T F - 1)/2,   psi = mu |E|^2 + lambda/2 tr(E)^2
struct StVenantKirchhoffLaw
{
	template <class T>
	static SPHS_FORCE_INLINE T Evaluate(const Matrix3<T>& F, T mu, T lambda, Matrix3<T>& P)
	{
		const Matrix3<T> E = (Transpose(F) * F - Matrix3<T>::Identity()) * T(0.5f);
		const T trace = Trace(E);
		P = F * (E * (T(2) * mu) + Matrix3<T>::Identity() * (lambda * trace));
		return mu * Contract(E, E) + T(0.5f) * lambda * trace * trace;
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTrace(const Matrix3<T>& F, T mu, T lambda)
	{
		const T i1 = Contract(F, F); // traces of i1, i1^2 and |F^T F|^2: 18, 44 i1 and 28 i1
		return mu * (T(7) * i1 - T(9)) + lambda * (T(5.5f) * i1 - T(13.5f));
	}
	static PrincipalDerivatives Principal(const Vec3d& s, double mu, double lambda)
	{
		const Vec3d E = {(s.x * s.x - 1) / 2, (s.y * s.y - 1) / 2, (s.z * s.z - 1) / 2};
		const double trace = E.x + E.y + E.z;
		PrincipalDerivatives d;
		for (int i = 0; i < 3; ++i)
		{
			const double stress = 2 * mu * E[i] + lambda * trace;
			d.gradient[i] = stress * s[i];
			for (int j = 0; j < 3; ++j)
				d.hessian(i, j) = lambda * s[i] * s[j] + (i == j ? stress + 2 * mu * s[i] * s[i] : 0);
		}
		return d;
	}
};

/// (|F|^2 - 3)/2 - (J - 1), of second order in the strain. The plain difference leaves a float nothing below strains of 1e-4; with
/// g = F^T F - 1, whose entries are small, J^2 - 1 = tr g + II(g) + det g, and the first-order terms cancel on paper. Where they are
/// large, it is det g, of the sixth order in the stretch, that leaves nothing (of a hundredfold stretch 1e6 for 5e3); both forms are
/// equally good at |g|^2 = 10, about twofold.
template <class T>
SPHS_FORCE_INLINE T StretchMinusVolume(const Matrix3<T>& F, T J)
{
	const Matrix3<T> g = Transpose(F) * F - Matrix3<T>::Identity();
	const Vector3<T> c0 = Cross(g.Row(1), g.Row(2));
	const T det = Dot(g.Row(0), c0);
	const T second = c0.x + (g(2, 2) * g(0, 0) - g(2, 0) * g(0, 2)) + (g(0, 0) * g(1, 1) - g(0, 1) * g(1, 0));
	const T trace = Trace(g);
	const T volumeStrain = (trace + second + det) / (J + T(1)); // J - 1, for J above -1
	const T fine = (T(0.5f) * trace * volumeStrain - second - det) / (J + T(1));
	const T squares = trace * trace - T(2) * second; // |g|^2
	return Select((J > T(0.1f)) & (squares < T(10)), fine, T(0.5f) * trace - (J - T(1)));
}

/// Compressible Neo-Hookean solid.
///   psi = mu/2 (|F|^2 - 3) + phi(J),   phi(J) = lambda/2 log(J)^2 - mu log J
/// Below J = ExtensionJ, phi goes on as its second-order Taylor polynomial, so that psi stays twice continuously differentiable and
/// finite where the logarithm ends, and inverted particles are pushed back.
struct NeoHookeanLaw
{
	static constexpr float ExtensionJ = 0.2f;

	template <class T>
	static SPHS_FORCE_INLINE T Evaluate(const Matrix3<T>& F, T mu, T lambda, Matrix3<T>& P)
	{
		const Matrix3<T> cof = Cofactor(F);
		const T J = Dot(F.Row(0), cof.Row(0));
		const T safeJ = Max(J, T(ExtensionJ));
		const T below = Min(J - T(ExtensionJ), T(0)); // negative in the extension, zero above it
		const T inverseJ = T(1) / safeJ;
		const T logJ = Log(safeJ);
		const T first = (lambda * logJ - mu) * inverseJ;
		const T second = (lambda * (T(1) - logJ) + mu) * inverseJ * inverseJ;
		P = F * mu + cof * (first + second * below);
		const T shear = mu * (StretchMinusVolume(F, J) + (J - T(1)) - logJ);
		return shear + T(0.5f) * lambda * logJ * logJ + below * (first + T(0.5f) * second * below);
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTrace(const Matrix3<T>& F, T mu, T lambda)
	{
		const Matrix3<T> cof = Cofactor(F);
		const T safeJ = Max(Dot(F.Row(0), cof.Row(0)), T(ExtensionJ));
		return T(9) * mu + (lambda * (T(1) - Log(safeJ)) + mu) / (safeJ * safeJ) * Contract(cof, cof);
	}
	static PrincipalDerivatives Principal(const Vec3d& s, double mu, double lambda)
	{
		const double J = s.x * s.y * s.z;
		const double safeJ = Max(J, static_cast<double>(ExtensionJ));
		const double below = J - safeJ;
		const double logJ = std::log(safeJ);
		const double second = (lambda * (1 - logJ) + mu) / (safeJ * safeJ);
		PrincipalDerivatives d;
		d.gradient = s * mu;
		d.hessian = Mat3d::Identity() * mu;
		AddVolumeTerm(s, (lambda * logJ - mu) / safeJ + second * below, second, d);
		return d;
	}
};

/// Mooney-Rivlin solid in polynomial form, finite for every F.
///   psi = c1 (|F|^2 - 3) + c2 (|cof F|^2 - 3) - (2 c1 + 4 c2)(J - 1) + (lambda/2 + c1)(J - 1)^2,
///   c1 = mu (1 - ratio)/2,  c2 = mu ratio/2
/// With ratio 0 it is the stable Neo-Hookean solid (after Smith 2018, without the logarithm).
struct MooneyRivlinLaw
{
	template <class T>
	static SPHS_FORCE_INLINE T EvaluateWithRatio(const Matrix3<T>& F, T mu, T lambda, T ratio, Matrix3<T>& P)
	{
		const T c2 = T(0.5f) * mu * ratio;
		const T c1 = T(0.5f) * mu - c2;
		const Matrix3<T> cof = Cofactor(F);
		const T volumeStrain = Dot(F.Row(0), cof.Row(0)) - T(1);
		const T i1 = Contract(F, F);
		const T restoring = T(-2) * c1 - T(4) * c2;
		const T bulk = lambda + T(2) * c1;
		P = F * (T(2) * (c1 + c2 * i1)) - (F * (Transpose(F) * F)) * (T(2) * c2) + cof * (restoring + bulk * volumeStrain);
		return c1 * (i1 - T(3)) + c2 * (Contract(cof, cof) - T(3)) + volumeStrain * (restoring + T(0.5f) * bulk * volumeStrain);
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTraceWithRatio(const Matrix3<T>& F, T mu, T lambda, T ratio)
	{
		const T c2 = T(0.5f) * mu * ratio;
		const T c1 = T(0.5f) * mu - c2;
		const Matrix3<T> cof = Cofactor(F);
		return T(18) * c1 + T(8) * c2 * Contract(F, F) + (lambda + T(2) * c1) * Contract(cof, cof);
	}
	static PrincipalDerivatives PrincipalWithRatio(const Vec3d& s, double mu, double lambda, double ratio)
	{
		const double c2 = 0.5 * mu * ratio, c1 = 0.5 * mu - c2;
		const double sum = s.x * s.x + s.y * s.y + s.z * s.z;
		PrincipalDerivatives d;
		for (int i = 0; i < 3; ++i)
		{
			d.gradient[i] = 2 * s[i] * (c1 + c2 * (sum - s[i] * s[i]));
			for (int j = 0; j < 3; ++j)
				d.hessian(i, j) = i == j ? 2 * (c1 + c2 * (sum - s[i] * s[i])) : 4 * c2 * s[i] * s[j];
		}
		const double bulk = lambda + 2 * c1;
		AddVolumeTerm(s, -2 * c1 - 4 * c2 + bulk * (s.x * s.y * s.z - 1), bulk, d);
		return d;
	}
};

/// Stable Neo-Hookean solid: P = mu F + ((lambda + mu)(J - 1) - mu) cof F. The default for large deformation: smooth everywhere,
/// recovers from inversion, no logarithm.
struct StableNeoHookeanLaw
{
	template <class T>
	static SPHS_FORCE_INLINE T Evaluate(const Matrix3<T>& F, T mu, T lambda, Matrix3<T>& P)
	{
		const Matrix3<T> cof = Cofactor(F);
		const T J = Dot(F.Row(0), cof.Row(0));
		const T volumeStrain = J - T(1);
		const T bulk = lambda + mu;
		P = F * mu + cof * (bulk * volumeStrain - mu);
		return mu * StretchMinusVolume(F, J) + T(0.5f) * bulk * volumeStrain * volumeStrain;
	}
	template <class T>
	static SPHS_FORCE_INLINE T HessianTrace(const Matrix3<T>& F, T mu, T lambda)
	{
		const Matrix3<T> cof = Cofactor(F);
		return T(9) * mu + (lambda + mu) * Contract(cof, cof);
	}
	static PrincipalDerivatives Principal(const Vec3d& s, double mu, double lambda)
	{
		return MooneyRivlinLaw::PrincipalWithRatio(s, mu, lambda, 0);
	}
};

}
