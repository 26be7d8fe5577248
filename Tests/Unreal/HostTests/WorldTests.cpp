// Copyright (c) 2026 The SPHSolids authors

#include "HostWorldTypes.h"

#include "Host/Engine.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Templates/Casts.h"
#include "UObject/UnrealType.h"

#include <gtest/gtest.h>

TArray<FString> UHostDiaryComponent::Common;
int32 UHostDiarySubsystem::Alive = 0;

UHostDiaryComponent::UHostDiaryComponent()
{
	PrimaryComponentTick.bCanEverTick = true;
}

void UHostDiaryComponent::OnRegister()
{
	Super::OnRegister();
	Diary.Add(TEXT("OnRegister"));
}

void UHostDiaryComponent::OnUnregister()
{
	Super::OnUnregister();
	Diary.Add(TEXT("OnUnregister"));
}

void UHostDiaryComponent::BeginPlay()
{
	Super::BeginPlay();
	Diary.Add(TEXT("BeginPlay"));
}

void UHostDiaryComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Diary.Add(FString::Printf(TEXT("EndPlay %d"), static_cast<int32>(EndPlayReason)));
	Super::EndPlay(EndPlayReason);
}

void UHostDiaryComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	Diary.Add(FString::Printf(TEXT("Tick %.2f"), DeltaTime));
	Common.Add(GetName());
}

AHostDiaryActor::AHostDiaryActor()
{
	PrimaryActorTick.bCanEverTick = true;
	First = CreateDefaultSubobject<UHostDiaryComponent>(TEXT("First"));
	Second = CreateDefaultSubobject<UHostDiaryComponent>(TEXT("Second"));
	RootComponent = First;
	Second->SetupAttachment(First);
	Second->SetRelativeLocation(FVector(10, 0, 0));
}

void AHostDiaryActor::BeginPlay()
{
	Super::BeginPlay();
	Diary.Add(First->HasBegunPlay() ? TEXT("BeginPlay after components") : TEXT("BeginPlay before components"));
}

void AHostDiaryActor::Tick(float DeltaSeconds)
{
	Super::Tick(DeltaSeconds);
	Diary.Add(TEXT("Tick"));
	UHostDiaryComponent::Common.Add(GetName());
	if (bDestroyInTick)
		Destroy();
}

void UHostDiarySubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Diary.Add(TEXT("Initialize"));
	++Alive;
}

void UHostDiarySubsystem::Deinitialize()
{
	--Alive;
	Super::Deinitialize();
}

void UHostDiarySubsystem::Tick(float DeltaTime)
{
	Super::Tick(DeltaTime);
	Diary.Add(TEXT("Tick"));
	UHostDiaryComponent::Common.Add(TEXT("Subsystem"));
}

namespace
{

struct FHostWorlds : testing::Test
{
	Host::FEngine& Engine = Host::FEngine::Get();
	int32 ObjectsBefore = 0;
	void SetUp() override
	{
		CollectGarbage(RF_NoFlags);
		ObjectsBefore = Host::CountObjects();
		UHostDiaryComponent::Common.Reset();
	}
	void TearDown() override
	{
		CollectGarbage(RF_NoFlags);
		EXPECT_EQ(Host::CountObjects(), ObjectsBefore) << "everything of the world is gone with it";
		EXPECT_EQ(UHostDiarySubsystem::Alive, 0);
	}
};

}

TEST_F(FHostWorlds, ActorsAndComponentsLiveThroughTheirPhases)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>(FVector(1, 2, 3), FRotator(0, 90, 0));
	ASSERT_TRUE(Actor);
	EXPECT_TRUE(Actor->Diary[0] == TEXT("BeginPlay after components"));
	EXPECT_EQ(Actor->GetWorld(), World);
	EXPECT_EQ(Actor->First->GetOwner(), Actor);
	Engine.Tick(0.25f);
	EXPECT_TRUE((Actor->First->Diary == TArray<FString>{TEXT("OnRegister"), TEXT("BeginPlay"), TEXT("Tick 0.25")}));
	EXPECT_DOUBLE_EQ(World->GetTimeSeconds(), 0.25);
	const TStrongObjectPtr<UHostDiaryComponent> Kept(Actor->First.Get());
	EXPECT_TRUE(Actor->Destroy());
	EXPECT_TRUE(Kept->Diary.Last(1) == TEXT("EndPlay 0"));
	EXPECT_TRUE(Kept->Diary.Last() == TEXT("OnUnregister"));
	EXPECT_FALSE(IsValid(Actor));
	EXPECT_FALSE(Kept->IsRegistered());
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, AttachedComponentsFollow)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>(FVector(100, 0, 0), FRotator(0, 90, 0));
	EXPECT_TRUE(Actor->Second->GetComponentLocation().Equals(FVector(100, 10, 0), 1e-9))
		<< TCHAR_TO_UTF8(*Actor->Second->GetComponentLocation().ToString());
	Actor->SetActorLocation(FVector(0, 0, 50));
	EXPECT_TRUE(Actor->Second->GetComponentLocation().Equals(FVector(0, 10, 50), 1e-9));
	Actor->Second->DetachFromComponent(FDetachmentTransformRules::KeepWorldTransform);
	Actor->SetActorLocation(FVector(0, 0, 0));
	EXPECT_TRUE(Actor->Second->GetComponentLocation().Equals(FVector(0, 10, 50), 1e-9));
	Actor->Second->AttachToComponent(Actor->First, FAttachmentTransformRules::KeepWorldTransform);
	EXPECT_TRUE(Actor->Second->GetComponentLocation().Equals(FVector(0, 10, 50), 1e-9));
	EXPECT_FALSE(Actor->First->AttachToComponent(Actor->Second, FAttachmentTransformRules::KeepWorldTransform)) << "no circles";
	EXPECT_DEATH(Actor->SetActorTransform(FTransform(FVector(std::nan(""), 0, 0))), "not a number");
	EXPECT_DEATH(Actor->Second->SetupAttachment(Actor->First), "use AttachToComponent");
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, TicksRunByGroupThenByPrerequisite)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>();
	Actor->First->SetTickGroup(TG_PostPhysics);
	UHostDiaryComponent::Common.Reset();
	Engine.Tick(0.1f);
	EXPECT_TRUE((UHostDiaryComponent::Common == TArray<FString>{Actor->GetName(), TEXT("Second"), TEXT("First"), TEXT("Subsystem")}));
	// The second waits for the first, which comes late: so it is late as well.
	Actor->Second->AddTickPrerequisiteComponent(Actor->First);
	UHostDiaryComponent::Common.Reset();
	Engine.Tick(0.1f);
	EXPECT_TRUE((UHostDiaryComponent::Common == TArray<FString>{Actor->GetName(), TEXT("First"), TEXT("Second"), TEXT("Subsystem")}));
	EXPECT_EQ(Actor->Second->PrimaryComponentTick.GetActualTickGroup().GetValue(), TG_PostPhysics);
	// Waiting for each other is reported, and both tick all the same.
	{
		const Host::FLogCapture Capture;
		Actor->First->AddTickPrerequisiteComponent(Actor->Second);
		UHostDiaryComponent::Common.Reset();
		Engine.Tick(0.1f);
		EXPECT_GE(Capture.Count(ELogVerbosity::Error, TEXT("in a circle")), 1);
		EXPECT_EQ(UHostDiaryComponent::Common.Num(), 4);
		Actor->First->PrimaryComponentTick.RemovePrerequisite(Actor->Second, Actor->Second->PrimaryComponentTick);
	}
	// Before or after the last group, the subsystem ticks once.
	Actor->First->SetTickGroup(TG_PostUpdateWork);
	for (const bool bEarly : {true, false})
	{
		Engine.bTickablesBeforePostUpdateWork = bEarly;
		UHostDiaryComponent::Common.Reset();
		Engine.Tick(0.1f);
		EXPECT_EQ(UHostDiaryComponent::Common.Find(FString(TEXT("Subsystem"))), bEarly ? 1 : 3);
	}
	Engine.bTickablesBeforePostUpdateWork = true;
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, PauseIntervalsDilationAndTimers)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>();
	Actor->First->PrimaryComponentTick.TickInterval = 0.25f;
	FTimerHandle Timer;
	World->GetTimerManager().SetTimer(Timer, Actor->Second.Get(), &UHostDiaryComponent::Ring, 0.3f, true);
	for (int32 Index = 0; Index < 10; ++Index)
		Engine.Tick(0.125f);
	const auto Count = [](const UHostDiaryComponent* Component, const TCHAR* What)
	{
		int32 Found = 0;
		for (const FString& Line : Component->Diary)
			Found += Line.StartsWith(What);
		return Found;
	};
	EXPECT_EQ(Count(Actor->First, TEXT("Tick 0.25")), 5) << "every second frame, with the whole time since the last";
	EXPECT_EQ(Count(Actor->Second, TEXT("Tick 0.12")), 10);
	EXPECT_EQ(Count(Actor->Second, TEXT("Ring")), 4);
	World->HostSetPaused(true);
	Engine.Tick(0.125f);
	EXPECT_EQ(Count(Actor->Second, TEXT("Tick")), 10);
	EXPECT_DOUBLE_EQ(World->GetTimeSeconds(), 1.25);
	World->HostSetPaused(false);
	World->HostSetTimeDilation(0.5f);
	Engine.Tick(0.5f);
	EXPECT_TRUE(Actor->Second->Diary.ContainsByPredicate([](const FString& Line) { return Line == TEXT("Tick 0.25"); }));
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, AnActorMayDestroyItselfWhileItTicks)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>();
	Actor->bDestroyInTick = true;
	TWeakObjectPtr<AHostDiaryActor> Weak = Actor;
	Engine.Tick(0.1f);
	EXPECT_FALSE(Weak.IsValid());
	EXPECT_FALSE(UHostDiaryComponent::Common.Contains(FString(TEXT("Second")))) << "its components do not tick any more";
	CollectGarbage(RF_NoFlags);
	Engine.Tick(0.1f);
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, EachWorldHasItsSubsystemFromBeginningToEnd)
{
	UWorld* Game = Engine.CreateWorld(EWorldType::Game, TEXT("Game"));
	UWorld* Editor = Engine.CreateWorld(EWorldType::Editor, TEXT("Editor"));
	UWorld* Preview = Engine.CreateWorld(EWorldType::EditorPreview, TEXT("Preview"));
	UHostDiarySubsystem* Subsystem = Game->GetSubsystem<UHostDiarySubsystem>();
	ASSERT_TRUE(Subsystem);
	EXPECT_NE(Subsystem, Editor->GetSubsystem<UHostDiarySubsystem>());
	EXPECT_EQ(Preview->GetSubsystem<UHostDiarySubsystem>(), nullptr) << "previews have none unless the class says so";
	EXPECT_EQ(UWorld::GetSubsystem<UHostDiarySubsystem>(nullptr), nullptr);
	Engine.Tick(0.1f);
	EXPECT_TRUE((Subsystem->Diary == TArray<FString>{TEXT("Initialize"), TEXT("PostInitialize"), TEXT("OnWorldBeginPlay"), TEXT("Tick")}));
	EXPECT_EQ(Editor->GetSubsystem<UHostDiarySubsystem>()->Diary.Num(), 2) << "no play and no tick in the editor";
	Editor->GetSubsystem<UHostDiarySubsystem>()->bInEditor = true;
	Engine.Tick(0.1f);
	EXPECT_EQ(Editor->GetSubsystem<UHostDiarySubsystem>()->Diary.Num(), 3);
	EXPECT_EQ(UHostDiarySubsystem::Alive, 2);
	for (UWorld* World : {Game, Editor, Preview})
		Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, PlayInEditorPlaysACopy)
{
	UWorld* Editor = Engine.CreateWorld(EWorldType::Editor, TEXT("Level"));
	AHostDiaryActor* Original = Editor->SpawnActor<AHostDiaryActor>(FVector(1, 2, 3), FRotator(0, 0, 0));
	Original->First->Saved = 77;
	Original->Second->SetRelativeLocation(FVector(0, 0, 5));
	EXPECT_TRUE(Original->Diary.IsEmpty()) << "nothing plays in the editor";
	UWorld* Play = Engine.StartPIE(Editor);
	ASSERT_EQ(Play->PersistentLevel->Actors.Num(), 1);
	AHostDiaryActor* Copy = Cast<AHostDiaryActor>(Play->PersistentLevel->Actors[0].Get());
	ASSERT_TRUE(Copy);
	EXPECT_NE(Copy, Original);
	EXPECT_EQ(Copy->GetWorld(), Play);
	EXPECT_EQ(Copy->First->Saved, 77);
	EXPECT_NE(Copy->First.Get(), Original->First.Get());
	EXPECT_EQ(Copy->Second->GetAttachParent(), Copy->First.Get());
	EXPECT_TRUE(Copy->Second->GetComponentLocation().Equals(FVector(1, 2, 8)));
	EXPECT_TRUE(Copy->HasActorBegunPlay());
	Copy->SetActorLocation(FVector(9, 9, 9));
	Engine.Tick(0.1f);
	EXPECT_TRUE(Original->GetActorLocation().Equals(FVector(1, 2, 3)));
	Engine.DestroyWorld(Play, EEndPlayReason::EndPlayInEditor);
	EXPECT_TRUE(IsValid(Original));
	Engine.DestroyWorld(Editor);
}

TEST_F(FHostWorlds, ComponentsMadeWhilePlayingRegisterAndBegin)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AActor* Actor = World->SpawnActor<AHostDiaryActor>();
	UHostDiaryComponent* Late = NewObject<UHostDiaryComponent>(Actor, TEXT("Late"));
	EXPECT_FALSE(Late->IsRegistered());
	Late->RegisterComponent();
	EXPECT_TRUE(Late->HasBegunPlay());
	TArray<UHostDiaryComponent*> Found;
	Actor->GetComponents(Found);
	EXPECT_EQ(Found.Num(), 3);
	CollectGarbage(RF_NoFlags);
	EXPECT_TRUE(IsValid(Late)) << "its actor holds it";
	Late->DestroyComponent();
	Late->RegisterComponent();
	EXPECT_FALSE(Late->IsRegistered());
	EXPECT_DEATH(NewObject<UHostForgetfulComponent>(Actor)->RegisterComponent(), "does not call Super");
	Engine.DestroyWorld(World);
}

#if WITH_EDITOR
TEST_F(FHostWorlds, EditingAPropertyRegistersTheComponentAnew)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Editor);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>();
	FPropertyChangedEvent Event(UHostDiaryComponent::StaticClass()->FindPropertyByName(TEXT("Saved")));
	Actor->First->PostEditChangeProperty(Event);
	EXPECT_TRUE((Actor->First->Diary == TArray<FString>{TEXT("OnRegister"), TEXT("OnUnregister"), TEXT("OnRegister")}));
	Engine.DestroyWorld(World);
}
#endif

TEST_F(FHostWorlds, ADyingWorldSpawnsNothing)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	const Host::FLogCapture Capture;
	const FDelegateHandle Handle =
		FWorldDelegates::OnWorldBeginTearDown.AddLambda([](UWorld* Dying) { EXPECT_EQ(Dying->SpawnActor<AHostDiaryActor>(), nullptr); });
	Engine.DestroyWorld(World);
	FWorldDelegates::OnWorldBeginTearDown.Remove(Handle);
	EXPECT_EQ(Capture.Count(ELogVerbosity::Warning, TEXT("tearing down")), 1);
}

TEST_F(FHostWorlds, ATickFunctionMustNotDieWhileTheWorldTicks)
{
	struct FOwn : FTickFunction
	{
		TFunction<void()> Do;
		void ExecuteTick(float, ELevelTick, ENamedThreads::Type, const FGraphEventRef&) override { Do(); }
	};
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	EXPECT_DEATH(
		{
			TUniquePtr<FOwn> Victim = MakeUnique<FOwn>();
			FOwn Killer;
			Killer.Do = [&] { Victim.Reset(); };
			Killer.RegisterTickFunction(World->PersistentLevel);
			Victim->RegisterTickFunction(World->PersistentLevel);
			World->Tick(LEVELTICK_All, 0.1f);
		},
		"destroyed during a tick frame");
	// Registered while a group runs, it starts with the next one.
	FOwn Early, Late;
	int32 LateGroup = -1;
	Late.Do = [&] { LateGroup = World->HostTickGroup; };
	Early.Do = [&] { Late.RegisterTickFunction(World->PersistentLevel); };
	Early.RegisterTickFunction(World->PersistentLevel);
	World->Tick(LEVELTICK_All, 0.1f);
	EXPECT_EQ(LateGroup, static_cast<int32>(TG_StartPhysics));
	Early.UnRegisterTickFunction();
	Late.UnRegisterTickFunction();
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, AStreamedLevelEndsPlayWhenItGoesAndBeginsItAgainWhenItComesBack)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	ULevel* Level = NewObject<ULevel>(World);
	World->HostAddLevel(Level);
	FActorSpawnParameters Parameters;
	Parameters.OverrideLevel = Level;
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>(Parameters);
	EXPECT_EQ(Actor->GetLevel(), Level);
	EXPECT_EQ(Actor->GetWorld(), World);
	World->HostRemoveLevel(Level);
	EXPECT_FALSE(Actor->First->IsRegistered());
	World->HostAddLevel(Level);
	const TArray<FString> Expected = {
		TEXT("OnRegister"), TEXT("BeginPlay"), TEXT("EndPlay 3"), TEXT("OnUnregister"), TEXT("OnRegister"), TEXT("BeginPlay")};
	EXPECT_EQ(Actor->First->Diary, Expected);
	EXPECT_EQ(static_cast<int32>(EEndPlayReason::RemovedFromWorld), 3);
	Engine.DestroyWorld(World);
}

TEST_F(FHostWorlds, AShiftOfTheOriginMovesRootsAndWhatIsAttachedMovesWithThem)
{
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AHostDiaryActor* Actor = World->SpawnActor<AHostDiaryActor>(FVector(1, 2, 3), FRotator(0, 0, 0));
	World->HostSetOrigin(FIntVector(100, 0, -50));
	EXPECT_EQ(Actor->First->GetComponentLocation(), FVector(-99, 2, 53));
	EXPECT_EQ(Actor->Second->GetComponentLocation(), FVector(-89, 2, 53));
	Engine.DestroyWorld(World);
}
