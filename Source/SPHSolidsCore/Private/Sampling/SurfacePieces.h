#pragma once

#include <SPHSolids/Base/Math.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids
{

/// A triangle, or a part of one, by its corners.
using SurfacePiece = std::array<Vec3d, 3>;

inline double PieceArea(const SurfacePiece& piece)
{
	return 0.5 * Norm(Cross(piece[1] - piece[0], piece[2] - piece[0]));
}

inline Vec3d PieceCentre(const SurfacePiece& piece)
{
	return (piece[0] + piece[1] + piece[2]) / 3.0;
}

inline double LongestEdge(const SurfacePiece& piece)
{
	return std::sqrt(std::max({SquaredNorm(piece[1] - piece[0]), SquaredNorm(piece[2] - piece[1]), SquaredNorm(piece[0] - piece[2])}));
}

/// Halves a triangle across its longest edge until no edge is longer than the size, or until so little is left that it does not
/// matter (a needle would fall into very many parts); calls visit(piece) for every part.
template <class Visit>
void ForEachPiece(const SurfacePiece& piece, double size, const Visit& visit)
{
	const double edges[3] = {SquaredNorm(piece[1] - piece[0]), SquaredNorm(piece[2] - piece[1]), SquaredNorm(piece[0] - piece[2])};
	const auto longest = static_cast<std::size_t>(std::max_element(edges, edges + 3) - edges);
	if (!(edges[longest] > size * size) || !(PieceArea(piece) > size * size / 16))
	{
		visit(piece);
		return;
	}
	const Vec3d a = piece[longest], b = piece[(longest + 1) % 3], tip = piece[(longest + 2) % 3], middle = 0.5 * (a + b);
	ForEachPiece({a, middle, tip}, size, visit);
	ForEachPiece({middle, b, tip}, size, visit);
}

/// The given size, or as much more as it takes to cut a surface into no more than about so many pieces.
inline double AffordablePieceSize(double area, std::size_t triangles, double size, double maxPieces)
{
	const double spare = std::max(maxPieces - static_cast<double>(triangles), 1.0);
	return std::max(size, std::sqrt(32 * area / spare)); // no piece that was made by halving is smaller than a 32nd of the size squared
}

}
