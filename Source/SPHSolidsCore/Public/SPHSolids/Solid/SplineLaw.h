#pragma once

#include <SPHSolids/Solid/Material.h>
#include <SPHSolids/Solid/MaterialLaws.h>

namespace SPHSolids
{

/// The artist's material: three functions of the principal stretches (Xu 2015; [LBK17] section on spline-based materials).
///   psi = 2 mu sum_i f(s_i) + 2 mu sum_i<j g(s_i s_j) + lambda h(s_1 s_2 s_3)
/// Needs a singular value decomposition per particle, so it costs several times the closed-form laws.
struct SplineLaw
{
	SPHSOLIDSCORE_API static double Energy(const Vec3d& s, double mu, double lambda, const SplineCurves& curves);
	SPHSOLIDSCORE_API static PrincipalDerivatives Principal(const Vec3d& s, double mu, double lambda, const SplineCurves& curves);
	SPHSOLIDSCORE_API static double Evaluate(const Mat3d& F, double mu, double lambda, const SplineCurves& curves, Mat3d& P);
};

}
