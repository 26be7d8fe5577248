// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/PhysicsEngine/FKBoxElem, .../FKSphereElem, .../FKSphylElem, .../FKConvexElem, .../FKAggregateGeom (GetTransform; full side lengths of boxes; capsules along z with the length of their straight part); AnimNode_KawaiiPhysicsCollision.cpp of pafuhana1213/KawaiiPhysics.
#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"

#include "AggregateGeom.generated.h"

USTRUCT()
struct FKSphereElem
{
	GENERATED_BODY()

	UPROPERTY()
	FVector Center = FVector(0, 0, 0);

	UPROPERTY()
	float Radius = 1.0f;

	FTransform GetTransform() const { return FTransform(Center); }
};

USTRUCT()
struct FKBoxElem
{
	GENERATED_BODY()

	UPROPERTY()
	FVector Center = FVector(0, 0, 0);

	UPROPERTY()
	FRotator Rotation = FRotator(0, 0, 0);

	UPROPERTY()
	float X = 1.0f;

	UPROPERTY()
	float Y = 1.0f;

	UPROPERTY()
	float Z = 1.0f;

	FTransform GetTransform() const { return FTransform(Rotation, Center); }
};

USTRUCT()
struct FKSphylElem
{
	GENERATED_BODY()

	UPROPERTY()
	FVector Center = FVector(0, 0, 0);

	UPROPERTY()
	FRotator Rotation = FRotator(0, 0, 0);

	UPROPERTY()
	float Radius = 1.0f;

	UPROPERTY()
	float Length = 1.0f;

	FTransform GetTransform() const { return FTransform(Rotation, Center); }
};

USTRUCT()
struct FKConvexElem
{
	GENERATED_BODY()

	UPROPERTY()
	TArray<FVector> VertexData;

	UPROPERTY()
	TArray<int32> IndexData;

	FTransform GetTransform() const { return FTransform::Identity; }
};

USTRUCT()
struct FKAggregateGeom
{
	GENERATED_BODY()

	UPROPERTY()
	TArray<FKSphereElem> SphereElems;

	UPROPERTY()
	TArray<FKBoxElem> BoxElems;

	UPROPERTY()
	TArray<FKSphylElem> SphylElems;

	UPROPERTY()
	TArray<FKConvexElem> ConvexElems;

	int32 GetElementCount() const { return SphereElems.Num() + BoxElems.Num() + SphylElems.Num() + ConvexElems.Num(); }
	FBox CalcAABB(const FTransform& Transform) const;
};
