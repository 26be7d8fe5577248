// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

class ASPHSolidActor;
class USPHSolidBodyAsset;
class UWorld;

#include <SPHSolids/Geometry/RenderMesh.h>

namespace RuntimeTests
{

/// A box with hard edges: 24 vertices with normals, tangents and texture coordinates, two material sections (top, rest). Metres.
SPHSolids::RenderMesh MakeBoxMesh(const SPHSolids::Vec3d& HalfSize, const SPHSolids::Vec3d& Centre = {});

/// A closed ball with normals and texture coordinates, cut from pole to pole; twice as many columns as rings. Metres.
SPHSolids::RenderMesh MakeBallMesh(double Radius, int Rings);

/// The .sphbody bytes of a mesh, baked on a grid.
TArray<uint8> BakeQuickly(const SPHSolids::RenderMesh& Mesh, double ParticleRadius);

/// The .sphbody bytes of such a box, baked once per size and radius.
const TArray<uint8>& BoxBytes(double HalfSize = 0.2, double ParticleRadius = 0.04);

/// The same as a plugin of a later version would write it: whole, but of a format that this one does not know.
TArray<uint8> NewerBoxBytes();

/// A rooted asset with a baked box of 40 cm, made once per program.
USPHSolidBodyAsset* BoxAsset();
USPHSolidBodyAsset* NewAsset(const TArray<uint8>& Bytes);

/// In a world that plays it begins play at once.
ASPHSolidActor* SpawnSolid(UWorld* World, USPHSolidBodyAsset* Asset, const FTransform& Place);

/// Puts project settings back when it goes.
class FSettingsScope
{
public:
	FSettingsScope();
	~FSettingsScope();
	FSettingsScope(const FSettingsScope&) = delete;

private:
	float StepSeconds, BudgetMilliseconds, MeshError;
	int32 MaxStepsPerFrame, Iterations, RecordedSteps;
	bool bInterpolate, bDeterministic;
};

}
