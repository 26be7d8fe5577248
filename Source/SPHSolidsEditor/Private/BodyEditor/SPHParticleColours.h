// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

struct FSPHSolidBody;

/// What particles are coloured by in the body's editor.
enum class ESPHColourBy : uint8
{
	Neighbours, ///< how many others are in reach: blue few, green as inside a lattice, red many
	Volume,     ///< share of the body's volume against a lattice cell
	Shape,      ///< whether the neighbourhood fills space, a sheet or a line
	Num
};

namespace SPHParticleColours
{

/// One for each particle.
TArray<FLinearColor> Of(const FSPHSolidBody& Body, ESPHColourBy By);
FText NameOf(ESPHColourBy By);

}
