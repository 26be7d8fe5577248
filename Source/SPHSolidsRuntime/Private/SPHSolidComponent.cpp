// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidComponent.h"

#include "Adapters/SPHRecordingFrames.h"
#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Net/UnrealNetwork.h"
#include "Render/SPHMeshSceneProxy.h"
#include "Render/SPHSolidVertices.h"
#include "RenderingThread.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidRecording.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Simulation/SPHSolidSkinning.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <SPHSolids/Body/DeformationGradients.h>

namespace
{
/// "SPHs", first in the bytes of a saved body.
constexpr uint32 SavedStateMagic = 0x73485053;
}

USPHSolidComponent::USPHSolidComponent()
	: VertexPool(MakeShared<FSPHSolidVertexPool>())
	, LocalBounds(ForceInit)
{
	SetMobility(EComponentMobility::Movable);
	// No rigid body of the engine's physics stands in for a soft one.
	SetCollisionEnabled(ECollisionEnabled::NoCollision);
	SetIsReplicatedByDefault(true);
	// Only to show recordings; simulated bodies are ticked by the subsystem.
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.bStartWithTickEnabled = false;
	bTickInEditor = true;
}

void USPHSolidComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	DOREPLIFETIME(USPHSolidComponent, Body);
	DOREPLIFETIME(USPHSolidComponent, SolidMaterial);
	DOREPLIFETIME(USPHSolidComponent, StiffnessScale);
	DOREPLIFETIME(USPHSolidComponent, ServerFrame);
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

void USPHSolidComponent::OnRep_ServerFrame()
{
	// Each machine simulates for itself and floats differ, so bodies drift apart; only what can be seen is mended.
	if (!Instance || NetCorrectionDistance <= 0.0f || ServerFrame.Centre.ContainsNaN() || ServerFrame.Velocity.ContainsNaN())
		return;
	const FVector Offset = ServerFrame.Centre - GetBodyCentre();
	if (Offset.Size() <= static_cast<double>(NetCorrectionDistance))
		return;
	GetSubsystem()->GetSimulation()->ShiftBody(*Instance, Offset);
	AddImpulse(ServerFrame.Velocity - GetBodyVelocity(), NAME_None, true);
}

FString USPHSolidComponent::StartPreview()
{
	bSimulate = true;
	ReportedIssues.Reset();
	StartSimulation();
	return Instance ? FString() : ReportedIssues.IsEmpty() ? FString(TEXT("The body cannot be simulated.")) : ReportedIssues.Last();
}

USPHSolidsWorldSubsystem* USPHSolidComponent::GetSubsystem() const
{
	return UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(GetWorld());
}

FString USPHSolidComponent::GetReadableOwnerName() const
{
	return GetOwner() ? GetOwner()->GetActorNameOrLabel() : GetName();
}

TSharedPtr<const FSPHSolidBody> USPHSolidComponent::GetDecodedBody() const
{
	return Body ? Body->GetBody() : nullptr;
}

FSPHSolidVertexPool& USPHSolidComponent::GetVertexPool()
{
	return *VertexPool;
}

void USPHSolidComponent::ReportIssue(const FString& Message)
{
	if (ReportedIssues.Contains(Message))
		return;
	ReportedIssues.Add(Message);
	UE_LOG(LogSPHSolids, Warning, TEXT("Soft body %s of %s: %s"), *GetName(), *GetReadableOwnerName(), *Message);
	OnIssue.Broadcast(this, Message);
}

void USPHSolidComponent::OnRegister()
{
	Super::OnRegister();
	ListenToAssets(true);
	if (!Vertices)
		ShowRestShape();
	// A component that was taken out while playing and put in again, as editing a property does.
	if (HasBegunPlay() && bSimulate)
		StartSimulation();
	else
		ShowRecording();
	SetComponentTickEnabled(CacheMode == ESPHCacheMode::Play);
}

void USPHSolidComponent::OnUnregister()
{
	StopSimulation();
	ListenToAssets(false);
	if (Vertices)
		FSPHSolidVertexPool::GiveBack(*Vertices);
	Vertices.Reset();
	Super::OnUnregister();
}

void USPHSolidComponent::BeginPlay()
{
	Super::BeginPlay();
	const bool bCameBack = !KeptState.IsEmpty();
	if (!bCameBack)
		StartPlace = GetComponentTransform();
	if (bSimulate)
		StartSimulation();
	const FTransform Place = GetComponentTransform();
	if (bCameBack && Instance && Place.GetRotation().Equals(KeptPlace.GetRotation(), 1e-6)
		&& Place.GetScale3D().Equals(KeptPlace.GetScale3D(), 1e-6))
		TakeState(KeptState, Place.GetLocation() - KeptPlace.GetLocation());
	KeptState.Empty();
}

void USPHSolidComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (EndPlayReason == EEndPlayReason::RemovedFromWorld)
	{
		// The level may only be hidden and come back with the same actors.
		KeptState = SaveBodyState();
		KeptPlace = GetComponentTransform();
	}
	StopSimulation();
	Super::EndPlay(EndPlayReason);
}

void USPHSolidComponent::StartSimulation()
{
	const USPHSolidsWorldSubsystem* Subsystem = GetSubsystem();
	FSPHSolidsSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	if (CacheMode == ESPHCacheMode::Play)
		ShowRecording();
	if (Instance || !Simulation || CacheMode == ESPHCacheMode::Play)
		return;
	// What the component is attached to no longer carries it: the body moves by itself.
	if (GetAttachParent())
	{
		const FTransform Place = GetComponentTransform();
		SetAbsolute(true, true, true);
		SetWorldTransform(Place);
	}
	Instance = Simulation->AddBody(*this);
}

void USPHSolidComponent::StopSimulation()
{
	if (!Instance)
		return;
	if (const USPHSolidsWorldSubsystem* Subsystem = GetSubsystem(); Subsystem && Subsystem->GetSimulation())
		Subsystem->GetSimulation()->RemoveBody(*Instance);
	Instance = nullptr;
	RecordStart = -1.0;
}

void USPHSolidComponent::ListenToAssets(bool bListen)
{
	if (USPHSolidBodyAsset* Old = ListenedBody.Get())
		Old->OnBodyChanged.Remove(BodyHandle);
	if (USPHSolidMaterial* Old = ListenedMaterial.Get())
		Old->OnMaterialChanged.Remove(MaterialHandle);
	ListenedBody = bListen ? Body.Get() : nullptr;
	ListenedMaterial = bListen ? SolidMaterial.Get() : nullptr;
	if (USPHSolidBodyAsset* New = ListenedBody.Get())
		BodyHandle = New->OnBodyChanged.AddUObject(this, &USPHSolidComponent::OnBodyAssetChanged);
	if (USPHSolidMaterial* New = ListenedMaterial.Get())
		MaterialHandle = New->OnMaterialChanged.AddUObject(this, &USPHSolidComponent::OnMaterialAssetChanged);
}

void USPHSolidComponent::ShowRestShape()
{
	if (Vertices)
		FSPHSolidVertexPool::GiveBack(*Vertices);
	Vertices.Reset();
	LocalBounds = FBox(ForceInit);
	if (const TSharedPtr<const FSPHSolidBody> Decoded = GetDecodedBody())
	{
		LocalBounds = Decoded->Bounds;
		if (Decoded->HasSkin())
		{
			// Not from the pool, whose sets may still be on their way to the render thread with another number of vertices.
			Vertices = MakeShared<FSPHSolidVertices>();
			FSPHSolidVertexPool::Share(*Vertices);
			SPHSolidSkinning::FillRestShape(*Decoded, *Vertices);
		}
	}
	bVerticesUnsent = false;
	MarkRenderStateDirty();
}

void USPHSolidComponent::OnBodyAssetChanged()
{
	const bool bWasSimulated = Instance != nullptr;
	StopSimulation();
	VertexPool = MakeShared<FSPHSolidVertexPool>();
	ReportedIssues.Reset();
	ShowRestShape();
	UpdateBounds();
	if (bWasSimulated || (HasBegunPlay() && bSimulate))
		StartSimulation();
}

void USPHSolidComponent::OnMaterialAssetChanged()
{
	if (Instance)
		GetSubsystem()->GetSimulation()->UpdateMaterial(*Instance);
}

void USPHSolidComponent::SetBody(USPHSolidBodyAsset* NewBody)
{
	if (NewBody == Body)
		return;
	Body = NewBody;
	if (!IsRegistered())
		return;
	ListenToAssets(true);
	OnBodyAssetChanged();
}

void USPHSolidComponent::SetSolidMaterial(USPHSolidMaterial* NewMaterial)
{
	SolidMaterial = NewMaterial;
	if (IsRegistered())
		ListenToAssets(true);
	OnMaterialAssetChanged();
}

void USPHSolidComponent::SetStiffnessScale(float NewScale)
{
	StiffnessScale = NewScale;
	OnMaterialAssetChanged();
}

void USPHSolidComponent::SetSimulating(bool bNewSimulate)
{
	bSimulate = bNewSimulate;
	if (bSimulate && HasBegunPlay())
		StartSimulation();
	else if (!bSimulate && Instance)
	{
		StopSimulation();
		ShowRestShape();
	}
}

bool USPHSolidComponent::IsSimulatingBody() const
{
	return Instance != nullptr;
}

bool USPHSolidComponent::IsAsleep() const
{
	return Instance && GetSubsystem()->GetSimulation()->Access().StateOf(Instance->Id) == SPHSolids::BodyState::Sleeping;
}

void USPHSolidComponent::ResetBody()
{
	if (Instance)
		SetWorldTransform(StartPlace, false, nullptr, ETeleportType::ResetPhysics);
}

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

void USPHSolidComponent::Push(const FVector& Impulse, const FVector& Location, float Radius)
{
	const ENetMode NetMode = GetWorld()->GetNetMode();
	const bool bIsServer = NetMode == NM_DedicatedServer || NetMode == NM_ListenServer;
	if (bIsServer && bReplicatePushes && GetIsReplicated() && GetOwner() && GetOwner()->GetIsReplicated() && !Impulse.ContainsNaN()
		&& !Location.ContainsNaN())
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
	Instance->bMoved = true;
	Origin += SPHSolidsUnits::VectorToCore(Offset);
	return GetSubsystem()->GetSimulation()->Access().SetState(Instance->Id, Origin, Positions, Velocities).IsOk();
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
		if (Event.body != Instance->Id && !bSecond)
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

void USPHSolidComponent::SetCacheMode(ESPHCacheMode NewMode)
{
	if (NewMode == CacheMode)
		return;
	const bool bWasShown = CacheMode == ESPHCacheMode::Play;
	CacheMode = NewMode;
	RecordStart = -1.0;
	ShownCacheTime = -1.0f;
	SetComponentTickEnabled(CacheMode == ESPHCacheMode::Play);
	if (CacheMode == ESPHCacheMode::Play)
	{
		StopSimulation();
		ShowRecording();
	}
	else if (bWasShown)
	{
		ShowRestShape();
		if (HasBegunPlay() && bSimulate)
			StartSimulation();
	}
}

void USPHSolidComponent::SetCacheTime(float NewTime)
{
	CacheTime = NewTime;
	ShowRecording();
}

void USPHSolidComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	if (CacheMode != ESPHCacheMode::Play)
		return;
	CacheTime += DeltaTime * CachePlayRate;
	// Sequencer sets the property without asking.
	if (CacheTime != ShownCacheTime)
		ShowRecording();
}

void USPHSolidComponent::RecordFrame()
{
	const SPHSolids::World& Core = GetSubsystem()->GetSimulation()->Access();
	const SPHSolids::SolidBody& Solid = *Core.Find(Instance->Id);
	const int32 NumParticles = static_cast<int32>(Solid.ParticleCount());
	if (!Recording)
		Recording = NewObject<USPHSolidRecording>(this);
	if (RecordStart < 0.0)
	{
		SPHRecordingFrames::Begin(*Recording, NumParticles, FMath::Max(RecordInterval, 0.001f));
		RecordStart = Core.Time();
	}
	// A body that slept in between has not moved, so what is missing looks like now.
	while (static_cast<double>(Recording->NumFrames) * static_cast<double>(Recording->SecondsPerFrame) <= Core.Time() - RecordStart + 1e-6)
		SPHRecordingFrames::Append(*Recording, Solid.origin, Solid.position);
}

void USPHSolidComponent::ShowRecording()
{
	if (CacheMode != ESPHCacheMode::Play || !IsRegistered())
		return;
	ShownCacheTime = CacheTime;
	const TSharedPtr<const FSPHSolidBody> Decoded = GetDecodedBody();
	if (!Decoded || !Recording || Recording->NumParticles != Decoded->NumParticles())
	{
		ReportIssue(TEXT("Its cache mode is Play but it has no recording of its body; choose one, or record it first."));
		return;
	}
	if (!Player)
		Player = MakeShared<FSPHSolidInstance>();
	Player->Body = Decoded;
	Player->Place = GetComponentTransform();
	SPHSolids::Vec3d Origin;
	if (!SPHRecordingFrames::Sample(*Recording, static_cast<double>(CacheTime), Origin, Player->Positions))
		return;
	SPHSolidSkinning::LocatePositions(*Player, Origin);
	TSharedPtr<FSPHSolidVertices> Filled;
	if (Decoded->HasSkin() && IsRenderStateCreated())
	{
		const std::unique_ptr<SPHSolids::TaskRunner> Serial = SPHSolids::MakeSerialTaskRunner();
		Player->Filled = GetVertexPool().Take();
		SPHSolidSkinning::FillVertices(*Player, Origin, *Serial);
		Filled = MoveTemp(Player->Filled);
	}
	Publish(Filled, Player->NewPlace, Player->ParticleBounds);
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

void USPHSolidComponent::OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport)
{
	Super::OnUpdateTransform(UpdateTransformFlags, Teleport);
	// A simulated body is not carried by what it is attached to.
	if (!Instance || bMovedByBody || EnumHasAnyFlags(UpdateTransformFlags, EUpdateTransformFlags::PropagateFromParent))
		return;
	if (GetComponentTransform().GetScale3D().Equals(Instance->Place.GetScale3D(), 1e-6))
	{
		GetSubsystem()->GetSimulation()->TeleportBody(*Instance);
		return;
	}
	// Another size is another body.
	StopSimulation();
	ShowRestShape();
	StartSimulation();
}

void USPHSolidComponent::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	const FVector Goal = GetComponentLocation() + InOffset;
	bMovedByBody = true;
	Super::ApplyWorldOffset(InOffset, bWorldShift);
	// One that was attached to something and moves by itself now may not have been taken along.
	if (Instance && !GetComponentLocation().Equals(Goal, 1e-3))
		SetWorldLocation(Goal);
	bMovedByBody = false;
	StartPlace.AddToTranslation(InOffset);
	// When the whole world is shifted the simulation sees to all that is in it.
	if (Instance && !bWorldShift)
		GetSubsystem()->GetSimulation()->ShiftBody(*Instance, InOffset);
}

void USPHSolidComponent::Publish(const TSharedPtr<FSPHSolidVertices>& NewVertices, const FTransform& NewPlace, const FBox& ParticleBounds)
{
	if (CacheMode == ESPHCacheMode::Record && Instance)
		RecordFrame();
	if (NewVertices)
	{
		if (Vertices)
			FSPHSolidVertexPool::GiveBack(*Vertices);
		Vertices = NewVertices;
		LocalBounds = NewVertices->Bounds;
		bVerticesUnsent = true;
		MarkRenderDynamicDataDirty();
	}
	else
		LocalBounds = ParticleBounds.TransformBy(NewPlace.Inverse());
	if (const ENetMode NetMode = GetWorld()->GetNetMode(); Instance && (NetMode == NM_DedicatedServer || NetMode == NM_ListenServer))
	{
		ServerFrame.Centre = GetBodyCentre();
		ServerFrame.Velocity = GetBodyVelocity();
	}
	bMovedByBody = true;
	SetWorldTransform(NewPlace, false, nullptr, ETeleportType::TeleportPhysics);
	bMovedByBody = false;
	// Bounds change even where the place does not.
	UpdateBounds();
	MarkRenderTransformDirty();
}

FPrimitiveSceneProxy* USPHSolidComponent::CreateSceneProxy()
{
	const TSharedPtr<const FSPHSolidBody> Decoded = GetDecodedBody();
	if (!Decoded || !Vertices || Decoded->Topology->Coarser.Num() < Vertices->Level
		|| Vertices->Positions.Num() != Decoded->Topology->NumVerticesOf(Vertices->Level))
		return nullptr;
	return new FSPHMeshSceneProxy(*this, *Decoded->Topology, *Vertices);
}

void USPHSolidComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	if (!SceneProxy || !Vertices || !bVerticesUnsent)
		return;
	bVerticesUnsent = false;
	FSPHSolidVertexPool::Share(*Vertices);
	ENQUEUE_RENDER_COMMAND(SPHSolidVertices)
	(
		[Proxy = static_cast<FSPHMeshSceneProxy*>(SceneProxy), Sent = Vertices](FRHICommandListImmediate& RHICmdList)
		{
			Proxy->UpdateVertices(RHICmdList, *Sent);
			FSPHSolidVertexPool::GiveBack(*Sent);
		});
}

FBoxSphereBounds USPHSolidComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	if (!LocalBounds.IsValid || LocalBounds.Min.ContainsNaN() || LocalBounds.Max.ContainsNaN() || LocalToWorld.ContainsNaN())
		return FBoxSphereBounds(
			LocalToWorld.ContainsNaN() ? FVector(0.0, 0.0, 0.0) : LocalToWorld.GetLocation(), FVector(1.0, 1.0, 1.0), 1.0);
	FBoxSphereBounds Result = FBoxSphereBounds(LocalBounds).TransformBy(LocalToWorld);
	Result.BoxExtent *= static_cast<double>(BoundsScale);
	Result.SphereRadius *= static_cast<double>(BoundsScale);
	return Result;
}

int32 USPHSolidComponent::GetNumMaterials() const
{
	return Body ? FMath::Max(Body->MaterialSlots.Num(), 1) : 0;
}

UMaterialInterface* USPHSolidComponent::GetMaterial(int32 ElementIndex) const
{
	if (UMaterialInterface* Override = Super::GetMaterial(ElementIndex))
		return Override;
	return Body && Body->MaterialSlots.IsValidIndex(ElementIndex) ? Body->MaterialSlots[ElementIndex].Material.Get() : nullptr;
}

int32 USPHSolidComponent::GetMaterialIndex(FName MaterialSlotName) const
{
	return Body ? Body->MaterialSlots.IndexOfByPredicate(
					  [MaterialSlotName](const FSPHSolidMaterialSlot& Slot) { return Slot.SlotName == MaterialSlotName; })
				: INDEX_NONE;
}

TArray<FName> USPHSolidComponent::GetMaterialSlotNames() const
{
	TArray<FName> Names;
	if (Body)
		for (const FSPHSolidMaterialSlot& Slot : Body->MaterialSlots)
			Names.Add(Slot.SlotName);
	return Names;
}

bool USPHSolidComponent::IsMaterialSlotNameValid(FName MaterialSlotName) const
{
	return GetMaterialIndex(MaterialSlotName) != INDEX_NONE;
}
