// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsColliders.h"

#include "Adapters/SPHSolidBody.h"
#include "Components/PrimitiveComponent.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/OverlapResult.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/BodyInstance.h"
#include "PhysicsEngine/BodySetup.h"
#include "SPHColliderComponent.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLog.h"

#include <vector>

namespace
{

/// Without its scale, which is part of the shape.
SPHSolids::Pose PoseToCore(const FTransform& Place)
{
	return {SPHSolidsUnits::VectorToCore(Place.GetLocation()), SPHSolidsUnits::RotationToCore(Place.GetRotation())};
}

FTransform WithoutScale(const FTransform& Place)
{
	return FTransform(Place.GetRotation(), Place.GetLocation());
}

SPHSolids::Result<SPHSolids::Shape> MeshShapeOf(const USPHColliderComponent& Collider, SPHSolids::TaskRunner& Tasks)
{
	const TSharedPtr<const FSPHSolidBody> Body = Collider.MeshBody ? Collider.MeshBody->GetBody() : nullptr;
	if (!Body)
		return SPHSolids::Error{"its shape is Mesh but it has no Mesh Body that can be read; bake one from the static mesh and choose it."};
	const FVector Scale = Collider.GetComponentScale();
	double CellSize = static_cast<double>(Collider.MeshCellSize);
	if (CellSize <= 0.0)
		CellSize = static_cast<double>(Collider.MeshBody->ParticleRadius) * Scale.GetAbsMax();
	if (Scale.GetAbs().GetMin() <= 0.0 || Scale.ContainsNaN())
		return SPHSolids::Error{"its scale is zero or not a number; set another."};
	return Body->ShapeAtScale(Scale, SPHSolidsUnits::LengthToCore(CellSize), Tasks);
}

SPHSolids::Result<SPHSolids::Shape> ShapeOf(const USPHColliderComponent& Collider, SPHSolids::TaskRunner& Tasks)
{
	using SPHSolidsUnits::LengthToCore;
	const FVector Scale = Collider.GetComponentScale().GetAbs(), Half = Collider.BoxExtent.GetAbs() * Scale;
	const double Radius = LengthToCore(static_cast<double>(Collider.Radius) * Scale.GetMin());
	switch (Collider.Shape)
	{
	case ESPHColliderShape::Sphere: return SPHSolids::Shape::Sphere(Radius);
	case ESPHColliderShape::Capsule:
		return SPHSolids::Shape::Capsule(
			Radius, FMath::Max(0.0, LengthToCore(static_cast<double>(Collider.HalfHeight) * Scale.Z) - Radius));
	case ESPHColliderShape::Plane: return SPHSolids::Shape::Plane();
	case ESPHColliderShape::Mesh: return MeshShapeOf(Collider, Tasks);
	case ESPHColliderShape::Box: break;
	}
	return SPHSolids::Shape::Box({LengthToCore(Half.X), LengthToCore(Half.Y), LengthToCore(Half.Z)});
}

}

TArray<FSPHSolidsColliders::FElement> FSPHSolidsColliders::ElementsOf(UPrimitiveComponent& Component)
{
	using SPHSolidsUnits::LengthToCore;
	TArray<FElement> Elements;
	const FKAggregateGeom& Geometry = Component.GetBodySetup()->AggGeom;
	const FVector Scale = Component.GetComponentScale();
	const FVector Size = Scale.GetAbs();
	const auto Add = [&Elements, &Scale](SPHSolids::Result<SPHSolids::Shape>&& Shape, const FVector& Centre, const FQuat& Rotation)
	{
		if (Shape.IsOk())
			Elements.Add(FElement{Shape.TakeValue(), FTransform(Rotation, Centre * Scale), {}, {}});
	};
	for (const FKSphereElem& Sphere : Geometry.SphereElems)
		Add(SPHSolids::Shape::Sphere(LengthToCore(static_cast<double>(Sphere.Radius) * Size.GetMin())), Sphere.Center, FQuat::Identity);
	for (const FKBoxElem& Box : Geometry.BoxElems)
	{
		// A box that is turned inside a component of uneven scale would be sheared; the engine's physics keeps it a box, so does this.
		const FVector Half = FVector(static_cast<double>(Box.X), static_cast<double>(Box.Y), static_cast<double>(Box.Z)) * Size * 0.5;
		Add(SPHSolids::Shape::Box({LengthToCore(Half.X), LengthToCore(Half.Y), LengthToCore(Half.Z)}), Box.Center,
			Box.Rotation.Quaternion());
	}
	for (const FKSphylElem& Capsule : Geometry.SphylElems)
	{
		const double Thick = FMath::Min(Size.X, Size.Y);
		Add(SPHSolids::Shape::Capsule(LengthToCore(static_cast<double>(Capsule.Radius) * Thick),
				LengthToCore(static_cast<double>(Capsule.Length) * Size.Z * 0.5)),
			Capsule.Center, Capsule.Rotation.Quaternion());
	}
	for (const FKConvexElem& Convex : Geometry.ConvexElems)
	{
		std::vector<SPHSolids::Vec3d> Corners;
		for (const FVector& Corner : Convex.VertexData)
			Corners.push_back(SPHSolidsUnits::VectorToCore(Convex.GetTransform().TransformPosition(Corner) * Scale));
		Add(SPHSolids::Shape::Convex(Corners), FVector(0.0, 0.0, 0.0), FQuat::Identity);
	}
	return Elements;
}

void FSPHSolidsColliders::AddToCore(UPrimitiveComponent& Component, FSet& Set)
{
	Set.Place = Component.GetComponentTransform();
	Set.bSimulating = Component.IsSimulatingPhysics();
	Set.bMovable = Set.bSimulating || Component.Mobility == EComponentMobility::Movable;
	for (FElement& Element : Set.Elements)
	{
		const SPHSolids::Pose Pose = PoseToCore(Element.Local * WithoutScale(Set.Place));
		if (Set.bSimulating)
		{
			SPHSolids::RigidDef Def;
			Def.shape = Element.Shape;
			Def.pose = Pose;
			// Each shape of a body answers with the whole body's mass. Chaos has the last word: during a step the core lets the body
			// give way under what pushes it, and the next frame begins where Chaos put it.
			Def.mass = FMath::Max(1e-3, static_cast<double>(Component.GetMass()));
			Def.gravityScale = Component.IsGravityEnabled() ? 1.0 : 0.0;
			if (auto Added = Core.AddRigid(Def); Added.IsOk())
				Element.Rigid = Added.Value();
		}
		else
		{
			SPHSolids::BoundaryDef Def;
			Def.shape = Element.Shape;
			Def.pose = Pose;
			if (auto Added = Core.AddBoundary(Def); Added.IsOk())
				Element.Boundary = Added.Value();
		}
	}
}

void FSPHSolidsColliders::RemoveFromCore(FSet& Set)
{
	for (FElement& Element : Set.Elements)
	{
		Core.Remove(Element.Boundary);
		Core.Remove(Element.Rigid);
		Element.Boundary = {};
		Element.Rigid = {};
	}
}

void FSPHSolidsColliders::Add(UPrimitiveComponent& Component)
{
	FSet Set;
	if (Component.GetComponentTransform().IsValid())
		Set.Elements = ElementsOf(Component);
	if (Set.Elements.IsEmpty())
	{
		Refused.Add(&Component);
		UE_LOG(LogSPHSolids, Warning,
			TEXT("%s of %s has no simple collision for soft bodies%s. Give its mesh a box, sphere, capsule or convex shape, or add an SPH "
				 "Collider of the shape Mesh to the actor."),
			*Component.GetName(), Component.GetOwner() ? *Component.GetOwner()->GetActorNameOrLabel() : TEXT("no actor"),
			Component.GetBodySetup()->GetCollisionTraceFlag() == CTF_UseComplexAsSimple ? TEXT(", which cannot use complex collision")
																						: TEXT(""));
		return;
	}
	AddToCore(Component, Set);
	Sets.Add(&Component, MoveTemp(Set));
}

void FSPHSolidsColliders::Gather(const FBox& Box, const AActor* Ignored, TArray<TWeakObjectPtr<UPrimitiveComponent>>& InOutWanted)
{
	const FCollisionQueryParams Params(SCENE_QUERY_STAT(SPHSolidsGather), false, Ignored);
	World.OverlapMultiByObjectType(Overlaps, Box.GetCenter(), FQuat::Identity,
		FCollisionObjectQueryParams(FCollisionObjectQueryParams::AllObjects), FCollisionShape::MakeBox(Box.GetExtent()), Params);
	WantedNow.Reset();
	for (const FOverlapResult& Result : Overlaps)
	{
		UPrimitiveComponent* Component = Result.GetComponent();
		if (!Component || Component->IsA<USPHSolidComponent>() || !Component->GetBodySetup() || WantedNow.Contains(Component)
			|| Refused.Contains(Component))
			continue;
		// Triggers and other ghosts are there to be asked about, not to be bumped into.
		const ECollisionEnabled::Type Enabled = Component->GetCollisionEnabled();
		if (Enabled != ECollisionEnabled::QueryAndPhysics && Enabled != ECollisionEnabled::PhysicsOnly)
			continue;
		if (!Sets.Contains(Component))
			Add(*Component);
		if (FSet* Set = Sets.Find(Component))
		{
			++Set->Wanted;
			WantedNow.Add(Component);
		}
	}
	GiveUp(InOutWanted);
	InOutWanted.Append(WantedNow);
}

void FSPHSolidsColliders::GiveUp(TArray<TWeakObjectPtr<UPrimitiveComponent>>& Wanted)
{
	for (const TWeakObjectPtr<UPrimitiveComponent>& Component : Wanted)
		if (FSet* Set = Sets.Find(Component); Set && --Set->Wanted == 0)
		{
			RemoveFromCore(*Set);
			Sets.Remove(Component);
		}
	Wanted.Reset();
}

void FSPHSolidsColliders::Place(USPHColliderComponent& Collider)
{
	Remove(Collider);
	const FTransform Place = Collider.GetComponentTransform();
	SPHSolids::Result<SPHSolids::Shape> Shape = ShapeOf(Collider, Tasks);
	SPHSolids::BoundaryDef Def;
	if (Shape.IsOk() && !Place.ContainsNaN())
	{
		Def.shape = Collider.bContainer ? Shape.Value().Inverted() : Shape.Value();
		Def.pose = PoseToCore(Place);
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
	UE_LOG(LogSPHSolids, Warning, TEXT("Collider %s of %s stops nothing: %s"), *Collider.GetName(),
		Collider.GetOwner() ? *Collider.GetOwner()->GetActorNameOrLabel() : TEXT("no actor"),
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
		(void)Core.SetBoundaryTransform(Pair.Value.Boundary, PoseToCore(Pair.Value.Place));
	}
}

void FSPHSolidsColliders::Shift(const FVector& Offset)
{
	for (TPair<TWeakObjectPtr<USPHColliderComponent>, FPlaced>& Pair : Placed)
		Pair.Value.Place.AddToTranslation(Offset);
	for (TPair<TWeakObjectPtr<UPrimitiveComponent>, FSet>& Pair : Sets)
		Pair.Value.Place.AddToTranslation(Offset);
}

void FSPHSolidsColliders::Update()
{
	UpdatePlaced();
	for (auto It = Sets.CreateIterator(); It; ++It)
	{
		FSet& Set = It.Value();
		UPrimitiveComponent* Component = It.Key().Get();
		if (!Component || !Component->IsRegistered())
		{
			RemoveFromCore(Set);
			It.RemoveCurrent();
			continue;
		}
		if (!Set.bMovable)
			continue;
		const FTransform& Place = Component->GetComponentTransform();
		if (Component->IsSimulatingPhysics() != Set.bSimulating || Place.GetScale3D() != Set.Place.GetScale3D())
		{
			RemoveFromCore(Set);
			Set.Elements = ElementsOf(*Component);
			AddToCore(*Component, Set);
			continue;
		}
		if (!Place.IsValid())
			continue;
		const bool bMoved = !Place.Equals(Set.Place, 0.0);
		Set.Place = Place;
		for (const FElement& Element : Set.Elements)
		{
			const SPHSolids::Pose Pose = PoseToCore(Element.Local * WithoutScale(Place));
			if (Set.bSimulating)
				(void)Core.SetRigidState(Element.Rigid,
					{Pose, SPHSolidsUnits::VectorToCore(Component->GetPhysicsLinearVelocity()),
						SPHSolidsUnits::AxialToCore(Component->GetPhysicsAngularVelocityInRadians())});
			else if (bMoved)
				(void)Core.SetBoundaryTransform(Element.Boundary, Pose);
		}
	}
}

void FSPHSolidsColliders::ApplyImpulses()
{
	for (const TPair<TWeakObjectPtr<UPrimitiveComponent>, FSet>& Pair : Sets)
	{
		UPrimitiveComponent* Component = Pair.Key.Get();
		if (!Component || !Pair.Value.bSimulating || !Component->IsSimulatingPhysics())
			continue;
		for (const FElement& Element : Pair.Value.Elements)
		{
			const SPHSolids::Wrench Wrench = Core.WrenchOf(Element.Rigid);
			const FVector Impulse = SPHSolidsUnits::VectorToEngine(Wrench.impulse);
			// About the component's centre of mass rather than the shape's.
			const FVector Arm = SPHSolidsUnits::VectorToEngine(Core.CentreOfMass(Element.Rigid)) - Component->GetCenterOfMass();
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
	for (const TPair<TWeakObjectPtr<UPrimitiveComponent>, FSet>& Pair : Sets)
		for (const FElement& Element : Pair.Value.Elements)
			if (Element.Boundary == Id && Id.IsSet())
				return Pair.Key.Get();
	return nullptr;
}

UPrimitiveComponent* FSPHSolidsColliders::ComponentOf(SPHSolids::RigidId Id) const
{
	for (const TPair<TWeakObjectPtr<UPrimitiveComponent>, FSet>& Pair : Sets)
		for (const FElement& Element : Pair.Value.Elements)
			if (Element.Rigid == Id && Id.IsSet())
				return Pair.Key.Get();
	return nullptr;
}

void FSPHSolidsColliders::Visit(TFunctionRef<void(const SPHSolids::Shape&, const SPHSolids::Pose&)> Visitor) const
{
	for (const TPair<TWeakObjectPtr<UPrimitiveComponent>, FSet>& Pair : Sets)
		for (const FElement& Element : Pair.Value.Elements)
			Visitor(Element.Shape, PoseToCore(Element.Local * WithoutScale(Pair.Value.Place)));
}
