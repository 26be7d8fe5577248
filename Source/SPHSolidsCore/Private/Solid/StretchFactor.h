#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/ConstantOperator.h>

#include <memory>
#include <span>

namespace SPHSolids
{

/// Cholesky factor of the constant system of stretch and zero-energy penalty, (29) of [KBF21] divided by h^2: the operator A0 with
/// w = 2 mu. By Eigen's simplicial factorisation in float, as in the paper's own implementation.
class StretchFactor
{
public:
	StretchFactor();
	~StretchFactor();

	/// @param source With moduli whose lambda is zero, which makes w = 2 mu.
	static Result<std::unique_ptr<StretchFactor>> Build(const ConstantOperator& source);

	/// x = A^-1 b, component by component; zero at held particles.
	void Solve(std::span<const Vec3> b, TaskRunner& tasks, std::span<Vec3> x);
	std::size_t Bytes() const;

private:
	struct Data;
	std::unique_ptr<Data> data;
};

}
