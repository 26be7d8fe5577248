#pragma once

#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Linear/SparsityGraph.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

struct NestedDissectionSettings
{
	/// A part of at most this many rows is not cut any further. 64 makes the factor of A0 up to 4 % larger; less than 32 gains
	/// nothing, because supernodes so small are merged again.
	std::size_t leafSize = 32;
};

/// An order of elimination with little fill and much parallelism: order[k] is the row to eliminate k-th.
///
/// Each part of the graph is swept along x, y and z, and by distance from one of its ends. Every place of every sweep is a
/// candidate cut; its price is the rows that would have to be taken out to part the two sides. The cheapest is taken out, ordered
/// after both sides, and the sides are cut in turn. Rows that are coupled to nothing come last.
///
/// @param positions One place per row, or empty where none is known: then only distances within the graph are used.
/// Compared with METIS in Docs/decisions/0007-ordering.md.
SPHSOLIDSCORE_API std::vector<std::uint32_t> NestedDissection(
	const SparsityGraph& graph, std::span<const Vec3> positions, TaskRunner& tasks, const NestedDissectionSettings& settings = {});

}
