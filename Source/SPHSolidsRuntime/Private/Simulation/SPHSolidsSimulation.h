// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Adapters/SPHSolidsTaskRunner.h"
#include "Engine/EngineBaseTypes.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHParticleParts.h"
#include "Simulation/SPHSolidInstance.h"
#include "Simulation/SPHSolidsColliders.h"
#include "Simulation/SPHSolidsFluids.h"
#include "Simulation/SPHSolidsHeat.h"
#include "Simulation/SPHSolidsNiagara.h"
#include "Simulation/SPHSolidsPins.h"
#include "Tasks/Task.h"

class FSPHSolidsSimulation;
class USPHNiagaraFeedComponent;
class USPHParticlesComponent;
struct FSPHSolidHit;

/// Calls the simulation at one point of the frame.
struct FSPHSolidsTickFunction final : public FTickFunction
{
	FSPHSolidsSimulation* Simulation = nullptr;
	bool bPublishes = false;

	virtual void ExecuteTick(
		float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread, const FGraphEventRef& MyCompletionGraphEvent) override;
	virtual FString DiagnosticMessage() override;
	virtual FName DiagnosticContext(bool bDetailed) override;
};

/// Everything of SPHSolids in one playing world: the core's world, and how components, colliders and pins get into it and results out of it.
///
/// A frame: Gather (tick group DuringPhysics: animation and movement are done, the engine's physics is at work) tells the core what changed
/// and starts the solve on a task; Publish (PostPhysics) waits for it and hands the results out. Between Publish and Gather the core's world
/// belongs to the game thread; whoever wants it in between waits (Access).
class FSPHSolidsSimulation
{
public:
	/// Null, with a line in the log, if the project's settings are impossible. In worlds of asset editors nothing ticks it: whoever made it
	/// calls Gather and Publish.
	static TSharedPtr<FSPHSolidsSimulation> Create(UWorld& World);
	FSPHSolidsSimulation(UWorld& InWorld, std::unique_ptr<SPHSolids::World> InCore);
	~FSPHSolidsSimulation();
	FSPHSolidsSimulation(const FSPHSolidsSimulation&) = delete;
	FSPHSolidsSimulation& operator=(const FSPHSolidsSimulation&) = delete;

	/// Null if the component's settings make no body; it was told why.
	FSPHSolidInstance* AddBody(USPHSolidComponent& Component);
	void RemoveBody(FSPHSolidInstance& Instance);
	/// Undeformed and at rest to where the component is.
	void TeleportBody(FSPHSolidInstance& Instance);
	/// Deformed and moving as it is, somewhere else. @param Offset cm
	void ShiftBody(FSPHSolidInstance& Instance, const FVector& Offset);
	/// Other places and velocities of its particles. @param BodyOrigin What places are relative to, m. False if they make no sense.
	bool SetState(FSPHSolidInstance& Instance, const SPHSolids::Vec3d& BodyOrigin, std::span<const SPHSolids::Vec3> Positions,
		std::span<const SPHSolids::Vec3> Velocities);
	void UpdateMaterial(FSPHSolidInstance& Instance);

	/// The core's world, once the solver is done with it.
	SPHSolids::World& Access();
	const SPHSolids::SolidBody* FindBody(const FSPHSolidInstance& Instance) { return Access().Find(Instance.Id); }
	FSPHSolidsPins& GetPins() { return Pins; }
	FSPHSolidsColliders& GetColliders() { return Colliders; }
	FSPHSolidsFluids& GetFluids() { return Fluids; }
	void AddParticles(USPHParticlesComponent& Component);
	void RemoveParticles(USPHParticlesComponent& Component);
	void AddFeed(USPHNiagaraFeedComponent& Component);
	void RemoveFeed(USPHNiagaraFeedComponent& Component);
	/// For the data interface: see FSPHSolidsNiagara::Ask. Never waits.
	TSharedPtr<const FSPHNiagaraParticles> AskForParticles(ESPHParticleSource Source, const AActor* Actor)
	{
		return Niagara.Ask(Source, Actor, Frame);
	}
	FSPHSolidsHeat& GetHeat()
	{
		Access();
		return Heat;
	}
	/// The first body that a line from one place to another meets, cm.
	bool Trace(const FVector& Start, const FVector& End, FSPHSolidHit& OutHit);
	FSPHSolidInstance* InstanceOf(SPHSolids::BodyId Id) const;
	/// The component that a body touched; none for what has none.
	UPrimitiveComponent* OtherOf(const SPHSolids::ContactEvent& Contact) const;
	/// Everything goes back to a moment: see SPHSolids::World::Restore. @return Empty, or why it cannot.
	FString Restore(const TArray<uint8>& Snapshot);
	/// The last steps as a file: see USPHSolidsWorldSubsystem::SaveRecordedSteps.
	bool SaveSteps(FString& OutMessage);
	FSPHSolidsTaskRunner& GetTasks() { return Tasks; }

	void Gather(float DeltaTime);
	void Publish();

	bool bPaused = false;
	FSPHSolidsFrameStats Stats;

private:
	void GatherColliders();
	/// Takes everything along if the engine has moved its origin since.
	void FollowOrigin();
	bool WantsVertices(FSPHSolidInstance& Instance) const;
	/// Does less for bodies that nobody sees well.
	void ScaleQuality();
	void FindEyes();
	void ApplyQuality(FSPHSolidInstance& Instance, double SquaredDistance);
	void ChooseLevel(FSPHSolidInstance& Instance) const;
	void CollectParts(ESPHParticleSource Source, const AActor* Actor);
	void Solve(double DeltaTime);
	void MoveSkins();
	void DrawParticles();
	void FeedNiagara();
	void SendEvents();
	void SendImpacts();
	void ReportIssues();
	void WarnOnScreen(const FString& Message) const;
	void UpdateStats();
	void DrawDebug();
	void DrawStress(FSPHSolidInstance& Instance, const SPHSolids::SolidBody& Solid);

	UWorld& World;
	std::unique_ptr<SPHSolids::World> Core;
	FSPHSolidsTaskRunner Tasks;
	std::unique_ptr<SPHSolids::TaskRunner> Serial;
	FSPHSolidsColliders Colliders;
	FSPHSolidsPins Pins;
	FSPHSolidsFluids Fluids;
	FSPHSolidsNiagara Niagara;
	FSPHSolidsHeat Heat;
	TArray<TWeakObjectPtr<USPHParticlesComponent>> ParticleComponents;
	TArray<TWeakObjectPtr<USPHNiagaraFeedComponent>> Feeds;
	TArray<TUniquePtr<FSPHSolidInstance>> Instances;
	/// By the index of the core's id.
	TArray<FSPHSolidInstance*> InstanceByIndex;
	/// Of the engine's world, cm, when the core was last told.
	FIntVector Origin;
	FSPHSolidsTickFunction GatherTick, PublishTick;
	UE::Tasks::FTask Solving;
	bool bSolved = false;
	SPHSolids::StepReport Report;
	/// Issues that were logged already, so that each is said once per world.
	SPHSolids::StepIssue Said = SPHSolids::StepIssue::None;
	uint64 Frame = 0;
	double SkinMilliseconds = 0, GameThreadMilliseconds = 0;
	/// Bodies that are drawn anew this frame; memory kept.
	TArray<FSPHSolidInstance*> Moving;
	/// Scratch of those who draw particles, and where players look from; memory kept.
	TArray<FSPHParticlePart> Parts;
	struct FEye
	{
		FVector Place;
		double Width; ///< of the picture, in units of the distance
	};
	TArray<FEye> Eyes;
	int32 NextNumber = 1;
	bool bInterpolate = true;
	float GatherDistance = 50.0f;
	int32 MaxImpacts = 16;
	double LowQualityDistance = 0, FreezeDistance = 0; ///< cm; 0: never
	int32 LowQualityIterations = 2, LowQualityStride = 1;
	double MeshError = 0; ///< of the picture's width; 0: always the full mesh
};
