// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHParticleColours.h"

#include "Adapters/SPHBodyRegions.h"
#include "Adapters/SPHSolidBody.h"

#include <cmath>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

/// Others within the support radius of a particle inside a cubic lattice.
constexpr double LatticeNeighbours = 32;

/// Blue at 0, green at 1, red at 2.
FLinearColor Ramp(double Value)
{
	const float Cold = static_cast<float>(FMath::Clamp(1.0 - Value, 0.0, 1.0)),
				Hot = static_cast<float>(FMath::Clamp(Value - 1.0, 0.0, 1.0));
	return FLinearColor(Hot, 1.0f - FMath::Max(Cold, Hot), Cold);
}

const FLinearColor HeldParticleColour(1.0f, 0.9f, 0.2f);

TArray<FLinearColor> ByStiffness(const FSPHSolidBody& Body, TConstArrayView<FSPHBodyRegion> Regions)
{
	TArray<FLinearColor> Colours;
	Colours.Init(Ramp(1), Body.NumParticles());
	const std::vector<float> Factors = SPHBodyRegions::StiffnessOf(Regions, Body);
	for (std::size_t Particle = 0; Particle < Factors.size(); ++Particle)
		Colours[static_cast<int32>(Particle)] = Ramp(1 + std::log10(static_cast<double>(Factors[Particle])));
	for (const std::uint32_t Particle : SPHBodyRegions::PinnedBy(Regions, Body))
		Colours[static_cast<int32>(Particle)] = HeldParticleColour;
	return Colours;
}

}

TArray<FLinearColor> SPHParticleColours::Of(const FSPHSolidBody& Body, ESPHColourBy By, TConstArrayView<FSPHBodyRegion> Regions)
{
	if (By == ESPHColourBy::Stiffness)
		return ByStiffness(Body, Regions);
	const SPHSolids::RestState& Rest = Body.Baked->rest;
	const double Diameter = 2 * static_cast<double>(Rest.particleRadius);
	TArray<FLinearColor> Colours;
	Colours.Reserve(Body.NumParticles());
	for (std::size_t Particle = 0; Particle < Rest.ParticleCount(); ++Particle)
		switch (By)
		{
		case ESPHColourBy::Neighbours:
			Colours.Add(Ramp(static_cast<double>(Rest.neighbours.Of(Particle).size()) / LatticeNeighbours));
			break;
		case ESPHColourBy::Volume: Colours.Add(Ramp(static_cast<double>(Rest.volume[Particle]) / (Diameter * Diameter * Diameter))); break;
		case ESPHColourBy::Density:
			Colours.Add(Ramp(Diameter * Diameter * Diameter / static_cast<double>(Rest.kernelVolume[Particle])));
			break;
		case ESPHColourBy::Shape:
		case ESPHColourBy::Stiffness:
		case ESPHColourBy::Num: Colours.Add(Ramp(static_cast<double>(Rest.rank[Particle]) / 3)); break;
		}
	return Colours;
}

FText SPHParticleColours::NameOf(ESPHColourBy By)
{
	switch (By)
	{
	case ESPHColourBy::Neighbours: return LOCTEXT("ByNeighbours", "Neighbours");
	case ESPHColourBy::Volume: return LOCTEXT("ByVolume", "Volume");
	case ESPHColourBy::Density: return LOCTEXT("ByDensity", "Density of the sampling");
	case ESPHColourBy::Stiffness: return LOCTEXT("ByStiffness", "Stiffness and pins");
	case ESPHColourBy::Shape:
	case ESPHColourBy::Num: break;
	}
	return LOCTEXT("ByShape", "Shape of the neighbourhood");
}

#undef LOCTEXT_NAMESPACE
