// Copyright (c) 2026 The SPHSolids authors
#pragma once

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
