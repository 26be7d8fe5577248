// Copyright (c) 2026 The SPHSolids authors

// What can be asked of a soft body, and its state as bytes.

#include "SPHSolidComponent.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <SPHSolids/Body/DeformationGradients.h>

namespace
{
/// "SPHs", first in the bytes of a saved body.
constexpr uint32 SavedStateMagic = 0x73485053;
}

bool USPHSolidComponent::IsAsleep() const
{
	return Instance && GetSubsystem()->GetSimulation()->Access().StateOf(Instance->Id) == SPHSolids::BodyState::Sleeping;
}

int32 USPHSolidComponent::FindClosestParticle(FVector Location, FVector& OutParticleLocation) const
{
	OutParticleLocation = FVector(0.0, 0.0, 0.0);
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	if (!Solid || Solid->MeltedCount() == Solid->ParticleCount())
		return INDEX_NONE;
	const SPHSolids::Vec3 Local = (SPHSolidsUnits::VectorToCore(Location) - Solid->origin).Cast<SPHSolids::Real>();
	std::size_t Closest = 0;
	SPHSolids::Real Least = MAX_flt;
	for (std::size_t Index = 0; Index < Solid->ParticleCount(); ++Index)
		if (const SPHSolids::Real Squared = SPHSolids::SquaredNorm(Solid->position[Index] - Local);
			!Solid->IsMelted(Index) && Squared < Least)
		{
			Closest = Index;
			Least = Squared;
		}
	OutParticleLocation = SPHSolidsUnits::VectorToEngine(Solid->origin + Solid->position[Closest].Cast<double>());
	return static_cast<int32>(Closest);
}

TArray<FVector> USPHSolidComponent::GetParticleLocations() const
{
	TArray<FVector> Locations;
	if (const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr)
		for (const SPHSolids::Vec3& Place : Solid->position)
			Locations.Add(SPHSolidsUnits::VectorToEngine(Solid->origin + Place.Cast<double>()));
	return Locations;
}

TArray<uint8> USPHSolidComponent::SaveBodyState() const
{
	TArray<uint8> State;
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	if (!Solid)
		return State;
	FMemoryWriter Writer(State, true);
	SPHSolids::AlignedArray<SPHSolids::Vec3> Positions = Solid->position, Velocities = Solid->velocity;
	SPHSolids::Vec3d Origin = Solid->origin;
	int32 Num = static_cast<int32>(Positions.size());
	uint32 Magic = SavedStateMagic;
	Writer << Magic << Num << Origin.x << Origin.y << Origin.z;
	Writer.Serialize(Positions.data(), static_cast<int64>(sizeof(SPHSolids::Vec3)) * Num);
	Writer.Serialize(Velocities.data(), static_cast<int64>(sizeof(SPHSolids::Vec3)) * Num);
	return State;
}

bool USPHSolidComponent::LoadBodyState(const TArray<uint8>& State)
{
	return TakeState(State, FVector(0.0, 0.0, 0.0));
}

bool USPHSolidComponent::TakeState(const TArray<uint8>& State, const FVector& Offset)
{
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	constexpr int64 HeaderSize = sizeof(uint32) + sizeof(int32) + 3 * sizeof(double);
	if (!Solid || State.Num() != HeaderSize + static_cast<int64>(2 * sizeof(SPHSolids::Vec3) * Solid->ParticleCount()))
		return false;
	FMemoryReader Reader(State, true);
	uint32 Magic = 0;
	int32 Num = 0;
	SPHSolids::Vec3d Origin;
	Reader << Magic << Num << Origin.x << Origin.y << Origin.z;
	if (Magic != SavedStateMagic || Num != static_cast<int32>(Solid->ParticleCount()))
		return false;
	SPHSolids::AlignedArray<SPHSolids::Vec3> Positions(Solid->ParticleCount()), Velocities(Solid->ParticleCount());
	Reader.Serialize(Positions.data(), static_cast<int64>(sizeof(SPHSolids::Vec3)) * Num);
	Reader.Serialize(Velocities.data(), static_cast<int64>(sizeof(SPHSolids::Vec3)) * Num);
	return GetSubsystem()->GetSimulation()->SetState(*Instance, Origin + SPHSolidsUnits::VectorToCore(Offset), Positions, Velocities);
}

FVector USPHSolidComponent::GetBodyCentre() const
{
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	return Solid ? SPHSolidsUnits::VectorToEngine(Solid->CentreOfMass()) : Bounds.Origin;
}

FVector USPHSolidComponent::GetBodyVelocity() const
{
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	return Solid ? SPHSolidsUnits::VectorToEngine(Solid->Momentum() / Solid->Mass()) : FVector(0.0, 0.0, 0.0);
}

float USPHSolidComponent::GetBodyMassKg() const
{
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	return Solid ? static_cast<float>(Solid->Mass()) : 0.0f;
}

/// Sums over all particles.
struct USPHSolidComponent::FDeformation
{
	double RestVolume = 0, Volume = 0; ///< m^3
	double PressureTimesVolume = 0;    ///< Pa m^3
};

USPHSolidComponent::FDeformation USPHSolidComponent::MeasureDeformation() const
{
	FDeformation Sum;
	const SPHSolids::SolidBody* Solid = Instance ? GetSubsystem()->GetSimulation()->FindBody(*Instance) : nullptr;
	if (!Solid)
		return Sum;
	const SPHSolids::RestState& Rest = Solid->Rest().state;
	SPHSolids::AlignedArray<SPHSolids::Mat3> Gradients(Solid->ParticleCount());
	SPHSolids::ComputeDeformationGradients(Rest, Solid->position, GetSubsystem()->GetSimulation()->GetTasks(), Gradients);
	for (std::size_t Index = 0; Index < Gradients.size(); ++Index)
	{
		if (Solid->IsMelted(Index))
			continue;
		const double Share = static_cast<double>(Rest.volume[Index]);
		const SPHSolids::Mat3d F = Gradients[Index].Cast<double>();
		const SPHSolids::StressState State = SPHSolids::EvaluateMaterial(Solid->GetMaterial(), F);
		Sum.RestVolume += Share;
		Sum.Volume += Share * SPHSolids::Determinant(F);
		// Cauchy stress is P F^T / J and fills J times the volume, so J drops out.
		Sum.PressureTimesVolume -= Share * SPHSolids::Trace(State.stress * SPHSolids::Transpose(F)) / 3.0;
	}
	return Sum;
}

float USPHSolidComponent::GetBodyVolumeLitres() const
{
	constexpr double LitresPerCubicMetre = 1000.0;
	return static_cast<float>(MeasureDeformation().Volume * LitresPerCubicMetre);
}

float USPHSolidComponent::GetVolumeRatio() const
{
	const FDeformation Sum = MeasureDeformation();
	return Sum.RestVolume > 0 ? static_cast<float>(Sum.Volume / Sum.RestVolume) : 1.0f;
}

float USPHSolidComponent::GetBodyPressure() const
{
	const FDeformation Sum = MeasureDeformation();
	return Sum.Volume > 0 ? static_cast<float>(Sum.PressureTimesVolume / Sum.Volume / SPHSolidsUnits::PascalsPerKilopascal) : 0.0f;
}

TArray<FSPHSolidContact> USPHSolidComponent::GetContacts() const
{
	TArray<FSPHSolidContact> Contacts;
	if (!Instance)
		return Contacts;
	FSPHSolidsSimulation& Simulation = *GetSubsystem()->GetSimulation();
	for (const SPHSolids::ContactEvent& Event : Simulation.Access().Contacts())
	{
		const bool bSecond = Event.other == SPHSolids::ContactEvent::Other::Body && Event.otherBody == Instance->Id;
		if (Event.fluid.IsSet() || (Event.body != Instance->Id && !bSecond))
			continue;
		FSPHSolidContact& Contact = Contacts.AddDefaulted_GetRef();
		const FSPHSolidInstance* First = bSecond ? Simulation.InstanceOf(Event.body) : nullptr;
		Contact.Other = !bSecond ? Simulation.OtherOf(Event) : First ? First->Component.Get() : nullptr;
		Contact.Location = SPHSolidsUnits::VectorToEngine(Event.place);
		Contact.Impulse = SPHSolidsUnits::VectorToEngine(Event.impulse) * (bSecond ? -1.0 : 1.0);
		Contact.Speed = static_cast<float>(SPHSolidsUnits::LengthToEngine(Event.normalSpeed));
		Contact.NumParticles = static_cast<int32>(Event.particles);
		Contact.bSelf = Event.other == SPHSolids::ContactEvent::Other::Self;
	}
	return Contacts;
}

int32 USPHSolidComponent::GetMeshLevel() const
{
	return Vertices ? FMath::Max(Vertices->Level, 0) : 0;
}

int32 USPHSolidComponent::GetBodyNumber() const
{
	return Instance ? Instance->Number : 0;
}
