// Copyright (c) 2026 The SPHSolids authors

#include "Editor.h"

#include "ActorFactories/ActorFactory.h"
#include "AssetDefinition.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetToolsModule.h"
#include "Components/SceneComponent.h"
#include "ContentBrowserMenuContexts.h"
#include "Editor/UnrealEdEngine.h"
#include "EditorValidatorBase.h"
#include "Engine/StaticMesh.h"
#include "FileHelpers.h"
#include "HAL/FileManager.h"
#include "Host/EditorShell.h"
#include "Host/Engine.h"
#include "Host/Packages.h"
#include "Host/ProcessorTime.h"
#include "Host/Program.h"
#include "IPlacementModeModule.h"
#include "Interfaces/IPluginManager.h"
#include "Logging/MessageLog.h"
#include "MeshDescription.h"
#include "MessageLogModule.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "PreviewScene.h"
#include "PrimitiveDrawInterface.h"
#include "PropertyEditorModule.h"
#include "ScopedTransaction.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "Subsystems/ImportSubsystem.h"
#include "ToolMenus.h"
#include "Toolkits/AssetEditorToolkit.h"
#include "UObject/UObjectIterator.h"
#include "UnrealEdGlobals.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

IMPLEMENT_MODULE(FMessageLogModule, MessageLog)
IMPLEMENT_MODULE(FPropertyEditorModule, PropertyEditor)
IMPLEMENT_MODULE(FAssetToolsModule, AssetTools)
IMPLEMENT_MODULE(FAssetRegistryModule, AssetRegistry)
IMPLEMENT_MODULE(IPlacementModeModule, PlacementMode)
IMPLEMENT_HIT_PROXY(HComponentVisProxy, HHitProxy)

UEditorEngine* GEditor = nullptr;
UUnrealEdEngine* GUnrealEd = nullptr;
FEditorDelegates::FOnPIEEvent FEditorDelegates::PostPIEStarted;
FEditorDelegates::FOnPIEEvent FEditorDelegates::EndPIE;

namespace
{

namespace fs = std::filesystem;

// --- undo

struct FHostTransaction
{
	struct FEntry
	{
		TStrongObjectPtr<UObject> Object;
		Host::FSnapshot Snapshot;
	};
	FString Title;
	std::vector<FEntry> Entries;
};
int32 GTransactionDepth = 0;
std::vector<FHostTransaction> GUndo, GRedo;

bool RecordForUndo(UObject* Object)
{
	if (GTransactionDepth == 0 || !(Object->HasAnyFlags(RF_Transactional) || Object->IsA(ULevel::StaticClass())))
		return false;
	for (const FHostTransaction::FEntry& Entry : GUndo.back().Entries)
		if (Entry.Object.Get() == Object)
			return true;
	GUndo.back().Entries.push_back({TStrongObjectPtr<UObject>(Object), Host::TakeSnapshot(Object)});
	return true;
}

bool SwapBack(std::vector<FHostTransaction>& From, std::vector<FHostTransaction>& To)
{
	if (From.empty())
		return false;
	FHostTransaction Transaction = std::move(From.back());
	From.pop_back();
	for (FHostTransaction::FEntry& Entry : Transaction.Entries)
	{
		Host::FSnapshot Now = Host::TakeSnapshot(Entry.Object.Get());
		Host::RestoreSnapshot(Entry.Object.Get(), Entry.Snapshot);
		Entry.Snapshot = std::move(Now);
	}
	for (FHostTransaction::FEntry& Entry : Transaction.Entries)
		Entry.Object->PostEditUndo();
	To.push_back(std::move(Transaction));
	return true;
}

// --- files

std::string ToPath(const FString& Text)
{
	return Host::ToUtf8(*Text);
}

/// As the engine does: into a file beside it that takes its place when it is complete.
bool WriteFileSafely(const TArray<uint8>& Bytes, const std::string& File)
{
	std::error_code Ignored;
	fs::create_directories(fs::path(File).parent_path(), Ignored);
	if (fs::exists(File, Ignored) && ::access(File.c_str(), W_OK) != 0)
		return false;
	// Root may write anything, so the rights are asked for as well.
	if (fs::exists(File, Ignored) && (fs::status(File, Ignored).permissions() & fs::perms::owner_write) == fs::perms::none)
		return false;
	const std::string Temporary = File + ".tmp";
	std::ofstream Stream(Temporary, std::ios::binary);
	Stream.write(reinterpret_cast<const char*>(Bytes.GetData()), Bytes.Num());
	Stream.close();
	if (!Stream.good())
	{
		fs::remove(Temporary, Ignored);
		return false;
	}
	fs::rename(Temporary, File, Ignored);
	return !Ignored;
}

UObject* FindAssetOf(const UPackage* Package)
{
	TArray<UObject*> Inside;
	GetObjectsWithOuter(Package, Inside, false);
	for (UObject* Object : Inside)
		if (Object->HasAnyFlags(RF_Standalone) && IsValid(Object))
			return Object;
	return nullptr;
}

UObject* LoadFromFile(const FString& Path)
{
	FString PackageName, AssetName;
	if (!Path.Split(TEXT("."), &PackageName, &AssetName) || !PackageName.StartsWith(TEXT("/Game/")))
		return nullptr;
	TArray<uint8> Bytes;
	const FString File = FPackageName::LongPackageNameToFilename(PackageName, FPackageName::GetAssetPackageExtension());
	if (!FFileHelper::LoadFileToArray(Bytes, *File))
		return nullptr;
	++Host::FEditor::Get().LoadCounts.FindOrAdd(Path);
	UObject* Loaded = Host::LoadAsset(Bytes, CreatePackage(*PackageName), FName(*AssetName));
	if (Loaded)
		Loaded->SetFlags(RF_Public | RF_Standalone | RF_Transactional);
	return Loaded;
}

bool MatchesWords(const FString& Text, const TCHAR* Words)
{
	return *Words == 0 || Text.Contains(FString(Words), ESearchCase::CaseSensitive);
}

}

// --- the editor

namespace Host
{

FEditor& FEditor::Get()
{
	static FEditor Editor;
	return Editor;
}

void FEditor::Start(const FString& InContentFolder)
{
	ContentFolder = InContentFolder;
	ProgramFlags().SavedFolder = ContentFolder / TEXT("Saved/");
	PackageHooks().Modify = RecordForUndo;
	PackageHooks().LoadMissing = LoadFromFile;
	GUnrealEd = NewObject<UUnrealEdEngine>();
	GEditor = GUnrealEd;
	GEditor->AddToRoot();
	GEditor->SelectedActors = NewObject<USelection>();
	GEditor->HostSubsystems.Add(NewObject<UImportSubsystem>());
	GEditor->HostSubsystems.Add(NewObject<UAssetEditorSubsystem>());
	GEditor->GetEditorWorldContext().HostWorld = FEngine::Get().CreateWorld(EWorldType::Editor, TEXT("Untitled"));
}

void FEditor::ClearRecords()
{
	SlowTasks.Empty();
	Messages.Empty();
	Notifications.Empty();
	OpenedLogs.Empty();
	Synced.Empty();
	LoadCounts.Empty();
	PressesCancel = nullptr;
	UsesWindow = nullptr;
}

void FEditor::Stop()
{
	while (!FAssetEditorToolkit::HostOpen().IsEmpty())
		TSharedRef<FAssetEditorToolkit>(FAssetEditorToolkit::HostOpen().Last())->HostClose();
	GUndo.clear();
	GRedo.clear();
	ClearRecords();
	PackageHooks() = FPackageHooks();
	UToolMenus::Get()->RemoveFromRoot();
	GEditor->RemoveFromRoot();
	GEditor = nullptr;
	GUnrealEd = nullptr;
}

UWorld* FEditor::StartPlay()
{
	GEditor->PlayWorld = FEngine::Get().StartPIE(GetWorld());
	FEditorDelegates::PostPIEStarted.Broadcast(false);
	return GEditor->PlayWorld;
}

void FEditor::StopPlay()
{
	FEditorDelegates::EndPIE.Broadcast(false);
	FEngine::Get().DestroyWorld(GEditor->PlayWorld, EEndPlayReason::EndPlayInEditor);
	GEditor->PlayWorld = nullptr;
}

int32 FEditor::CountMessages(EMessageSeverity::Type Severity, const TCHAR* Words) const
{
	int32 Count = 0;
	for (const FLoggedMessage& Message : Messages)
		if (Message.Severity == Severity && MatchesWords(Message.Text, Words))
			++Count;
	return Count;
}

}

void UEditorEngine::SyncBrowserToObjects(const TArray<UObject*>& InObjectsToSync, bool)
{
	Host::FEditor::Get().Synced.Empty();
	for (const UObject* Object : InObjectsToSync)
		Host::FEditor::Get().Synced.Add(Object->GetPathName());
}

void UEditorEngine::EditorAddModalWindow(TSharedRef<SWindow> InWindow)
{
	if (Host::FEditor::Get().UsesWindow)
		Host::FEditor::Get().UsesWindow(*InWindow);
}

bool UEditorEngine::UndoTransaction(bool)
{
	return SwapBack(GUndo, GRedo);
}

bool UEditorEngine::RedoTransaction()
{
	return SwapBack(GRedo, GUndo);
}

UEditorSubsystem* UEditorEngine::HostFindSubsystem(UClass* Class) const
{
	for (UEditorSubsystem* Subsystem : HostSubsystems)
		if (Subsystem->IsA(Class))
			return Subsystem;
	return nullptr;
}

bool UAssetEditorSubsystem::OpenEditorForAsset(UObject* Asset)
{
	HostOpened.Add(Asset->GetPathName());
	TArray<UClass*> Classes;
	for (TObjectIterator<UClass> It; It; ++It)
		if (It->IsChildOf(UAssetDefinition::StaticClass()) && !It->HasAnyClassFlags(CLASS_Abstract))
			Classes.Add(*It);
	for (UClass* Class : Classes)
	{
		const UAssetDefinition* Definition = Class->GetDefaultObject<UAssetDefinition>();
		if (Definition->GetAssetClass().Get() != Asset->GetClass())
			continue;
		FAssetOpenArgs Arguments;
		Arguments.Assets.Add(FAssetData(Asset));
		return Definition->OpenAssets(Arguments) == EAssetCommandResult::Handled;
	}
	return false;
}

FScopedTransaction::FScopedTransaction(const FText& SessionName, const bool bShouldActuallyTransact)
	: bOpen(bShouldActuallyTransact)
{
	if (!bOpen)
		return;
	if (GTransactionDepth++ == 0)
	{
		GUndo.push_back({SessionName.ToString(), {}});
		GRedo.clear();
	}
}

FScopedTransaction::~FScopedTransaction()
{
	if (bOpen && --GTransactionDepth == 0 && GUndo.back().Entries.empty())
		GUndo.pop_back();
}

void FScopedTransaction::Cancel()
{
	if (!bOpen)
		return;
	bOpen = false;
	if (--GTransactionDepth == 0)
		GUndo.pop_back();
}

// --- packages and files

bool UEditorLoadingAndSavingUtils::SavePackages(const TArray<UPackage*>& PackagesToSave, bool bOnlyDirty)
{
	bool bAllSaved = true;
	for (UPackage* Package : PackagesToSave)
	{
		UObject* Asset = FindAssetOf(Package);
		if (!Asset || (bOnlyDirty && !Package->IsDirty()))
			continue;
		const FString File = FPackageName::LongPackageNameToFilename(Package->GetName(), FPackageName::GetAssetPackageExtension());
		if (WriteFileSafely(Host::SaveAsset(Asset), ToPath(File)))
			Package->SetDirtyFlag(false);
		else
			bAllSaved = false;
	}
	return bAllSaved;
}

FString FPackageName::LongPackageNameToFilename(const FString& InLongPackageName, const FString& InExtension)
{
	FString Inside = InLongPackageName;
	Inside.RemoveFromStart(TEXT("/Game/"));
	return Host::FEditor::Get().ContentFolder / Inside + InExtension;
}

const FString& FPackageName::GetAssetPackageExtension()
{
	static const FString Extension(TEXT(".uasset"));
	return Extension;
}

bool FPackageName::DoesPackageExist(const FString& LongPackageName)
{
	return IFileManager::Get().FileExists(*LongPackageNameToFilename(LongPackageName, GetAssetPackageExtension()));
}

FString FPackageName::GetLongPackagePath(const FString& InLongPackageName)
{
	int32 Slash = INDEX_NONE;
	return InLongPackageName.FindLastChar(u'/', Slash) ? InLongPackageName.Left(Slash) : FString();
}

FString FPackageName::GetShortName(const FString& LongName)
{
	int32 Slash = INDEX_NONE;
	return LongName.FindLastChar(u'/', Slash) ? LongName.Mid(Slash + 1) : LongName;
}

bool FPackageName::IsValidLongPackageName(const FString& InLongPackageName)
{
	return InLongPackageName.StartsWith(TEXT("/")) && InLongPackageName.Len() > 3 && !InLongPackageName.Contains(TEXT("."))
		&& !InLongPackageName.Contains(TEXT(" ")) && !InLongPackageName.EndsWith(TEXT("/"));
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FString& OutValue, bool bShouldStopOnSeparator)
{
	const FString Text(Stream);
	const int32 At = Text.Find(FString(Match));
	if (At == INDEX_NONE)
		return false;
	FString Rest = Text.Mid(At + FCString::Strlen(Match));
	if (Rest.StartsWith(TEXT("\"")))
	{
		FString Quoted;
		Rest.Mid(1).Split(TEXT("\""), &Quoted, nullptr);
		OutValue = Quoted;
		return true;
	}
	int32 End = 0;
	while (End < Rest.Len() && Rest[End] != u' ' && !(bShouldStopOnSeparator && (Rest[End] == u',' || Rest[End] == u')')))
		++End;
	OutValue = Rest.Left(End);
	return true;
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, int32& OutValue)
{
	FString Text;
	if (!Value(Stream, Match, Text))
		return false;
	OutValue = FCString::Atoi(*Text);
	return true;
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, float& OutValue)
{
	FString Text;
	if (!Value(Stream, Match, Text))
		return false;
	OutValue = FCString::Atof(*Text);
	return true;
}

bool FParse::Param(const TCHAR* Stream, const TCHAR* Param)
{
	TArray<FString> Words;
	FString(Stream).ParseIntoArray(Words, TEXT(" "));
	return Words.Contains(FString(TEXT("-")) + Param);
}

// --- messages and progress

FMessageLog& FMessageLog::AddMessage(const TSharedRef<FTokenizedMessage>& InMessage)
{
	Pending.Add(InMessage);
	return *this;
}

TSharedRef<FTokenizedMessage> FMessageLog::Message(EMessageSeverity::Type InSeverity, const FText& InMessage)
{
	const TSharedRef<FTokenizedMessage> Made = FTokenizedMessage::Create(InSeverity, InMessage);
	Pending.Add(Made);
	return Made;
}

void FMessageLog::Flush()
{
	Host::FEditor& Editor = Host::FEditor::Get();
	for (const TSharedRef<FTokenizedMessage>& One : Pending)
		Editor.Messages.Add({LogName, Editor.Pages.FindRef(LogName), One->GetSeverity(), One->ToText().ToString()});
	Pending.Empty();
}

void FMessageLog::NewPage(const FText& InLabel)
{
	Flush();
	Host::FEditor::Get().Pages.Add(LogName, InLabel.ToString());
}

int32 FMessageLog::NumMessages(EMessageSeverity::Type InSeverityFilter)
{
	Flush();
	int32 Count = 0;
	for (const Host::FLoggedMessage& One : Host::FEditor::Get().Messages)
		Count += One.Log == LogName && One.Severity <= InSeverityFilter ? 1 : 0;
	return Count;
}

void FMessageLog::Open(EMessageSeverity::Type InSeverityFilter, bool bOpenEvenIfEmpty)
{
	if (NumMessages(InSeverityFilter) > 0 || bOpenEvenIfEmpty)
		Host::FEditor::Get().OpenedLogs.Add(LogName.ToString());
}

void FMessageLog::Notify(const FText& InMessage, EMessageSeverity::Type InSeverityFilter, bool bForce)
{
	if (NumMessages(InSeverityFilter) > 0 || bForce)
		Host::FEditor::Get().Notifications.Add(InMessage.ToString());
}

void FMessageLogModule::RegisterLogListing(const FName& LogName, const FText&, const FMessageLogInitializationOptions&)
{
	Listings.Add(LogName);
}

namespace
{

/// Time of a machine that does nothing else.
double UndisturbedSeconds()
{
	return FPlatformTime::Seconds() - Host::SecondsQueuedByThread();
}

void SignOfLife(Host::FSlowTaskRecord& Task)
{
	const double Now = UndisturbedSeconds();
	Task.LongestSilence = FMath::Max(Task.LongestSilence, Now - Task.LastSign);
	Task.LastSign = Now;
}

}

FScopedSlowTask::FScopedSlowTask(float InAmountOfWork, const FText& InDefaultMessage, bool)
	: AmountOfWork(InAmountOfWork)
{
	Host::CheckGameThread("a slow task off the game thread");
	const TSharedPtr<Host::FSlowTaskRecord> Task = MakeShared<Host::FSlowTaskRecord>();
	Task->Title = InDefaultMessage.ToString();
	Task->LastSign = UndisturbedSeconds();
	Host::FEditor::Get().SlowTasks.Add(Task);
}

FScopedSlowTask::~FScopedSlowTask()
{
	Host::FSlowTaskRecord& Task = *Host::FEditor::Get().SlowTasks.Last();
	SignOfLife(Task);
	Task.bFinished = true;
}

void FScopedSlowTask::MakeDialog(bool bShowCancelButton, bool)
{
	bCancelButton = bShowCancelButton;
	Host::FSlowTaskRecord& Task = *Host::FEditor::Get().SlowTasks.Last();
	Task.bDialog = !Host::ProgramFlags().bCommandlet;
	Task.bCancelButton = bShowCancelButton;
	SignOfLife(Task);
}

void FScopedSlowTask::EnterProgressFrame(float ExpectedWorkThisFrame, const FText& Text)
{
	Host::CheckGameThread("a slow task off the game thread");
	Host::FSlowTaskRecord& Task = *Host::FEditor::Get().SlowTasks.Last();
	Done += ExpectedWorkThisFrame;
	HOST_CHECK(Done <= AmountOfWork * 1.001f, "a slow task did more work than it announced");
	Task.Fractions.Add(Done / AmountOfWork);
	Task.Texts.Add(Text.ToString());
	SignOfLife(Task);
}

void FScopedSlowTask::TickProgress()
{
	SignOfLife(*Host::FEditor::Get().SlowTasks.Last());
}

bool FScopedSlowTask::ShouldCancel() const
{
	const Host::FEditor& Editor = Host::FEditor::Get();
	return bCancelButton && Editor.PressesCancel && Editor.PressesCancel(*Editor.SlowTasks.Last());
}

// --- assets

bool IAssetRegistry::GetAssetsByClass(FTopLevelAssetPath ClassPathName, TArray<FAssetData>& OutAssetData, bool bSearchSubClasses) const
{
	TArray<FAssetData> All;
	GetAssetsByPath(FName(), All, true);
	for (const FAssetData& Data : All)
		for (const UClass* Class = Data.GetClass(); Class; Class = bSearchSubClasses ? Class->GetSuperClass() : nullptr)
			if (Class->GetClassPathName() == ClassPathName)
			{
				OutAssetData.Add(Data);
				break;
			}
	return true;
}

bool IAssetRegistry::GetAssetsByPath(FName PackagePath, TArray<FAssetData>& OutAssetData, bool) const
{
	TArray<UObject*> All;
	GetObjectsOfClass(UObject::StaticClass(), All, true);
	for (UObject* Object : All)
		if (Object->HasAnyFlags(RF_Standalone) && IsValid(Object) && Object->GetPathName().StartsWith(TEXT("/Game/"))
			&& (PackagePath.IsNone() || Object->GetPathName().StartsWith(PackagePath.ToString() + TEXT("/"))))
			OutAssetData.Add(FAssetData(Object));
	return true;
}

IAssetRegistry& FAssetRegistryModule::Get() const
{
	static IAssetRegistry Registry;
	return Registry;
}

void FAssetRegistryModule::AssetCreated(UObject* NewAsset)
{
	FModuleManager::LoadModuleChecked<FAssetRegistryModule>(TEXT("AssetRegistry")).Get().HostCreated.Add(NewAsset->GetPathName());
}

IAssetTools& FAssetToolsModule::Get() const
{
	static IAssetTools Tools;
	return Tools;
}

void IAssetTools::CreateUniqueAssetName(
	const FString& InBasePackageName, const FString& InSuffix, FString& OutPackageName, FString& OutAssetName)
{
	for (int32 Number = 0;; ++Number)
	{
		OutPackageName = InBasePackageName + InSuffix + (Number > 0 ? FString::FromInt(Number) : FString());
		OutAssetName = FPackageName::GetShortName(OutPackageName);
		if (!StaticFindObject(UObject::StaticClass(), nullptr, *(OutPackageName + TEXT(".") + OutAssetName))
			&& !FPackageName::DoesPackageExist(OutPackageName))
			return;
	}
}

FMeshDescription* UStaticMesh::CreateMeshDescription(int32 LodIndex, FMeshDescription MeshDescription)
{
	if (SourceModels.Num() <= LodIndex)
		SourceModels.SetNum(LodIndex + 1);
	SourceModels[LodIndex].HostMesh = MakeShared<FMeshDescription>(MoveTemp(MeshDescription));
	return SourceModels[LodIndex].HostMesh.Get();
}

// --- validation

EDataValidationResult UEditorValidatorBase::HostValidate(UObject* Asset)
{
	HostErrors.Empty();
	HostWarnings.Empty();
	Result = EDataValidationResult::NotValidated;
	FDataValidationContext Context;
	if (!CanValidateAsset_Implementation(FAssetData(Asset), Asset, Context))
		return EDataValidationResult::NotValidated;
	const EDataValidationResult Said = ValidateLoadedAsset_Implementation(FAssetData(Asset), Asset, Context);
	HOST_CHECK(Result != EDataValidationResult::NotValidated, "a validator said neither AssetFails nor AssetPasses");
	return Said;
}

void UEditorValidatorBase::AssetFails(const UObject*, const FText& InMessage)
{
	Result = EDataValidationResult::Invalid;
	HostErrors.Add(InMessage.ToString());
}

void UEditorValidatorBase::AssetWarning(const UObject*, const FText& InMessage)
{
	HostWarnings.Add(InMessage.ToString());
}

void UEditorValidatorBase::AssetPasses(const UObject*)
{
	HOST_CHECK(Result != EDataValidationResult::Invalid, "AssetPasses after AssetFails");
	Result = EDataValidationResult::Valid;
}

// --- actors from assets

AActor* UActorFactory::HostDrop(UObject* Asset, UWorld* World, const FTransform& Place)
{
	FText Unused;
	if (!CanCreateActorFrom(FAssetData(Asset), Unused))
		return nullptr;
	AActor* Actor = World->SpawnActor<AActor>(NewActorClass.Get(), Place);
	PostSpawnActor(Asset, Actor);
	return Actor;
}

// --- plugin, lines

IPluginManager& IPluginManager::Get()
{
	static IPluginManager Manager;
	return Manager;
}

TSharedPtr<IPlugin> IPluginManager::FindPlugin(const FString& Name)
{
	const TSharedPtr<IPlugin> Plugin = MakeShared<IPlugin>();
	Plugin->HostDirectory = FString(HOST_PLUGIN_DIRECTORY);
	return Name == TEXT("SPHSolids") ? Plugin : TSharedPtr<IPlugin>();
}

void DrawWireBox(
	FPrimitiveDrawInterface* PDI, const FMatrix& Matrix, const FBox& Box, const FLinearColor& Color, uint8 DepthPriority, float)
{
	const auto Corner = [&](int32 Index)
	{
		const FVector4 Place = Matrix.TransformPosition(
			FVector(Index & 1 ? Box.Max.X : Box.Min.X, Index & 2 ? Box.Max.Y : Box.Min.Y, Index & 4 ? Box.Max.Z : Box.Min.Z));
		return FVector(Place.X, Place.Y, Place.Z);
	};
	for (int32 Index = 0; Index < 8; ++Index)
		for (const int32 Axis : {1, 2, 4})
			if (!(Index & Axis))
				PDI->DrawLine(Corner(Index), Corner(Index | Axis), Color, DepthPriority);
}

void DrawWireSphere(
	FPrimitiveDrawInterface* PDI, const FVector& Base, const FLinearColor& Color, double Radius, int32 NumSides, uint8 DepthPriority, float)
{
	for (int32 Axis = 0; Axis < 3; ++Axis)
		for (int32 Side = 0; Side < NumSides; ++Side)
		{
			const auto At = [&](int32 Step)
			{
				const double Angle = 2 * UE_DOUBLE_PI * Step / NumSides;
				FVector Place(0.0, 0.0, 0.0);
				Place[Axis] = Radius * FMath::Cos(Angle);
				Place[(Axis + 1) % 3] = Radius * FMath::Sin(Angle);
				return Base + Place;
			};
			PDI->DrawLine(At(Side), At(Side + 1), Color, DepthPriority);
		}
}

// --- asset editors

FPreviewScene::FPreviewScene(ConstructionValues)
{
	static int32 Number = 0;
	PreviewWorld = Host::FEngine::Get().CreateWorld(EWorldType::EditorPreview, *FString::Printf(TEXT("Preview%d"), ++Number));
}

FPreviewScene::~FPreviewScene()
{
	for (UActorComponent* Component : TArray<UActorComponent*>(Components))
		RemoveComponent(Component);
	Host::FEngine::Get().DestroyWorld(PreviewWorld);
}

void FPreviewScene::AddComponent(UActorComponent* Component, const FTransform& LocalToWorld, bool)
{
	Components.Add(Component);
	if (USceneComponent* Scene = Cast<USceneComponent>(Component))
		Scene->SetRelativeTransform(LocalToWorld);
	Component->RegisterComponentWithWorld(PreviewWorld);
}

void FPreviewScene::RemoveComponent(UActorComponent* Component)
{
	Component->UnregisterComponent();
	Components.Remove(Component);
}

TArray<TSharedRef<FAssetEditorToolkit>>& FAssetEditorToolkit::HostOpen()
{
	static TArray<TSharedRef<FAssetEditorToolkit>> Open;
	return Open;
}

void FAssetEditorToolkit::InitAssetEditor(const EToolkitMode::Type, const TSharedPtr<IToolkitHost>&, const FName,
	const TSharedRef<FTabManager::FLayout>& StandaloneDefaultLayout, const bool, const bool, UObject*)
{
	HostOpen().Add(AsShared());
	TabManager = MakeShared<FTabManager>();
	RegisterTabSpawners(TabManager.ToSharedRef());
	TArray<FName> Tabs;
	StandaloneDefaultLayout->HostCollect(Tabs);
	for (const FName Tab : Tabs)
	{
		HOST_CHECK(TabManager->HostSpawners.Contains(Tab), "a tab of the layout has no spawner");
		HostTabs.Add(TabManager->HostSpawners[Tab].OnSpawnTab.Execute(FSpawnTabArgs()));
	}
}

void FAssetEditorToolkit::HostClose()
{
	const TSharedRef<FAssetEditorToolkit> Alive = AsShared();
	UnregisterTabSpawners(TabManager.ToSharedRef());
	HostTabs.Empty();
	HostOpen().RemoveAll([this](const TSharedRef<FAssetEditorToolkit>& One) { return &One.Get() == this; });
}
