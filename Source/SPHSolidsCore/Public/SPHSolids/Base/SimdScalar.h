#pragma once

#include <SPHSolids/Base/Simd.h>

#include <cmath>

namespace SPHSolids
{

// The operations of Float8 under the same names for double, so that a formula written once over a type T runs eight particles at a
// time in the step and one at a time in double where it is checked.

SPHS_FORCE_INLINE double MulAdd(double a, double b, double c)
{
	return a * b + c;
}
SPHS_FORCE_INLINE double NegMulAdd(double a, double b, double c)
{
	return c - a * b;
}
SPHS_FORCE_INLINE double Min(double a, double b)
{
	return a < b ? a : b;
}
SPHS_FORCE_INLINE double Max(double a, double b)
{
	return a > b ? a : b;
}
SPHS_FORCE_INLINE double Sqrt(double a)
{
	return std::sqrt(a);
}
SPHS_FORCE_INLINE double Abs(double a)
{
	return std::fabs(a);
}
SPHS_FORCE_INLINE double Log(double a)
{
	return std::log(a);
}
SPHS_FORCE_INLINE double Select(bool mask, double a, double b)
{
	return mask ? a : b;
}
SPHS_FORCE_INLINE bool Any(bool mask)
{
	return mask;
}

/// Natural logarithm of eight positive, normal numbers, to about one unit in the last place of a float.
SPHSOLIDSCORE_API Float8 Log(Float8 a);

}
