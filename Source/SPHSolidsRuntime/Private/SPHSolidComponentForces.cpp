// Copyright (c) 2026 The SPHSolids authors

// What pushes and holds a soft body.

#include "SPHSolidComponent.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

void USPHSolidComponent::SetBodyVelocity(FVector Velocity)
{
	if (Instance)
		(void)GetSubsystem()->GetSimulation()->Access().SetVelocity(Instance->Id, SPHSolidsUnits::VectorToCore(Velocity));
}

void USPHSolidComponent::PushAtLocation(FVector Impulse, FVector Location, float Radius)
{
	if (Instance && Radius > 0.0f)
		Push(Impulse, Location, Radius);
}

void USPHSolidComponent::AddImpulse(FVector Impulse, FName, bool bVelChange)
{
	if (Instance)
		Push(bVelChange ? Impulse * static_cast<double>(GetBodyMassKg()) : Impulse, GetBodyCentre(), 0.0f);
}

double USPHSolidComponent::PushReach() const
{
	// Far enough to reach particles from a place on the surface, as line traces give it. Of the body that is simulated: its asset may be gone.
	const double Radius = static_cast<double>(Instance->Body->Baked->rest.particleRadius);
	return 8.0 * SPHSolidsUnits::LengthToEngine(Radius) * GetComponentScale().X;
}

void USPHSolidComponent::AddImpulseAtLocation(FVector Impulse, FVector Location, FName)
{
	if (Instance)
		PushAtLocation(Impulse, Location, static_cast<float>(PushReach()));
}

void USPHSolidComponent::AddForce(FVector Force, FName, bool bAccelChange)
{
	// A ball around the whole body, so wide that its parts share the force nearly alike.
	if (Instance)
		GetSubsystem()->GetSimulation()->Access().ApplyForce(Instance->Id, SPHSolidsUnits::VectorToCore(GetBodyCentre()),
			SPHSolidsUnits::LengthToCore(100.0 * Bounds.SphereRadius + 1.0),
			SPHSolidsUnits::VectorToCore(bAccelChange ? Force * static_cast<double>(GetBodyMassKg()) : Force));
}

void USPHSolidComponent::AddForceAtLocation(FVector Force, FVector Location, FName)
{
	if (Instance)
		GetSubsystem()->GetSimulation()->Access().ApplyForce(Instance->Id, SPHSolidsUnits::VectorToCore(Location),
			SPHSolidsUnits::LengthToCore(PushReach()), SPHSolidsUnits::VectorToCore(Force));
}

void USPHSolidComponent::AddRadialImpulse(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bVelChange)
{
	const FVector Away = GetBodyCentre() - Origin;
	const double Distance = Away.Size(), Reach = static_cast<double>(Radius);
	if (Distance < Reach)
		AddImpulse(Away.GetSafeNormal() * (static_cast<double>(Strength) * (Falloff == RIF_Linear ? 1.0 - Distance / Reach : 1.0)),
			NAME_None, bVelChange);
}

void USPHSolidComponent::AddRadialForce(FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bAccelChange)
{
	const FVector Away = GetBodyCentre() - Origin;
	const double Distance = Away.Size(), Reach = static_cast<double>(Radius);
	if (Distance < Reach)
		AddForce(Away.GetSafeNormal() * (static_cast<double>(Strength) * (Falloff == RIF_Linear ? 1.0 - Distance / Reach : 1.0)), NAME_None,
			bAccelChange);
}

int32 USPHSolidComponent::PinSphere(FVector Location, float Radius)
{
	if (!Instance)
		return 0;
	FSPHSolidsSimulation& Simulation = *GetSubsystem()->GetSimulation();
	const SPHSolids::SolidBody& Solid = *Simulation.FindBody(*Instance);
	const SPHSolids::Vec3d Centre = SPHSolidsUnits::VectorToCore(Location) - Solid.origin;
	const double Reach = SPHSolidsUnits::LengthToCore(static_cast<double>(Radius));
	std::vector<std::uint32_t> Particles;
	for (std::uint32_t Index = 0; Index < Solid.ParticleCount(); ++Index)
		if (!Solid.IsMelted(Index) && SPHSolids::Norm(Solid.position[Index].Cast<double>() - Centre) <= Reach)
			Particles.push_back(Index);
	return Simulation.GetPins().Hold(*Instance, std::move(Particles));
}

void USPHSolidComponent::Unpin()
{
	if (!Instance)
		return;
	FSPHSolidsSimulation& Simulation = *GetSubsystem()->GetSimulation();
	Simulation.Access();
	Simulation.GetPins().Release(*Instance);
}
