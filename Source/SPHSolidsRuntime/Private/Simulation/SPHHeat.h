// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

/// How warm it is where: the surroundings and the heat sources of a frame. Copied before a solve, so that workers may ask.
struct FSPHHeat
{
	struct FSource
	{
		FVector Place;  ///< cm
		double Reach;   ///< cm
		double Celsius; ///< at the place itself
	};

	TArray<FSource> Sources;
	double Ambient = 20.0; ///< degrees Celsius

	/// Falls linearly from a source to its reach. Where several reach, the one that changes most counts.
	double At(const FVector& Place) const
	{
		double Change = 0;
		for (const FSource& Source : Sources)
		{
			const double Share = 1.0 - (Place - Source.Place).Size() / Source.Reach;
			if (const double Here = (Source.Celsius - Ambient) * Share; Share > 0 && FMath::Abs(Here) > FMath::Abs(Change))
				Change = Here;
		}
		return Ambient + Change;
	}
};
