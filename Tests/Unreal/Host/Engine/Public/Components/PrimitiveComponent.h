// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UPrimitiveComponent (CreateSceneProxy, CreateRenderState_Concurrent, GetMaterial, GetNumMaterials, GetUsedMaterials; AddImpulse, AddImpulseAtLocation, AddAngularImpulseInRadians, AddForce, AddForceAtLocation, AddRadialImpulse, AddRadialForce are virtual; WasRecentlyRendered(float) const in game time; SetCollisionResponseToAllChannels(ECollisionResponse) and SetGenerateOverlapEvents(bool): .../Components/UPrimitiveComponent/SetCollisionResp-?application_version=5.5, .../SetGenerateOverlapEvents?application_version=5.5, .../GetGenerateOverlapEvents; GetPhysicsLinearVelocity is not const, GetPhysicsAngularVelocityInRadians is; LineTraceComponent(FHitResult&, FVector, FVector, const FCollisionQueryParams&) is virtual: .../Components/UPrimitiveComponent/LineTraceComponent/1?application_version=5.2 and current); Algoryx/AGXUnreal AGX_SimpleMeshComponent.
#pragma once

#include "CollisionQueryParams.h"
#include "Components/SceneComponent.h"
#include "PhysicsEngine/BodyInstance.h"
#include "RenderingThread.h"

#include "PrimitiveComponent.generated.h"

class FPrimitiveSceneProxy;
class UBodySetup;
class UMaterialInterface;

UCLASS(Abstract)
class UPrimitiveComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	UPrimitiveComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	/** Made on the game thread, used and deleted on the render thread. */
	virtual FPrimitiveSceneProxy* CreateSceneProxy() { return nullptr; }
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const { return nullptr; }
	virtual int32 GetNumMaterials() const { return 0; }
	virtual void GetUsedMaterials(TArray<UMaterialInterface*>& OutMaterials, bool bGetDebugMaterials = false) const {}
	virtual bool ShouldCreateRenderState() const override;
	virtual FMatrix GetRenderMatrix() const { return GetComponentTransform().ToMatrixWithScale(); }
	virtual bool IsReadyForFinishDestroy() override;
	virtual void BeginDestroy() override;
	bool WasRecentlyRendered(float Tolerance = 0.2f) const;
	void SetCastShadow(bool NewCastShadow);
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;

	virtual UBodySetup* GetBodySetup() { return nullptr; }
	/** Bodies that components make by themselves, as landscapes do, answer in overrides. */
	virtual bool LineTraceComponent(FHitResult& OutHit, const FVector Start, const FVector End, const FCollisionQueryParams& Params)
	{
		return false;
	}
	virtual FBodyInstance* GetBodyInstance(FName BoneName = NAME_None, bool bGetWelded = true, int32 Index = INDEX_NONE) const;
	virtual bool IsSimulatingPhysics(FName BoneName = NAME_None) const { return BodyInstance.bSimulatePhysics; }
	virtual void SetSimulatePhysics(bool bSimulate);
	virtual void SetEnableGravity(bool bGravityEnabled) { BodyInstance.bEnableGravity = bGravityEnabled; }
	virtual bool IsGravityEnabled() const { return BodyInstance.bEnableGravity; }
	virtual void SetMassOverrideInKg(FName BoneName = NAME_None, float MassInKg = 1.0f, bool bOverrideMass = true)
	{
		BodyInstance.MassInKgOverride = MassInKg;
	}
	virtual float GetMass() const { return BodyInstance.GetBodyMass(); }
	FVector GetCenterOfMass(FName BoneName = NAME_None) const { return GetComponentLocation(); }
	virtual void AddImpulse(FVector Impulse, FName BoneName = NAME_None, bool bVelChange = false);
	virtual void AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName = NAME_None);
	virtual void AddAngularImpulseInRadians(FVector Impulse, FName BoneName = NAME_None, bool bVelChange = false);
	virtual void AddForce(FVector Force, FName BoneName = NAME_None, bool bAccelChange = false);
	virtual void AddForceAtLocation(FVector Force, FVector Location, FName BoneName = NAME_None);
	virtual void AddRadialImpulse(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bVelChange = false);
	virtual void AddRadialForce(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bAccelChange = false);
	FVector GetPhysicsLinearVelocity(FName BoneName = NAME_None) { return BodyInstance.HostVelocity; }
	FVector GetPhysicsAngularVelocityInRadians(FName BoneName = NAME_None) const { return BodyInstance.HostAngularVelocity; }
	virtual void SetPhysicsLinearVelocity(FVector NewVel, bool bAddToCurrent = false, FName BoneName = NAME_None);
	virtual ECollisionEnabled::Type GetCollisionEnabled() const { return CollisionEnabled; }
	virtual void SetCollisionEnabled(ECollisionEnabled::Type NewType) { CollisionEnabled = NewType; }
	ECollisionChannel GetCollisionObjectType() const { return CollisionObjectType; }
	virtual void SetCollisionObjectType(ECollisionChannel Channel) { CollisionObjectType = Channel; }
	virtual void SetCollisionResponseToAllChannels(ECollisionResponse NewResponse) { HostResponse = NewResponse; }
	void SetGenerateOverlapEvents(bool bInGenerateOverlapEvents) { bGenerateOverlapEvents = bInGenerateOverlapEvents; }
	bool GetGenerateOverlapEvents() const { return bGenerateOverlapEvents; }
	/** To every channel alike. */
	ECollisionResponse HostResponse = ECR_Block;

	UPROPERTY()
	FBodyInstance BodyInstance;

	/** For the host's own use. */
	void HostNoteRendered(double Seconds)
	{
		if (SceneProxy && bHostInView)
			HostLastRendered = Seconds;
	}
	/** Whether a camera looks at it; the stand-in has none of its own. */
	bool bHostInView = true;
	void HostStepPhysics(float DeltaSeconds, float GravityZ);
	/** Whether its body in the physics scene reaches into a box; by bounding boxes. */
	virtual bool HostOverlaps(const FBox& Box);

	/** Belongs to the render thread: the game thread may hand it over, not look into it. */
	FPrimitiveSceneProxy* SceneProxy = nullptr;

	UPROPERTY()
	uint8 CastShadow : 1;

	UPROPERTY()
	uint8 bRenderCustomDepth : 1;

	UPROPERTY()
	uint8 bReceivesDecals : 1;

	UPROPERTY()
	float BoundsScale = 1.0f;

protected:
	virtual void OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport = ETeleportType::None) override;
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext* Context) override;
	virtual void SendRenderTransform_Concurrent() override;
	virtual void DestroyRenderState_Concurrent() override;
	virtual void OnCreatePhysicsState() override;
	virtual void OnDestroyPhysicsState() override;

private:
	UPROPERTY()
	TEnumAsByte<ECollisionEnabled::Type> CollisionEnabled;

	UPROPERTY()
	TEnumAsByte<ECollisionChannel> CollisionObjectType;

	UPROPERTY()
	bool bGenerateOverlapEvents = true;

	FRenderCommandFence DetachFence;
	double HostLastRendered = -1000.0;
};
