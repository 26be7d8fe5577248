#include <SPHSolids/Linear/SparseCholesky.h>

#include "Linear/CholeskyFactorise.h"
#include "Linear/CholeskySolve.h"
#include "Linear/CholeskySymbolic.h"

#include <SPHSolids/Base/Random.h>

#include <cmath>
#include <string>
#include <vector>

namespace SPHSolids
{
namespace
{

std::size_t StoredBytes(FactorStorage storage)
{
	return storage == FactorStorage::Half ? sizeof(Half) : sizeof(float);
}
/// The largest norm of the inverse, for a unit diagonal, that leaves float a digit: 1 / epsilon of float.
constexpr double MaxInverseNorm = 0x1p23;

std::string Megabytes(std::size_t bytes)
{
	return std::to_string((bytes + (std::size_t(1) << 20) - 1) >> 20) + " MB";
}

}

CholeskyPlan CholeskyPlan::Make(const SparsityGraph& graph, std::span<const std::uint32_t> order)
{
	CholeskyPlan plan;
	plan.symbolic = std::make_shared<const CholeskySymbolic>(BuildCholeskySymbolic(graph, order));
	return plan;
}

CholeskySize CholeskyPlan::Size(FactorStorage storage, int workers) const
{
	CholeskySize size;
	size.rows = symbolic->tree.order.size();
	size.supernodes = symbolic->tree.node.size();
	size.factorEntries = symbolic->tree.entryCount;
	size.storedEntries = symbolic->panelEntries;
	size.factorBytes = symbolic->panelEntries * StoredBytes(storage) + symbolic->IndexBytes() + size.rows * sizeof(Real);
	size.scratchBytes = symbolic->scratchFloats * sizeof(Real);
	size.peakBytes = size.factorBytes + symbolic->FactoriseBytes(workers);
	size.operations = symbolic->tree.operationCount;
	return size;
}

SparseCholesky::SparseCholesky() = default;
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

Result<SparseCholesky> SparseCholesky::Factorise(
	const SparseSymmetric& matrix, const CholeskyPlan& plan, const CholeskySettings& settings, TaskRunner& tasks)
{
	SPHS_ASSERT(matrix.Size() == plan.symbolic->tree.order.size());
	const CholeskySize size = plan.Size(settings.storage, tasks.WorkerCount());
	if (size.peakBytes > settings.memoryLimit)
		return Error{"The factor of " + std::to_string(size.rows) + " particles would take " + Megabytes(size.peakBytes)
			+ ", above the limit of " + Megabytes(settings.memoryLimit)
			+ ". Use larger particles, raise the limit or choose the two-level preconditioner."};

	SparseCholesky factor;
	factor.symbolic = plan.symbolic;
	factor.storage = settings.storage;
	factor.panels = std::make_unique<CholeskyPanels>();
	Result<OrderedMatrix> ordered = OrderAndScale(matrix, plan.symbolic->tree.order, factor.scale);
	if (!ordered.IsOk())
		return ordered.TakeError();

	Status status;
	if (settings.storage == FactorStorage::Half)
	{
		factor.panels->half.resize(plan.symbolic->panelEntries);
		status = FactorisePanels<Half>(*plan.symbolic, ordered.Value(), factor.panels->half, tasks);
	}
	else
	{
		factor.panels->single.resize(plan.symbolic->panelEntries);
		status = FactorisePanels<float>(*plan.symbolic, ordered.Value(), factor.panels->single, tasks);
	}
	if (status.IsOk())
		status = factor.CheckInverse(tasks);
	if (!status.IsOk())
		return Error{status.Message()};
	return factor;
}

/// Rounding hides the zero pivot of a singular matrix, but not that its inverse is without bound: two steps of the power method
/// on the inverse, from three random starts at once, tell its norm well enough.
Status SparseCholesky::CheckInverse(TaskRunner& tasks) const
{
	const AlignedArray<Real> unitScale(Rows(), Real(1));
	AlignedArray<Real> scratch(ScratchSize());
	std::vector<Vec3> x(Rows());
	Random random(1);
	for (Vec3& value : x)
		value = random.NextInBox({-1, -1, -1}, {1, 1, 1}).Cast<Real>();
	double before = 0, after = 0;
	for (int step = 0; step < 2; ++step)
	{
		SolveScaled(x, unitScale, scratch, tasks);
		before = after;
		after = 0;
		for (const Vec3& value : x)
			after += SquaredNorm(value.Cast<double>());
	}
	if (after <= MaxInverseNorm * MaxInverseNorm * before)
		return {};
	std::uint32_t freest = 0;
	for (std::uint32_t row = 0; row < Rows(); ++row)
		if (!(SquaredNorm(x[row]) <= SquaredNorm(x[freest])))
			freest = row;
	return NotPositiveDefinite(freest);
}

std::size_t SparseCholesky::ScratchSize() const
{
	return symbolic->scratchFloats;
}

void SparseCholesky::Solve(std::span<Vec3> x, std::span<Real> scratch, TaskRunner& tasks) const
{
	SolveScaled(x, scale, scratch, tasks);
}

void SparseCholesky::SolveScaled(std::span<Vec3> x, std::span<const Real> rowScale, std::span<Real> scratch, TaskRunner& tasks) const
{
	if (storage == FactorStorage::Half)
		SolvePanels(*symbolic, panels->half.data(), rowScale, x, scratch, tasks);
	else
		SolvePanels(*symbolic, panels->single.data(), rowScale, x, scratch, tasks);
}

}
