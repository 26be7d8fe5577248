// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/OverlapResult.h"
#include "UObject/WeakObjectPtr.h"

#include <SPHSolids/World/World.h>

class AActor;
class UPrimitiveComponent;
class USPHColliderComponent;
class UWorld;

/// Shapes of the level in the core's world: collected around soft bodies and fluids, moved with their components, pushed back if those
/// simulate physics. Game thread only, and only while the solver does not run.
class FSPHSolidsColliders
{
public:
	FSPHSolidsColliders(UWorld& InWorld, SPHSolids::World& InCore, SPHSolids::TaskRunner& InTasks)
		: World(InWorld)
		, Core(InCore)
		, Tasks(InTasks)
	{
	}

	/// Makes colliders of everything that reaches into the box, and remembers that somebody there wants them; gives up those it wanted before.
	void Gather(const FBox& Box, const AActor* Ignored, TArray<TWeakObjectPtr<UPrimitiveComponent>>& InOutWanted);
	void GiveUp(TArray<TWeakObjectPtr<UPrimitiveComponent>>& Wanted);
	/// Collider components stay until they are removed.
	void Place(USPHColliderComponent& Collider);
	void Remove(USPHColliderComponent& Collider);
	/// The engine's origin has moved, and all components and the core with it. @param Offset cm
	void Shift(const FVector& Offset);
	/// Before a step: tells the core where the components are and how fast.
	void Update();
	/// After a step: hands what particles did to simulating components over to the engine's physics.
	void ApplyImpulses();

	UPrimitiveComponent* ComponentOf(SPHSolids::BoundaryId Id) const;
	UPrimitiveComponent* ComponentOf(SPHSolids::RigidId Id) const;
	int32 Num() const { return Sets.Num() + Placed.Num(); }
	/// Calls Visit(shape, pose) for each collider, for drawing.
	void Visit(TFunctionRef<void(const SPHSolids::Shape&, const SPHSolids::Pose&)> Visitor) const;

private:
	struct FElement
	{
		SPHSolids::Shape Shape = SPHSolids::Shape::Plane();
		FTransform Local; ///< of the shape's frame, without scale, in the component's space with scale applied to its place
		SPHSolids::BoundaryId Boundary;
		SPHSolids::RigidId Rigid;
	};
	/// All shapes of one component.
	struct FSet
	{
		TArray<FElement> Elements;
		FTransform Place; ///< of the component when the core was last told
		int32 Wanted = 0;
		bool bSimulating = false;
		bool bMovable = false;
	};

	void Add(UPrimitiveComponent& Component);
	void AddToCore(UPrimitiveComponent& Component, FSet& Set);
	void RemoveFromCore(FSet& Set);
	static TArray<FElement> ElementsOf(UPrimitiveComponent& Component);

	struct FPlaced
	{
		SPHSolids::BoundaryId Boundary;
		FTransform Place;
	};
	void UpdatePlaced();

	UWorld& World;
	SPHSolids::World& Core;
	SPHSolids::TaskRunner& Tasks;
	TMap<TWeakObjectPtr<USPHColliderComponent>, FPlaced> Placed;
	TMap<TWeakObjectPtr<UPrimitiveComponent>, FSet> Sets;
	/// Scratch of Gather; memory kept.
	TArray<FOverlapResult> Overlaps;
	TArray<TWeakObjectPtr<UPrimitiveComponent>> WantedNow;
	/// Said once per component: its shapes cannot be used.
	TSet<TWeakObjectPtr<UPrimitiveComponent>> Refused;
};
