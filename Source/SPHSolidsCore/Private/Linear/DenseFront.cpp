#include "Linear/DenseFront.h"

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace SPHSolids
{
namespace
{

static_assert(RowsPerBlock == SimdWidth);

/// Columns factorised before the rest is updated with them: 64 columns of a block of rows are 2 KB.
constexpr std::size_t ColumnsPerStep = 64;
/// Depth of a product taken at once: eight rows of it are 8 KB, twelve blocks 96 KB, so they stay in the first and second cache.
constexpr std::size_t ProductDepth = 256;
/// Blocks of rows per task.
constexpr std::size_t BlocksPerTask = 12;

/// c -= sum over k of column k of A times factors(k), for blocks of eight rows and a few columns. The products are summed apart
/// and subtracted once, which loses fewer digits than subtracting them one by one.
/// @param a       Blocks of rows of A, from the first column of the product on.
/// @param factors Gives for column k of A and column j of the result the number to multiply by.
/// @param c       Where the blocks of rows of the result have the first of the columns.
template <int Columns, int Blocks, class Factors>
SPHS_FORCE_INLINE void SubtractProductTile(const float* const (&a)[Blocks], std::size_t depth, Factors factors, float* const (&c)[Blocks])
{
	Float8 sum[Blocks][Columns];
	for (int i = 0; i < Blocks; ++i)
		for (int j = 0; j < Columns; ++j)
			sum[i][j] = 0.0f;
	for (std::size_t k = 0; k < depth; ++k)
	{
		Float8 column[Blocks];
		for (int i = 0; i < Blocks; ++i)
			column[i] = Float8::Load(a[i] + k * SimdWidth);
		for (int j = 0; j < Columns; ++j)
		{
			const Float8 factor = factors(k, static_cast<std::size_t>(j));
			for (int i = 0; i < Blocks; ++i)
				sum[i][j] = MulAdd(column[i], factor, sum[i][j]);
		}
	}
	for (int i = 0; i < Blocks; ++i)
		for (int j = 0; j < Columns; ++j)
			(Float8::Load(c[i] + j * SimdWidth) - sum[i][j]).Store(c[i] + j * SimdWidth);
}

/// Factors of a product A B^T.
/// @param rows The rows of B that make the columns of the result: at most a block, with eight floats from one column to the next.
auto TransposedFactors(const float* rows)
{
	return [rows](std::size_t k, std::size_t j) { return rows[k * RowsPerBlock + j]; };
}
/// Factors of a product A X, where the rows of X lie in blocks.
/// @param columns     The columns of X that make those of the result, from the first row of the product on.
/// @param blockStride Floats from one block of rows to the next.
auto PlainFactors(const float* columns, std::size_t blockStride)
{
	return [columns, blockStride](std::size_t k, std::size_t j)
	{ return columns[k / RowsPerBlock * blockStride + j * RowsPerBlock + k % RowsPerBlock]; };
}

/// Calls tile(pointers to the a of up to three blocks, pointers to their c) for blocks [begin, end), given functions that find them.
template <class FindA, class FindC, class Tile>
SPHS_FORCE_INLINE void ForBlockTriples(std::size_t begin, std::size_t end, FindA findA, FindC findC, Tile tile)
{
	std::size_t b = begin;
	for (; b + 3 <= end; b += 3)
	{
		const float* const a[3] = {findA(b), findA(b + 1), findA(b + 2)};
		float* const c[3] = {findC(b), findC(b + 1), findC(b + 2)};
		tile(a, c);
	}
	if (b + 2 == end)
	{
		const float* const a[2] = {findA(b), findA(b + 1)};
		float* const c[2] = {findC(b), findC(b + 1)};
		tile(a, c);
	}
	else if (b + 1 == end)
	{
		const float* const a[1] = {findA(b)};
		float* const c[1] = {findC(b)};
		tile(a, c);
	}
}

}

void DenseFront::Reset(std::size_t nodeWidth, std::size_t nodeRowCount)
{
	width = nodeWidth;
	rowCount = nodeRowCount;
	paddedWidth = PaddedRows(width);
	diagonal.assign(paddedWidth * paddedWidth, 0);
	below.assign(PaddedRows(rowCount) * paddedWidth, 0);
	tileInverse.resize(paddedWidth * RowsPerBlock);
	update.Reset(rowCount);
	for (std::size_t k = width; k < paddedWidth; ++k)
		Diagonal(k, k) = 1;
}

float* DenseFront::RowBlock(std::size_t b)
{
	const std::size_t diagonalBlocks = BlocksFor(width);
	return b < diagonalBlocks ? diagonal.data() + b * BlockSize() : below.data() + (b - diagonalBlocks) * BlockSize();
}

std::optional<std::size_t> DenseFront::Factorise(TaskRunner& tasks)
{
	const std::size_t blockCount = BlocksFor(width) + BlocksFor(rowCount);
	for (std::size_t begin = 0; begin < paddedWidth; begin += ColumnsPerStep)
	{
		const std::size_t end = std::min(begin + ColumnsPerStep, paddedWidth);
		const std::size_t firstBlock = begin / RowsPerBlock, nextBlock = end / RowsPerBlock;
		if (begin > 0)
			ParallelFor(tasks, blockCount - firstBlock, BlocksPerTask,
				[&](std::size_t first, std::size_t last) { UpdateRowBlocks(firstBlock + first, firstBlock + last, begin, end); });
		if (const std::optional<std::size_t> failed = FactoriseDiagonal(begin, end))
			return failed;
		ParallelFor(tasks, blockCount - nextBlock, BlocksPerTask,
			[&](std::size_t first, std::size_t last)
			{
				for (std::size_t b = nextBlock + first; b < nextBlock + last; ++b)
					SolveRowBlock(RowBlock(b), begin, end);
			});
	}
	return {};
}

/// Brings all columns before beginColumn to bear on columns [beginColumn, endColumn) of some blocks of rows.
void DenseFront::UpdateRowBlocks(std::size_t beginBlock, std::size_t endBlock, std::size_t beginColumn, std::size_t endColumn)
{
	for (std::size_t depth = 0; depth < beginColumn; depth += ProductDepth)
	{
		const std::size_t count = std::min(ProductDepth, beginColumn - depth);
		for (std::size_t j = beginColumn; j < endColumn; j += 4)
		{
			const float* b = diagonal.data() + j / RowsPerBlock * BlockSize() + depth * RowsPerBlock + j % RowsPerBlock;
			ForBlockTriples(
				beginBlock, endBlock, [&](std::size_t block) { return RowBlock(block) + depth * RowsPerBlock; },
				[&](std::size_t block) { return RowBlock(block) + j * RowsPerBlock; },
				[&](const auto& a, const auto& c) { SubtractProductTile<4>(a, count, TransposedFactors(b), c); });
		}
	}
}

std::optional<std::size_t> DenseFront::FactoriseDiagonal(std::size_t beginColumn, std::size_t endColumn)
{
	for (std::size_t j = beginColumn; j < endColumn; j += RowsPerBlock)
	{
		const std::size_t block = j / RowsPerBlock;
		float* rows = diagonal.data() + block * BlockSize();
		SolveRowBlock(rows, beginColumn, j);
		UpdateTile(rows, beginColumn, j);
		std::size_t failedColumn = 0;
		if (!FactoriseTile(block, failedColumn))
			return failedColumn;
	}
	return {};
}

/// Brings columns [beginColumn, column) to bear on the tile at a column of one block of rows.
void DenseFront::UpdateTile(float* rows, std::size_t beginColumn, std::size_t column)
{
	const float* const a[1] = {rows + beginColumn * RowsPerBlock};
	const float* b = diagonal.data() + column / RowsPerBlock * BlockSize() + beginColumn * RowsPerBlock;
	float* const c[1] = {rows + column * RowsPerBlock};
	SubtractProductTile<8>(a, column - beginColumn, TransposedFactors(b), c);
}

/// Columns [beginColumn, endColumn) of one block of rows, once those before them have been brought to bear: A L11^-T, tile by tile.
void DenseFront::SolveRowBlock(float* rows, std::size_t beginColumn, std::size_t endColumn)
{
	for (std::size_t j = beginColumn; j < endColumn; j += RowsPerBlock)
	{
		UpdateTile(rows, beginColumn, j);
		float* tile = rows + j * RowsPerBlock;
		const float* inverseTile = tileInverse.data() + j * RowsPerBlock;
		Float8 column[RowsPerBlock];
		for (std::size_t c = 0; c < RowsPerBlock; ++c)
			column[c] = Float8::Load(tile + c * RowsPerBlock);
		for (std::size_t c = 0; c < RowsPerBlock; ++c)
		{
			Float8 sum = column[0] * inverseTile[c];
			for (std::size_t d = 1; d <= c; ++d)
				sum = MulAdd(column[d], inverseTile[d * RowsPerBlock + c], sum);
			sum.Store(tile + c * RowsPerBlock);
		}
	}
}

/// Cholesky of one tile on the diagonal, and its inverse, in double: eight columns cost nothing and every later entry depends on them.
bool DenseFront::FactoriseTile(std::size_t block, std::size_t& failedColumn)
{
	float* tile = diagonal.data() + block * BlockSize() + block * RowsPerBlock * RowsPerBlock;
	float* inverseTile = tileInverse.data() + block * RowsPerBlock * RowsPerBlock;
	double l[RowsPerBlock][RowsPerBlock] = {}, x[RowsPerBlock][RowsPerBlock] = {};
	for (std::size_t j = 0; j < RowsPerBlock; ++j)
	{
		for (std::size_t i = j; i < RowsPerBlock; ++i)
		{
			double sum = static_cast<double>(tile[j * RowsPerBlock + i]);
			for (std::size_t k = 0; k < j; ++k)
				sum -= l[i][k] * l[j][k];
			if (i == j)
			{
				if (!(sum > static_cast<double>(MinPivot)) || !std::isfinite(sum))
				{
					failedColumn = block * RowsPerBlock + j;
					return false;
				}
				l[j][j] = std::sqrt(sum);
			}
			else
				l[i][j] = sum / l[j][j];
		}
	}
	for (std::size_t j = 0; j < RowsPerBlock; ++j)
		for (std::size_t i = j; i < RowsPerBlock; ++i)
		{
			double sum = i == j ? 1 : 0;
			for (std::size_t k = j; k < i; ++k)
				sum -= l[i][k] * x[k][j];
			x[i][j] = sum / l[i][i];
		}
	for (std::size_t j = 0; j < RowsPerBlock; ++j)
		for (std::size_t i = 0; i < RowsPerBlock; ++i)
		{
			tile[j * RowsPerBlock + i] = static_cast<float>(l[i][j]);
			inverseTile[j * RowsPerBlock + i] = static_cast<float>(x[i][j]);
		}
	return true;
}

void DenseFront::SubtractOuterProduct(TaskRunner& tasks)
{
	const std::size_t blockCount = BlocksFor(rowCount);
	ParallelFor(tasks, blockCount, BlocksPerTask,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t depth = 0; depth < paddedWidth; depth += ProductDepth)
			{
				const std::size_t count = std::min(ProductDepth, paddedWidth - depth);
				for (std::size_t j = 0; j < end * RowsPerBlock; j += 4)
				{
					const std::size_t columnBlock = j / RowsPerBlock;
					const float* b = below.data() + columnBlock * BlockSize() + depth * RowsPerBlock + j % RowsPerBlock;
					ForBlockTriples(
						std::max(begin, columnBlock), end,
						[&](std::size_t block) { return below.data() + block * BlockSize() + depth * RowsPerBlock; },
						[&](std::size_t block) { return update.Block(block) + j * RowsPerBlock; },
						[&](const auto& a, const auto& c) { SubtractProductTile<4>(a, count, TransposedFactors(b), c); });
				}
			}
		});
}

void DenseFront::Invert(TaskRunner& tasks)
{
	inverse.assign(diagonal.size(), 0);
	const std::size_t columnBlocks = BlocksFor(width);
	ParallelFor(tasks, columnBlocks, 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t block = begin; block < end; ++block)
				InvertColumns(block);
		});
	belowInverse.assign(below.size(), 0);
	ParallelFor(tasks, BlocksFor(rowCount), BlocksPerTask, [&](std::size_t begin, std::size_t end) { MultiplyRowBlocks(begin, end); });
	std::swap(diagonal, inverse);
	std::swap(below, belowInverse);
}

/// Eight columns of X = L11^-1, from their own tile downwards: X_i = L_ii^-1 (I_i - sum_{j < i} L_ij X_j).
void DenseFront::InvertColumns(std::size_t columnBlock)
{
	const std::size_t column = columnBlock * RowsPerBlock;
	for (std::size_t block = columnBlock; block < BlocksFor(width); ++block)
	{
		const float* inverseTile = tileInverse.data() + block * RowsPerBlock * RowsPerBlock;
		float* target = inverse.data() + block * BlockSize() + column * RowsPerBlock;
		if (block == columnBlock)
		{
			std::copy(inverseTile, inverseTile + RowsPerBlock * RowsPerBlock, target);
			continue;
		}
		float product[RowsPerBlock * RowsPerBlock] = {};
		const float* const a[1] = {diagonal.data() + block * BlockSize() + column * RowsPerBlock};
		float* const result[1] = {product};
		const float* x = inverse.data() + columnBlock * BlockSize() + column * RowsPerBlock;
		SubtractProductTile<8>(a, block * RowsPerBlock - column, PlainFactors(x, BlockSize()), result);
		for (std::size_t c = 0; c < RowsPerBlock; ++c)
		{
			Float8 sum = 0.0f;
			for (std::size_t d = 0; d < RowsPerBlock; ++d)
				sum = MulAdd(Float8::Load(inverseTile + d * RowsPerBlock), product[c * RowsPerBlock + d], sum);
			sum.Store(target + c * RowsPerBlock);
		}
	}
}

/// Some blocks of rows of -L21 X.
void DenseFront::MultiplyRowBlocks(std::size_t beginBlock, std::size_t endBlock)
{
	for (std::size_t depthEnd = paddedWidth; depthEnd > 0;)
	{
		const std::size_t depth = depthEnd > ProductDepth ? depthEnd - ProductDepth : 0;
		for (std::size_t j = 0; j < depthEnd; j += 4)
		{
			const std::size_t start = std::max(depth, j / RowsPerBlock * RowsPerBlock); // X is zero above its diagonal
			const float* x = inverse.data() + start / RowsPerBlock * BlockSize() + j * RowsPerBlock;
			ForBlockTriples(
				beginBlock, endBlock, [&](std::size_t block) { return below.data() + block * BlockSize() + start * RowsPerBlock; },
				[&](std::size_t block) { return belowInverse.data() + block * BlockSize() + j * RowsPerBlock; },
				[&](const auto& a, const auto& c) { SubtractProductTile<4>(a, depthEnd - start, PlainFactors(x, BlockSize()), c); });
		}
		depthEnd = depth;
	}
}

}
