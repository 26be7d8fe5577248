// Copyright (c) 2026 The SPHSolids authors

#include "Details/SPHStressCurve.h"

#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Rendering/DrawElements.h"
#include "SPHSolidMaterial.h"

#include <cmath>

namespace
{

constexpr double LeastStretch = 0.5, MostStretch = 2.0;
constexpr int32 CurvePoints = 61;

SPHSolids::StressState StateOf(const SPHSolids::Material& Material, double Stretch, double Width)
{
	return SPHSolids::EvaluateMaterial(Material, SPHSolids::Mat3d::Diagonal({Stretch, Width, Width}));
}

/// The width at which the sides carry no stress: between none and three times that at rest, by halving.
double FreeWidth(const SPHSolids::Material& Material, double Stretch)
{
	double Low = 0.05, High = 3.0;
	for (int32 Step = 0; Step < 60; ++Step)
	{
		const double Middle = (Low + High) / 2;
		(StateOf(Material, Stretch, Middle).stress(1, 1) < 0 ? Low : High) = Middle;
	}
	return (Low + High) / 2;
}

}

TArray<FSPHStressCurve::FPoint> FSPHStressCurve::Compute(const SPHSolids::Material& Material, double Least, double Most, int32 Count)
{
	TArray<FPoint> Points;
	// A bar without fibres: they have a direction of their own.
	SPHSolids::Material Plain = Material;
	Plain.fibreStiffness = 0;
	for (int32 Index = 0; Index < Count; ++Index)
	{
		const double Stretch = Least + (Most - Least) * Index / (Count - 1);
		Points.Add({Stretch, StateOf(Plain, Stretch, FreeWidth(Plain, Stretch)).stress(0, 0)});
	}
	return Points;
}

void SSPHStressCurve::Construct(const FArguments& InArgs)
{
	Material = InArgs._Material;
}

FVector2D SSPHStressCurve::ComputeDesiredSize(float) const
{
	return FVector2D(240.0, 120.0);
}

int32 SSPHStressCurve::OnPaint(const FPaintArgs&, const FGeometry& AllottedGeometry, const FSlateRect&,
	FSlateWindowElementList& OutDrawElements, int32 LayerId, const FWidgetStyle&, bool) const
{
	const USPHSolidMaterial* Alive = Material.Get();
	if (!Alive)
		return LayerId;
	const SPHSolids::Material Values = SPHSolidMaterialValues(Alive).Material;
	if (!SPHSolids::ValidateMaterial(Values).IsOk())
		return LayerId;
	const TArray<FSPHStressCurve::FPoint> Curve = FSPHStressCurve::Compute(Values, LeastStretch, MostStretch, CurvePoints);
	double Low = 0, High = 0;
	for (const FSPHStressCurve::FPoint& Point : Curve)
	{
		Low = FMath::Min(Low, Point.Stress);
		High = FMath::Max(High, Point.Stress);
	}
	// A vector of floats or of doubles, as the engine's version has it.
	const auto Size = AllottedGeometry.GetLocalSize();
	const double Width = static_cast<double>(Size.X), Height = static_cast<double>(Size.Y);
	const double Range = High > Low ? High - Low : 1.0;
	const auto Place = [&](double Stretch, double Stress)
	{
		return FVector2f(static_cast<float>(Width * (Stretch - LeastStretch) / (MostStretch - LeastStretch)),
			static_cast<float>(Height * (High - Stress) / Range));
	};
	TArray<FVector2f> Line;
	for (const FSPHStressCurve::FPoint& Point : Curve)
		Line.Add(Place(Point.Stretch, Point.Stress));
	const FLinearColor Axes(0.3f, 0.3f, 0.3f), Ink(0.35f, 0.75f, 0.55f);
	const FPaintGeometry Paper = AllottedGeometry.ToPaintGeometry();
	const uint32 Layer = static_cast<uint32>(LayerId);
	// Named arrays: up to 5.4 there are overloads for other vectors, between which braces could not choose.
	const TArray<FVector2f> Across = {Place(LeastStretch, 0), Place(MostStretch, 0)}, Up = {Place(1, Low), Place(1, High)};
	FSlateDrawElement::MakeLines(OutDrawElements, Layer, Paper, Across, ESlateDrawEffect::None, Axes, true, 1.0f);
	FSlateDrawElement::MakeLines(OutDrawElements, Layer, Paper, Up, ESlateDrawEffect::None, Axes, true, 1.0f);
	FSlateDrawElement::MakeLines(OutDrawElements, Layer + 1, Paper, Line, ESlateDrawEffect::None, Ink, true, 2.0f);
	return LayerId + 1;
}
