// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/OverlapResult.h"
#include "Simulation/SPHColliderKey.h"
#include "Simulation/SPHColliderShapes.h"

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
	void Gather(const FBox& Box, const AActor* Ignored, TArray<FSPHColliderKey>& InOutWanted);
	void GiveUp(TArray<FSPHColliderKey>& Wanted);
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
	/// A shape and what it is in the core: either a boundary or a rigid body.
	struct FMember
	{
		SPHColliderShapes::FElement Element;
		SPHSolids::BoundaryId Boundary;
		SPHSolids::RigidId Rigid;
	};
	/// All shapes of one key.
	struct FSet
	{
		TArray<FMember> Members;
		FTransform Place; ///< when the core was last told
		int32 Wanted = 0;
		bool bSimulating = false;
		bool bMovable = false;
	};
	struct FPlaced
	{
		SPHSolids::BoundaryId Boundary;
		FTransform Place;
	};

	void OverlapAll(const FBox& Box, const AActor* Ignored, TArray<FOverlapResult>& OutResults) const;
	/// Somebody wants it; made if it is not there yet.
	void Want(const FSPHColliderKey& Key);
	/// All squares of a terrain under a box.
	void WantTerrain(UPrimitiveComponent& Terrain, const FBox& Box);
	/// False if there is nothing to bump into.
	bool Make(const FSPHColliderKey& Key, FSet& OutSet);
	bool MakeTerrain(const FSPHColliderKey& Key, FSet& OutSet);
	static TArray<FMember> SimpleMembersOf(UPrimitiveComponent& Component, const FVector& Scale);
	void Refuse(const FSPHColliderKey& Key);
	void AddToCore(UPrimitiveComponent& Component, FSet& Set);
	void RemoveFromCore(FSet& Set);
	void UpdateSet(UPrimitiveComponent& Component, const FTransform& Place, FSet& Set);
	void UpdatePlaced();

	UWorld& World;
	SPHSolids::World& Core;
	SPHSolids::TaskRunner& Tasks;
	TMap<TWeakObjectPtr<USPHColliderComponent>, FPlaced> Placed;
	TMap<FSPHColliderKey, FSet> Sets;
	/// Scratch of Gather; memory kept.
	TArray<FOverlapResult> Overlaps, Neighbours;
	TArray<FSPHColliderKey> WantedNow;
	/// Have no shape that could be used; of components that was said once.
	TSet<FSPHColliderKey> Refused;
};
