// Copyright (c) 2026 The SPHSolids authors

// Recording a soft body and showing a recording.

#include "SPHSolidComponent.h"

#include "Adapters/SPHRecordingFrames.h"
#include "Adapters/SPHSolidBody.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidRecording.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidSkinning.h"
#include "Simulation/SPHSolidsSimulation.h"

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
