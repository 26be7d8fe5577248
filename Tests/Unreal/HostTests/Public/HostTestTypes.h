// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Serialization/BulkData.h"
#include "Templates/SubclassOf.h"
#include "UObject/Interface.h"
#include "UObject/SoftObjectPtr.h"
#include "UObject/UObjectGlobals.h"

#include "HostTestTypes.generated.h"

class UHostTestAsset;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FHostTestEvent, FVector, Where, int32, Count);

UENUM(BlueprintType)
enum class EHostTestMode : uint8
{
	Still,
	/** Moves. */
	Moving UMETA(DisplayName = "In motion"),
	Gone = 7
};

USTRUCT(BlueprintType)
struct FHostTestSettings
{
	GENERATED_BODY()

	/** Kilopascal. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Test", meta = (ClampMin = "0.1"))
	float Stiffness = 100.0f;

	UPROPERTY()
	TArray<TObjectPtr<UObject>> Objects;

	UPROPERTY()
	EHostTestMode Mode = EHostTestMode::Still;
};

UINTERFACE()
class HOSTTESTS_API UHostTestWarm : public UInterface
{
	GENERATED_BODY()
};

class HOSTTESTS_API IHostTestWarm
{
	GENERATED_BODY()

public:
	virtual float Temperature() const = 0;
};

/** A part of an asset. */
UCLASS()
class HOSTTESTS_API UHostTestPart : public UObject
{
	GENERATED_BODY()

public:
	UPROPERTY()
	int32 Number = 1;

	UPROPERTY()
	TObjectPtr<UHostTestAsset> Whole;
};

/** Something with one of everything. */
UCLASS(BlueprintType, Config = Game, meta = (DisplayName = "Test asset"))
class HOSTTESTS_API UHostTestAsset : public UObject, public IHostTestWarm
{
	GENERATED_BODY()

public:
	UHostTestAsset();
	virtual void Serialize(FArchive& Ar) override;
	virtual void PostLoad() override;
	virtual void PostInitProperties() override;
	virtual void BeginDestroy() override;
	virtual float Temperature() const override { return 37.0f; }
	static void AddReferencedObjects(UObject* InThis, FReferenceCollector& Collector);

	/** Adds two numbers. */
	UFUNCTION(BlueprintCallable, Category = "Test")
	int32 Sum(int32 A, const FString& Text, TArray<int32>& OutParts, float Scale = 2.0f);

	UFUNCTION()
	void Hear(FVector Where, int32 Count);

	/** A Blueprint may say what it thinks. */
	UFUNCTION(BlueprintImplementableEvent, Category = "Test")
	int32 Think(int32 Effort);

	/** Native unless a Blueprint says otherwise. */
	UFUNCTION(BlueprintNativeEvent, Category = "Test")
	int32 Decide(int32 Choice);
	virtual int32 Decide_Implementation(int32 Choice) { return Choice + 1; }

	void NotReflected() {}

	/** Fires when it happens. */
	UPROPERTY(BlueprintAssignable, Category = "Test")
	FHostTestEvent OnHappened;

	/** How many. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Test", meta = (ClampMin = "0", Units = "cm"))
	int32 Count = 3;

	UPROPERTY(Config)
	float Budget = 2.5f;

	UPROPERTY()
	FString Text = TEXT("text");

	UPROPERTY()
	TMap<FName, float> Weights;

	UPROPERTY()
	uint8 bFlag : 1;

	UPROPERTY()
	int32 Values[3] = {1, 2, 3};

	UPROPERTY()
	FTransform Place;

	UPROPERTY()
	FHostTestSettings Settings;

	UPROPERTY()
	TObjectPtr<UHostTestPart> Part;

	UPROPERTY()
	TObjectPtr<UObject> Other;

	UPROPERTY(Transient)
	int32 Scratch = 0;

	UPROPERTY()
	TSoftObjectPtr<UObject> Soft;

	UPROPERTY()
	TSubclassOf<UHostTestPart> PartClass;

#if WITH_EDITORONLY_DATA
	UPROPERTY()
	FString Note;
#endif

	FByteBulkData Bulk;
	int32 VersionSeen = -2;
	int32 PostLoads = 0;
	int32 Heard = 0;
	/** Not a property, but kept alive by AddReferencedObjects. */
	UPROPERTY(SkipSerialization)
	TObjectPtr<UObject> Hidden;
	static int32 Destroyed;
};

/** Forgets to call its base. */
UCLASS()
class HOSTTESTS_API UHostTestForgetful : public UObject
{
	GENERATED_BODY()

public:
	virtual void BeginDestroy() override {}
};

UCLASS(Abstract)
class HOSTTESTS_API UHostTestAbstract : public UObject
{
	GENERATED_BODY()
};

/** Chooses another class for a part of its base. */
UCLASS()
class HOSTTESTS_API UHostTestSpecialPart : public UHostTestPart
{
	GENERATED_BODY()

public:
	UHostTestSpecialPart() { Number = 99; }
};
