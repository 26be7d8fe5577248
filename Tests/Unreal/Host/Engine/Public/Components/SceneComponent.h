// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/USceneComponent (relative and world transforms, attachment, Bounds, CalcBounds, OnUpdateTransform, SetAbsolute: which parts of the relative transform are the world's).
#pragma once

#include "Components/ActorComponent.h"

#include "SceneComponent.generated.h"

enum ERelativeTransformSpace : int
{
	RTS_World,
	RTS_Actor,
	RTS_Component,
	RTS_ParentBoneSpace
};

UCLASS()
class USceneComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	USceneComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	const FTransform& GetComponentTransform() const;
	FVector GetComponentLocation() const { return GetComponentTransform().GetLocation(); }
	FRotator GetComponentRotation() const { return GetComponentTransform().Rotator(); }
	FQuat GetComponentQuat() const { return GetComponentTransform().GetRotation(); }
	FVector GetComponentScale() const { return GetComponentTransform().GetScale3D(); }
	FTransform GetRelativeTransform() const { return FTransform(RelativeRotation, RelativeLocation, RelativeScale3D); }
	FVector GetRelativeLocation() const { return RelativeLocation; }
	FRotator GetRelativeRotation() const { return RelativeRotation; }
	FVector GetRelativeScale3D() const { return RelativeScale3D; }
	void SetRelativeLocation(
		FVector NewLocation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	void SetRelativeRotation(
		FRotator NewRotation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	void SetRelativeScale3D(FVector NewScale3D);
	void SetRelativeTransform(const FTransform& NewTransform, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr,
		ETeleportType Teleport = ETeleportType::None);
	void SetWorldLocation(
		FVector NewLocation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	void SetWorldTransform(const FTransform& NewTransform, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr,
		ETeleportType Teleport = ETeleportType::None);

	void SetAbsolute(bool bNewAbsoluteLocation = false, bool bNewAbsoluteRotation = false, bool bNewAbsoluteScale = false);
	bool IsUsingAbsoluteLocation() const { return bAbsoluteLocation; }

	/** Before registration, as in a constructor: the attachment happens when the component registers. */
	void SetupAttachment(USceneComponent* InParent, FName InSocketName = NAME_None);
	bool AttachToComponent(USceneComponent* InParent, const FAttachmentTransformRules& AttachmentRules, FName InSocketName = NAME_None);
	void DetachFromComponent(const FDetachmentTransformRules& DetachmentRules);
	USceneComponent* GetAttachParent() const { return AttachParent; }
	FName GetAttachSocketName() const { return AttachSocketName; }
	const TArray<TObjectPtr<USceneComponent>>& GetAttachChildren() const { return AttachChildren; }
	virtual FTransform GetSocketTransform(FName InSocketName, ERelativeTransformSpace TransformSpace = RTS_World) const
	{
		checkf(TransformSpace == RTS_World, TEXT("the host knows sockets in the world only"));
		return GetComponentTransform();
	}
	virtual bool DoesSocketExist(FName InSocketName) const { return false; }

	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const;
	virtual void UpdateBounds();
	void UpdateComponentToWorld(
		EUpdateTransformFlags UpdateTransformFlags = EUpdateTransformFlags::None, ETeleportType Teleport = ETeleportType::None);
	bool IsVisible() const;
	void SetVisibility(bool bNewVisibility, bool bPropagateToChildren = false);
	void SetHiddenInGame(bool bNewHidden, bool bPropagateToChildren = false);
	void SetMobility(EComponentMobility::Type NewMobility) { Mobility = NewMobility; }
	virtual void DestroyComponent(bool bPromoteChildren = false) override;
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift) override;

	/** Where the component is, in the world. */
	FBoxSphereBounds Bounds;

	UPROPERTY()
	TEnumAsByte<EComponentMobility::Type> Mobility;

	UPROPERTY()
	uint8 bVisible : 1;

	UPROPERTY()
	uint8 bHiddenInGame : 1;

protected:
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport = ETeleportType::None) {}

private:
	UPROPERTY()
	TObjectPtr<USceneComponent> AttachParent;

	UPROPERTY()
	FName AttachSocketName;

	UPROPERTY(Transient)
	TArray<TObjectPtr<USceneComponent>> AttachChildren;

	UPROPERTY()
	FVector RelativeLocation = FVector(0, 0, 0);

	UPROPERTY()
	FRotator RelativeRotation = FRotator(0, 0, 0);

	UPROPERTY()
	FVector RelativeScale3D = FVector(1, 1, 1);

	UPROPERTY()
	uint8 bAbsoluteLocation : 1;

	UPROPERTY()
	uint8 bAbsoluteRotation : 1;

	UPROPERTY()
	uint8 bAbsoluteScale : 1;

	FTransform ToWorld(const FTransform& Relative) const;
	FTransform ToRelative(const FTransform& World) const;

	FTransform ComponentToWorld;
};
