#include <SPHSolids/Linear/SparsityGraph.h>

namespace SPHSolids
{

template <class T>
SparsityGraph MakeSparsityGraph(const BasicSparseSymmetric<T>& matrix)
{
	const std::size_t size = matrix.Size();
	SparsityGraph graph;
	graph.first.assign(size + 1, 0);
	for (std::size_t c = 0; c < size; ++c)
		for (std::size_t e = matrix.first[c] + 1; e < matrix.first[c + 1]; ++e)
		{
			++graph.first[c + 1];
			++graph.first[matrix.row[e] + 1];
		}
	for (std::size_t c = 0; c < size; ++c)
		graph.first[c + 1] += graph.first[c];

	graph.neighbour.resize(graph.first[size]);
	std::vector<std::size_t> next(graph.first.begin(), graph.first.end() - 1);
	// A row hears first from the columns before it, in their order, then from its own column: so its neighbours ascend.
	for (std::size_t c = 0; c < size; ++c)
		for (std::size_t e = matrix.first[c] + 1; e < matrix.first[c + 1]; ++e)
		{
			const std::uint32_t r = matrix.row[e];
			graph.neighbour[next[c]++] = r;
			graph.neighbour[next[r]++] = static_cast<std::uint32_t>(c);
		}
	return graph;
}

template SPHSOLIDSCORE_API SparsityGraph MakeSparsityGraph<Real>(const SparseSymmetric&);
template SPHSOLIDSCORE_API SparsityGraph MakeSparsityGraph<double>(const SparseSymmetricd&);

}
