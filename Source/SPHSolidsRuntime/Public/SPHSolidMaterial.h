// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"

#include "SPHSolidMaterial.generated.h"

class USPHFluidType;

/** How stress follows strain. */
UENUM(BlueprintType)
enum class ESPHSolidModel : uint8
{
	/** Linear and turning with the body. Never fails, good for stiff things; can turn inside out when crushed. */
	Corotated UMETA(DisplayName = "Corotated"),
	/** Like corotated, but resists collapse of its volume better. */
	FixedCorotated UMETA(DisplayName = "Fixed corotated"),
	/** As rigid as possible: keeps its shape, does not keep its volume. */
	Arap UMETA(DisplayName = "As rigid as possible"),
	/** Soft when compressed, stiff when stretched. Weak against crushing. */
	StVenantKirchhoff UMETA(DisplayName = "St. Venant-Kirchhoff"),
	/** Rubber of the textbooks; refuses to turn inside out. */
	NeoHookean UMETA(DisplayName = "Neo-Hookean"),
	/** Rubber for games: as Neo-Hookean, and comes back even if it was turned inside out. */
	StableNeoHookean UMETA(DisplayName = "Stable Neo-Hookean"),
	/** Rubber that softens under large stretch. */
	MooneyRivlin UMETA(DisplayName = "Mooney-Rivlin")
};

/**
 * What a soft body is made of. Shared by as many components as you like; changed while playing, the bodies follow without a stall.
 */
UCLASS(BlueprintType, meta = (DisplayName = "SPH Solid Material"))
class SPHSOLIDSRUNTIME_API USPHSolidMaterial : public UDataAsset
{
	GENERATED_BODY()

public:
	/** Fills all values from a ready-made material. Choose one, then change what you like. */
	UPROPERTY(EditAnywhere, Category = "SPHSolids", meta = (GetOptions = "GetPresetNames"))
	FName Preset;

	/** How stress follows strain. Stable Neo-Hookean is right for nearly everything. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	ESPHSolidModel Model = ESPHSolidModel::StableNeoHookean;

	/** Stiffness (Young's modulus) in kilopascal. Jelly 10, flesh 50, rubber 1000. Stiffer bodies need more iterations to look stiff. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0.001", UIMin = "1", UIMax = "10000"))
	float StiffnessKPa = 100.0f;

	/** Poisson's ratio: how much the body thins when it is pulled. 0 not at all (cork), 0.45 nearly keeps its volume (rubber, flesh). */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids",
		meta = (ClampMin = "-0.9", ClampMax = "0.495", UIMin = "0", UIMax = "0.49"))
	float PoissonRatio = 0.4f;

	/** Density in kilograms per cubic metre. Water has 1000: what is lighter floats. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "1", UIMin = "50", UIMax = "5000"))
	float Density = 1000.0f;

	/** Viscosity inside the material in pascal seconds: larger values end wobbling sooner without slowing falls and turns. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "1000"))
	float Viscosity = 0.0f;

	/** Slows all motion, per second, as air would. 0 for none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "5"))
	float Drag = 0.0f;

	/** Keeps neighbouring particles from shuffling without changing the shape (zero-energy control). 0.1 to 1 is usual. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "10"))
	float ZeroEnergyControl = 1.0f;

	/** Share of the second invariant in the stiffness of Mooney-Rivlin, 0 to 1. Other models leave it alone. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids", meta = (ClampMin = "0", ClampMax = "1"))
	float MooneyRatio = 0.2f;

	/** Extra stiffness along fibres when they are pulled, in kilopascal: muscle, wood, woven cloth. 0 for none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids", meta = (ClampMin = "0"))
	float FibreStiffnessKPa = 0.0f;

	/** Direction of the fibres in the undeformed mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids")
	FVector FibreDirection = FVector(0.0, 0.0, 1.0);

	/** Whether bodies of this material take up heat, conduct it, soften and melt. A body that takes heat goes on doing so when its material changes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat")
	bool bTakesHeat = false;

	/** Temperature of a body when it comes into the world, in degrees Celsius. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (EditCondition = "bTakesHeat"))
	float StartTemperature = 20.0f;

	/** Heat conductivity in watts per metre and degree. Wax 0.25, water 0.6, rock 2, steel 50, copper 400; games want ten to a thousand times as much. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (ClampMin = "0", EditCondition = "bTakesHeat"))
	float Conductivity = 20.0f;

	/** Heat capacity in joules per kilogram and degree. Wax 2100, water 4200, steel 500. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (ClampMin = "1", EditCondition = "bTakesHeat"))
	float HeatCapacity = 2000.0f;

	/** From this temperature on the body gets softer, in degrees Celsius; at its melting point 5 % of its stiffness are left. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (EditCondition = "bTakesHeat"))
	float SoftensAt = 40.0f;

	/** Whether it becomes fluid above its melting point. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (EditCondition = "bTakesHeat"))
	bool bMelts = true;

	/** Melting point in degrees Celsius, not below the temperature where it softens. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (EditCondition = "bTakesHeat && bMelts"))
	float MeltsAt = 60.0f;

	/** Heat taken up by melting, in kilojoules per kilogram. Wax 200, ice 333, tin 60. Less melts faster. */
	UPROPERTY(
		EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (ClampMin = "0", EditCondition = "bTakesHeat && bMelts"))
	float LatentHeatKJ = 50.0f;

	/** The fluid it becomes. Give it a particle radius near that of the body. Empty: water. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (EditCondition = "bTakesHeat && bMelts"))
	TObjectPtr<USPHFluidType> MeltsInto;

	/** Copies a ready-made material by name, for example Jelly. False if there is none of that name. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	bool ApplyPreset(FName PresetName);

	/** Names of the ready-made materials. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	static TArray<FName> GetPresetNames();

	/** Tells all bodies that use this material that its values changed. Call it after setting them from Blueprint. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void NotifyChanged();

	/** Called on the game thread when values changed. */
	FSimpleMulticastDelegate OnMaterialChanged;

#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif
};
