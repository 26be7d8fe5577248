#pragma once

#include <SPHSolids/Base/Math.h>

namespace SPHSolids
{

// Smoothing kernels of compact support h (W is zero at and beyond distance h), normalised to one over space.
// Both give W(r) in 1/m^3 and dW/dr in 1/m^4, never positive. The gradient at x_i of W(|x_i - x_j|) is dW/dr (x_i - x_j)/r.

/// The cubic spline of Monaghan, the kernel of [KBF21] and of DFSPH.
///   q = r/h;  W = 8/(pi h^3) { 6 (q^3 - q^2) + 1   for q <= 1/2,   2 (1 - q)^3   for q <= 1 }
template <class T>
class CubicSpline
{
public:
	explicit CubicSpline(T supportRadius)
		: inverseSupport(1 / supportRadius)
		, scale(static_cast<T>(8 / Pi) * inverseSupport * inverseSupport * inverseSupport)
	{
	}
	T Value(T r) const
	{
		const T q = r * inverseSupport;
		if (q >= 1)
			return 0;
		const T p = 1 - q;
		return scale * (q <= T(0.5) ? 6 * q * q * (q - 1) + 1 : 2 * p * p * p);
	}
	T Derivative(T r) const
	{
		const T q = r * inverseSupport;
		if (q >= 1)
			return 0;
		const T p = 1 - q;
		return scale * inverseSupport * (q <= T(0.5) ? 6 * q * (3 * q - 2) : -6 * p * p);
	}
	T Support() const { return 1 / inverseSupport; }

private:
	T inverseSupport;
	T scale;
};

/// Wendland's C2 kernel: no pairing instability with many neighbours, smoother at the rim.
///   q = r/h;  W = 21/(2 pi h^3) (1 - q)^4 (4 q + 1)
template <class T>
class WendlandC2
{
public:
	explicit WendlandC2(T supportRadius)
		: inverseSupport(1 / supportRadius)
		, scale(static_cast<T>(21 / (2 * Pi)) * inverseSupport * inverseSupport * inverseSupport)
	{
	}
	T Value(T r) const
	{
		const T q = r * inverseSupport;
		if (q >= 1)
			return 0;
		const T p = (1 - q) * (1 - q);
		return scale * p * p * (4 * q + 1);
	}
	T Derivative(T r) const
	{
		const T q = r * inverseSupport;
		if (q >= 1)
			return 0;
		const T p = 1 - q;
		return scale * inverseSupport * (-20 * q * p * p * p);
	}
	T Support() const { return 1 / inverseSupport; }

private:
	T inverseSupport;
	T scale;
};

/// Support radius of all our kernels, in particle radii: h = 4 r, about 30 neighbours in a solid ([KBF21] section 9).
inline constexpr double SupportPerParticleRadius = 4;

}
