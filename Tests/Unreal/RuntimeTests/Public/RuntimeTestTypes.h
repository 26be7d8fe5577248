// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Engine/HitResult.h"
#include "GameFramework/Actor.h"
#include "SPHSolidComponent.h"

#include "RuntimeTestTypes.generated.h"

/** Does something to other actors while the solver works: after the gathering, before the publishing. */
UCLASS()
class HOSTTESTS_API ARuntimeMeddler : public AActor
{
	GENERATED_BODY()

public:
	ARuntimeMeddler()
	{
		PrimaryActorTick.bCanEverTick = true;
		PrimaryActorTick.TickGroup = TG_EndPhysics;
	}
	virtual void Tick(float DeltaSeconds) override
	{
		if (Deed)
			Deed();
	}
	TFunction<void()> Deed;
};

/** Hears the events of soft bodies. */
UCLASS()
class HOSTTESTS_API URuntimeListener : public UObject
{
	GENERATED_BODY()

public:
	/** For On Impact. */
	UFUNCTION()
	void HearImpact(USPHSolidComponent* Component, FVector Location, FVector Impulse, UPrimitiveComponent* Other)
	{
		++Impacts;
		LastImpulse = Impulse;
		LastOther = Other;
		if (OnImpact)
			OnImpact(Component);
	}

	/** For On Sleep. */
	UFUNCTION()
	void HearSleep(USPHSolidComponent* Component) { ++Sleeps; }

	/** For On Wake. */
	UFUNCTION()
	void HearWake(USPHSolidComponent* Component) { ++Wakes; }

	/** For On Issue. */
	UFUNCTION()
	void HearIssue(USPHSolidComponent* Component, const FString& Message) { Issues.Add(Message); }

	UPROPERTY()
	TArray<FString> Issues;

	UPROPERTY()
	TObjectPtr<UPrimitiveComponent> LastOther;

	/** What else happens on an impact. */
	TFunction<void(USPHSolidComponent*)> OnImpact;

	int32 Impacts = 0, Sleeps = 0, Wakes = 0;
	FVector LastImpulse = FVector(0.0, 0.0, 0.0);
};

/** Ground as landscapes are: a body of its own making in the physics scene, no setup of simple shapes. */
UCLASS()
class HOSTTESTS_API URuntimeTerrain : public UPrimitiveComponent
{
	GENERATED_BODY()

public:
	/** Height in the world over x and y in the world, cm; not a number where there is a hole. */
	TFunction<double(double, double)> Height;
	/** Half of its side, cm. */
	double Reach = 1000.0;
	/** How often a line was sent. */
	int32 Lines = 0;

	virtual bool LineTraceComponent(
		FHitResult& OutHit, const FVector Start, const FVector End, const FCollisionQueryParams& Params) override
	{
		++Lines;
		const FVector Offset = Start - GetComponentLocation();
		const double At = Height(Start.X, Start.Y);
		if (FMath::Abs(Offset.X) > Reach || FMath::Abs(Offset.Y) > Reach || !(At <= Start.Z && At >= End.Z))
			return false;
		OutHit.ImpactPoint = FVector(Start.X, Start.Y, At);
		return true;
	}
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override
	{
		return FBoxSphereBounds(FBox::BuildAABB(LocalToWorld.GetLocation(), FVector(Reach, Reach, 500.0)));
	}
	virtual bool HostOverlaps(const FBox& Box) override { return Bounds.GetBox().Intersect(Box); }
};

/** An animated mesh with one bone: a socket that moves inside its component. */
UCLASS()
class HOSTTESTS_API URuntimeSkeleton : public USceneComponent
{
	GENERATED_BODY()

public:
	static FName Hand() { return FName(TEXT("hand")); }
	/** In the component's space; what is attached to the bone goes along, as after an animation. */
	void MoveHand(const FTransform& Place)
	{
		HandPlace = Place;
		UpdateComponentToWorld();
	}
	virtual bool DoesSocketExist(FName InSocketName) const override { return InSocketName == Hand(); }
	virtual FTransform GetSocketTransform(FName InSocketName, ERelativeTransformSpace TransformSpace = RTS_World) const override
	{
		return InSocketName == Hand() ? HandPlace * GetComponentTransform() : GetComponentTransform();
	}

private:
	FTransform HandPlace;
};
