// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "Components/CapsuleComponent.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "Components/SphereComponent.h"
#include "Components/StaticMeshComponent.h"
#include "Engine/OverlapResult.h"
#include "Engine/World.h"
#include "Host/Program.h"

FBox FKAggregateGeom::CalcAABB(const FTransform& Transform) const
{
	FBox Box(ForceInit);
	const FVector Scale = Transform.GetScale3D().GetAbs();
	for (const FKSphereElem& Elem : SphereElems)
		Box += FBox::BuildAABB(Transform.TransformPosition(Elem.Center), FVector(static_cast<double>(Elem.Radius) * Scale.GetMin()));
	for (const FKBoxElem& Elem : BoxElems)
	{
		const FVector Half(static_cast<double>(Elem.X) / 2, static_cast<double>(Elem.Y) / 2, static_cast<double>(Elem.Z) / 2);
		Box += FBox(-Half, Half).TransformBy(Elem.GetTransform()).TransformBy(Transform);
	}
	for (const FKSphylElem& Elem : SphylElems)
	{
		const double Radius = static_cast<double>(Elem.Radius), Half = Radius + static_cast<double>(Elem.Length) / 2;
		Box +=
			FBox(FVector(-Radius, -Radius, -Half), FVector(Radius, Radius, Half)).TransformBy(Elem.GetTransform()).TransformBy(Transform);
	}
	for (const FKConvexElem& Elem : ConvexElems)
		for (const FVector& Corner : Elem.VertexData)
			Box += Transform.TransformPosition(Corner);
	return Box;
}

AActor* FOverlapResult::GetActor() const
{
	return Component.IsValid() ? Component->GetOwner() : nullptr;
}

bool UWorld::OverlapMultiByObjectType(TArray<FOverlapResult>& OutOverlaps, const FVector& Pos, const FQuat& Rot,
	const FCollisionObjectQueryParams& ObjectQueryParams, const FCollisionShape& CollisionShape, const FCollisionQueryParams& Params) const
{
	Host::CheckGameThread("a query of the physics scene off the game thread");
	OutOverlaps.Reset();
	const FBox Asked = FBox(-CollisionShape.GetExtent(), CollisionShape.GetExtent()).TransformBy(FTransform(Rot, Pos));
	for (UPrimitiveComponent* Primitive : Primitives)
	{
		const ECollisionEnabled::Type Enabled = Primitive->GetCollisionEnabled();
		if ((Enabled != ECollisionEnabled::QueryOnly && Enabled != ECollisionEnabled::QueryAndPhysics)
			|| !(ObjectQueryParams.ObjectTypesToQuery & (1 << Primitive->GetCollisionObjectType()))
			|| Params.HostIgnores(Primitive->GetOwner()))
			continue;
		if (Primitive->Bounds.GetBox().Intersect(Asked) && Primitive->HostOverlaps(Asked))
		{
			FOverlapResult Result;
			Result.Component = Primitive;
			OutOverlaps.Add(Result);
		}
	}
	return !OutOverlaps.IsEmpty();
}

bool UPrimitiveComponent::HostOverlaps(const FBox& Box)
{
	return GetBodySetup() && GetBodySetup()->AggGeom.CalcAABB(GetComponentTransform()).Intersect(Box);
}

int32 UInstancedStaticMeshComponent::AddInstance(const FTransform& InstanceTransform, bool bWorldSpace)
{
	return HostInstances.Add(bWorldSpace ? InstanceTransform * GetComponentTransform().Inverse() : InstanceTransform);
}

bool UInstancedStaticMeshComponent::RemoveInstance(int32 InstanceIndex)
{
	if (!HostInstances.IsValidIndex(InstanceIndex))
		return false;
	HostInstances.RemoveAt(InstanceIndex);
	return true;
}

bool UInstancedStaticMeshComponent::GetInstanceTransform(int32 InstanceIndex, FTransform& OutInstanceTransform, bool bWorldSpace) const
{
	if (!HostInstances.IsValidIndex(InstanceIndex))
		return false;
	OutInstanceTransform = bWorldSpace ? HostInstances[InstanceIndex] * GetComponentTransform() : HostInstances[InstanceIndex];
	return true;
}

TArray<int32> UInstancedStaticMeshComponent::GetInstancesOverlappingBox(const FBox& Box, bool bBoxInWorldSpace) const
{
	checkf(bBoxInWorldSpace, TEXT("the host knows boxes of the world only"));
	TArray<int32> Found;
	for (int32 Index = 0; Index < HostInstances.Num() && GetStaticMesh() && GetStaticMesh()->GetBodySetup(); ++Index)
		if (GetStaticMesh()->GetBodySetup()->AggGeom.CalcAABB(HostInstances[Index] * GetComponentTransform()).Intersect(Box))
			Found.Add(Index);
	return Found;
}

bool UInstancedStaticMeshComponent::HostOverlaps(const FBox& Box)
{
	return !GetInstancesOverlappingBox(Box, true).IsEmpty();
}

void UPrimitiveComponent::OnCreatePhysicsState()
{
	Super::OnCreatePhysicsState();
	GetWorld()->HostAddPrimitive(this);
	if (UBodySetup* Setup = GetBodySetup())
	{
		// Of a box around the shapes.
		const FVector Size = Setup->AggGeom.CalcAABB(FTransform(FQuat::Identity, FVector(0), GetComponentScale())).GetSize();
		const double Twelfth = static_cast<double>(GetMass()) / 12.0;
		BodyInstance.HostInertia =
			FVector(Size.Y * Size.Y + Size.Z * Size.Z, Size.X * Size.X + Size.Z * Size.Z, Size.X * Size.X + Size.Y * Size.Y) * Twelfth;
	}
}

bool UPrimitiveComponent::WasRecentlyRendered(float Tolerance) const
{
	return GetWorld() && GetWorld()->GetTimeSeconds() - HostLastRendered <= static_cast<double>(Tolerance);
}

void UPrimitiveComponent::OnDestroyPhysicsState()
{
	GetWorld()->HostRemovePrimitive(this);
	Super::OnDestroyPhysicsState();
}

FBoxSphereBounds UPrimitiveComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	const UBodySetup* Setup = const_cast<UPrimitiveComponent*>(this)->GetBodySetup();
	if (!Setup || Setup->AggGeom.GetElementCount() == 0)
		return Super::CalcBounds(LocalToWorld);
	return FBoxSphereBounds(Setup->AggGeom.CalcAABB(LocalToWorld));
}

FBodyInstance* UPrimitiveComponent::GetBodyInstance(FName, bool, int32) const
{
	return const_cast<FBodyInstance*>(&BodyInstance);
}

void UPrimitiveComponent::SetSimulatePhysics(bool bSimulate)
{
	BodyInstance.bSimulatePhysics = bSimulate;
}

void UPrimitiveComponent::SetPhysicsLinearVelocity(FVector NewVel, bool bAddToCurrent, FName)
{
	BodyInstance.HostVelocity = bAddToCurrent ? BodyInstance.HostVelocity + NewVel : NewVel;
}

void UPrimitiveComponent::AddImpulse(FVector Impulse, FName, bool bVelChange)
{
	Host::CheckGameThread("AddImpulse off the game thread");
	HOST_CHECK(!Impulse.ContainsNaN(), "an impulse that is not a number");
	if (IsSimulatingPhysics())
		BodyInstance.HostVelocity += bVelChange ? Impulse : Impulse / static_cast<double>(GetMass());
}

void UPrimitiveComponent::AddAngularImpulseInRadians(FVector Impulse, FName, bool bVelChange)
{
	Host::CheckGameThread("AddAngularImpulseInRadians off the game thread");
	HOST_CHECK(!Impulse.ContainsNaN(), "an impulse that is not a number");
	if (!IsSimulatingPhysics())
		return;
	const FQuat Turn = GetComponentQuat();
	BodyInstance.HostAngularVelocity += bVelChange ? Impulse : Turn.RotateVector(Turn.UnrotateVector(Impulse) / BodyInstance.HostInertia);
}

void UPrimitiveComponent::AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName)
{
	AddImpulse(Impulse, BoneName);
	AddAngularImpulseInRadians((Location - GetCenterOfMass()) ^ Impulse, BoneName);
}

void UPrimitiveComponent::AddForce(FVector Force, FName, bool bAccelChange)
{
	Host::CheckGameThread("AddForce off the game thread");
	if (IsSimulatingPhysics())
		BodyInstance.HostForce += bAccelChange ? Force * static_cast<double>(GetMass()) : Force;
}

void UPrimitiveComponent::AddForceAtLocation(FVector Force, FVector Location, FName BoneName)
{
	AddForce(Force, BoneName);
	if (IsSimulatingPhysics())
		BodyInstance.HostTorque += (Location - GetCenterOfMass()) ^ Force;
}

void UPrimitiveComponent::AddRadialImpulse(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bVelChange)
{
	const FVector Away = GetCenterOfMass() - Origin;
	const double Distance = Away.Size(), Reach = static_cast<double>(Radius);
	if (Distance < Reach)
		AddImpulse(Away.GetSafeNormal() * (static_cast<double>(Strength) * (Falloff == RIF_Linear ? 1.0 - Distance / Reach : 1.0)),
			NAME_None, bVelChange);
}

void UPrimitiveComponent::AddRadialForce(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bAccelChange)
{
	const FVector Away = GetCenterOfMass() - Origin;
	const double Distance = Away.Size(), Reach = static_cast<double>(Radius);
	if (Distance < Reach)
		AddForce(Away.GetSafeNormal() * (static_cast<double>(Strength) * (Falloff == RIF_Linear ? 1.0 - Distance / Reach : 1.0)), NAME_None,
			bAccelChange);
}

void UPrimitiveComponent::HostStepPhysics(float DeltaSeconds, float GravityZ)
{
	if (!IsSimulatingPhysics() || DeltaSeconds <= 0.0f)
		return;
	const double Step = static_cast<double>(DeltaSeconds);
	FBodyInstance& Body = BodyInstance;
	Body.HostVelocity +=
		(Body.HostForce / static_cast<double>(GetMass()) + FVector(0, 0, Body.bEnableGravity ? static_cast<double>(GravityZ) : 0.0)) * Step;
	FQuat Turn = GetComponentQuat();
	Body.HostAngularVelocity += Turn.RotateVector(Turn.UnrotateVector(Body.HostTorque) / Body.HostInertia) * Step;
	Body.HostForce = Body.HostTorque = FVector(0);
	const double Angle = Body.HostAngularVelocity.Size() * Step;
	if (Angle > 0)
		Turn = FQuat(Body.HostAngularVelocity.GetSafeNormal(), Angle) * Turn;
	SetWorldTransform(FTransform(Turn.GetNormalized(), GetComponentLocation() + Body.HostVelocity * Step, GetComponentScale()));
	Body.HostCentre = GetCenterOfMass();
}

UBodySetup* UShapeComponent::GetBodySetup()
{
	if (!ShapeBodySetup)
	{
		ShapeBodySetup = NewObject<UBodySetup>(this, NAME_None, RF_Transient);
		UpdateBodySetup();
	}
	return ShapeBodySetup;
}

void UBoxComponent::SetBoxExtent(FVector InBoxExtent, bool)
{
	BoxExtent = InBoxExtent;
	UpdateBodySetup();
	if (IsRegistered())
		UpdateBounds();
}

void UBoxComponent::UpdateBodySetup()
{
	FKBoxElem Elem;
	Elem.X = static_cast<float>(2 * BoxExtent.X);
	Elem.Y = static_cast<float>(2 * BoxExtent.Y);
	Elem.Z = static_cast<float>(2 * BoxExtent.Z);
	GetBodySetup()->AggGeom.BoxElems = {Elem};
}

void USphereComponent::SetSphereRadius(float InSphereRadius, bool)
{
	SphereRadius = InSphereRadius;
	UpdateBodySetup();
	if (IsRegistered())
		UpdateBounds();
}

void USphereComponent::UpdateBodySetup()
{
	FKSphereElem Elem;
	Elem.Radius = SphereRadius;
	GetBodySetup()->AggGeom.SphereElems = {Elem};
}

void UCapsuleComponent::SetCapsuleSize(float InRadius, float InHalfHeight, bool)
{
	CapsuleRadius = InRadius;
	CapsuleHalfHeight = FMath::Max(InHalfHeight, InRadius);
	UpdateBodySetup();
	if (IsRegistered())
		UpdateBounds();
}

void UCapsuleComponent::UpdateBodySetup()
{
	FKSphylElem Elem;
	Elem.Radius = CapsuleRadius;
	Elem.Length = 2 * (CapsuleHalfHeight - CapsuleRadius);
	GetBodySetup()->AggGeom.SphylElems = {Elem};
}

bool UStaticMeshComponent::SetStaticMesh(UStaticMesh* NewMesh)
{
	StaticMesh = NewMesh;
	if (IsRegistered())
		ReregisterComponent();
	return true;
}
