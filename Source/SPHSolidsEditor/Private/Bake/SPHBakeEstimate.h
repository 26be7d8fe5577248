// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Geometry/RenderMesh.h>

class USPHSolidBakeOptions;

/// How large a mesh is, in the core's units.
struct FSPHMeshMeasures
{
	FString Name;
	double Volume = 0; ///< m^3, enclosed; about 0 for a sheet
	double Area = 0;   ///< m^2
	int32 Triangles = 0;
	int32 Vertices = 0;

	static FSPHMeshMeasures Of(const SPHSolids::RenderMesh& Mesh);
	FSPHMeshMeasures& operator+=(const FSPHMeshMeasures& Other);
};

/// What a bake will give, before it is made. Within some ten per cent for particles, a factor of two for times.
struct FSPHBakeEstimate
{
	int64 Particles = 0;
	double Radius = 0;        ///< cm
	double Megabytes = 0;     ///< of the asset, in memory
	double BakeGigabytes = 0; ///< while it is baked, mesh included
	double Milliseconds = 0;  ///< per frame at 60 frames a second with the project's settings, on two cores
	double Kilograms = 0;

	static constexpr double BytesPerGigabyte = 1024.0 * 1024.0 * 1024.0;
	static FSPHBakeEstimate Of(const FSPHMeshMeasures& Mesh, const USPHSolidBakeOptions& Options);
	FText ToText() const;

	/// Memory that baking a mesh of so many triangles takes at its peak, bytes.
	static double BakeBytes(int64 Triangles);
};
