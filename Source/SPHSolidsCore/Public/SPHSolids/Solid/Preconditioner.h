#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <cstddef>
#include <span>

namespace SPHSolids
{

/// An approximation of the inverse Hessian of the step's objective: symmetric, positive definite, the same on x, y and z. Constant for
/// a step size, stiffness and set of held particles; a stale one costs iterations, never correctness. Const and shared by instances.
class Preconditioner
{
public:
	Preconditioner() = default;
	Preconditioner(const Preconditioner&) = delete;
	Preconditioner& operator=(const Preconditioner&) = delete;
	virtual ~Preconditioner() = default;

	/// r = A^-1 q. Zero at held particles. r may be q itself for those that BuildPreconditioner makes; else the two do not overlap. The
	/// scratch belongs to the caller, so that several instances can share one preconditioner at the same time; it grows to what is needed
	/// once.
	virtual void Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const = 0;
	virtual std::size_t Bytes() const = 0;
};

}
