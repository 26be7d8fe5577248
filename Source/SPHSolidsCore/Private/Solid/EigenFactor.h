#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>

namespace SPHSolids
{

/// Cholesky factor of A0 by Eigen's simplicial factorisation in float, three right-hand sides one by one: the linear algebra that the
/// papers' own implementations use. For the reference solver `splitting` and, as the preconditioner `eigen`, to compare ours with.
class EigenFactor final : public Preconditioner
{
public:
	static Result<std::unique_ptr<EigenFactor>> Build(const ConstantOperator& source, TaskRunner& tasks);

	EigenFactor();
	~EigenFactor() override;

	void Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	std::size_t Bytes() const override;

private:
	struct Data;
	std::unique_ptr<Data> data;
};

}
