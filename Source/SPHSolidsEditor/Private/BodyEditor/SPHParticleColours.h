// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "SPHBodyRegion.h"

struct FSPHSolidBody;

/// What particles are coloured by in the body's editor.
enum class ESPHColourBy : uint8
{
	Neighbours, ///< how many others are in reach: blue few, green as inside a lattice, red many
	Volume,     ///< share of the body's volume against a lattice cell
	Density,    ///< how well the kernels fill space there: blue thin, as at surfaces, green right, red crowded
	Shape,      ///< whether the neighbourhood fills space, a sheet or a line
	Stiffness,  ///< what regions do: blue a tenth, green as the material, red ten times as stiff; yellow is held
	Num
};

namespace SPHParticleColours
{

/// One for each particle.
TArray<FLinearColor> Of(const FSPHSolidBody& Body, ESPHColourBy By, TConstArrayView<FSPHBodyRegion> Regions = {});
FText NameOf(ESPHColourBy By);

}
