#include <SPHSolids/Linear/SparseCholesky.h>

#include "Linear/CholeskyFactorise.h"
#include "Linear/CholeskySolve.h"
#include "Linear/CholeskySymbolic.h"

#include <string>

namespace SPHSolids
{
namespace
{

std::size_t StoredBytes(FactorStorage storage)
{
	return storage == FactorStorage::Half ? sizeof(Half) : sizeof(float);
}
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
	if (!status.IsOk())
		return Error{status.Message()};
	return factor;
}

CholeskyScratch SparseCholesky::MakeScratch() const
{
	CholeskyScratch scratch;
	scratch.memory.resize(symbolic->scratchFloats, 0);
	return scratch;
}

void SparseCholesky::Solve(std::span<Vec3> x, CholeskyScratch& scratch, TaskRunner& tasks) const
{
	if (storage == FactorStorage::Half)
		SolvePanels(*symbolic, panels->half.data(), scale, x, scratch.memory, tasks);
	else
		SolvePanels(*symbolic, panels->single.data(), scale, x, scratch.memory, tasks);
}

}
