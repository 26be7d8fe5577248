// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsColliders.h"

#include "Components/InstancedStaticMeshComponent.h"
#include "Components/PrimitiveComponent.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/BodyInstance.h"
#include "PhysicsEngine/BodySetup.h"
#include "SPHColliderComponent.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLog.h"
#include "Simulation/SPHTerrainTile.h"
#include "Templates/Casts.h"

namespace
{

FString NameOfOwner(const UActorComponent& Component)
{
	return Component.GetOwner() ? Component.GetOwner()->GetActorNameOrLabel() : FString(TEXT("no actor"));
}

/// Triggers and other ghosts are there to be asked about, not to be bumped into.
bool Blocks(const UPrimitiveComponent& Component)
{
	const ECollisionEnabled::Type Enabled = Component.GetCollisionEnabled();
	return Enabled == ECollisionEnabled::QueryAndPhysics || Enabled == ECollisionEnabled::PhysicsOnly;
}

/// Landscapes have a body in the engine's physics but no setup of simple shapes.
bool IsTerrain(UPrimitiveComponent& Component)
{
	return !Component.GetBodySetup() && Component.Mobility != EComponentMobility::Movable;
}

/// Instances of a mesh stand still.
bool Simulates(const UPrimitiveComponent& Component)
{
	return Component.IsSimulatingPhysics() && !Component.IsA<UInstancedStaticMeshComponent>();
}

/// Where a component or one of its instances is; false if that is gone or not a number.
bool FindPlace(const UPrimitiveComponent& Component, const FSPHColliderKey& Key, FTransform& OutPlace)
{
	OutPlace = Component.GetComponentTransform();
	if (const UInstancedStaticMeshComponent* Instances = Cast<UInstancedStaticMeshComponent>(&Component))
		if (!Instances->GetInstanceTransform(Key.Part.X, OutPlace, true))
			return false;
	return OutPlace.IsValid();
}

}

TArray<FSPHSolidsColliders::FMember> FSPHSolidsColliders::SimpleMembersOf(UPrimitiveComponent& Component, const FVector& Scale)
{
	TArray<FMember> Members;
	for (SPHColliderShapes::FElement& Element : SPHColliderShapes::SimpleCollisionOf(Component, Scale))
		Members.Add(FMember{MoveTemp(Element), {}, {}});
	return Members;
}

bool FSPHSolidsColliders::Make(const FSPHColliderKey& Key, FSet& OutSet)
{
	UPrimitiveComponent& Component = *Key.Component;
	if (IsTerrain(Component))
		return MakeTerrain(Key, OutSet);
	if (!FindPlace(Component, Key, OutSet.Place))
		return false;
	OutSet.Members = SimpleMembersOf(Component, OutSet.Place.GetScale3D());
	return !OutSet.Members.IsEmpty();
}

bool FSPHSolidsColliders::MakeTerrain(const FSPHColliderKey& Key, FSet& OutSet)
{
	OverlapAll(SPHTerrainTile::BoxOf(*Key.Component, Key.Part), nullptr, Neighbours);
	TArray<UPrimitiveComponent*> Terrains;
	for (const FOverlapResult& Result : Neighbours)
		if (UPrimitiveComponent* Component = Result.GetComponent(); Component && Blocks(*Component) && IsTerrain(*Component))
			Terrains.AddUnique(Component);
	const TOptional<SPHTerrainTile::FTile> Tile = SPHTerrainTile::Trace(*Key.Component, Key.Part, Terrains);
	if (!Tile.IsSet())
		return false;
	OutSet.Place = FTransform(Tile->Corner);
	OutSet.Members.Add(FMember{SPHColliderShapes::FElement{Tile->Shape, FTransform::Identity}, {}, {}});
	return true;
}

void FSPHSolidsColliders::AddToCore(UPrimitiveComponent& Component, FSet& Set)
{
	Set.bSimulating = Simulates(Component);
	// Instances come and go also where the component is static.
	Set.bMovable = Set.bSimulating || Component.Mobility == EComponentMobility::Movable || Component.IsA<UInstancedStaticMeshComponent>();
	for (FMember& Member : Set.Members)
	{
		const SPHSolids::Pose Pose = SPHColliderShapes::PoseOf(Member.Element, Set.Place);
		if (Set.bSimulating)
		{
			SPHSolids::RigidDef Def;
			Def.shape = Member.Element.Shape;
			Def.pose = Pose;
			// Each shape of a body answers with the whole body's mass. Chaos has the last word: during a step the core lets the body
			// give way under what pushes it, and the next frame begins where Chaos put it.
			Def.mass = FMath::Max(1e-3, static_cast<double>(Component.GetMass()));
			Def.gravityScale = Component.IsGravityEnabled() ? 1.0 : 0.0;
			if (auto Added = Core.AddRigid(Def); Added.IsOk())
				Member.Rigid = Added.Value();
		}
		else
		{
			SPHSolids::BoundaryDef Def;
			Def.shape = Member.Element.Shape;
			Def.pose = Pose;
			if (auto Added = Core.AddBoundary(Def); Added.IsOk())
				Member.Boundary = Added.Value();
		}
	}
}

void FSPHSolidsColliders::RemoveFromCore(FSet& Set)
{
	for (FMember& Member : Set.Members)
	{
		Core.Remove(Member.Boundary);
		Core.Remove(Member.Rigid);
		Member.Boundary = {};
		Member.Rigid = {};
	}
}

void FSPHSolidsColliders::Refuse(const FSPHColliderKey& Key)
{
	Refused.Add(Key);
	UPrimitiveComponent& Component = *Key.Component;
	// Squares without ground and all instances but the first are no news.
	if (IsTerrain(Component) || Key.Part.X > 0)
		return;
	UE_LOG(LogSPHSolids, Warning,
		TEXT("%s of %s has no simple collision for soft bodies%s. Give its mesh a box, sphere, capsule or convex shape, or add an SPH "
			 "Collider of the shape Mesh to the actor."),
		*Component.GetName(), *NameOfOwner(Component),
		Component.GetBodySetup()->GetCollisionTraceFlag() == CTF_UseComplexAsSimple ? TEXT(", which cannot use complex collision")
																					: TEXT(""));
}

void FSPHSolidsColliders::Want(const FSPHColliderKey& Key)
{
	if (Refused.Contains(Key) || WantedNow.Contains(Key))
		return;
	FSet* Set = Sets.Find(Key);
	if (!Set)
	{
		FSet Made;
		if (!Make(Key, Made))
			return Refuse(Key);
		AddToCore(*Key.Component, Made);
		Set = &Sets.Add(Key, MoveTemp(Made));
	}
	++Set->Wanted;
	WantedNow.Add(Key);
}

void FSPHSolidsColliders::OverlapAll(const FBox& Box, const AActor* Ignored, TArray<FOverlapResult>& OutResults) const
{
	const FCollisionQueryParams Params(SCENE_QUERY_STAT(SPHSolidsGather), false, Ignored);
	World.OverlapMultiByObjectType(OutResults, Box.GetCenter(), FQuat::Identity,
		FCollisionObjectQueryParams(FCollisionObjectQueryParams::AllObjects), FCollisionShape::MakeBox(Box.GetExtent()), Params);
}

void FSPHSolidsColliders::Gather(const FBox& Box, const AActor* Ignored, TArray<FSPHColliderKey>& InOutWanted)
{
	OverlapAll(Box, Ignored, Overlaps);
	WantedNow.Reset();
	const UPrimitiveComponent* Last = nullptr;
	for (const FOverlapResult& Result : Overlaps)
	{
		UPrimitiveComponent* Component = Result.GetComponent();
		// Each instance of a mesh is a result of its own; they are asked for together.
		if (!Component || Component == Last || Component->IsA<USPHSolidComponent>())
			continue;
		Last = Component;
		if (!Blocks(*Component))
			continue;
		if (const UInstancedStaticMeshComponent* Instances = Cast<UInstancedStaticMeshComponent>(Component))
			for (const int32 Instance : Instances->GetInstancesOverlappingBox(Box, true))
				Want(FSPHColliderKey{Component, FIntPoint(Instance, INDEX_NONE)});
		else if (IsTerrain(*Component))
			WantTerrain(*Component, Box);
		else if (Component->GetBodySetup())
			Want(FSPHColliderKey{Component});
	}
	GiveUp(InOutWanted);
	InOutWanted.Append(WantedNow);
}

void FSPHSolidsColliders::WantTerrain(UPrimitiveComponent& Terrain, const FBox& Box)
{
	const FBox Bounds = Terrain.Bounds.GetBox();
	const FIntPoint First = SPHTerrainTile::IndexAt(Terrain, Box.Min.ComponentMax(Bounds.Min));
	const FIntPoint Last = SPHTerrainTile::IndexAt(Terrain, Box.Max.ComponentMin(Bounds.Max));
	for (int32 X = First.X; X <= Last.X; ++X)
		for (int32 Y = First.Y; Y <= Last.Y; ++Y)
			Want(FSPHColliderKey{&Terrain, FIntPoint(X, Y)});
}

void FSPHSolidsColliders::GiveUp(TArray<FSPHColliderKey>& Wanted)
{
	for (const FSPHColliderKey& Key : Wanted)
		if (FSet* Set = Sets.Find(Key); Set && --Set->Wanted == 0)
		{
			RemoveFromCore(*Set);
			Sets.Remove(Key);
		}
	Wanted.Reset();
}

void FSPHSolidsColliders::Place(USPHColliderComponent& Collider)
{
	Remove(Collider);
	const FTransform Place = Collider.GetComponentTransform();
	SPHSolids::Result<SPHSolids::Shape> Shape = SPHColliderShapes::ShapeOf(Collider, Tasks);
	SPHSolids::BoundaryDef Def;
	if (Shape.IsOk() && !Place.ContainsNaN())
	{
		Def.shape = Collider.bContainer ? Shape.Value().Inverted() : Shape.Value();
		Def.pose = SPHColliderShapes::PoseOf(Place);
		Def.friction = static_cast<double>(Collider.Friction);
		Def.velocity = SPHSolidsUnits::VectorToCore(Collider.SurfaceVelocity);
		if (const auto Added = Core.AddBoundary(Def); Added.IsOk())
		{
			Placed.Add(&Collider, FPlaced{Added.Value(), Place});
			const SPHSolids::Status Heated =
				Core.SetHeat(Added.Value(), {static_cast<double>(Collider.Temperature), static_cast<double>(Collider.HeatTransfer)});
			if (!Heated.IsOk())
				UE_LOG(LogSPHSolids, Warning, TEXT("Collider %s gives no heat: %s"), *Collider.GetName(),
					*SPHSolidsText::ToEngine(Heated.Message()));
			return;
		}
	}
	UE_LOG(LogSPHSolids, Warning, TEXT("Collider %s of %s stops nothing: %s"), *Collider.GetName(), *NameOfOwner(Collider),
		Shape.IsOk() ? TEXT("its place is not a number.") : *SPHSolidsText::ToEngine(Shape.Message()));
}

void FSPHSolidsColliders::Remove(USPHColliderComponent& Collider)
{
	if (const FPlaced* Found = Placed.Find(&Collider))
	{
		Core.Remove(Found->Boundary);
		Placed.Remove(&Collider);
	}
}

void FSPHSolidsColliders::UpdatePlaced()
{
	for (TPair<TWeakObjectPtr<USPHColliderComponent>, FPlaced>& Pair : Placed)
	{
		const USPHColliderComponent* Collider = Pair.Key.Get();
		if (!Collider || Collider->GetComponentTransform().ContainsNaN() || Collider->GetComponentTransform().Equals(Pair.Value.Place, 0.0))
			continue;
		Pair.Value.Place = Collider->GetComponentTransform();
		(void)Core.SetBoundaryTransform(Pair.Value.Boundary, SPHColliderShapes::PoseOf(Pair.Value.Place));
	}
}

void FSPHSolidsColliders::Shift(const FVector& Offset)
{
	for (TPair<TWeakObjectPtr<USPHColliderComponent>, FPlaced>& Pair : Placed)
		Pair.Value.Place.AddToTranslation(Offset);
	for (TPair<FSPHColliderKey, FSet>& Pair : Sets)
		Pair.Value.Place.AddToTranslation(Offset);
}

void FSPHSolidsColliders::Update()
{
	UpdatePlaced();
	for (auto It = Sets.CreateIterator(); It; ++It)
	{
		FSet& Set = It.Value();
		UPrimitiveComponent* Component = It.Key().Component.Get();
		FTransform Place;
		const bool bThere = Component && Component->IsRegistered();
		if (bThere && !Set.bMovable)
			continue;
		if (bThere && FindPlace(*Component, It.Key(), Place))
			UpdateSet(*Component, Place, Set);
		else if (!bThere || Component->IsA<UInstancedStaticMeshComponent>())
		{
			RemoveFromCore(Set);
			It.RemoveCurrent();
		}
	}
}

void FSPHSolidsColliders::UpdateSet(UPrimitiveComponent& Component, const FTransform& Place, FSet& Set)
{
	if (Simulates(Component) != Set.bSimulating || Place.GetScale3D() != Set.Place.GetScale3D())
	{
		RemoveFromCore(Set);
		Set.Place = Place;
		Set.Members = SimpleMembersOf(Component, Place.GetScale3D());
		AddToCore(Component, Set);
		return;
	}
	const bool bMoved = !Place.Equals(Set.Place, 0.0);
	Set.Place = Place;
	for (const FMember& Member : Set.Members)
	{
		const SPHSolids::Pose Pose = SPHColliderShapes::PoseOf(Member.Element, Place);
		if (Set.bSimulating)
			(void)Core.SetRigidState(Member.Rigid,
				{Pose, SPHSolidsUnits::VectorToCore(Component.GetPhysicsLinearVelocity()),
					SPHSolidsUnits::AxialToCore(Component.GetPhysicsAngularVelocityInRadians())});
		else if (bMoved)
			(void)Core.SetBoundaryTransform(Member.Boundary, Pose);
	}
}

void FSPHSolidsColliders::ApplyImpulses()
{
	for (const TPair<FSPHColliderKey, FSet>& Pair : Sets)
	{
		UPrimitiveComponent* Component = Pair.Key.Component.Get();
		if (!Component || !Pair.Value.bSimulating || !Component->IsSimulatingPhysics())
			continue;
		for (const FMember& Member : Pair.Value.Members)
		{
			const SPHSolids::Wrench Wrench = Core.WrenchOf(Member.Rigid);
			const FVector Impulse = SPHSolidsUnits::VectorToEngine(Wrench.impulse);
			// About the component's centre of mass rather than the shape's.
			const FVector Arm = SPHSolidsUnits::VectorToEngine(Core.CentreOfMass(Member.Rigid)) - Component->GetCenterOfMass();
			const FVector Angular = SPHSolidsUnits::AngularImpulseToEngine(Wrench.angularImpulse) + FVector::CrossProduct(Arm, Impulse);
			if (Impulse.ContainsNaN() || Angular.ContainsNaN() || (Impulse.IsZero() && Angular.IsZero()))
				continue;
			Component->AddImpulse(Impulse);
			Component->AddAngularImpulseInRadians(Angular);
		}
	}
}

UPrimitiveComponent* FSPHSolidsColliders::ComponentOf(SPHSolids::BoundaryId Id) const
{
	for (const TPair<FSPHColliderKey, FSet>& Pair : Sets)
		for (const FMember& Member : Pair.Value.Members)
			if (Member.Boundary == Id && Id.IsSet())
				return Pair.Key.Component.Get();
	return nullptr;
}

UPrimitiveComponent* FSPHSolidsColliders::ComponentOf(SPHSolids::RigidId Id) const
{
	for (const TPair<FSPHColliderKey, FSet>& Pair : Sets)
		for (const FMember& Member : Pair.Value.Members)
			if (Member.Rigid == Id && Id.IsSet())
				return Pair.Key.Component.Get();
	return nullptr;
}

void FSPHSolidsColliders::Visit(TFunctionRef<void(const SPHSolids::Shape&, const SPHSolids::Pose&)> Visitor) const
{
	for (const TPair<FSPHColliderKey, FSet>& Pair : Sets)
		for (const FMember& Member : Pair.Value.Members)
			Visitor(Member.Element.Shape, SPHColliderShapes::PoseOf(Member.Element, Pair.Value.Place));
}
