#include "Linear/CholeskyFactorise.h"

#include "Linear/DenseFront.h"
#include "Linear/EliminationTree.h"
#include "Linear/PanelLayout.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr std::uint32_t NoFailure = 0xFFFFFFFF;
/// Groups of rows of a panel stored by one task.
constexpr std::size_t GroupsPerTask = 8;
/// Blocks of rows of an update matrix added by one task.
constexpr std::size_t BlocksPerUpdateTask = 16;

/// Makes the panels of the nodes of one task, or of all nodes above the tasks, one after the other.
template <class Stored>
class FrontWalker
{
public:
	FrontWalker(const CholeskySymbolic& choleskySymbolic, const OrderedMatrix& orderedMatrix, std::span<Stored> allPanels,
		std::vector<UpdateMatrix>& waitingUpdates, std::vector<std::uint32_t>& failures, TaskRunner& taskRunner)
		: symbolic(choleskySymbolic)
		, tree(choleskySymbolic.tree)
		, matrix(orderedMatrix)
		, panels(allPanels)
		, updates(waitingUpdates)
		, failedColumn(failures)
		, tasks(taskRunner)
		, localRow(choleskySymbolic.tree.order.size())
	{
	}

	/// @param children Of the node.
	void Visit(std::uint32_t n, std::span<const std::uint32_t> children)
	{
		const Supernode& node = tree.node[n];
		for (const std::uint32_t child : children)
			if (failedColumn[child] != NoFailure)
			{
				failedColumn[n] = failedColumn[child]; // nothing above can be made
				return;
			}
		front.Reset(node.width, node.rowCount);
		NumberRows(node);
		AddColumns(node);
		for (const std::uint32_t child : children)
		{
			AddUpdate(tree.node[child], node, updates[child]);
			updates[child].Release();
		}
		if (const std::optional<std::size_t> failed = front.Factorise(tasks))
		{
			failedColumn[n] = node.firstColumn + static_cast<std::uint32_t>(*failed);
			return;
		}
		front.SubtractOuterProduct(tasks);
		std::swap(updates[n], front.Update());
		front.Invert(tasks);
		StorePanel(n);
	}

private:
	/// Numbers the node's rows: columns from 0 on, then the rows below.
	void NumberRows(const Supernode& node)
	{
		for (std::uint32_t k = 0; k < node.width; ++k)
			localRow[node.firstColumn + k] = k;
		std::uint32_t next = node.width;
		for (const std::uint32_t row : tree.Rows(node))
			localRow[row] = next++;
	}

	void AddColumns(const Supernode& node)
	{
		for (std::uint32_t k = 0; k < node.width; ++k)
			for (std::size_t e = matrix.first[node.firstColumn + k]; e < matrix.first[node.firstColumn + k + 1]; ++e)
			{
				const std::uint32_t row = localRow[matrix.row[e]];
				(row < node.width ? front.Diagonal(row, k) : front.Below(row - node.width, k)) += matrix.value[e];
			}
	}

	/// Adds what a child left. Its rows are among those of the node and ascend in both, so a lower triangle stays one.
	void AddUpdate(const Supernode& child, const Supernode& node, const UpdateMatrix& update)
	{
		const std::span<const std::uint32_t> rows = tree.Rows(child);
		const auto inColumns =
			static_cast<std::size_t>(std::lower_bound(rows.begin(), rows.end(), node.firstColumn + node.width) - rows.begin());
		ParallelFor(tasks, BlocksFor(rows.size()), BlocksPerUpdateTask,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin * RowsPerBlock; i < std::min(end * RowsPerBlock, rows.size()); ++i)
				{
					const float* source = update.Block(i / RowsPerBlock) + i % RowsPerBlock;
					const std::size_t row = localRow[rows[i]];
					float* panelRow = row < node.width ? &front.Diagonal(row, 0) : &front.Below(row - node.width, 0);
					for (std::size_t j = 0; j < std::min(i + 1, inColumns); ++j)
						panelRow[localRow[rows[j]] * RowsPerBlock] += source[j * RowsPerBlock];
					if (i < inColumns)
						continue;
					const std::size_t below = row - node.width;
					float* updateRow = front.Update().Block(below / RowsPerBlock) + below % RowsPerBlock;
					for (std::size_t j = inColumns; j <= i; ++j)
						updateRow[(localRow[rows[j]] - node.width) * RowsPerBlock] += source[j * RowsPerBlock];
				}
			});
	}

	void StorePanel(std::uint32_t n)
	{
		const Supernode& node = tree.node[n];
		Stored* panel = panels.data() + symbolic.place[n].panel;
		const std::size_t diagonalGroups = GroupsFor(node.width), groups = diagonalGroups + GroupsFor(node.rowCount);
		std::vector<std::uint32_t> overflow(groups, NoFailure);
		ParallelFor(tasks, groups, GroupsPerTask,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t g = begin; g < end; ++g)
					overflow[g] = g < diagonalGroups
						? StoreGroup(&front.Diagonal(g * RowsPerGroup, 0), BlocksOfGroup(node.width, g), TriangleColumns(node.width, g),
							  PaddedRows(node.width), panel + TriangleGroupStart(g))
						: StoreGroup(&front.Below((g - diagonalGroups) * RowsPerGroup, 0), BlocksOfGroup(node.rowCount, g - diagonalGroups),
							  node.width, PaddedRows(node.width), panel + BelowGroupStart(node.width, g - diagonalGroups));
			});
		const std::uint32_t first = *std::min_element(overflow.begin(), overflow.end());
		if (first != NoFailure)
			failedColumn[n] = node.firstColumn + first;
	}

	/// @return The first column with an entry that the storage cannot hold, or NoFailure.
	static std::uint32_t StoreGroup(const float* rows, std::size_t blocks, std::size_t columns, std::size_t paddedWidth, Stored* target)
	{
		constexpr int AllLanes = 0xFF;
		for (std::size_t k = 0; k < columns; ++k)
			for (std::size_t b = 0; b < blocks; ++b)
			{
				const Float8 values = Float8::Load(rows + (b * paddedWidth + k) * RowsPerBlock);
				if (Bits(Abs(values) < LargestHalf) != AllLanes) // or not a number
					return static_cast<std::uint32_t>(k);
				StoreStored(values, target + (k * blocks + b) * RowsPerBlock);
			}
		return NoFailure;
	}

	const CholeskySymbolic& symbolic;
	const SupernodalTree& tree;
	const OrderedMatrix& matrix;
	std::span<Stored> panels;
	std::vector<UpdateMatrix>& updates;
	std::vector<std::uint32_t>& failedColumn; // by node; each writes its own
	TaskRunner& tasks;
	std::vector<std::uint32_t> localRow; // of the node at work
	DenseFront front;
};

}

Result<OrderedMatrix> OrderAndScale(const SparseSymmetric& matrix, std::span<const std::uint32_t> order, AlignedArray<Real>& scale)
{
	const std::size_t size = matrix.Size();
	const std::vector<std::uint32_t> place = InverseOrder(order);
	scale.resize(size);
	for (std::size_t k = 0; k < size; ++k)
	{
		const Real diagonal = matrix.Diagonal(order[k]);
		if (!std::isfinite(diagonal) || !(diagonal > 0))
			return Error{"The diagonal of the matrix is not a positive number in row " + std::to_string(order[k])
				+ ". Check the stiffness, mass and step of that particle."};
		scale[k] = static_cast<Real>(1 / std::sqrt(static_cast<double>(diagonal)));
	}

	OrderedMatrix ordered;
	ordered.first.assign(size + 1, 0);
	for (std::size_t c = 0; c < size; ++c)
		for (std::size_t e = matrix.first[c]; e < matrix.first[c + 1]; ++e)
			++ordered.first[std::min(place[c], place[matrix.row[e]]) + 1];
	for (std::size_t k = 0; k < size; ++k)
		ordered.first[k + 1] += ordered.first[k];
	ordered.row.resize(matrix.EntryCount());
	ordered.value.resize(matrix.EntryCount());
	std::vector<std::size_t> next(ordered.first.begin(), ordered.first.end() - 1);
	for (std::size_t c = 0; c < size; ++c)
		for (std::size_t e = matrix.first[c]; e < matrix.first[c + 1]; ++e)
		{
			if (!std::isfinite(matrix.value[e]))
				return Error{"The matrix has an entry that is not a finite number in row " + std::to_string(matrix.row[e]) + ", column "
					+ std::to_string(c) + ". Check the rest position, stiffness and mass of these particles."};
			const std::uint32_t a = place[c], b = place[matrix.row[e]];
			const std::size_t target = next[std::min(a, b)]++;
			ordered.row[target] = std::max(a, b);
			ordered.value[target] = a == b ? Real(1) : matrix.value[e] * scale[a] * scale[b];
		}
	return ordered;
}

Error NotPositiveDefinite(std::uint32_t row)
{
	return Error{"The matrix is not positive definite, or too near to singular for float: elimination failed at row " + std::to_string(row)
		+ ". Check the stiffness and mass of that particle, hold some particles or take a smaller step."};
}

template <class Stored>
Status FactorisePanels(const CholeskySymbolic& symbolic, const OrderedMatrix& matrix, std::span<Stored> panels, TaskRunner& tasks)
{
	const SupernodalTree& tree = symbolic.tree;
	std::vector<std::vector<std::uint32_t>> children(tree.node.size());
	for (std::uint32_t n = 0; n < tree.node.size(); ++n)
		if (tree.node[n].parent != NoParent)
			children[tree.node[n].parent].push_back(n);
	std::vector<UpdateMatrix> updates(tree.node.size());
	std::vector<std::uint32_t> failedColumn(tree.node.size(), NoFailure);

	ParallelFor(tasks, symbolic.subtrees.size(), 1,
		[&](std::size_t t, std::size_t)
		{
			const std::unique_ptr<TaskRunner> serial = MakeSerialTaskRunner();
			FrontWalker<Stored> walker(symbolic, matrix, panels, updates, failedColumn, *serial);
			for (std::uint32_t n = symbolic.subtrees[t].firstNode; n < symbolic.subtrees[t].endNode; ++n)
				walker.Visit(n, children[n]);
		});
	FrontWalker<Stored> walker(symbolic, matrix, panels, updates, failedColumn, tasks);
	for (const TopLevel& level : symbolic.levels)
		for (const std::uint32_t n : level.nodes)
			walker.Visit(n, children[n]);

	std::uint32_t first = NoFailure;
	for (const std::uint32_t column : failedColumn)
		first = std::min(first, column);
	if (first != NoFailure)
		return NotPositiveDefinite(tree.order[first]);
	return {};
}

template Status FactorisePanels<Half>(const CholeskySymbolic&, const OrderedMatrix&, std::span<Half>, TaskRunner&);
template Status FactorisePanels<float>(const CholeskySymbolic&, const OrderedMatrix&, std::span<float>, TaskRunner&);

}
