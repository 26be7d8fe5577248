#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Config.h>
#include <SPHSolids/Base/TaskRunner.h>

#include "Linear/PanelLayout.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace SPHSolids
{

/// What a supernode leaves to its parent: the lower triangle of -L21 L21^T plus what its own children left. Rows lie in blocks of
/// eight as in the panels; block i reaches to column 8 (i + 1).
class UpdateMatrix
{
public:
	void Reset(std::size_t rowCount)
	{
		entries.clear();
		entries.resize(BlockStart(BlocksFor(rowCount)), 0);
	}
	void Release() { AlignedArray<float>().swap(entries); }
	static constexpr std::size_t BlockStart(std::size_t block) { return RowsPerBlock * RowsPerBlock * (block * (block + 1) / 2); }
	float* Block(std::size_t block) { return entries.data() + BlockStart(block); }
	const float* Block(std::size_t block) const { return entries.data() + BlockStart(block); }

private:
	AlignedArray<float> entries;
};

/// The dense work of one supernode: from its assembled columns to the panel and the update matrix.
///
/// Rows lie in blocks of eight: entry (i, j) is at ((i / 8) * paddedWidth + j) * 8 + i % 8. Width and rows are padded with rows and
/// columns of the identity, so that every loop runs over whole blocks.
class DenseFront
{
public:
	/// Makes room for a node and zeroes it.
	void Reset(std::size_t nodeWidth, std::size_t nodeRowCount);

	/// Entry of L11, row and column counted in the node, row >= column.
	float& Diagonal(std::size_t row, std::size_t column) { return diagonal[Place(row, column)]; }
	/// Entry of L21, rows counted from the first below the columns.
	float& Below(std::size_t row, std::size_t column) { return below[Place(row, column)]; }
	UpdateMatrix& Update() { return update; }

	/// L11 and L21 by Cholesky, in place.
	/// @return The column whose pivot was not above MinPivot, if there was one; then the front is of no further use.
	std::optional<std::size_t> Factorise(TaskRunner& tasks);
	/// update -= L21 L21^T
	void SubtractOuterProduct(TaskRunner& tasks);
	/// Replaces L11 by its inverse and L21 by -L21 L11^-1: the panel.
	void Invert(TaskRunner& tasks);

	/// Smallest pivot, as a share of the unit diagonal the matrix is scaled to, that float can tell from zero.
	static constexpr float MinPivot = 1e-6f;

private:
	std::size_t Place(std::size_t row, std::size_t column) const
	{
		return (row / RowsPerBlock * paddedWidth + column) * RowsPerBlock + row % RowsPerBlock;
	}
	std::size_t BlockSize() const { return paddedWidth * RowsPerBlock; }
	/// The b-th block of rows, those of L21 counted on from those of L11.
	float* RowBlock(std::size_t b);
	void UpdateRowBlocks(std::size_t beginBlock, std::size_t endBlock, std::size_t beginColumn, std::size_t endColumn);
	std::optional<std::size_t> FactoriseDiagonal(std::size_t beginColumn, std::size_t endColumn);
	bool FactoriseTile(std::size_t block, std::size_t& failedColumn);
	void UpdateTile(float* rows, std::size_t beginColumn, std::size_t column);
	void SolveRowBlock(float* rows, std::size_t beginColumn, std::size_t endColumn);
	void InvertColumns(std::size_t columnBlock);
	void MultiplyRowBlocks(std::size_t beginBlock, std::size_t endBlock);

	std::size_t width = 0, rowCount = 0, paddedWidth = 0;
	AlignedArray<float> diagonal, below;       // L11, L21
	AlignedArray<float> inverse, belowInverse; // L11^-1, -L21 L11^-1
	AlignedArray<float> tileInverse;           // inverses of the 8 x 8 tiles on the diagonal of L11, column by column
	UpdateMatrix update;
};

}
