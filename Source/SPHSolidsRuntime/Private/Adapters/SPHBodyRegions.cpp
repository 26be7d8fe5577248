// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHBodyRegions.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"

#include <cmath>

namespace
{

/// What regions together may do to a particle; beyond it the solver needs many more iterations and nothing looks different.
constexpr double SoftestFactor = 1e-3, StiffestFactor = 1e3;

FVector RegionPlaceOf(const FSPHSolidBody& Body, std::size_t Particle)
{
	return SPHSolidsUnits::VectorToEngine(Body.Baked->rest.position[Particle].Cast<double>() + Body.Baked->origin);
}

}

double FSPHBodyRegion::DistanceTo(const FVector& Place) const
{
	if (Shape == ESPHPinShape::Sphere)
		return FMath::Max(FVector::Dist(Place, Centre) - static_cast<double>(Radius), 0.0);
	const FVector Beyond = GetFrame().InverseTransformPosition(Place).GetAbs() - BoxExtent;
	return FVector(FMath::Max(Beyond.X, 0.0), FMath::Max(Beyond.Y, 0.0), FMath::Max(Beyond.Z, 0.0)).Size();
}

double FSPHBodyRegion::WeightAt(const FVector& Place) const
{
	const double Distance = DistanceTo(Place);
	if (Distance <= 0.0)
		return 1.0;
	return Fade > 0.0f ? FMath::Clamp(1.0 - Distance / static_cast<double>(Fade), 0.0, 1.0) : 0.0;
}

std::vector<float> SPHBodyRegions::StiffnessOf(TConstArrayView<FSPHBodyRegion> Regions, const FSPHSolidBody& Body)
{
	std::vector<double> Logarithm;
	for (const FSPHBodyRegion& Region : Regions)
	{
		if (Region.Kind != ESPHRegionKind::Stiffness || !(Region.StiffnessFactor > 0.0f) || Region.StiffnessFactor == 1.0f)
			continue;
		Logarithm.resize(Body.Baked->rest.ParticleCount());
		// Fades in the exponent, so that half way to a factor of 100 is a factor of 10.
		const double Full = std::log(FMath::Clamp(static_cast<double>(Region.StiffnessFactor), SoftestFactor, StiffestFactor));
		for (std::size_t Particle = 0; Particle < Logarithm.size(); ++Particle)
			Logarithm[Particle] += Full * Region.WeightAt(RegionPlaceOf(Body, Particle));
	}
	std::vector<float> Factors;
	for (const double Value : Logarithm)
		Factors.push_back(static_cast<float>(FMath::Clamp(std::exp(Value), SoftestFactor, StiffestFactor)));
	return Factors;
}

std::vector<std::uint32_t> SPHBodyRegions::PinnedBy(TConstArrayView<FSPHBodyRegion> Regions, const FSPHSolidBody& Body)
{
	std::vector<std::uint32_t> Pinned;
	for (std::size_t Particle = 0; Particle < Body.Baked->rest.ParticleCount(); ++Particle)
		for (const FSPHBodyRegion& Region : Regions)
			if (Region.Kind == ESPHRegionKind::Pin && Region.DistanceTo(RegionPlaceOf(Body, Particle)) <= 0.0)
			{
				Pinned.push_back(static_cast<std::uint32_t>(Particle));
				break;
			}
	return Pinned;
}

int32 SPHBodyRegions::CountInside(const FSPHBodyRegion& Region, const FSPHSolidBody& Body)
{
	int32 Count = 0;
	for (std::size_t Particle = 0; Particle < Body.Baked->rest.ParticleCount(); ++Particle)
		Count += Region.DistanceTo(RegionPlaceOf(Body, Particle)) <= 0.0 ? 1 : 0;
	return Count;
}
