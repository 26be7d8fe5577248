// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsSimulation.h"

#include "Adapters/SPHBodyRegions.h"
#include "Adapters/SPHSolidBody.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "HAL/IConsoleManager.h"
#include "HAL/PlatformTime.h"
#include "Kismet/GameplayStatics.h"
#include "Misc/App.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsStats.h"
#include "Simulation/SPHSolidSkinning.h"

#include <SPHSolids/Solid/PreconditionerCache.h>

DEFINE_STAT(STAT_SPHSolids_Gather);
DEFINE_STAT(STAT_SPHSolids_Solve);
DEFINE_STAT(STAT_SPHSolids_Skin);
DEFINE_STAT(STAT_SPHSolids_Wait);
DEFINE_STAT(STAT_SPHSolids_Publish);
DEFINE_STAT(STAT_SPHSolids_Awake);
DEFINE_STAT(STAT_SPHSolids_Sleeping);
DEFINE_STAT(STAT_SPHSolids_SolidParticles);
DEFINE_STAT(STAT_SPHSolids_FluidParticles);
DEFINE_STAT(STAT_SPHSolids_Colliders);
DEFINE_STAT(STAT_SPHSolids_Contacts);
DEFINE_STAT(STAT_SPHSolids_Steps);

CSV_DEFINE_CATEGORY(SPHSolids, true);

static TAutoConsoleVariable<int32> CVarSPHSolidsEnable(
	TEXT("sph.Enable"), 1, TEXT("0 stops all soft bodies and fluids where they are, 1 lets them move."), ECVF_Default);
static TAutoConsoleVariable<int32> CVarSPHSolidsOneThread(
	TEXT("sph.OneThread"), 0, TEXT("1 solves on the game thread instead of beside it: slower, easier to debug."), ECVF_Default);

namespace
{

/// In how many frames an awake and a sleeping body look for colliders again.
constexpr uint64 GatherPeriodAwake = 4, GatherPeriodSleeping = 16;
/// In how many frames the box that queries find follows a body.
constexpr uint64 QueryPeriod = 4;
constexpr double MillisecondsPerSecond = 1000.0;
/// More bodies than this are skinned side by side; fewer one after another with all workers each.
constexpr int32 SideBySide = 4;
constexpr double SmallestScale = 0.01, LargestScale = 10.0;

/// Adds the milliseconds that it lives.
class FMillisecondTimer
{
public:
	explicit FMillisecondTimer(double& InSum)
		: Sum(InSum)
		, Start(FPlatformTime::Seconds())
	{
	}
	~FMillisecondTimer() { Sum += (FPlatformTime::Seconds() - Start) * MillisecondsPerSecond; }

private:
	double& Sum;
	double Start;
};

/// Empty, or what is wrong with the place of a component.
FString CheckPlace(const FTransform& Place)
{
	if (Place.ContainsNaN())
		return TEXT("Its place is not a number; it is not simulated until it is moved.");
	const FVector Scale = Place.GetScale3D();
	if (!Scale.IsUniform(1e-3 * Scale.GetAbsMax()) || Scale.X < SmallestScale || Scale.X > LargestScale)
		return FString::Printf(TEXT("Its scale is %s, but only equal scales between %g and %g can be simulated. Set one, or bake the mesh "
									"in the size you need."),
			*Scale.ToString(), SmallestScale, LargestScale);
	return FString();
}

SPHSolids::Pose BodyPose(const FSPHSolidBody& Body, const FTransform& Place)
{
	return {SPHSolidsUnits::VectorToCore(Place.TransformPosition(SPHSolidsUnits::VectorToEngine(Body.Baked->origin))),
		SPHSolidsUnits::RotationToCore(Place.GetRotation())};
}

SPHSolids::WorldDef MakeWorldDef(const UWorld& World, const USPHSolidsSettings& Settings)
{
	SPHSolids::WorldDef Def;
	Def.gravity = SPHSolidsUnits::VectorToCore(FVector(0.0, 0.0, static_cast<double>(World.GetGravityZ())));
	Def.time.elasticStep = static_cast<double>(Settings.StepSeconds);
	Def.time.maxStep = FMath::Max(Def.time.maxStep, Def.time.elasticStep);
	Def.time.maxElasticStepsPerCall = Settings.MaxStepsPerFrame;
	Def.solver.minimiser.iterations = Settings.Iterations;
	Def.solver.refactorAtOnce = Settings.bDeterministic;
	Def.solver.cache = std::make_shared<SPHSolids::PreconditionerCache>();
	// What an asset editor shows or bakes shall not depend on what the machine is busy with.
	const bool bKeepsBudget = !Settings.bDeterministic && World.WorldType != EWorldType::EditorPreview;
	Def.budgetMilliseconds = bKeepsBudget ? static_cast<double>(Settings.BudgetMilliseconds) : 0.0;
	Def.solver.firstAtOnce = Def.budgetMilliseconds == 0.0;
	Def.recordedSteps = static_cast<std::uint32_t>(FMath::Max(Settings.RecordedSteps, 0));
	return Def;
}

}

void FSPHSolidsTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type, const FGraphEventRef&)
{
	if (TickType != LEVELTICK_All)
		return;
	if (bPublishes)
		Simulation->Publish();
	else
		Simulation->Gather(DeltaTime);
}

FString FSPHSolidsTickFunction::DiagnosticMessage()
{
	return bPublishes ? TEXT("SPHSolids publish") : TEXT("SPHSolids gather");
}

FName FSPHSolidsTickFunction::DiagnosticContext(bool)
{
	return FName(TEXT("SPHSolids"));
}

TSharedPtr<FSPHSolidsSimulation> FSPHSolidsSimulation::Create(UWorld& World)
{
	auto Core = SPHSolids::World::Create(MakeWorldDef(World, *GetDefault<USPHSolidsSettings>()));
	if (!Core.IsOk())
	{
		UE_LOG(LogSPHSolids, Error, TEXT("Nothing is simulated in %s: %s Look at Project Settings, Plugins, SPH Solids."),
			*World.GetMapName(), *SPHSolidsText::ToEngine(Core.Message()));
		return nullptr;
	}
	return MakeShared<FSPHSolidsSimulation>(World, Core.TakeValue());
}

FSPHSolidsSimulation::FSPHSolidsSimulation(UWorld& InWorld, std::unique_ptr<SPHSolids::World> InCore)
	: World(InWorld)
	, Core(std::move(InCore))
	, Serial(SPHSolids::MakeSerialTaskRunner())
	, Colliders(InWorld, *Core, Tasks)
	, Pins(*Core)
	, Fluids(*Core)
	, Heat(*Core, static_cast<double>(GetDefault<USPHSolidsSettings>()->AmbientTemperature),
		  static_cast<double>(GetDefault<USPHSolidsSettings>()->AmbientHeatTransfer))
{
	const USPHSolidsSettings& Settings = *GetDefault<USPHSolidsSettings>();
	bInterpolate = Settings.bInterpolate;
	GatherDistance = Settings.GatherDistance;
	MaxImpacts = Settings.MaxImpactsPerFrame;
	LowQualityDistance = static_cast<double>(Settings.LowQualityDistance);
	FreezeDistance = static_cast<double>(Settings.FreezeDistance);
	LowQualityIterations = Settings.LowQualityIterations;
	LowQualityStride = FMath::Clamp(Settings.LowQualityStride, 1, SPHSolids::World::MaxStride);
	MeshError = static_cast<double>(Settings.MeshError);
	Origin = UGameplayStatics::GetWorldOriginLocation(&World);
	if (World.WorldType == EWorldType::EditorPreview)
		return;
	const auto Register = [this](FSPHSolidsTickFunction& Tick, ETickingGroup Group, bool bPublishes)
	{
		Tick.Simulation = this;
		Tick.bPublishes = bPublishes;
		Tick.bCanEverTick = true;
		Tick.TickGroup = Group;
		Tick.EndTickGroup = Group;
		Tick.RegisterTickFunction(World.PersistentLevel);
	};
	Register(GatherTick, TG_DuringPhysics, false);
	Register(PublishTick, TG_PostPhysics, true);
}

FSPHSolidsSimulation::~FSPHSolidsSimulation()
{
	GatherTick.UnRegisterTickFunction();
	PublishTick.UnRegisterTickFunction();
	Access();
}

SPHSolids::World& FSPHSolidsSimulation::Access()
{
	check(IsInGameThread());
	if (!Solving.IsCompleted())
	{
		SCOPE_CYCLE_COUNTER(STAT_SPHSolids_Wait);
		Solving.Wait();
	}
	FollowOrigin();
	return *Core;
}

void FSPHSolidsSimulation::FollowOrigin()
{
	const FIntVector Now = UGameplayStatics::GetWorldOriginLocation(&World);
	if (Now == Origin)
		return;
	const FVector Offset(Origin.X - Now.X, Origin.Y - Now.Y, Origin.Z - Now.Z);
	Origin = Now;
	const SPHSolids::Vec3d CoreOffset = SPHSolidsUnits::VectorToCore(Offset);
	(void)Core->Shift(CoreOffset);
	Colliders.Shift(Offset);
	Pins.Shift(CoreOffset);
	Fluids.Shift(Offset);
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		Instance->Place.AddToTranslation(Offset);
		Instance->NewPlace.AddToTranslation(Offset);
		Instance->ParticleBounds = Instance->ParticleBounds.ShiftBy(Offset);
		Instance->GatheredAround = Instance->GatheredAround.ShiftBy(Offset);
	}
}

FSPHSolidInstance* FSPHSolidsSimulation::AddBody(USPHSolidComponent& Component)
{
	const TSharedPtr<const FSPHSolidBody> Body = Component.Body ? Component.Body->GetBody() : nullptr;
	if (!Body)
	{
		Component.ReportIssue(Component.Body
				? FString::Printf(TEXT("Its body asset %s holds no body that can be read; bake it again."), *Component.Body->GetName())
				: FString(TEXT("It has no body asset; choose one in the details, or bake one from a static mesh.")));
		return nullptr;
	}
	const FTransform Place = Component.GetComponentTransform();
	if (const FString Wrong = CheckPlace(Place); !Wrong.IsEmpty())
	{
		Component.ReportIssue(Wrong);
		return nullptr;
	}
	Access();
	const FSPHSolidMaterialValues Values = SPHSolidMaterialValues(Component.SolidMaterial, Component.StiffnessScale);
	const SPHSolids::Pose Pose = BodyPose(*Body, Place);
	SPHSolids::SolidBodyDef Def;
	Def.rest = Body->RestAtScale(Place.GetScale3D().X, Tasks);
	Def.material = Values.Material;
	Def.damping = Values.Damping;
	Def.position = Pose.position;
	Def.rotation = Pose.rotation;
	Def.velocity = SPHSolidsUnits::VectorToCore(Component.InitialVelocity);
	Def.angularVelocity = SPHSolidsUnits::AxialToCore(Component.InitialAngularVelocity) * (UE_DOUBLE_PI / 180.0);
	Def.stiffnessScale = SPHBodyRegions::StiffnessOf(Component.Body->Regions, *Body);
	SPHSolids::BodyContactDef Contact;
	Contact.friction = static_cast<double>(Component.Friction);
	Contact.collides = Component.bCollides;
	Contact.selfContact = Component.bSelfContact;
	const auto Added = Core->AddBody(Def, Contact);
	if (!Added.IsOk())
	{
		Component.ReportIssue(SPHSolidsText::ToEngine(Added.Message()));
		return nullptr;
	}
	TUniquePtr<FSPHSolidInstance> Instance = MakeUnique<FSPHSolidInstance>();
	Instance->Component = &Component;
	Instance->Body = Body;
	Instance->Id = Added.Value();
	Instance->Number = NextNumber++;
	Instance->Place = Place;
	Instance->ParticleBounds = Body->Bounds.TransformBy(Place);
	Heat.Begin(Component, Instance->Id, Fluids);
	if (std::vector<std::uint32_t> Pinned = SPHBodyRegions::PinnedBy(Component.Body->Regions, *Body); !Pinned.empty())
		Pins.Hold(*Instance, std::move(Pinned));
	const int32 Index = static_cast<int32>(Instance->Id.index);
	if (InstanceByIndex.Num() <= Index)
		InstanceByIndex.SetNum(Index + 1);
	InstanceByIndex[Index] = Instance.Get();
	Instance->Slot = Instances.Num();
	Instances.Add(MoveTemp(Instance));
	return Instances.Last().Get();
}

void FSPHSolidsSimulation::RemoveBody(FSPHSolidInstance& Instance)
{
	Access();
	Moving.Remove(&Instance);
	Niagara.Forget(Instance);
	Core->Remove(Instance.Id);
	Pins.Release(Instance);
	Colliders.GiveUp(Instance.Colliders);
	if (Instance.Filled)
		FSPHSolidVertexPool::GiveBack(*Instance.Filled);
	InstanceByIndex[static_cast<int32>(Instance.Id.index)] = nullptr;
	const int32 Slot = Instance.Slot;
	Instances.Last()->Slot = Slot;
	Instances.RemoveAtSwap(Slot);
}

void FSPHSolidsSimulation::TeleportBody(FSPHSolidInstance& Instance)
{
	USPHSolidComponent* Component = Instance.Component.Get();
	const FTransform Place = Component->GetComponentTransform();
	if (const FString Wrong = CheckPlace(Place); !Wrong.IsEmpty())
	{
		Component->ReportIssue(Wrong);
		return;
	}
	(void)Access().Teleport(Instance.Id, BodyPose(*Instance.Body, Place));
	Instance.Place = Place;
	Instance.ParticleBounds = Instance.Body->Bounds.TransformBy(Place);
	Instance.bMoved = true;
}

void FSPHSolidsSimulation::ShiftBody(FSPHSolidInstance& Instance, const FVector& Offset)
{
	const SPHSolids::SolidBody* Solid = FindBody(Instance);
	if (!Solid)
		return;
	const SPHSolids::AlignedArray<SPHSolids::Vec3> Positions = Solid->position, Velocities = Solid->velocity;
	SetState(Instance, Solid->origin + SPHSolidsUnits::VectorToCore(Offset), Positions, Velocities);
}

bool FSPHSolidsSimulation::SetState(FSPHSolidInstance& Instance, const SPHSolids::Vec3d& BodyOrigin,
	std::span<const SPHSolids::Vec3> Positions, std::span<const SPHSolids::Vec3> Velocities)
{
	Instance.bMoved = true;
	return Access().SetState(Instance.Id, BodyOrigin, Positions, Velocities).IsOk();
}

void FSPHSolidsSimulation::UpdateMaterial(FSPHSolidInstance& Instance)
{
	USPHSolidComponent* Component = Instance.Component.Get();
	const SPHSolids::Status Changed =
		Access().SetMaterial(Instance.Id, SPHSolidMaterialValues(Component->SolidMaterial, Component->StiffnessScale).Material);
	if (!Changed.IsOk())
		Component->ReportIssue(SPHSolidsText::ToEngine(Changed.Message()));
	else
		Heat.Begin(*Component, Instance.Id, Fluids);
}

void FSPHSolidsSimulation::GatherColliders()
{
	for (int32 Index = 0; Index < Instances.Num(); ++Index)
	{
		FSPHSolidInstance& Instance = *Instances[Index];
		const USPHSolidComponent* Component = Instance.Component.Get();
		const uint64 Period = Instance.State == SPHSolids::BodyState::Sleeping ? GatherPeriodSleeping : GatherPeriodAwake;
		// Staggered, so that not all bodies ask in the same frame; one that has left the place where it asked does not wait.
		const bool bTurn = Instance.GatheredFrame == 0 || (Frame + static_cast<uint64>(Index)) % Period == 0;
		const bool bLeft = Instance.State != SPHSolids::BodyState::Sleeping && Instance.GatheredAround.IsValid
			&& !(Instance.GatheredAround.IsInside(Instance.ParticleBounds.Min)
				&& Instance.GatheredAround.IsInside(Instance.ParticleBounds.Max));
		if ((!bTurn && !bLeft) || !Component->bCollides || !Component->bGatherLevel || !Instance.ParticleBounds.IsValid)
			continue;
		Instance.GatheredAround = Instance.ParticleBounds.ExpandBy(static_cast<double>(GatherDistance));
		Instance.GatheredFrame = Frame;
		Colliders.Gather(Instance.GatheredAround, Component->GetOwner(), Instance.Colliders);
	}
	if (Frame % GatherPeriodAwake == 0)
		if (const FBox Around = Fluids.Bounds(); Around.IsValid)
			Colliders.Gather(Around.ExpandBy(static_cast<double>(GatherDistance)), nullptr, Fluids.Colliders);
}

FString FSPHSolidsSimulation::Restore(const TArray<uint8>& Snapshot)
{
	const SPHSolids::Status Done =
		Access().Restore({reinterpret_cast<const std::byte*>(Snapshot.GetData()), static_cast<std::size_t>(Snapshot.Num())});
	if (!Done.IsOk())
		return SPHSolidsText::ToEngine(Done.Message());
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
		Instance->bMoved = true;
	return FString();
}

void FSPHSolidsSimulation::Gather(float DeltaTime)
{
	bSolved = false;
	if (bPaused || CVarSPHSolidsEnable.GetValueOnGameThread() == 0 || !(DeltaTime > 0.0f))
		return;
	Access();
	++Frame;
	SkinMilliseconds = GameThreadMilliseconds = 0;
	const FMillisecondTimer Timer(GameThreadMilliseconds);
	SCOPE_CYCLE_COUNTER(STAT_SPHSolids_Gather);
	TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_Gather);
	ScaleQuality();
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		if (Instance->State == SPHSolids::BodyState::Sleeping && !Instance->bMoved && !Instance->bStale
			&& Core->StateOf(Instance->Id) == SPHSolids::BodyState::Sleeping)
			continue;
		USPHSolidComponent* Component = Instance->Component.Get();
		Instance->Place = Component->GetComponentTransform();
		Instance->bWantsVertices = WantsVertices(*Instance);
		Instance->NetFrame = Component->TellsClients() ? TOptional<FSPHRigidFrame>(FSPHRigidFrame()) : TOptional<FSPHRigidFrame>();
		// One that came to rest unseen is drawn once when it is seen again.
		Instance->bMoved |= Instance->bStale && Instance->bWantsVertices;
		if (Instance->bWantsVertices && !Instance->Filled)
			Instance->Filled = Component->GetVertexPool().Take();
	}
	GatherColliders();
	Colliders.Update();
	const double Seconds = static_cast<double>(DeltaTime);
	Fluids.Update();
	Pins.Update(Report.leftover + Seconds);
	Heat.Update();
	Niagara.Prepare(Frame, Instances);
	bSolved = true;
	Tasks.bOneThread = CVarSPHSolidsOneThread.GetValueOnGameThread() != 0;
	if (Tasks.bOneThread)
		Solve(Seconds);
	else
		Solving = UE::Tasks::Launch(UE_SOURCE_LOCATION, [this, Seconds] { Solve(Seconds); });
}

void FSPHSolidsSimulation::Solve(double DeltaTime)
{
	{
		SCOPE_CYCLE_COUNTER(STAT_SPHSolids_Solve);
		TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_Solve);
		CSV_SCOPED_TIMING_STAT(SPHSolids, Solve);
		Report = Core->Step(DeltaTime, Tasks);
	}
	const FMillisecondTimer Timer(SkinMilliseconds);
	SCOPE_CYCLE_COUNTER(STAT_SPHSolids_Skin);
	TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_Skin);
	MoveSkins();
	Niagara.Fill(*Core, Fluids.ParticleRadius(), Heat.Where(), Tasks);
}

void FSPHSolidsSimulation::MoveSkins()
{
	Moving.Reset();
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		const SPHSolids::BodyState State = Core->StateOf(Instance->Id);
		const bool bStill = State == Instance->State && State != SPHSolids::BodyState::Awake;
		// Bodies that are frozen because nobody is near have not come to rest.
		const bool bTold = Instance->Quality != ESPHQuality::Frozen;
		Instance->bSlept |= bTold && State == SPHSolids::BodyState::Sleeping && Instance->State == SPHSolids::BodyState::Awake;
		Instance->bWoke |= bTold && State == SPHSolids::BodyState::Awake && Instance->State == SPHSolids::BodyState::Sleeping;
		Instance->State = State;
		if (bStill && !Instance->bMoved)
			continue;
		Instance->bMoved = false;
		Moving.Add(Instance.Get());
	}
	// Drawn between the last two steps, as late in the last one as the time that is left over allows.
	const double Step = Core->Def().time.elasticStep;
	const auto Move = [this, Step](FSPHSolidInstance& Instance, SPHSolids::TaskRunner& Runner)
	{
		const SPHSolids::SolidBody& Solid = *Core->Find(Instance.Id);
		const double OwnStep = Instance.Quality == ESPHQuality::Low ? Step * LowQualityStride : Step;
		const double Back = FMath::Max(0.0, OwnStep - Report.leftover - Core->Lag(Instance.Id));
		SPHSolidSkinning::Locate(Instance, Solid, bInterpolate ? Back : 0.0);
		if (Instance.NetFrame.IsSet())
			Instance.NetFrame = FSPHRigidFrame::Of(Solid);
		Instance.bStale = !(Instance.bWantsVertices && Instance.Filled);
		if (Instance.bStale)
			return;
		if (Solid.MeltedCount() == Solid.ParticleCount())
			SPHSolidSkinning::FillNothing(*Instance.Filled);
		else
			SPHSolidSkinning::FillVertices(Instance, Solid.origin, Runner);
	};
	if (Moving.Num() <= SideBySide)
	{
		for (FSPHSolidInstance* Instance : Moving)
			Move(*Instance, Tasks);
		return;
	}
	auto MoveOne = [this, &Move](std::size_t Index) { Move(*Moving[static_cast<int32>(Index)], *Serial); };
	Tasks.Run(static_cast<std::size_t>(Moving.Num()), MoveOne);
}

void FSPHSolidsSimulation::Publish()
{
	if (!bSolved)
		return;
	bSolved = false;
	double WaitMilliseconds = 0;
	{
		const FMillisecondTimer Timer(WaitMilliseconds);
		TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_Wait);
		Access();
	}
	Stats.WaitMilliseconds = static_cast<float>(WaitMilliseconds);
	{
		const FMillisecondTimer Timer(GameThreadMilliseconds);
		SCOPE_CYCLE_COUNTER(STAT_SPHSolids_Publish);
		TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_Publish);
		for (FSPHSolidInstance* Instance : Moving)
		{
			USPHSolidComponent* Component = Instance->Component.Get();
			TSharedPtr<FSPHSolidVertices> Filled;
			if (Instance->bWantsVertices)
				Filled = MoveTemp(Instance->Filled);
			Component->Publish(Filled, Instance->NewPlace, Instance->ParticleBounds);
			if ((Frame + static_cast<uint64>(Instance->Slot)) % QueryPeriod == 0 || Instance->State != SPHSolids::BodyState::Awake)
				Component->MoveQueryShape(Instance->ParticleBounds);
		}
		DrawParticles();
		FeedNiagara();
		Niagara.Publish();
		Colliders.ApplyImpulses();
	}
	UpdateStats();
	SendEvents();
	ReportIssues();
	DrawDebug();
}

FSPHSolidInstance* FSPHSolidsSimulation::InstanceOf(SPHSolids::BodyId Id) const
{
	const int32 Index = static_cast<int32>(Id.index);
	FSPHSolidInstance* Instance = InstanceByIndex.IsValidIndex(Index) ? InstanceByIndex[Index] : nullptr;
	return Instance && Instance->Id == Id ? Instance : nullptr;
}

void FSPHSolidsSimulation::UpdateStats()
{
	Stats.AwakeBodies = static_cast<int32>(Report.awakeBodies);
	Stats.SleepingBodies = static_cast<int32>(Report.sleepingBodies);
	Stats.SolidParticles = static_cast<int32>(Report.solidParticles);
	Stats.FluidParticles = static_cast<int32>(Report.fluidParticles);
	Stats.Colliders = Colliders.Num();
	Stats.Steps = Report.elasticSteps;
	Stats.SolverMilliseconds = static_cast<float>(Report.milliseconds.total);
	Stats.SkinMilliseconds = static_cast<float>(SkinMilliseconds);
	Stats.GameThreadMilliseconds = static_cast<float>(GameThreadMilliseconds);
	SET_DWORD_STAT(STAT_SPHSolids_Awake, Stats.AwakeBodies);
	SET_DWORD_STAT(STAT_SPHSolids_Sleeping, Stats.SleepingBodies);
	SET_DWORD_STAT(STAT_SPHSolids_SolidParticles, Stats.SolidParticles);
	SET_DWORD_STAT(STAT_SPHSolids_FluidParticles, Stats.FluidParticles);
	SET_DWORD_STAT(STAT_SPHSolids_Colliders, Stats.Colliders);
	SET_DWORD_STAT(STAT_SPHSolids_Contacts, Report.contacts);
	SET_DWORD_STAT(STAT_SPHSolids_Steps, Stats.Steps);
	CSV_CUSTOM_STAT(SPHSolids, SolverMs, Stats.SolverMilliseconds, ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(SPHSolids, AwakeBodies, Stats.AwakeBodies, ECsvCustomStatOp::Set);
}
