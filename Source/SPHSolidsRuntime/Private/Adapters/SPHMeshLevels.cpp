// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHMeshLevels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace
{

/// A mesh with fewer vertices is drawn in full at any distance; nor is a level made of fewer.
constexpr std::size_t FewestFullVertices = 1500, FewestLevelVertices = 150;
constexpr int MostLevels = 3;
/// In edges of the mesh, for the first level; twice as wide for each one more. Two edges take about four vertices together.
constexpr double EdgesPerCell = 2.0;
/// A level with more of the vertices before it than this is not worth having.
constexpr double LargestShare = 0.6;
constexpr std::uint32_t NoRepresentative = std::numeric_limits<std::uint32_t>::max();

double MeanEdge(const SPHSolids::SkinBinding& Binding)
{
	double Sum = 0;
	for (const SPHSolids::Triangle& Corners : Binding.triangles)
		for (std::size_t Corner = 0; Corner < 3; ++Corner)
			Sum += static_cast<double>(
				SPHSolids::Norm(Binding.positions[Corners[Corner]] - Binding.positions[Corners[Corner == 2 ? 0 : Corner + 1]]));
	return Sum / (3.0 * static_cast<double>(Binding.triangles.size()));
}

/// Pieces of the surface that hang together by their vertices, as texture seams and hard edges cut them.
class FCharts
{
public:
	FCharts(std::size_t VertexCount, const std::vector<SPHSolids::Triangle>& Triangles)
		: Parent(VertexCount)
	{
		std::iota(Parent.begin(), Parent.end(), 0u);
		for (const SPHSolids::Triangle& Corners : Triangles)
		{
			Parent[Of(Corners[1])] = Of(Corners[0]);
			Parent[Of(Corners[2])] = Of(Corners[0]);
		}
	}
	std::uint32_t Of(std::uint32_t Vertex)
	{
		while (Parent[Vertex] != Vertex)
		{
			Parent[Vertex] = Parent[Parent[Vertex]];
			Vertex = Parent[Vertex];
		}
		return Vertex;
	}

private:
	std::vector<std::uint32_t> Parent;
};

/// Which of the six directions along the axes a normal is nearest to: the two sides of a thin part stay apart.
std::uint32_t SideOf(const SPHSolids::Vec3& Normal)
{
	const SPHSolids::Real X = std::abs(Normal.x), Y = std::abs(Normal.y), Z = std::abs(Normal.z);
	if (X >= Y && X >= Z)
		return Normal.x < 0 ? 0 : 1;
	if (Y >= Z)
		return Normal.y < 0 ? 2 : 3;
	return Normal.z < 0 ? 4 : 5;
}

struct FPlacedVertex
{
	std::array<std::int64_t, 3> Cell;
	std::uint32_t Chart = 0, Side = 0, Vertex = 0;

	bool SharesCell(const FPlacedVertex& Other) const { return Cell == Other.Cell; }
	bool SharesCluster(const FPlacedVertex& Other) const { return Cell == Other.Cell && Chart == Other.Chart && Side == Other.Side; }
	bool operator<(const FPlacedVertex& Other) const
	{
		if (Cell != Other.Cell)
			return Cell < Other.Cell;
		return Chart != Other.Chart ? Chart < Other.Chart : Side != Other.Side ? Side < Other.Side : Vertex < Other.Vertex;
	}
};

/// Chooses who stands for the vertices of each cluster: the same place on both sides of a seam if it can, else the one nearest to the middle.
class FRepresentatives
{
public:
	FRepresentatives(const SPHSolids::SkinBinding& InBinding)
		: Binding(InBinding)
		, VerticesOnPoint(InBinding.PointCount())
		, Of(InBinding.VertexCount(), NoRepresentative)
	{
		for (const std::uint32_t Point : Binding.point)
			++VerticesOnPoint[Point];
	}

	void ChooseInCell(const FPlacedVertex* Begin, const FPlacedVertex* End)
	{
		const std::uint32_t Seam = MostShared(Begin, End);
		for (const FPlacedVertex* First = Begin; First != End;)
		{
			const FPlacedVertex* Last = First;
			while (Last != End && Last->SharesCluster(*First))
				++Last;
			const std::uint32_t Chosen = Choose(First, Last, Seam);
			for (; First != Last; ++First)
				Of[First->Vertex] = Chosen;
		}
	}

	std::uint32_t operator[](std::uint32_t Vertex) const { return Of[Vertex]; }

private:
	/// The point of a cell on which most vertices lie; none if no two share one.
	std::uint32_t MostShared(const FPlacedVertex* Begin, const FPlacedVertex* End) const
	{
		std::uint32_t Best = NoRepresentative, Most = 1;
		for (const FPlacedVertex* One = Begin; One != End; ++One)
			if (const std::uint32_t Point = Binding.point[One->Vertex]; VerticesOnPoint[Point] > Most)
			{
				Most = VerticesOnPoint[Point];
				Best = Point;
			}
		return Best;
	}

	std::uint32_t Choose(const FPlacedVertex* Begin, const FPlacedVertex* End, std::uint32_t Seam) const
	{
		SPHSolids::Vec3 Middle;
		for (const FPlacedVertex* One = Begin; One != End; ++One)
		{
			if (Binding.point[One->Vertex] == Seam)
				return One->Vertex;
			Middle += Binding.positions[One->Vertex];
		}
		Middle *= 1 / static_cast<SPHSolids::Real>(End - Begin);
		const auto Distance = [this, &Middle](const FPlacedVertex& One)
		{ return SPHSolids::SquaredNorm(Binding.positions[One.Vertex] - Middle); };
		return std::min_element(Begin, End, [&](const FPlacedVertex& A, const FPlacedVertex& B) { return Distance(A) < Distance(B); })
			->Vertex;
	}

	const SPHSolids::SkinBinding& Binding;
	std::vector<std::uint32_t> VerticesOnPoint;
	std::vector<std::uint32_t> Of;
};

/// Vertices that triangles use, ascending.
std::vector<std::uint32_t> UsedBy(const std::vector<SPHSolids::Triangle>& Triangles, std::size_t VertexCount)
{
	std::vector<std::uint8_t> Used(VertexCount);
	for (const SPHSolids::Triangle& Corners : Triangles)
		for (const std::uint32_t Corner : Corners)
			Used[Corner] = 1;
	std::vector<std::uint32_t> Vertices;
	for (std::uint32_t Vertex = 0; Vertex < VertexCount; ++Vertex)
		if (Used[Vertex])
			Vertices.push_back(Vertex);
	return Vertices;
}

/// Takes vertices within a cell together and drops the triangles that have no area left.
SPHMeshLevels::FLevel Coarsen(const SPHSolids::SkinBinding& Binding, const std::vector<SPHSolids::Triangle>& Triangles,
	const std::vector<std::uint16_t>& Sections, const std::vector<std::uint32_t>& Vertices, double CellSize)
{
	FCharts Charts(Binding.VertexCount(), Triangles);
	std::vector<FPlacedVertex> Placed;
	Placed.reserve(Vertices.size());
	for (const std::uint32_t Vertex : Vertices)
	{
		const SPHSolids::Vec3d Place = Binding.positions[Vertex].Cast<double>();
		const auto Cell = [CellSize](double Coordinate) { return static_cast<std::int64_t>(std::floor(Coordinate / CellSize)); };
		const std::uint32_t Side = Binding.normals.empty() ? 0 : SideOf(Binding.normals[Vertex]);
		Placed.push_back({{Cell(Place.x), Cell(Place.y), Cell(Place.z)}, Charts.Of(Vertex), Side, Vertex});
	}
	std::sort(Placed.begin(), Placed.end());
	FRepresentatives Representatives(Binding);
	for (std::size_t Begin = 0; Begin < Placed.size();)
	{
		std::size_t End = Begin;
		while (End < Placed.size() && Placed[End].SharesCell(Placed[Begin]))
			++End;
		Representatives.ChooseInCell(Placed.data() + Begin, Placed.data() + End);
		Begin = End;
	}
	SPHMeshLevels::FLevel Level;
	Level.CellSize = CellSize;
	for (std::size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		const SPHSolids::Triangle& Old = Triangles[Index];
		const SPHSolids::Triangle New{Representatives[Old[0]], Representatives[Old[1]], Representatives[Old[2]]};
		if (New[0] == New[1] || New[1] == New[2] || New[2] == New[0])
			continue;
		Level.Triangles.push_back(New);
		if (!Sections.empty())
			Level.Sections.push_back(Sections[Index]);
	}
	return Level;
}

template <typename Type>
void Reorder(std::vector<Type>& Values, const std::vector<std::uint32_t>& Order)
{
	if (Values.empty())
		return;
	std::vector<Type> Sorted;
	Sorted.reserve(Values.size());
	for (const std::uint32_t From : Order)
		Sorted.push_back(Values[From]);
	Values = std::move(Sorted);
}

void Renumber(std::vector<SPHSolids::Triangle>& Triangles, const std::vector<std::uint32_t>& NewNumber)
{
	for (SPHSolids::Triangle& Corners : Triangles)
		for (std::uint32_t& Corner : Corners)
			Corner = NewNumber[Corner];
}

/// Vertices of the coarsest level first.
void PutInOrder(SPHSolids::SkinBinding& Binding, std::vector<SPHMeshLevels::FLevel>& Levels, const std::vector<std::uint8_t>& CoarsestUse)
{
	std::vector<std::uint32_t> Order(Binding.VertexCount()), NewNumber(Binding.VertexCount());
	std::iota(Order.begin(), Order.end(), 0u);
	std::sort(Order.begin(), Order.end(),
		[&](std::uint32_t A, std::uint32_t B) { return CoarsestUse[A] != CoarsestUse[B] ? CoarsestUse[A] > CoarsestUse[B] : A < B; });
	for (std::uint32_t Index = 0; Index < Order.size(); ++Index)
		NewNumber[Order[Index]] = Index;
	Reorder(Binding.positions, Order);
	Reorder(Binding.normals, Order);
	Reorder(Binding.tangents, Order);
	Reorder(Binding.uvs, Order);
	Reorder(Binding.point, Order);
	Renumber(Binding.triangles, NewNumber);
	for (SPHMeshLevels::FLevel& Level : Levels)
		Renumber(Level.Triangles, NewNumber);
}

}

std::vector<SPHMeshLevels::FLevel> SPHMeshLevels::Build(SPHSolids::SkinBinding& Binding)
{
	std::vector<FLevel> Levels;
	if (Binding.VertexCount() < FewestFullVertices || Binding.triangles.empty())
		return Levels;
	double CellSize = EdgesPerCell * MeanEdge(Binding);
	if (!(CellSize > 0) || !std::isfinite(CellSize))
		return Levels;
	std::vector<std::uint32_t> Vertices = UsedBy(Binding.triangles, Binding.VertexCount());
	// Of each vertex the number of the coarsest level that has it, 0 for the full mesh alone.
	std::vector<std::uint8_t> CoarsestUse(Binding.VertexCount());
	for (std::uint8_t Number = 1; Number <= MostLevels; ++Number, CellSize *= 2)
	{
		const std::vector<SPHSolids::Triangle>& Triangles = Levels.empty() ? Binding.triangles : Levels.back().Triangles;
		const std::vector<std::uint16_t>& Sections = Levels.empty() ? Binding.sections : Levels.back().Sections;
		FLevel Level = Coarsen(Binding, Triangles, Sections, Vertices, CellSize);
		std::vector<std::uint32_t> Left = UsedBy(Level.Triangles, Binding.VertexCount());
		if (Left.size() < FewestLevelVertices || static_cast<double>(Left.size()) > LargestShare * static_cast<double>(Vertices.size()))
			break;
		for (const std::uint32_t Vertex : Left)
			CoarsestUse[Vertex] = Number;
		Level.VertexCount = Left.size();
		Vertices = std::move(Left);
		Levels.push_back(std::move(Level));
	}
	if (!Levels.empty())
		PutInOrder(Binding, Levels, CoarsestUse);
	return Levels;
}

SPHSolids::SkinBinding SPHMeshLevels::FirstOf(const SPHSolids::SkinBinding& Binding, std::size_t VertexCount)
{
	SPHSolids::SkinBinding Part;
	const auto Take = [VertexCount](auto& To, const auto& From)
	{
		if (!From.empty())
			To.assign(From.begin(), From.begin() + static_cast<std::ptrdiff_t>(VertexCount));
	};
	Take(Part.positions, Binding.positions);
	Take(Part.normals, Binding.normals);
	Take(Part.tangents, Binding.tangents);
	Take(Part.uvs, Binding.uvs);
	std::vector<std::uint32_t> NewPoint(Binding.PointCount(), NoRepresentative);
	Part.first.push_back(0);
	for (std::size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		std::uint32_t& Point = NewPoint[Binding.point[Vertex]];
		if (Point == NoRepresentative)
		{
			Point = static_cast<std::uint32_t>(Part.PointCount());
			const std::ptrdiff_t Begin = Binding.first[Binding.point[Vertex]], End = Binding.first[Binding.point[Vertex] + 1];
			Part.particle.insert(Part.particle.end(), Binding.particle.begin() + Begin, Binding.particle.begin() + End);
			Part.weight.insert(Part.weight.end(), Binding.weight.begin() + Begin, Binding.weight.begin() + End);
			Part.first.push_back(static_cast<std::uint32_t>(Part.particle.size()));
		}
		Part.point.push_back(Point);
	}
	return Part;
}
