#include <SPHSolids/Linear/NestedDissection.h>

#include <algorithm>
#include <limits>

namespace SPHSolids
{
namespace
{

/// Rows [begin, end) of the order, to be cut or, if small or dense, left as they are.
struct DissectionPart
{
	std::size_t begin = 0;
	std::size_t end = 0;
};

/// A sweep cut before its place-th row. The separator are the rows on one side of the cut that are coupled to the other side.
struct SweepCut
{
	double cost = std::numeric_limits<double>::max();
	std::size_t place = 0;
	bool separatorBefore = true; ///< taken from the rows before the cut, or else from those behind it
};

/// What all parts share. A part writes only the entries of its own rows and reads only those and partOf, which changes between
/// rounds: so parts are cut side by side.
struct DissectionState
{
	const SparsityGraph& graph;
	std::span<const Vec3> positions;
	const NestedDissectionSettings& settings;
	std::vector<std::uint32_t> order;
	std::vector<std::uint32_t> partOf; ///< the part a row belongs to in this round, or SettledPart
	std::vector<std::uint32_t> rank;   ///< place of a row in the sweep at hand
};

constexpr std::uint32_t SettledPart = 0xFFFFFFFF;
constexpr std::uint32_t UnrankedRow = 0xFFFFFFFF;

/// Cuts one part: afterwards its rows are ordered as first side, second side, separator, or as its connected components.
class PartCutter
{
public:
	PartCutter(DissectionState& sharedState, DissectionPart cutPart, std::uint32_t partIndex)
		: state(sharedState)
		, part(cutPart)
		, index(partIndex)
		, rows(sharedState.order.begin() + static_cast<std::ptrdiff_t>(cutPart.begin),
			  sharedState.order.begin() + static_cast<std::ptrdiff_t>(cutPart.end))
	{
	}

	/// The parts to be cut next.
	std::vector<DissectionPart> Cut()
	{
		if (rows.size() <= state.settings.leafSize)
			return {};
		if (SweepFrom(rows.front()) < rows.size())
			return SplitComponents();

		// Twice from the far end: the last row reached lies at an end of the part.
		SweepFrom(sweep.back());
		Consider();
		if (!state.positions.empty())
			for (int axis = 0; axis < 3; ++axis)
			{
				SweepAlong(axis);
				Consider();
			}
		return Split();
	}

private:
	bool IsInside(std::uint32_t row) const { return state.partOf[row] == index; }

	/// Sweeps by distance from a row; returns how many rows it reached.
	std::size_t SweepFrom(std::uint32_t start)
	{
		for (const std::uint32_t row : rows)
			state.rank[row] = UnrankedRow;
		sweep.clear();
		Reach(start);
		return sweep.size();
	}

	/// Appends to the sweep everything that can be reached from a row, nearest first.
	void Reach(std::uint32_t start)
	{
		std::size_t next = sweep.size();
		Append(start);
		for (; next < sweep.size(); ++next)
			for (const std::uint32_t neighbour : state.graph.Of(sweep[next]))
				if (IsInside(neighbour) && state.rank[neighbour] == UnrankedRow)
					Append(neighbour);
	}
	void Append(std::uint32_t row)
	{
		state.rank[row] = static_cast<std::uint32_t>(sweep.size());
		sweep.push_back(row);
	}

	void SweepAlong(int axis)
	{
		sweep = rows;
		std::sort(sweep.begin(), sweep.end(),
			[&](std::uint32_t a, std::uint32_t b)
			{
				const Real first = state.positions[a][axis], second = state.positions[b][axis];
				return first != second ? first < second : a < b;
			});
		for (std::size_t k = 0; k < sweep.size(); ++k)
			state.rank[sweep[k]] = static_cast<std::uint32_t>(k);
	}

	/// Prices every cut of the sweep in one pass: a row belongs to the separator before the cut from its own place to that of its
	/// last neighbour, and to the separator behind it from its first neighbour to its own place.
	void Consider()
	{
		const std::size_t count = sweep.size();
		std::vector<std::int32_t> before(count + 1, 0), behind(count + 1, 0);
		for (std::size_t k = 0; k < count; ++k)
		{
			std::size_t low = k, high = k;
			for (const std::uint32_t neighbour : state.graph.Of(sweep[k]))
				if (IsInside(neighbour))
				{
					low = std::min<std::size_t>(low, state.rank[neighbour]);
					high = std::max<std::size_t>(high, state.rank[neighbour]);
				}
			++before[k];
			--before[high];
			++behind[low];
			--behind[k];
		}
		std::int32_t sizeBefore = 0, sizeBehind = 0;
		SweepCut found;
		for (std::size_t k = 0; k + 1 < count; ++k)
		{
			sizeBefore += before[k];
			sizeBehind += behind[k];
			const std::size_t place = k + 1;
			Compare(found, place, static_cast<std::size_t>(sizeBefore), true);
			Compare(found, place, static_cast<std::size_t>(sizeBehind), false);
		}
		if (found.cost < best.cost)
		{
			best = found;
			bestSweep = sweep;
		}
	}

	void Compare(SweepCut& found, std::size_t place, std::size_t separator, bool separatorBefore) const
	{
		const std::size_t first = separatorBefore ? place - separator : place;
		const std::size_t second = sweep.size() - first - separator;
		if (first == 0 || second == 0)
			return;
		// Smallest separators for the most rows parted: a price without the product would peel single rows off the corners.
		const double cost = static_cast<double>(separator) / (static_cast<double>(first) * static_cast<double>(second));
		if (cost < found.cost)
			found = {cost, place, separatorBefore};
	}

	std::vector<DissectionPart> Split()
	{
		if (bestSweep.empty())
			return {};
		for (std::size_t k = 0; k < bestSweep.size(); ++k)
			state.rank[bestSweep[k]] = static_cast<std::uint32_t>(k);
		const auto liesBefore = [&](std::uint32_t row) { return state.rank[row] < best.place; };
		const auto isSeparator = [&](std::uint32_t row)
		{
			if (liesBefore(row) != best.separatorBefore)
				return false;
			const std::span<const std::uint32_t> neighbours = state.graph.Of(row);
			return std::any_of(neighbours.begin(), neighbours.end(),
				[&](std::uint32_t other) { return IsInside(other) && liesBefore(other) != best.separatorBefore; });
		};

		std::vector<std::uint32_t> first, second, separator;
		for (const std::uint32_t row : rows)
			(isSeparator(row) ? separator : (liesBefore(row) ? first : second)).push_back(row);
		auto place = state.order.begin() + static_cast<std::ptrdiff_t>(part.begin);
		place = std::copy(first.begin(), first.end(), place);
		place = std::copy(second.begin(), second.end(), place);
		std::copy(separator.begin(), separator.end(), place);
		const std::size_t middle = part.begin + first.size();
		return {{part.begin, middle}, {middle, middle + second.size()}};
	}

	std::vector<DissectionPart> SplitComponents()
	{
		std::vector<DissectionPart> components = {{part.begin, part.begin + sweep.size()}};
		for (const std::uint32_t row : rows)
			if (state.rank[row] == UnrankedRow)
			{
				const std::size_t begin = sweep.size();
				Reach(row);
				components.push_back({part.begin + begin, part.begin + sweep.size()});
			}
		std::copy(sweep.begin(), sweep.end(), state.order.begin() + static_cast<std::ptrdiff_t>(part.begin));
		return components;
	}

	DissectionState& state;
	DissectionPart part;
	std::uint32_t index;
	std::vector<std::uint32_t> rows, sweep, bestSweep;
	SweepCut best;
};

}

std::vector<std::uint32_t> NestedDissection(
	const SparsityGraph& graph, std::span<const Vec3> positions, TaskRunner& tasks, const NestedDissectionSettings& settings)
{
	SPHS_ASSERT(positions.empty() || positions.size() == graph.Size());
	DissectionState state{graph, positions, settings, {}, {}, {}};
	std::vector<std::uint32_t> alone;
	for (std::size_t i = 0; i < graph.Size(); ++i)
		(graph.Of(i).empty() ? alone : state.order).push_back(static_cast<std::uint32_t>(i));
	state.partOf.assign(graph.Size(), SettledPart);
	state.rank.assign(graph.Size(), UnrankedRow);

	std::vector<DissectionPart> parts = {{0, state.order.size()}};
	while (!parts.empty())
	{
		std::fill(state.partOf.begin(), state.partOf.end(), SettledPart);
		for (std::size_t p = 0; p < parts.size(); ++p)
			for (std::size_t k = parts[p].begin; k < parts[p].end; ++k)
				state.partOf[state.order[k]] = static_cast<std::uint32_t>(p);
		std::vector<std::vector<DissectionPart>> next(parts.size());
		ParallelFor(tasks, parts.size(), 1,
			[&](std::size_t p, std::size_t) { next[p] = PartCutter(state, parts[p], static_cast<std::uint32_t>(p)).Cut(); });
		parts.clear();
		for (const std::vector<DissectionPart>& cut : next)
			parts.insert(parts.end(), cut.begin(), cut.end());
	}
	state.order.insert(state.order.end(), alone.begin(), alone.end());
	return state.order;
}

}
