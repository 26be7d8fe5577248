// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidMaterial.h"

#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHFluidType.h"
#include "SPHSolidsLog.h"
#include "UObject/UnrealType.h"

namespace
{

SPHSolids::MaterialModel ModelToCore(ESPHSolidModel Model)
{
	switch (Model)
	{
	case ESPHSolidModel::Corotated: return SPHSolids::MaterialModel::Corotated;
	case ESPHSolidModel::FixedCorotated: return SPHSolids::MaterialModel::FixedCorotated;
	case ESPHSolidModel::Arap: return SPHSolids::MaterialModel::Arap;
	case ESPHSolidModel::StVenantKirchhoff: return SPHSolids::MaterialModel::StVenantKirchhoff;
	case ESPHSolidModel::NeoHookean: return SPHSolids::MaterialModel::NeoHookean;
	case ESPHSolidModel::MooneyRivlin: return SPHSolids::MaterialModel::MooneyRivlin;
	case ESPHSolidModel::StableNeoHookean: break;
	}
	return SPHSolids::MaterialModel::StableNeoHookean;
}

ESPHSolidModel ModelToEngine(SPHSolids::MaterialModel Model)
{
	for (uint8 Value = 0; Value <= static_cast<uint8>(ESPHSolidModel::MooneyRivlin); ++Value)
		if (ModelToCore(static_cast<ESPHSolidModel>(Value)) == Model)
			return static_cast<ESPHSolidModel>(Value);
	return ESPHSolidModel::StableNeoHookean;
}

}

FSPHSolidMaterialValues SPHSolidMaterialValues(const USPHSolidMaterial* Asset, float StiffnessScale)
{
	const USPHSolidMaterial& From = Asset ? *Asset : *GetDefault<USPHSolidMaterial>();
	FSPHSolidMaterialValues Values;
	Values.Material.model = ModelToCore(From.Model);
	Values.Material.young = static_cast<double>(From.StiffnessKPa * StiffnessScale) * SPHSolidsUnits::PascalsPerKilopascal;
	Values.Material.poisson = static_cast<double>(From.PoissonRatio);
	Values.Material.density = static_cast<double>(From.Density);
	Values.Material.alpha = static_cast<double>(From.ZeroEnergyControl);
	Values.Material.mooneyRatio = static_cast<double>(From.MooneyRatio);
	Values.Material.fibreStiffness = static_cast<double>(From.FibreStiffnessKPa) * SPHSolidsUnits::PascalsPerKilopascal;
	Values.Material.fibreDirection = SPHSolidsUnits::DirectionToCore(From.FibreDirection);
	Values.Damping.viscosity = static_cast<double>(From.Viscosity);
	Values.Damping.drag = static_cast<double>(From.Drag);
	return Values;
}

SPHSolids::BodyHeatDef SPHSolidHeatValues(const USPHSolidMaterial& Material)
{
	SPHSolids::BodyHeatDef Def;
	Def.temperature = static_cast<double>(Material.StartTemperature);
	Def.material.conductivity = static_cast<double>(Material.Conductivity);
	Def.material.capacity = static_cast<double>(Material.HeatCapacity);
	Def.material.softensAt = static_cast<double>(Material.SoftensAt);
	if (Material.bMelts)
	{
		Def.material.meltsAt = static_cast<double>(Material.MeltsAt);
		Def.material.latentHeat = 1000.0 * static_cast<double>(Material.LatentHeatKJ);
	}
	return Def;
}

TArray<FName> USPHSolidMaterial::GetPresetNames()
{
	TArray<FName> Names;
	for (const SPHSolids::MaterialPreset& Ready : SPHSolids::MaterialPresets())
		Names.Add(FName(*SPHSolidsText::ToEngine(Ready.name)));
	return Names;
}

bool USPHSolidMaterial::ApplyPreset(FName PresetName)
{
	for (const SPHSolids::MaterialPreset& Ready : SPHSolids::MaterialPresets())
	{
		if (FName(*SPHSolidsText::ToEngine(Ready.name)) != PresetName)
			continue;
		Preset = PresetName;
		Model = ModelToEngine(Ready.material.model);
		StiffnessKPa = static_cast<float>(Ready.material.young / SPHSolidsUnits::PascalsPerKilopascal);
		PoissonRatio = static_cast<float>(Ready.material.poisson);
		Density = static_cast<float>(Ready.material.density);
		ZeroEnergyControl = static_cast<float>(Ready.material.alpha);
		MooneyRatio = static_cast<float>(Ready.material.mooneyRatio);
		FibreStiffnessKPa = static_cast<float>(Ready.material.fibreStiffness / SPHSolidsUnits::PascalsPerKilopascal);
		FibreDirection = SPHSolidsUnits::DirectionToEngine(Ready.material.fibreDirection);
		NotifyChanged();
		return true;
	}
	UE_LOG(LogSPHSolids, Warning, TEXT("Material %s: there is no preset %s; GetPresetNames lists them."), *GetPathName(),
		*PresetName.ToString());
	return false;
}

void USPHSolidMaterial::NotifyChanged()
{
	const SPHSolids::Status Good = SPHSolids::ValidateMaterial(SPHSolidMaterialValues(this).Material);
	if (!Good.IsOk())
		UE_LOG(LogSPHSolids, Warning, TEXT("Material %s: %s Bodies keep the material they have."), *GetPathName(),
			*SPHSolidsText::ToEngine(Good.Message()));
	OnMaterialChanged.Broadcast();
}

#if WITH_EDITOR
void USPHSolidMaterial::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	if (PropertyChangedEvent.GetPropertyName() == GET_MEMBER_NAME_CHECKED(USPHSolidMaterial, Preset) && !Preset.IsNone())
		ApplyPreset(Preset);
	else
		NotifyChanged();
}
#endif
