// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHTerrainTile.h"

#include "CollisionQueryParams.h"
#include "Components/PrimitiveComponent.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/HitResult.h"

#include <SPHSolids/Geometry/DistanceGrid.h>

namespace
{

/// Ground is so thick below its lowest place, cm: what falls faster is lost.
constexpr double TerrainThickness = 200.0;
/// Squares reach into their neighbours, where they sink below the ground by this share of the way: they have sides, and whatever slides from one square
/// to the next would bump into them if it came near. What moves less than nine centimetres a step does not.
constexpr double TerrainSink = 0.125;
constexpr int32 TerrainCells = 8, TerrainMargin = 3;
/// One more line around all, for slopes and smooth interpolation.
constexpr int32 TerrainLines = TerrainCells + 2 * TerrainMargin + 3, FirstTerrainLine = -TerrainMargin - 1;
static_assert(TerrainCells * SPHTerrainTile::Spacing == SPHTerrainTile::Side);

/// How far a line is outside of the square along an axis, cm.
double BeyondSquare(int32 Line)
{
	const int32 Cell = Line + FirstTerrainLine;
	return SPHTerrainTile::Spacing * FMath::Max(0, FMath::Max(-Cell, Cell - TerrainCells));
}

/// The last line that values are read from, and the one around it.
bool IsTerrainBorder(int32 Line)
{
	return Line <= 1 || Line >= TerrainLines - 2;
}

/// Heights in the world along both axes of the engine, cm.
struct FHeights
{
	double Height[TerrainLines][TerrainLines];
	bool bGround[TerrainLines][TerrainLines];
	double Lowest = MAX_dbl, Highest = -MAX_dbl;

	static bool IsInside(int32 X, int32 Y) { return X >= 0 && Y >= 0 && X < TerrainLines && Y < TerrainLines; }
	/// Rise per length from one line to another; none into a hole.
	double Slope(int32 X, int32 Y, int32 AlongX, int32 AlongY) const
	{
		const auto Rise = [&](int32 Sign)
		{
			const int32 NextX = X + Sign * AlongX, NextY = Y + Sign * AlongY;
			return IsInside(NextX, NextY) && bGround[NextX][NextY] && bGround[X][Y] ? (Height[NextX][NextY] - Height[X][Y]) * Sign
																					: MAX_dbl;
		};
		const double Ahead = Rise(1), Behind = Rise(-1);
		const double Mean = Ahead == MAX_dbl ? Behind : Behind == MAX_dbl ? Ahead : (Ahead + Behind) / 2.0;
		return Mean == MAX_dbl ? 0.0 : Mean / SPHTerrainTile::Spacing;
	}
	/// From the ground to a height on a line, seen square to the slope; negative below.
	double DistanceTo(int32 X, int32 Y, double Z) const
	{
		const double Sunk = TerrainSink * FMath::Max(BeyondSquare(X), BeyondSquare(Y));
		const double SlopeX = Slope(X, Y, 1, 0), SlopeY = Slope(X, Y, 0, 1);
		return (Z - Height[X][Y] + Sunk) / FMath::Sqrt(1.0 + SlopeX * SlopeX + SlopeY * SlopeY);
	}
};

/// The highest ground on a vertical line, cm.
TOptional<double> TraceDown(TConstArrayView<UPrimitiveComponent*> Terrains, const FVector& Top, const FVector& Bottom)
{
	const FCollisionQueryParams Params(SCENE_QUERY_STAT(SPHSolidsTerrain), false);
	TOptional<double> Highest;
	for (UPrimitiveComponent* Terrain : Terrains)
		if (FHitResult Hit; Terrain->LineTraceComponent(Hit, Top, Bottom, Params))
			Highest = FMath::Max(Hit.ImpactPoint.Z, Highest.Get(-MAX_dbl));
	return Highest;
}

FHeights TraceHeights(TConstArrayView<UPrimitiveComponent*> Terrains, const FBox& Box)
{
	FHeights Heights;
	for (int32 X = 0; X < TerrainLines; ++X)
		for (int32 Y = 0; Y < TerrainLines; ++Y)
		{
			const FVector Foot = Box.Min + FVector(X, Y, 0) * SPHTerrainTile::Spacing;
			const TOptional<double> Height = TraceDown(Terrains, FVector(Foot.X, Foot.Y, Box.Max.Z), Foot);
			Heights.bGround[X][Y] = Height.IsSet();
			if (!Height.IsSet())
				continue;
			Heights.Height[X][Y] = *Height;
			Heights.Lowest = FMath::Min(Heights.Lowest, *Height);
			Heights.Highest = FMath::Max(Heights.Highest, *Height);
		}
	// Holes go through: their bottom is below all that the grid covers.
	for (int32 X = 0; X < TerrainLines; ++X)
		for (int32 Y = 0; Y < TerrainLines; ++Y)
			if (!Heights.bGround[X][Y])
				Heights.Height[X][Y] = Heights.Lowest - 2.0 * TerrainThickness;
	return Heights;
}

}

FIntPoint SPHTerrainTile::IndexAt(const UPrimitiveComponent& Terrain, const FVector& Place)
{
	const FVector Offset = (Place - Terrain.GetComponentLocation()) / Side;
	return FIntPoint(FMath::FloorToInt32(Offset.X), FMath::FloorToInt32(Offset.Y));
}

FBox SPHTerrainTile::BoxOf(const UPrimitiveComponent& Terrain, const FIntPoint& Index)
{
	constexpr double Slack = 10.0;
	const FBox Bounds = Terrain.Bounds.GetBox().ExpandBy(Slack);
	const FVector Corner = Terrain.GetComponentLocation() + FVector(Index.X, Index.Y, 0) * Side;
	const double Margin = -FirstTerrainLine * Spacing;
	return FBox(FVector(Corner.X - Margin, Corner.Y - Margin, Bounds.Min.Z),
		FVector(Corner.X + Side + Margin, Corner.Y + Side + Margin, Bounds.Max.Z));
}

TOptional<SPHTerrainTile::FTile> SPHTerrainTile::Trace(
	const UPrimitiveComponent& Terrain, const FIntPoint& Index, TConstArrayView<UPrimitiveComponent*> Neighbours)
{
	FVector Corner = Terrain.GetComponentLocation() + FVector(Index.X, Index.Y, 0) * Side;
	const FHeights Heights = TraceHeights(Neighbours, BoxOf(Terrain, Index));
	if (Heights.Lowest > Heights.Highest)
		return {};
	Corner.Z = Heights.Lowest;
	// The core's y points the other way, so rows of its grid are columns of heights from the far end.
	const int32 Levels = static_cast<int32>(FMath::CeilToInt((TerrainThickness + Heights.Highest - Heights.Lowest) / Spacing)) + 4;
	SPHSolids::DistanceGrid::Layout Layout;
	Layout.cellSize = SPHSolidsUnits::LengthToCore(Spacing);
	const double Margin = -FirstTerrainLine * Spacing;
	Layout.origin = SPHSolidsUnits::VectorToCore(FVector(-Margin, Side + Margin, -TerrainThickness - Spacing));
	Layout.size = {TerrainLines, TerrainLines, static_cast<std::uint32_t>(Levels)};
	SPHSolids::AlignedArray<float> Values(Layout.ValueCount());
	std::size_t Next = 0;
	for (int32 Level = 0; Level < Levels; ++Level)
		for (int32 Row = 0; Row < TerrainLines; ++Row)
			for (int32 X = 0; X < TerrainLines; ++X)
			{
				const double Distance =
					Heights.DistanceTo(X, TerrainLines - 1 - Row, Heights.Lowest - TerrainThickness + (Level - 1) * Spacing);
				// Outside of a grid the distance from it is added to the value at its border, which must not be negative for that.
				const bool bBorder = Level <= 1 || IsTerrainBorder(X) || IsTerrainBorder(Row);
				Values[Next++] = static_cast<float>(SPHSolidsUnits::LengthToCore(bBorder ? FMath::Max(Distance, 0.0) : Distance));
			}
	auto Shape = SPHSolids::Shape::Grid(std::make_shared<const SPHSolids::DistanceGrid>(Layout, std::move(Values)));
	if (!Shape.IsOk())
		return {};
	return FTile{Shape.TakeValue(), Corner};
}
