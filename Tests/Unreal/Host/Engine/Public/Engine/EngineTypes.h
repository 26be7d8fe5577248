// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/EEndPlayReason__Type, .../EWorldType__Type, .../ENetMode, .../EComponentMobility__Type, .../FAttachmentTransformRules, .../ETeleportType, .../ECollisionChannel, .../ECollisionResponse, .../ECollisionEnabled__Type, .../ERadialImpulseFalloff.
#pragma once

#include "Containers/EnumAsByte.h"
#include "UObject/UObjectGlobals.h"

namespace EEndPlayReason
{
enum Type : int
{
	Destroyed,
	LevelTransition,
	EndPlayInEditor,
	RemovedFromWorld,
	Quit
};
}

namespace EWorldType
{
enum Type
{
	None,
	Game,
	Editor,
	PIE,
	EditorPreview,
	GamePreview,
	GameRPC,
	Inactive
};
}

enum ENetMode
{
	NM_Standalone,
	NM_DedicatedServer,
	NM_ListenServer,
	NM_Client,
	NM_MAX
};

namespace EComponentMobility
{
enum Type : int
{
	Static,
	Stationary,
	Movable
};
}

enum class EAttachmentRule : uint8
{
	KeepRelative,
	KeepWorld,
	SnapToTarget
};

struct FAttachmentTransformRules
{
	FAttachmentTransformRules(EAttachmentRule InRule, bool bInWeldSimulatedBodies)
		: LocationRule(InRule)
		, RotationRule(InRule)
		, ScaleRule(InRule)
		, bWeldSimulatedBodies(bInWeldSimulatedBodies)
	{
	}
	static const FAttachmentTransformRules KeepRelativeTransform, KeepWorldTransform, SnapToTargetNotIncludingScale;
	EAttachmentRule LocationRule, RotationRule, ScaleRule;
	bool bWeldSimulatedBodies;
};

struct FDetachmentTransformRules
{
	static const FDetachmentTransformRules KeepRelativeTransform, KeepWorldTransform;
	bool bKeepWorld = false;
};

enum class ETeleportType : uint8
{
	None,
	TeleportPhysics,
	ResetPhysics
};

enum class EUpdateTransformFlags : int32
{
	None = 0,
	SkipPhysicsUpdate = 1,
	PropagateFromParent = 2
};
ENUM_CLASS_FLAGS(EUpdateTransformFlags)

enum ECollisionChannel : int
{
	ECC_WorldStatic,
	ECC_WorldDynamic,
	ECC_Pawn,
	ECC_Visibility,
	ECC_Camera,
	ECC_PhysicsBody,
	ECC_Vehicle,
	ECC_Destructible
};

enum ECollisionResponse : int
{
	ECR_Ignore,
	ECR_Overlap,
	ECR_Block
};

namespace ECollisionEnabled
{
enum Type : int
{
	NoCollision,
	QueryOnly,
	PhysicsOnly,
	QueryAndPhysics
};
}

enum ERadialImpulseFalloff : int
{
	RIF_Constant,
	RIF_Linear,
	RIF_MAX
};

struct FTimerHandle
{
	bool IsValid() const { return Handle != 0; }
	void Invalidate() { Handle = 0; }
	bool operator==(const FTimerHandle&) const = default;
	uint64 Handle = 0;
};

struct FHitResult;
