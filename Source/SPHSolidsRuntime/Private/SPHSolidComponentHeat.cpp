// Copyright (c) 2026 The SPHSolids authors

// The part of the component that asks for heat and melting.

#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

namespace
{

int32 HeatedParticles(const USPHSolidComponent& Component, const SPHSolids::Result<std::size_t>& Done)
{
	if (Done.IsOk())
		return static_cast<int32>(Done.Value());
	UE_LOG(LogSPHSolids, Warning, TEXT("%s: %s"), *Component.GetName(), *SPHSolidsText::ToEngine(Done.Message()));
	return 0;
}

}

int32 USPHSolidComponent::Melt(FVector Location, float Radius)
{
	if (!Instance || Location.ContainsNaN())
		return 0;
	return HeatedParticles(*this,
		GetSubsystem()->GetSimulation()->Access().Melt(
			Instance->Id, SPHSolidsUnits::VectorToCore(Location), SPHSolidsUnits::LengthToCore(static_cast<double>(Radius))));
}

bool USPHSolidComponent::SetTemperature(float Celsius)
{
	return Instance
		&& HeatedParticles(*this, GetSubsystem()->GetSimulation()->Access().SetTemperature(Instance->Id, static_cast<double>(Celsius))) > 0;
}

int32 USPHSolidComponent::SetTemperatureAt(float Celsius, FVector Location, float Radius)
{
	if (!Instance || Location.ContainsNaN())
		return 0;
	return HeatedParticles(*this,
		GetSubsystem()->GetSimulation()->Access().SetTemperature(Instance->Id, static_cast<double>(Celsius),
			SPHSolidsUnits::VectorToCore(Location), SPHSolidsUnits::LengthToCore(static_cast<double>(Radius))));
}

float USPHSolidComponent::GetTemperature() const
{
	if (!Instance)
		return 0.0f;
	FSPHSolidsSimulation& Simulation = *GetSubsystem()->GetSimulation();
	if (Simulation.Access().FindHeat(Instance->Id))
		return static_cast<float>(Simulation.Access().HeatOf(Instance->Id).mean);
	Simulation.GetHeat().Update();
	return static_cast<float>(Simulation.GetHeat().Where().At(GetBodyCentre()));
}

float USPHSolidComponent::GetMeltedShare() const
{
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	return Solid ? static_cast<float>(Solid->MeltedCount()) / static_cast<float>(Solid->ParticleCount()) : 0.0f;
}
