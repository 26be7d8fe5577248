#include "Linear/CholeskySolve.h"

#include "Linear/PanelLayout.h"

#include "Base/Prefetch.h"

#include <SPHSolids/Base/Assert.h>

#include <algorithm>

namespace SPHSolids
{
namespace
{

/// Columns whose sums of the backward sweep are kept at once: three vectors each, 6 KB.
constexpr std::size_t ColumnsPerStrip = 64;
constexpr std::size_t FloatsPerSum = 3 * SimdWidth;
/// How far ahead the forward sweep asks for a panel, entries: those of a large body come from memory.
constexpr std::size_t EntriesAhead = 1024;

/// Rows of one group times the columns' values: sum[b][axis] += P f.
/// @param f Four floats per column: x, y, z and nothing.
template <std::size_t Blocks, class Stored>
SPHS_FORCE_INLINE void MultiplyGroup(const Stored* group, const Real* f, std::size_t columns, Float8 (&sum)[Blocks][3])
{
	for (std::size_t k = 0; k < columns; ++k)
	{
		Prefetch(group + k * Blocks * RowsPerBlock + EntriesAhead);
		const Float8 x = f[FloatsPerSlot * k], y = f[FloatsPerSlot * k + 1], z = f[FloatsPerSlot * k + 2];
		for (std::size_t b = 0; b < Blocks; ++b)
		{
			const Float8 value = LoadStored(group + (k * Blocks + b) * RowsPerBlock);
			sum[b][0] = MulAdd(value, x, sum[b][0]);
			sum[b][1] = MulAdd(value, y, sum[b][1]);
			sum[b][2] = MulAdd(value, z, sum[b][2]);
		}
	}
}

/// The transposed product of one group: sums += P^T v, eight partial sums for each column and axis.
/// @param v     The rows' x; y and z follow at planeStride.
/// @param group At the first of the columns. @param next The same of the group that follows, which is asked for.
template <std::size_t Blocks, class Stored>
SPHS_FORCE_INLINE void MultiplyGroupTransposed(
	const Stored* group, const Stored* next, const Real* v, std::size_t planeStride, std::size_t columns, Real* sums)
{
	Float8 rows[Blocks][3];
	for (std::size_t b = 0; b < Blocks; ++b)
		for (std::size_t axis = 0; axis < 3; ++axis)
			rows[b][axis] = Float8::Load(v + axis * planeStride + b * RowsPerBlock);
	for (std::size_t k = 0; k < columns; ++k)
	{
		Prefetch(next + k * Blocks * RowsPerBlock);
		Real* sum = sums + k * FloatsPerSum;
		Float8 x = Float8::Load(sum), y = Float8::Load(sum + SimdWidth), z = Float8::Load(sum + 2 * SimdWidth);
		for (std::size_t b = 0; b < Blocks; ++b)
		{
			const Float8 value = LoadStored(group + (k * Blocks + b) * RowsPerBlock);
			x = MulAdd(value, rows[b][0], x);
			y = MulAdd(value, rows[b][1], y);
			z = MulAdd(value, rows[b][2], z);
		}
		x.Store(sum);
		y.Store(sum + SimdWidth);
		z.Store(sum + 2 * SimdWidth);
	}
}

/// Calls body with the number of blocks of a group as a constant.
template <class Body>
SPHS_FORCE_INLINE void WithBlockCount(std::size_t blocks, Body body)
{
	switch (blocks)
	{
	case 1: body.template operator()<1>(); break;
	case 2: body.template operator()<2>(); break;
	case 3: body.template operator()<3>(); break;
	default: body.template operator()<4>(); break;
	}
}

/// One application of a factor.
template <class Stored>
class PanelSolve
{
public:
	PanelSolve(const CholeskySymbolic& choleskySymbolic, const Stored* allPanels, std::span<const Real> rowScale,
		std::span<Vec3> rightSides, Real* scratch)
		: symbolic(choleskySymbolic)
		, tree(choleskySymbolic.tree)
		, panels(allPanels)
		, scale(rowScale)
		, x(rightSides)
		, memory(scratch)
	{
	}

	void Run(TaskRunner& tasks)
	{
		const std::size_t subtreeCount = symbolic.subtrees.size();
		// One chunk more than there are subtrees: the columns above them, and the rows coupled to nothing.
		ParallelFor(tasks, subtreeCount + 1, 1,
			[&](std::size_t t, std::size_t)
			{
				if (t < subtreeCount)
					SweepSubtreeForward(symbolic.subtrees[t]);
				else
					LoadTop();
			});
		AddOutsideRows();
		for (const TopLevel& level : symbolic.levels)
			SweepLevelForward(level, tasks);
		for (std::size_t l = symbolic.levels.size(); l-- > 0;)
			SweepLevelBackward(symbolic.levels[l], tasks);
		ParallelFor(tasks, subtreeCount + 1, 1,
			[&](std::size_t t, std::size_t)
			{
				if (t < subtreeCount)
					SweepSubtreeBackward(symbolic.subtrees[t]);
				else
					StoreTop();
			});
	}

private:
	Real* Slot(std::size_t slot) { return memory + FloatsPerSlot * slot; }

	void LoadColumn(std::size_t column)
	{
		Real* slot = Slot(symbolic.slotOfColumn[column]);
		const Vec3& value = x[tree.order[column]];
		slot[0] = value.x * scale[column];
		slot[1] = value.y * scale[column];
		slot[2] = value.z * scale[column];
	}
	void StoreColumn(std::size_t column)
	{
		const Real* slot = Slot(symbolic.slotOfColumn[column]);
		x[tree.order[column]] = Vec3{slot[0], slot[1], slot[2]} * scale[column];
	}
	void LoadTop()
	{
		for (const std::uint32_t column : symbolic.topColumns)
			LoadColumn(column);
	}
	void StoreTop()
	{
		for (const std::uint32_t column : symbolic.topColumns)
			StoreColumn(column);
		for (std::size_t k = tree.coupledCount; k < tree.order.size(); ++k)
			x[tree.order[k]] *= scale[k] * scale[k];
	}

	void SweepSubtreeForward(const SubtreeTask& task)
	{
		for (std::uint32_t column = task.firstColumn; column < task.endColumn; ++column)
			LoadColumn(column);
		std::fill_n(Slot(task.outsideSlot), FloatsPerSlot * task.outsideCount, Real(0));
		for (std::uint32_t n = task.firstNode; n < task.endNode; ++n)
		{
			const Supernode& node = tree.node[n];
			const std::uint32_t* slots = symbolic.slotOfRow.data() + node.firstRow;
			Real* own = Slot(symbolic.place[n].slot);
			// Rows below first, then the triangle from its end: each group is the last to need the columns it replaces.
			const std::size_t belowGroups = GroupsFor(node.rowCount);
			for (std::size_t g = 0; g < belowGroups; ++g)
			{
				Real rows[RowsPerGroup][FloatsPerSlot];
				MultiplyBelow(n, g, own, rows);
				for (std::size_t k = g * RowsPerGroup; k < std::min<std::size_t>(node.rowCount, (g + 1) * RowsPerGroup); ++k)
					AddRow(rows[k - g * RowsPerGroup], Slot(slots[k]));
			}
			for (std::size_t g = GroupsFor(node.width); g-- > 0;)
				MultiplyTriangle(n, g, own, own + FloatsPerSlot * g * RowsPerGroup);
		}
	}

	static SPHS_FORCE_INLINE void AddRow(const Real* row, Real* target)
	{
		for (std::size_t axis = 0; axis < FloatsPerSlot; ++axis)
			target[axis] += row[axis];
	}

	/// Group g of the rows below times the node's columns.
	void MultiplyBelow(std::uint32_t n, std::size_t g, const Real* columns, Real (*rows)[FloatsPerSlot])
	{
		const Supernode& node = tree.node[n];
		const Stored* group = panels + symbolic.place[n].panel + BelowGroupStart(node.width, g);
		WithBlockCount(
			BlocksOfGroup(node.rowCount, g), [&]<std::size_t Blocks>() { Multiply<Blocks>(group, columns, node.width, rows[0]); });
	}
	/// Group g of the triangle times the node's columns.
	void MultiplyTriangle(std::uint32_t n, std::size_t g, const Real* columns, Real* rows)
	{
		const Supernode& node = tree.node[n];
		const Stored* group = panels + symbolic.place[n].panel + TriangleGroupStart(g);
		WithBlockCount(BlocksOfGroup(node.width, g),
			[&]<std::size_t Blocks>() { Multiply<Blocks>(group, columns, TriangleColumns(node.width, g), rows); });
	}
	template <std::size_t Blocks>
	static SPHS_FORCE_INLINE void Multiply(const Stored* group, const Real* columns, std::size_t columnCount, Real* rows)
	{
		Float8 sum[Blocks][3];
		for (std::size_t b = 0; b < Blocks; ++b)
			for (std::size_t axis = 0; axis < 3; ++axis)
				sum[b][axis] = 0.0f;
		MultiplyGroup(group, columns, columnCount, sum);
		for (std::size_t b = 0; b < Blocks; ++b)
		{
			Real lanes[3][SimdWidth];
			for (std::size_t axis = 0; axis < 3; ++axis)
				sum[b][axis].Store(lanes[axis]);
			Real* target = rows + FloatsPerSlot * b * RowsPerBlock;
			for (std::size_t lane = 0; lane < RowsPerBlock; ++lane)
			{
				target[FloatsPerSlot * lane] = lanes[0][lane];
				target[FloatsPerSlot * lane + 1] = lanes[1][lane];
				target[FloatsPerSlot * lane + 2] = lanes[2][lane];
				target[FloatsPerSlot * lane + 3] = 0;
			}
		}
	}

	void AddOutsideRows()
	{
		for (const SubtreeTask& task : symbolic.subtrees)
			for (std::uint32_t k = 0; k < task.outsideCount; ++k)
				AddRow(Slot(task.outsideSlot + k), Slot(symbolic.slotOfColumn[symbolic.outsideRow[task.firstOutside + k]]));
	}

	void SweepLevelForward(const TopLevel& level, TaskRunner& tasks)
	{
		ParallelFor(tasks, level.forward.size(), 1,
			[&](std::size_t c, std::size_t)
			{
				const NodeChunk& chunk = level.forward[c];
				const Supernode& node = tree.node[chunk.node];
				const Real* own = Slot(symbolic.place[chunk.node].slot);
				Real* result = memory + symbolic.topScratch[chunk.node];
				Real* below = result + FloatsPerSlot * PaddedRows(node.width);
				const std::size_t diagonalGroups = GroupsFor(node.width);
				for (std::size_t g = chunk.begin; g < chunk.end; ++g)
					if (g < diagonalGroups)
						MultiplyTriangle(chunk.node, g, own, result + FloatsPerSlot * g * RowsPerGroup);
					else
						MultiplyBelow(chunk.node, g - diagonalGroups, own,
							reinterpret_cast<Real(*)[FloatsPerSlot]>(below + FloatsPerSlot * (g - diagonalGroups) * RowsPerGroup));
			});
		for (const std::uint32_t n : level.nodes)
		{
			const Supernode& node = tree.node[n];
			const Real* result = memory + symbolic.topScratch[n];
			std::copy_n(result, FloatsPerSlot * PaddedRows(node.width), Slot(symbolic.place[n].slot));
			const Real* below = result + FloatsPerSlot * PaddedRows(node.width);
			const std::uint32_t* slots = symbolic.slotOfRow.data() + node.firstRow;
			for (std::uint32_t k = 0; k < node.rowCount; ++k)
				AddRow(below + FloatsPerSlot * k, Slot(slots[k]));
		}
	}

	/// The values of the node's columns and of the rows below, as planes of x, y and z, padded with zeros.
	void GatherRows(std::uint32_t n, Real* planes)
	{
		const Supernode& node = tree.node[n];
		const std::size_t stride = PlaneStride(node);
		const Real* own = Slot(symbolic.place[n].slot);
		Real* rows = planes;
		for (std::size_t k = 0; k < PaddedRows(node.width); ++k)
			for (std::size_t axis = 0; axis < 3; ++axis)
				rows[axis * stride + k] = own[FloatsPerSlot * k + axis];
		rows += PaddedRows(node.width);
		const std::uint32_t* slots = symbolic.slotOfRow.data() + node.firstRow;
		for (std::size_t k = 0; k < node.rowCount; ++k)
		{
			const Real* row = Slot(slots[k]);
			for (std::size_t axis = 0; axis < 3; ++axis)
				rows[axis * stride + k] = row[axis];
		}
		for (std::size_t k = node.rowCount; k < PaddedRows(node.rowCount); ++k)
			for (std::size_t axis = 0; axis < 3; ++axis)
				rows[axis * stride + k] = 0;
	}
	static std::size_t PlaneStride(const Supernode& node) { return PaddedRows(node.width) + PaddedRows(node.rowCount); }

	/// Columns [begin, end) of x1 = P^T [y1 ; x2].
	void MultiplyColumns(std::uint32_t n, const Real* planes, std::size_t begin, std::size_t end)
	{
		const Supernode& node = tree.node[n];
		const std::size_t stride = PlaneStride(node);
		const Stored* panel = panels + symbolic.place[n].panel;
		Real sums[ColumnsPerStrip * FloatsPerSum];
		std::fill_n(sums, (end - begin) * FloatsPerSum, Real(0));
		for (std::size_t g = begin / RowsPerGroup; g < GroupsFor(node.width); ++g)
		{
			const std::size_t columns = std::min(end, TriangleColumns(node.width, g)) - begin;
			WithBlockCount(BlocksOfGroup(node.width, g),
				[&]<std::size_t Blocks>()
				{
					const Stored* strip = panel + begin * Blocks * RowsPerBlock;
					MultiplyGroupTransposed<Blocks>(
						strip + TriangleGroupStart(g), strip + TriangleGroupStart(g + 1), planes + g * RowsPerGroup, stride, columns, sums);
				});
		}
		const Real* below = planes + PaddedRows(node.width);
		for (std::size_t g = 0; g < GroupsFor(node.rowCount); ++g)
			WithBlockCount(BlocksOfGroup(node.rowCount, g),
				[&]<std::size_t Blocks>()
				{
					const Stored* strip = panel + begin * Blocks * RowsPerBlock;
					MultiplyGroupTransposed<Blocks>(strip + BelowGroupStart(node.width, g), strip + BelowGroupStart(node.width, g + 1),
						below + g * RowsPerGroup, stride, end - begin, sums);
				});
		Real* own = Slot(symbolic.place[n].slot);
		for (std::size_t k = begin; k < end; ++k)
			for (std::size_t axis = 0; axis < 3; ++axis)
				own[FloatsPerSlot * k + axis] = Sum(Float8::Load(sums + (k - begin) * FloatsPerSum + axis * SimdWidth));
	}

	void SweepLevelBackward(const TopLevel& level, TaskRunner& tasks)
	{
		for (const std::uint32_t n : level.nodes)
			GatherRows(n, memory + symbolic.topScratch[n]);
		ParallelFor(tasks, level.backward.size(), 1,
			[&](std::size_t c, std::size_t)
			{
				const NodeChunk& chunk = level.backward[c];
				for (std::size_t begin = chunk.begin; begin < chunk.end; begin += ColumnsPerStrip)
					MultiplyColumns(chunk.node, memory + symbolic.topScratch[chunk.node], begin,
						std::min<std::size_t>(chunk.end, begin + ColumnsPerStrip));
			});
	}

	void SweepSubtreeBackward(const SubtreeTask& task)
	{
		for (std::uint32_t k = 0; k < task.outsideCount; ++k)
			std::copy_n(Slot(symbolic.slotOfColumn[symbolic.outsideRow[task.firstOutside + k]]), FloatsPerSlot, Slot(task.outsideSlot + k));
		for (std::uint32_t n = task.endNode; n-- > task.firstNode;)
		{
			Real* planes = memory + task.gatherScratch;
			GatherRows(n, planes);
			for (std::size_t begin = 0; begin < tree.node[n].width; begin += ColumnsPerStrip)
				MultiplyColumns(n, planes, begin, std::min<std::size_t>(tree.node[n].width, begin + ColumnsPerStrip));
		}
		for (std::uint32_t column = task.firstColumn; column < task.endColumn; ++column)
			StoreColumn(column);
	}

	const CholeskySymbolic& symbolic;
	const SupernodalTree& tree;
	const Stored* panels;
	std::span<const Real> scale;
	std::span<Vec3> x;
	Real* memory;
};

}

template <class Stored>
void SolvePanels(const CholeskySymbolic& symbolic, const Stored* panels, std::span<const Real> scale, std::span<Vec3> x,
	std::span<Real> memory, TaskRunner& tasks)
{
	SPHS_ASSERT(x.size() == symbolic.tree.order.size() && memory.size() >= symbolic.scratchFloats);
	PanelSolve<Stored>(symbolic, panels, scale, x, memory.data()).Run(tasks);
}

template void SolvePanels<Half>(const CholeskySymbolic&, const Half*, std::span<const Real>, std::span<Vec3>, std::span<Real>, TaskRunner&);
template void SolvePanels<float>(
	const CholeskySymbolic&, const float*, std::span<const Real>, std::span<Vec3>, std::span<Real>, TaskRunner&);

}
