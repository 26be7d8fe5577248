#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/SimdScalar.h>

namespace SPHSolids
{

/// A step of Newton's method shorter than this is the last: the next one would be at most forty times its square where the rotation is
/// not ambiguous. At strains below a tenth two or three are enough.
template <class T>
inline constexpr float LastPolarStep = 1e-5f;
template <>
inline constexpr float LastPolarStep<double> = 1e-9f;

/// Below this denominator seven steps of Newton's method leave more than 1e-5 of the trace; rotations have 3.
constexpr float AmbiguousPolar = 0.1f;

/// Rotation and trace by singular values, in the lanes of the mask.
SPHSOLIDSCORE_API void DecomposeAmbiguous(const Matrix3<Float8>& F, Mask8 lanes, Matrix3<Float8>& R, Float8& trace);
SPHSOLIDSCORE_API void DecomposeAmbiguous(const Mat3d& F, bool isAmbiguous, Mat3d& R, double& trace);

/// Rotation of the polar decomposition F = R S and the trace of S, without iteration on matrices.
///
/// lambda = tr S = max over rotations of R : F is the largest root of
///   p(lambda) = (lambda^2 - a)^2 - 8 b lambda - 4 e,   a = |F|^2, b = det F, e = |cof F|^2
/// (the characteristic polynomial of Horn's quaternion matrix), found by Newton's method from above, where it converges
/// monotonically. R is the derivative of lambda by F, so implicit differentiation gives it in closed form:
///   R = ((lambda^2 + a) F + 2 lambda cof F - 2 F F^T F) / (lambda (lambda^2 - a) - 2 b).
/// The same observation underlies the invariant form of ARAP in Lin, Chitalu and Komura 2022.
///
/// R has determinant +1 also for inverted F (the smallest stretch then counts negative). Where two stretches cancel (a body squashed to a
/// line, or inverted with equal stretches) the largest root is a double or threefold one: Newton's method needs more steps than are taken,
/// and the quotient is rounding over rounding. There the singular values are taken instead. Any rotation they find is good: |F - R|^2
/// bounds the energy from above for every R, so that going down its gradient goes down in energy.
template <class T>
SPHS_FORCE_INLINE T PolarRotation(const Matrix3<T>& F, Matrix3<T>& R)
{
	// Work on F / |F|, so that all terms are of order one at any scale.
	const T norm = Sqrt(Contract(F, F) + T(1e-30f));
	const Matrix3<T> f = F * (T(1) / norm);
	const Matrix3<T> cof = Cofactor(f);
	const T det = Dot(f.Row(0), cof.Row(0));
	const T e4 = T(4) * Contract(cof, cof);
	const T det8 = T(8) * det;

	T lambda(1.7320509f); // sqrt(3): the largest value at unit norm, reached by rotations
	for (int iteration = 0; iteration < 7; ++iteration)
	{
		const T excess = lambda * lambda - T(1);
		const T value = excess * excess - det8 * lambda - e4;
		const T slope = T(4) * lambda * excess - det8;
		const T step = Max(value, T(0)) / Max(slope, T(1e-3f));
		lambda = lambda - step;
		if (!Any(step > T(LastPolarStep<T>)))
			break;
	}

	const T lambda2 = lambda * lambda;
	const T denominator = lambda * (lambda2 - T(1)) - T(2) * det;
	const T scale = T(1) / Max(denominator, T(1e-4f));
	const Matrix3<T> fft = f * Transpose(f);
	R = (f * (lambda2 + T(1)) + cof * (T(2) * lambda) - (fft * f) * T(2)) * scale;
	T trace = lambda * norm;
	if (const auto ambiguous = denominator < T(AmbiguousPolar); Any(ambiguous)) [[unlikely]]
		DecomposeAmbiguous(F, ambiguous, R, trace);
	return trace;
}

}
