// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsSimulation.h"

#include "Adapters/SPHBodyRegions.h"
#include "Adapters/SPHSolidBody.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Camera/PlayerCameraManager.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "GameFramework/PlayerController.h"
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
static TAutoConsoleVariable<int32> CVarSPHSolidsDraw(TEXT("sph.Draw"), 0,
	TEXT("Draws what is simulated, as a sum: 1 particles (red: held), 2 contacts, 4 where colliders are collected, 8 stress from blue "
		 "(none) to red (as high as Young's modulus)."),
	ECVF_Cheat);
static TAutoConsoleVariable<int32> CVarSPHSolidsScreenWarnings(TEXT("sph.ScreenWarnings"), 1,
	TEXT("1 shows real trouble on the screen besides the log: bodies held still, time lost. 0 does not."), ECVF_Default);
static TAutoConsoleVariable<int32> CVarSPHSolidsOneThread(
	TEXT("sph.OneThread"), 0, TEXT("1 solves on the game thread instead of beside it: slower, easier to debug."), ECVF_Default);

namespace
{

/// In how many frames an awake and a sleeping body look for colliders again.
constexpr uint64 GatherPeriodAwake = 4, GatherPeriodSleeping = 16;
constexpr double MillisecondsPerSecond = 1000.0;
/// More bodies than this are skinned side by side; fewer one after another with all workers each.
constexpr int32 SideBySide = 4;
constexpr double SmallestScale = 0.01, LargestScale = 10.0;
/// Things that touch faster than this hit each other, m/s; slower ones lie or slide.
constexpr double ImpactSpeed = 0.3;
/// What a designer should see even without looking at the log.
constexpr SPHSolids::StepIssue RealTrouble = SPHSolids::StepIssue::BodyFrozen | SPHSolids::StepIssue::RigidFrozen
	| SPHSolids::StepIssue::TimeDropped | SPHSolids::StepIssue::ParticlesRemoved;

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
	(void)Core->SetState(Instance.Id, Solid->origin + SPHSolidsUnits::VectorToCore(Offset), Positions, Velocities);
	Instance.bMoved = true;
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

void FSPHSolidsSimulation::ApplyQuality(FSPHSolidInstance& Instance, double SquaredDistance)
{
	const auto IsBeyond = [SquaredDistance](double Limit) { return Limit > 0.0 && SquaredDistance > Limit * Limit; };
	// A body that has come nearer must be clearly nearer to be worth more again, so that one on the border does not flicker.
	constexpr double Nearer = 0.95;
	const bool bWasFrozen = Instance.Quality == ESPHQuality::Frozen, bWasLow = Instance.Quality == ESPHQuality::Low;
	ESPHQuality Quality = ESPHQuality::Full;
	if (IsBeyond(FreezeDistance * (bWasFrozen ? Nearer : 1.0)))
		Quality = ESPHQuality::Frozen;
	else if (IsBeyond(LowQualityDistance * (bWasLow || bWasFrozen ? Nearer : 1.0)))
		Quality = ESPHQuality::Low;
	// What wakes a frozen body, a touch or a push, moves it for one frame only.
	if (Quality == ESPHQuality::Frozen)
		Core->Sleep(Instance.Id);
	if (Quality == Instance.Quality)
		return;
	Core->SetIterations(Instance.Id, Quality == ESPHQuality::Low ? LowQualityIterations : 0);
	Core->SetStride(Instance.Id, Quality == ESPHQuality::Low ? LowQualityStride : 1);
	if (bWasFrozen)
		Core->Wake(Instance.Id);
	Instance.Quality = Quality;
}

void FSPHSolidsSimulation::FindEyes()
{
	constexpr double WidestAngle = 170.0, NarrowestAngle = 1.0, UsualAngle = 90.0; // degrees
	Eyes.Reset();
	for (FConstPlayerControllerIterator It = World.GetPlayerControllerIterator(); It; ++It)
		if (const APlayerController* Player = It->Get())
		{
			FVector Location;
			FRotator Rotation;
			Player->GetPlayerViewPoint(Location, Rotation);
			if (Location.ContainsNaN())
				continue;
			const APlayerCameraManager* Camera = Player->PlayerCameraManager;
			const double Angle = Camera ? static_cast<double>(Camera->GetFOVAngle()) : UsualAngle;
			const double Half = FMath::DegreesToRadians(FMath::Clamp(Angle, NarrowestAngle, WidestAngle)) / 2.0;
			Eyes.Add(FEye{Location, 2.0 * FMath::Tan(Half)});
		}
}

void FSPHSolidsSimulation::ScaleQuality()
{
	if (LowQualityDistance <= 0.0 && FreezeDistance <= 0.0 && MeshError <= 0.0)
		return;
	FindEyes();
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		// Where nobody looks, as on a server without players, all is worth the same.
		double Nearest = Eyes.IsEmpty() || !Instance->Component->bScaleQuality ? 0.0 : MAX_dbl;
		for (const FEye& Eye : Eyes)
			Nearest = FMath::Min(Nearest, Instance->ParticleBounds.ComputeSquaredDistanceToPoint(Eye.Place));
		ApplyQuality(*Instance, Nearest);
		ChooseLevel(*Instance);
	}
}

void FSPHSolidsSimulation::ChooseLevel(FSPHSolidInstance& Instance) const
{
	const TArray<FSPHMeshTopology::FCoarser>& Coarser = Instance.Body->Topology->Coarser;
	if (Coarser.IsEmpty())
		return;
	// Of all who look, the one in whose picture the body is largest: width of the picture where the body is, cm.
	double Width = Eyes.IsEmpty() || !Instance.Component->bScaleMeshDetail ? 0.0 : MAX_dbl;
	for (const FEye& Eye : Eyes)
		Width = FMath::Min(Width, Eye.Width * FMath::Sqrt(Instance.ParticleBounds.ComputeSquaredDistanceToPoint(Eye.Place)));
	// To become finer a body must be clearly nearer than to become coarser, so that one on the border does not flicker.
	constexpr double Nearer = 0.95;
	int32 Level = 0;
	for (int32 Index = 0; Index < Coarser.Num(); ++Index)
		if (Coarser[Index].CellSize * Instance.Place.GetScale3D().X * (Index < Instance.Level ? Nearer : 1.0) < MeshError * Width)
			Level = Index + 1;
	Instance.bMoved |= Level != Instance.Level;
	Instance.Level = Level;
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

bool FSPHSolidsSimulation::WantsVertices(FSPHSolidInstance& Instance) const
{
	// The render thread is a frame behind, and what turns into view should be up to date when it does.
	constexpr float SeenSeconds = 0.2f;
	const USPHSolidComponent* Component = Instance.Component.Get();
	return FApp::CanEverRender() && Instance.Body->HasSkin() && Component->IsRenderStateCreated()
		&& (!Component->bSkinOnlyWhenSeen || Component->WasRecentlyRendered(SeenSeconds));
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

void FSPHSolidsSimulation::SendEvents()
{
	// What a Blueprint does in an event may add and remove bodies, so collect first.
	TArray<TPair<TWeakObjectPtr<USPHSolidComponent>, bool>> Changes;
	for (FSPHSolidInstance* Instance : Moving)
	{
		if (Instance->bSlept || Instance->bWoke)
			Changes.Add(TPair<TWeakObjectPtr<USPHSolidComponent>, bool>(Instance->Component, Instance->bSlept));
		Instance->bSlept = Instance->bWoke = false;
	}
	Moving.Reset();
	SendImpacts();
	for (const TPair<TWeakObjectPtr<USPHSolidComponent>, bool>& Change : Changes)
		if (USPHSolidComponent* Component = Change.Key.Get())
			(Change.Value ? Component->OnSleep : Component->OnWake).Broadcast(Component);
}

void FSPHSolidsSimulation::SendImpacts()
{
	struct FImpact
	{
		TWeakObjectPtr<USPHSolidComponent> Component;
		TWeakObjectPtr<UPrimitiveComponent> Other;
		FVector Location, Impulse;
	};
	TArray<FImpact> Impacts;
	for (const SPHSolids::ContactEvent& Contact : Core->Contacts())
	{
		// Soft things that meet touch lightly first and push harder in the frames after, so the beginning alone would miss most hits.
		const bool bMeet = Contact.began || Contact.normalSpeed >= ImpactSpeed;
		if (!bMeet || Contact.other == SPHSolids::ContactEvent::Other::Self)
			continue;
		const FVector Location = SPHSolidsUnits::VectorToEngine(Contact.place), Impulse = SPHSolidsUnits::VectorToEngine(Contact.impulse);
		const auto Add = [this, &Impacts, &Location](FSPHSolidInstance* Instance, UPrimitiveComponent* Other, const FVector& Push)
		{
			USPHSolidComponent* Component = Instance ? Instance->Component.Get() : nullptr;
			if (!Component || !Component->OnImpact.IsBound() || Push.Size() < static_cast<double>(Component->ImpactThreshold)
				|| Core->Time() < Instance->LastImpact + static_cast<double>(Component->ImpactInterval))
				return;
			Impacts.Add(FImpact{Component, Other, Location, Push});
		};
		FSPHSolidInstance* First = InstanceOf(Contact.body);
		Add(First, OtherOf(Contact), Impulse);
		if (Contact.other == SPHSolids::ContactEvent::Other::Body)
			Add(InstanceOf(Contact.otherBody), First ? First->Component.Get() : nullptr, -Impulse);
	}
	Impacts.Sort([](const FImpact& A, const FImpact& B) { return A.Impulse.SizeSquared() > B.Impulse.SizeSquared(); });
	for (int32 Index = 0; Index < FMath::Min(Impacts.Num(), MaxImpacts); ++Index)
		if (USPHSolidComponent* Component = Impacts[Index].Component.Get())
		{
			if (FSPHSolidInstance* Instance = Component->GetInstance())
				Instance->LastImpact = Core->Time();
			Component->OnImpact.Broadcast(Component, Impacts[Index].Location, Impacts[Index].Impulse, Impacts[Index].Other.Get());
		}
}

FSPHSolidInstance* FSPHSolidsSimulation::InstanceOf(SPHSolids::BodyId Id) const
{
	const int32 Index = static_cast<int32>(Id.index);
	FSPHSolidInstance* Instance = InstanceByIndex.IsValidIndex(Index) ? InstanceByIndex[Index] : nullptr;
	return Instance && Instance->Id == Id ? Instance : nullptr;
}

UPrimitiveComponent* FSPHSolidsSimulation::OtherOf(const SPHSolids::ContactEvent& Contact) const
{
	switch (Contact.other)
	{
	case SPHSolids::ContactEvent::Other::Body:
	{
		const FSPHSolidInstance* Other = InstanceOf(Contact.otherBody);
		return Other ? Other->Component.Get() : nullptr;
	}
	case SPHSolids::ContactEvent::Other::Boundary: return Colliders.ComponentOf(Contact.boundary);
	case SPHSolids::ContactEvent::Other::Rigid: return Colliders.ComponentOf(Contact.rigid);
	case SPHSolids::ContactEvent::Other::Self: break;
	}
	return nullptr;
}

void FSPHSolidsSimulation::WarnOnScreen(const FString& Message) const
{
#if !UE_BUILD_SHIPPING
	constexpr float Seconds = 8.0f;
	if (GEngine && FApp::CanEverRender() && CVarSPHSolidsScreenWarnings.GetValueOnGameThread() != 0)
		GEngine->AddOnScreenDebugMessage(
			static_cast<uint64>(GetTypeHash(Message)), Seconds, FColor::Red, FString(TEXT("SPHSolids: ")) + Message);
#endif
}

void FSPHSolidsSimulation::ReportIssues()
{
	if (Report.issues == SPHSolids::StepIssue::None)
		return;
	for (const SPHSolids::StepIssueInfo& Info : SPHSolids::StepIssues())
		if (SPHSolids::Has(Report.issues, Info.issue) && !SPHSolids::Has(Said, Info.issue))
		{
			Said |= Info.issue;
			const FString Sentence = SPHSolidsText::ToEngine(Info.sentence);
			UE_LOG(LogSPHSolids, Warning, TEXT("%s: %s (said once)"), *World.GetMapName(), *Sentence);
			if (SPHSolids::Has(RealTrouble, Info.issue))
				WarnOnScreen(Sentence);
		}
	TArray<TWeakObjectPtr<USPHSolidComponent>> Frozen;
	if (SPHSolids::Has(Report.issues, SPHSolids::StepIssue::BodyFrozen))
		for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
			if (Instance->State == SPHSolids::BodyState::Frozen)
				Frozen.Add(Instance->Component);
	for (const TWeakObjectPtr<USPHSolidComponent>& Component : Frozen)
		if (Component.IsValid())
			Component->ReportIssue(TEXT("The body went wrong again and again and is held still. Use a shorter step or a softer material; "
										"Reset Body lets it go on."));
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

void FSPHSolidsSimulation::DrawDebug()
{
#if UE_ENABLE_DEBUG_DRAWING
	const int32 What = CVarSPHSolidsDraw.GetValueOnGameThread();
	if (What == 0)
		return;
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		const SPHSolids::SolidBody* Solid = Core->Find(Instance->Id);
		if (Solid && (What & 1) != 0)
			for (std::size_t Index = 0; Index < Solid->ParticleCount(); ++Index)
				if (!Solid->IsMelted(Index))
					DrawDebugPoint(&World, SPHSolidsUnits::VectorToEngine(Solid->origin + Solid->position[Index].Cast<double>()), 4.0f,
						Solid->held[Index] != 0 ? FColor::Red : FColor::White);
		if (Solid && (What & 8) != 0)
			DrawStress(*Instance, *Solid);
		if ((What & 4) != 0 && Instance->GatheredAround.IsValid)
			DrawDebugBox(&World, Instance->GatheredAround.GetCenter(), Instance->GatheredAround.GetExtent(), FColor::Yellow);
	}
	if ((What & 2) != 0)
		for (const SPHSolids::ContactEvent& Contact : Core->Contacts())
			DrawDebugPoint(&World, SPHSolidsUnits::VectorToEngine(Contact.place), 10.0f, FColor::Green);
#endif
}

void FSPHSolidsSimulation::DrawStress(FSPHSolidInstance& Instance, const SPHSolids::SolidBody& Solid)
{
#if UE_ENABLE_DEBUG_DRAWING
	SPHSolidSkinning::FillGradients(Instance, Tasks);
	const SPHSolids::Material& Material = Solid.GetMaterial();
	const double Scale = Instance.Place.GetScale3D().X;
	for (std::size_t Index = 0; Index < Instance.Positions.size(); ++Index)
	{
		if (Solid.IsMelted(Index))
			continue;
		const SPHSolids::StressState State =
			SPHSolids::EvaluateMaterial(Material, Instance.Gradients[Index].Cast<double>() * (1.0 / Scale));
		const float Share = static_cast<float>(FMath::Clamp(SPHSolids::FrobeniusNorm(State.stress) / Material.young, 0.0, 1.0));
		const uint8 Red = static_cast<uint8>(255.0f * Share);
		DrawDebugPoint(&World, SPHSolidsUnits::VectorToEngine(Solid.origin + Instance.Positions[Index].Cast<double>()), 6.0f,
			FColor(Red, 0, static_cast<uint8>(255 - Red)));
	}
#endif
}
