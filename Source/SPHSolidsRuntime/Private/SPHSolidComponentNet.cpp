// Copyright (c) 2026 The SPHSolids authors

// What servers tell their clients about a soft body.

#include "SPHSolidComponent.h"

#include "Adapters/SPHRigidFrame.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Net/UnrealNetwork.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

void USPHSolidComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	DOREPLIFETIME(USPHSolidComponent, Body);
	DOREPLIFETIME(USPHSolidComponent, SolidMaterial);
	DOREPLIFETIME(USPHSolidComponent, StiffnessScale);
	DOREPLIFETIME(USPHSolidComponent, bSimulate);
	DOREPLIFETIME(USPHSolidComponent, ServerFrame);
	// What a body is made with.
	DOREPLIFETIME_CONDITION(USPHSolidComponent, InitialVelocity, COND_InitialOnly);
	DOREPLIFETIME_CONDITION(USPHSolidComponent, InitialAngularVelocity, COND_InitialOnly);
	DOREPLIFETIME_CONDITION(USPHSolidComponent, bCollides, COND_InitialOnly);
	DOREPLIFETIME_CONDITION(USPHSolidComponent, bSelfContact, COND_InitialOnly);
	DOREPLIFETIME_CONDITION(USPHSolidComponent, Friction, COND_InitialOnly);
	DOREPLIFETIME_CONDITION(USPHSolidComponent, bGatherLevel, COND_InitialOnly);
}

void USPHSolidComponent::OnRep_Body()
{
	if (!IsRegistered())
		return;
	ListenToAssets(true);
	OnBodyAssetChanged();
}

void USPHSolidComponent::OnRep_Material()
{
	if (IsRegistered())
		ListenToAssets(true);
	OnMaterialAssetChanged();
}

void USPHSolidComponent::OnRep_Simulate()
{
	SetSimulating(bSimulate);
}

bool USPHSolidComponent::TellsClients() const
{
	const ENetMode NetMode = GetWorld()->GetNetMode();
	return (NetMode == NM_DedicatedServer || NetMode == NM_ListenServer) && GetIsReplicated() && GetOwner()
		&& GetOwner()->GetIsReplicated();
}

void USPHSolidComponent::TakeNetFrame(const FSPHRigidFrame& Frame)
{
	ServerFrame.Centre = SPHSolidsUnits::VectorToEngine(Frame.Centre);
	ServerFrame.Rotation = SPHSolidsUnits::RotationToEngine(Frame.Rotation);
	ServerFrame.Velocity = SPHSolidsUnits::VectorToEngine(Frame.Velocity);
	ServerFrame.AngularVelocity = SPHSolidsUnits::AxialToEngine(Frame.Spin) * (180.0 / UE_DOUBLE_PI);
}

void USPHSolidComponent::OnRep_ServerFrame()
{
	// Each machine simulates for itself and floats differ, so bodies drift apart; only what can be seen is mended.
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	if (!Solid || ServerFrame.Centre.ContainsNaN() || ServerFrame.Rotation.ContainsNaN() || ServerFrame.Velocity.ContainsNaN()
		|| ServerFrame.AngularVelocity.ContainsNaN())
		return;
	const FSPHRigidFrame Here = FSPHRigidFrame::Of(*Solid);
	const double Distance = FVector::Dist(ServerFrame.Centre, SPHSolidsUnits::VectorToEngine(Here.Centre));
	const double Angle = FMath::RadiansToDegrees(ServerFrame.Rotation.AngularDistance(SPHSolidsUnits::RotationToEngine(Here.Rotation)));
	const auto IsOff = [](double Value, float Most) { return Most > 0.0f && Value > static_cast<double>(Most); };
	if (!IsOff(Distance, NetCorrectionDistance) && !IsOff(Angle, NetCorrectionAngle))
		return;
	const FSPHRigidFrame There{SPHSolidsUnits::VectorToCore(ServerFrame.Centre),
		SPHSolidsUnits::RotationToCore(ServerFrame.Rotation.GetNormalized()), SPHSolidsUnits::VectorToCore(ServerFrame.Velocity),
		SPHSolidsUnits::AxialToCore(ServerFrame.AngularVelocity) * (UE_DOUBLE_PI / 180.0)};
	const FSPHMovedParticles Moved(*Solid, Here, There);
	GetSubsystem()->GetSimulation()->SetState(*Instance, Moved.Origin, Moved.Positions, Moved.Velocities);
}

void USPHSolidComponent::Push(const FVector& Impulse, const FVector& Location, float Radius)
{
	if (bReplicatePushes && TellsClients() && !Impulse.ContainsNaN() && !Location.ContainsNaN())
		MulticastPush(Impulse, Location, Radius);
	else
		MulticastPush_Implementation(Impulse, Location, Radius);
}

void USPHSolidComponent::MulticastPush_Implementation(FVector Impulse, FVector Location, float Radius)
{
	// A client may not have the body yet, or not any more.
	if (!Instance)
		return;
	SPHSolids::World& Core = GetSubsystem()->GetSimulation()->Access();
	if (Radius > 0.0f)
		Core.ApplyImpulse(Instance->Id, SPHSolidsUnits::VectorToCore(Location), SPHSolidsUnits::LengthToCore(static_cast<double>(Radius)),
			SPHSolidsUnits::VectorToCore(Impulse));
	else
		Core.ApplyImpulse(Instance->Id, SPHSolidsUnits::VectorToCore(Impulse));
}
