#pragma once

#include <SPHSolids/Solid/Material.h>

#include <array>

namespace SPHSolids
{

/// d^2 psi / dF^2 as a symmetric 9x9 matrix over the entries of F in row order.
using Hessian9 = std::array<std::array<double, 9>, 9>;

enum class HessianFilter
{
	None,     ///< The Hessian itself, indefinite under compression
	Absolute, ///< Eigenvalues replaced by their absolute values: positive semi-definite, keeps the scale of negative curvature
};

/// Hessian of a material's energy. For isotropic laws the eigensystem is known from the signed singular values: a 3x3 block of
/// second derivatives by the stretches, and for each pair of stretches a flip and a twist with eigenvalues
/// (psi_i + psi_j)/(s_i + s_j) and (psi_i - psi_j)/(s_i - s_j).
SPHSOLIDSCORE_API Hessian9 EvaluateMaterialHessian(const Material& material, const Mat3d& F, HessianFilter filter);

}
