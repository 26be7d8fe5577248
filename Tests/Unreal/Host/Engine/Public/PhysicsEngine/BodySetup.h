// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UBodySetup (AggGeom, GetCollisionTraceFlag), .../ECollisionTraceFlag; rdeioris/glTFRuntime, Algoryx/AGXUnreal.
#pragma once

#include "Containers/EnumAsByte.h"
#include "PhysicsEngine/AggregateGeom.h"
#include "UObject/UObjectGlobals.h"

#include "BodySetup.generated.h"

enum ECollisionTraceFlag : int
{
	CTF_UseDefault,
	CTF_UseSimpleAndComplex,
	CTF_UseSimpleAsComplex,
	CTF_UseComplexAsSimple
};

UCLASS()
class UBodySetup : public UObject
{
	GENERATED_BODY()

public:
	ECollisionTraceFlag GetCollisionTraceFlag() const { return CollisionTraceFlag; }

	UPROPERTY()
	FKAggregateGeom AggGeom;

	TEnumAsByte<ECollisionTraceFlag> CollisionTraceFlag = CTF_UseDefault;
};
