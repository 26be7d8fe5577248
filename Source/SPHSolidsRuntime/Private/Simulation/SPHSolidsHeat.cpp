// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsHeat.h"

#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHHeatSourceComponent.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsLog.h"
#include "Simulation/SPHSolidsFluids.h"

FSPHSolidsHeat::FSPHSolidsHeat(SPHSolids::World& InCore, double Ambient, double Transfer)
	: Core(InCore)
{
	Places.Ambient = Ambient;
	if (const SPHSolids::Status Set = Core.SetAmbient({Ambient, Transfer}); !Set.IsOk())
		UE_LOG(LogSPHSolids, Warning, TEXT("Bodies lose no heat to their surroundings: %s Look at Project Settings, Plugins, SPH Solids."),
			*SPHSolidsText::ToEngine(Set.Message()));
}

void FSPHSolidsHeat::Add(USPHHeatSourceComponent& Source)
{
	Sources.FindOrAdd(&Source);
}

void FSPHSolidsHeat::Remove(USPHHeatSourceComponent& Source)
{
	if (const SPHSolids::HeatSourceId* Id = Sources.Find(&Source))
		Core.Remove(*Id);
	Sources.Remove(&Source);
}

void FSPHSolidsHeat::Update()
{
	Places.Sources.Reset();
	for (TPair<TWeakObjectPtr<USPHHeatSourceComponent>, SPHSolids::HeatSourceId>& Pair : Sources)
	{
		const USPHHeatSourceComponent* Source = Pair.Key.Get();
		const bool bWorks = Source && Source->bIsOn && Source->Reach > 0.0f && !Source->GetComponentLocation().ContainsNaN();
		if (!bWorks)
		{
			Core.Remove(Pair.Value);
			Pair.Value = {};
			continue;
		}
		const double Reach = static_cast<double>(Source->Reach), Celsius = static_cast<double>(Source->Temperature);
		Places.Sources.Add(FSPHHeat::FSource{Source->GetComponentLocation(), Reach, Celsius});
		const SPHSolids::HeatSourceDef Def = {SPHSolidsUnits::VectorToCore(Source->GetComponentLocation()),
			SPHSolidsUnits::LengthToCore(Reach), Celsius, static_cast<double>(Source->HeatTransfer)};
		const SPHSolids::HeatSourceDef* Known = Core.Find(Pair.Value);
		if (!Known)
		{
			if (const auto Added = Core.AddHeatSource(Def); Added.IsOk())
				Pair.Value = Added.Value();
		}
		else if (!(Known->position == Def.position) || Known->reach != Def.reach || Known->temperature != Def.temperature
			|| Known->transfer != Def.transfer)
			(void)Core.SetHeatSource(Pair.Value, Def);
	}
}

void FSPHSolidsHeat::Begin(USPHSolidComponent& Component, SPHSolids::BodyId Id, FSPHSolidsFluids& Fluids)
{
	const USPHSolidMaterial* Material = Component.SolidMaterial;
	if (!Material || !Material->bTakesHeat)
		return;
	SPHSolids::BodyHeatDef Def = SPHSolidHeatValues(*Material);
	if (Material->bMelts)
		Def.meltsInto = Fluids.FluidOf(Material->MeltsInto, Component.GetName());
	if (const SPHSolids::Status Set = Core.SetHeat(Id, Def); !Set.IsOk())
		Component.ReportIssue(SPHSolidsText::ToEngine(Set.Message()));
}
