// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBakeEstimate.h"

#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Bake/SPHBakeSettings.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidsSettings.h"

#include <cmath>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

// Of bodies as they are in memory (Body/RestState.h, Body/SkinBinding.h): 34 neighbours a particle, 10 particles a point.
constexpr double BytesPerParticle = 12 + 4 + 4 + 36 + 1 + 4 + 34 * 4;
constexpr double BytesPerVertex = 12 + 12 + 16 + 8 + 4 + 4 + 10 * 8;
constexpr double BytesPerTriangle = 12 + 2;
/// Peak of a bake with skin: 671 MB for a million triangles and 6.2 GB for ten million were measured.
constexpr double BakeBytesPerTriangle = 700;
/// One iteration of the solver, two cores of the machine that Docs/performance.md names, contact included.
constexpr double MicrosecondsPerParticleIteration = 0.12;
constexpr double FramesPerSecond = 60;
/// A mesh that encloses less than its area times this part of its extent counts as a sheet in the estimate.
constexpr double SheetThinness = 1e-3;

double DensityOf(FName Preset)
{
	for (const SPHSolids::MaterialPreset& Ready : SPHSolids::MaterialPresets())
		if (FName(*SPHSolidsText::ToEngine(Ready.name)) == Preset)
			return Ready.material.density;
	return SPHSolidMaterialValues(nullptr).Material.density;
}

}

FSPHMeshMeasures FSPHMeshMeasures::Of(const SPHSolids::RenderMesh& Mesh)
{
	FSPHMeshMeasures Measures;
	Measures.Triangles = static_cast<int32>(Mesh.triangles.size());
	Measures.Vertices = static_cast<int32>(Mesh.positions.size());
	if (Mesh.positions.empty())
		return Measures;
	// Seen from a corner of the mesh itself, so that a mesh far from its origin loses no digits.
	const SPHSolids::Vec3d From = Mesh.positions[0];
	for (const SPHSolids::Triangle& Corners : Mesh.triangles)
	{
		const SPHSolids::Vec3d A = Mesh.positions[Corners[0]] - From, B = Mesh.positions[Corners[1]] - From,
							   C = Mesh.positions[Corners[2]] - From;
		Measures.Volume += SPHSolids::Dot(A, SPHSolids::Cross(B, C)) / 6;
		Measures.Area += SPHSolids::Norm(SPHSolids::Cross(B - A, C - A)) / 2;
	}
	Measures.Volume = std::abs(Measures.Volume);
	return Measures;
}

FSPHMeshMeasures& FSPHMeshMeasures::operator+=(const FSPHMeshMeasures& Other)
{
	Volume += Other.Volume;
	Area += Other.Area;
	Triangles += Other.Triangles;
	Vertices += Other.Vertices;
	return *this;
}

FSPHBakeEstimate FSPHBakeEstimate::Of(const FSPHMeshMeasures& Mesh, const USPHSolidBakeOptions& Options)
{
	FSPHBakeEstimate Estimate;
	const SPHSolids::BakeSettings Settings = SPHBakeSettingsOf(Options);
	const bool bSheet = Settings.sheet == SPHSolids::SheetMode::Always || Mesh.Volume < SheetThinness * Mesh.Area * std::sqrt(Mesh.Area);
	// One particle for each cube, or in a sheet each square, of a diameter.
	const double Filled = bSheet ? Mesh.Area : Mesh.Volume, Power = bSheet ? 2.0 : 3.0;
	double Diameter = 2 * Settings.particleRadius;
	if (Settings.particleCount > 0)
	{
		Estimate.Particles = Settings.particleCount;
		Diameter = std::pow(Filled / static_cast<double>(Settings.particleCount), 1 / Power);
	}
	else if (Diameter > 0)
		Estimate.Particles = static_cast<int64>(std::llround(Filled / std::pow(Diameter, Power)));
	Estimate.Radius = SPHSolidsUnits::LengthToEngine(Diameter / 2);

	const double Particles = static_cast<double>(Estimate.Particles);
	double Bytes = Particles * BytesPerParticle;
	if (Options.bSkin)
		Bytes += Mesh.Vertices * BytesPerVertex + Mesh.Triangles * BytesPerTriangle;
	Estimate.Megabytes = Bytes / (1024.0 * 1024.0);

	Estimate.BakeGigabytes = BakeBytes(Mesh.Triangles) / BytesPerGigabyte;

	const USPHSolidsSettings& Project = *GetDefault<USPHSolidsSettings>();
	const double Steps = FMath::Clamp(std::ceil(1 / (FramesPerSecond * static_cast<double>(Project.StepSeconds)) - 1e-3), 1.0,
		static_cast<double>(Project.MaxStepsPerFrame));
	Estimate.Milliseconds = Particles * Project.Iterations * Steps * MicrosecondsPerParticleIteration / 1000.0;

	const double Thickness = Settings.sheetThickness > 0 ? Settings.sheetThickness : Diameter;
	Estimate.Kilograms = (bSheet ? Mesh.Area * Thickness : Mesh.Volume) * DensityOf(Options.MaterialPreset);
	return Estimate;
}

double FSPHBakeEstimate::BakeBytes(int64 Triangles)
{
	return static_cast<double>(Triangles) * BakeBytesPerTriangle;
}

FText FSPHBakeEstimate::ToText() const
{
	FString Text = FString::Printf(TEXT("About %d particles of radius %.2f cm, %.1f MB, %.1f kg; about %.2f ms per frame on two cores."),
		static_cast<int32>(Particles), Radius, Megabytes, Kilograms, Milliseconds);
	if (BakeGigabytes >= 1.0)
		Text += FString::Printf(TEXT(" Baking needs about %.1f GB of memory."), BakeGigabytes);
	return FText::FromString(Text);
}

#undef LOCTEXT_NAMESPACE
