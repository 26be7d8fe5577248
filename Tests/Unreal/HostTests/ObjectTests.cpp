// Copyright (c) 2026 The SPHSolids authors

#include "HostTestTypes.h"

#include "Host/Config.h"
#include "Host/Objects.h"
#include "Host/Packages.h"
#include "Host/Program.h"
#include "Host/Reflection.h"
#include "Serialization/BulkDataScopedLock.h"
#include "Serialization/CustomVersion.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/GCObject.h"
#include "UObject/StrongObjectPtr.h"

#include <thread>

#include <gtest/gtest.h>

namespace
{

const FGuid HostTestVersion(0x11111111, 0x22222222, 0x33333333, 0x44444444);
FCustomVersionRegistration RegisterHostTestVersion(HostTestVersion, 5, TEXT("HostTest"));

}

int32 UHostTestAsset::Destroyed = 0;

UHostTestAsset::UHostTestAsset()
	: bFlag(true)
{
	Part = CreateDefaultSubobject<UHostTestPart>(TEXT("Part"));
	Part->Whole = this;
}

void UHostTestAsset::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(HostTestVersion);
	VersionSeen = Ar.CustomVer(HostTestVersion);
	Bulk.SerializeWithFlags(Ar, this, BULKDATA_Force_NOT_InlinePayload);
}

void UHostTestAsset::PostLoad()
{
	Super::PostLoad();
	++PostLoads;
}

void UHostTestAsset::PostInitProperties()
{
	Super::PostInitProperties();
}

void UHostTestAsset::BeginDestroy()
{
	Super::BeginDestroy();
	++Destroyed;
}

void UHostTestAsset::AddReferencedObjects(UObject* InThis, FReferenceCollector& Collector)
{
	Collector.AddReferencedObject(static_cast<UHostTestAsset*>(InThis)->Hidden);
	Super::AddReferencedObjects(InThis, Collector);
}

int32 UHostTestAsset::Sum(int32 A, const FString& InText, TArray<int32>& OutParts, float Scale)
{
	OutParts = {A, InText.Len()};
	return static_cast<int32>(static_cast<float>(A + InText.Len()) * Scale);
}

void UHostTestAsset::Hear(FVector Where, int32 InCount)
{
	Heard += InCount + static_cast<int32>(Where.X);
}

TEST(HostObjects, AreMadeWithNameOuterClassAndDefaults)
{
	UHostTestAsset* Asset = NewObject<UHostTestAsset>(GetTransientPackage(), TEXT("Duck"));
	EXPECT_TRUE(Asset->GetName() == TEXT("Duck"));
	EXPECT_EQ(Asset->GetClass(), UHostTestAsset::StaticClass());
	EXPECT_TRUE(Asset->IsA<UObject>());
	EXPECT_FALSE(Asset->IsA<UHostTestPart>());
	EXPECT_TRUE(Asset->GetPathName().Equals(TEXT("/Engine/Transient.Duck")));
	EXPECT_TRUE(Asset->Part->GetPathName().Equals(TEXT("/Engine/Transient.Duck:Part")));
	EXPECT_EQ(Asset->GetOutermost(), GetTransientPackage());
	EXPECT_EQ(Asset->Count, 3);
	EXPECT_TRUE(Asset->bFlag);
	EXPECT_EQ(FindObject<UHostTestAsset>(nullptr, TEXT("/Engine/Transient.Duck")), Asset);
	EXPECT_EQ(Cast<UHostTestPart>(Asset), nullptr);
	EXPECT_EQ(Cast<UHostTestAsset>(static_cast<UObject*>(Asset)), Asset);
	EXPECT_NE(NewObject<UHostTestAsset>()->GetFName(), NewObject<UHostTestAsset>()->GetFName());
	CollectGarbage(RF_NoFlags);
}

TEST(HostObjects, EachHasItsOwnDefaultSubobjects)
{
	UHostTestAsset* A = NewObject<UHostTestAsset>();
	UHostTestAsset* B = NewObject<UHostTestAsset>();
	ASSERT_TRUE(A->Part && B->Part);
	EXPECT_NE(A->Part.Get(), B->Part.Get());
	EXPECT_EQ(A->Part->GetOuter(), A);
	EXPECT_TRUE(A->Part->HasAnyFlags(RF_DefaultSubObject));
	EXPECT_EQ(A->Part->GetArchetype(), GetDefault<UHostTestAsset>()->Part.Get());
	EXPECT_TRUE(GetDefault<UHostTestAsset>()->IsTemplate());
	EXPECT_TRUE(GetDefault<UHostTestAsset>()->Part->IsTemplate());
	CollectGarbage(RF_NoFlags);
}

TEST(HostObjects, ATemplateGivesItsValuesButNotItsParts)
{
	UHostTestAsset* Template = NewObject<UHostTestAsset>();
	Template->Count = 42;
	Template->Part->Number = 43;
	Template->Settings.Stiffness = 7;
	Template->Scratch = 9;
	UHostTestAsset* Made = NewObject<UHostTestAsset>(GetTransientPackage(), UHostTestAsset::StaticClass(), NAME_None, RF_NoFlags, Template);
	EXPECT_EQ(Made->Count, 42);
	EXPECT_EQ(Made->Settings.Stiffness, 7.0f);
	EXPECT_EQ(Made->Scratch, 0) << "transient";
	EXPECT_NE(Made->Part.Get(), Template->Part.Get());
	EXPECT_EQ(Made->Part->Number, 43);
	CollectGarbage(RF_NoFlags);
}

TEST(HostObjects, MisuseStopsTheProgram)
{
	EXPECT_DEATH(std::thread([] { NewObject<UHostTestPart>(GetTransientPackage()); }).join(), "off the game thread");
	EXPECT_DEATH(new UHostTestPart(FObjectInitializer::Get()), "use NewObject");
	EXPECT_DEATH(NewObject<UHostTestAbstract>(), "abstract class");
	EXPECT_DEATH(NewObject<UHostTestPart>()->CreateDefaultSubobject<UHostTestPart>(TEXT("Late")), "outside of the constructor");
	EXPECT_DEATH(
		{
			NewObject<UHostTestPart>(GetTransientPackage(), TEXT("Same"));
			NewObject<UHostTestPart>(GetTransientPackage(), TEXT("Same"));
		},
		"exists already");
	EXPECT_DEATH(
		{
			UHostTestPart* Part = NewObject<UHostTestPart>();
			CollectGarbage(RF_NoFlags);
			IsValid(Part);
		},
		"Use after destroy");
	EXPECT_DEATH(
		{
			NewObject<UHostTestForgetful>();
			CollectGarbage(RF_NoFlags);
		},
		"does not call Super");
	EXPECT_DEATH(
		{
			const TObjectPtr<UHostTestPart> Null;
			Null->Number = 1;
		},
		"null TObjectPtr");
}

TEST(HostGarbage, KeepsWhatIsReferencedAndTakesTheRest)
{
	CollectGarbage(RF_NoFlags);
	const int32 Before = Host::CountObjects();
	const int32 Destroyed = UHostTestAsset::Destroyed;
	UHostTestAsset* Root = NewObject<UHostTestAsset>();
	Root->AddToRoot();
	UHostTestPart* Held = NewObject<UHostTestPart>();
	UHostTestPart* InArray = NewObject<UHostTestPart>();
	UHostTestPart* Hidden = NewObject<UHostTestPart>();
	TWeakObjectPtr<UHostTestPart> Loose = NewObject<UHostTestPart>();
	Root->Other = Held;
	Root->Settings.Objects.Add(InArray);
	Root->Hidden = Hidden;
	CollectGarbage(RF_NoFlags);
	EXPECT_TRUE(IsValid(Held));
	EXPECT_TRUE(IsValid(InArray)) << "an array in a struct";
	EXPECT_TRUE(IsValid(Hidden)) << "AddReferencedObjects";
	EXPECT_FALSE(Loose.IsValid());
	EXPECT_TRUE(Loose.IsStale());
	Root->RemoveFromRoot();
	CollectGarbage(RF_NoFlags);
	EXPECT_EQ(Host::CountObjects(), Before);
	EXPECT_EQ(UHostTestAsset::Destroyed, Destroyed + 1);
}

TEST(HostGarbage, StrongPointersAndReferencersKeepWeakPointersDoNot)
{
	struct FKeeper : FGCObject
	{
		TObjectPtr<UObject> Object;
		void AddReferencedObjects(FReferenceCollector& Collector) override { Collector.AddReferencedObject(Object); }
		FString GetReferencerName() const override { return TEXT("FKeeper"); }
	};
	TWeakObjectPtr<UHostTestPart> First = NewObject<UHostTestPart>(), Second = NewObject<UHostTestPart>();
	{
		const TStrongObjectPtr<UHostTestPart> Strong(First.Get());
		FKeeper Keeper;
		Keeper.Object = Second.Get();
		CollectGarbage(RF_NoFlags);
		EXPECT_TRUE(First.IsValid());
		EXPECT_TRUE(Second.IsValid());
		EXPECT_TRUE(First.Pin().IsValid());
	}
	CollectGarbage(RF_NoFlags);
	EXPECT_FALSE(First.IsValid());
	EXPECT_FALSE(Second.IsValid());
	EXPECT_DEATH(First->Number = 1, "stale TWeakObjectPtr");
}

TEST(HostGarbage, GarbageIsInvalidAtOnceAndReferencesToItBecomeNull)
{
	UHostTestAsset* Root = NewObject<UHostTestAsset>();
	const TStrongObjectPtr<UHostTestAsset> Strong(Root);
	Root->Other = NewObject<UHostTestPart>();
	TWeakObjectPtr<UObject> Weak = Root->Other.Get();
	Root->Other->MarkAsGarbage();
	EXPECT_FALSE(IsValid(Root->Other));
	EXPECT_FALSE(Weak.IsValid());
	CollectGarbage(RF_NoFlags);
	EXPECT_EQ(Root->Other, nullptr);
}

TEST(HostReflection, PropertiesHaveTypesFlagsMetaAndTooltips)
{
	const UClass* Class = UHostTestAsset::StaticClass();
	const FProperty* Count = FindFProperty<>(Class, TEXT("Count"));
	ASSERT_TRUE(Count);
	EXPECT_TRUE(Count->GetCPPType() == TEXT("int32"));
	EXPECT_TRUE(Count->HasAllPropertyFlags(CPF_Edit | CPF_BlueprintVisible));
	EXPECT_FALSE(Count->HasAnyPropertyFlags(CPF_Transient));
	EXPECT_TRUE(Count->GetMetaData(TEXT("Units")) == TEXT("cm"));
	EXPECT_TRUE(Count->GetMetaData(TEXT("Category")) == TEXT("Test"));
	EXPECT_TRUE(Count->GetToolTipText().ToString() == TEXT("How many."));
	EXPECT_EQ(Count->GetOwnerClass(), Class);
	UHostTestAsset* Asset = NewObject<UHostTestAsset>();
	EXPECT_EQ(Count->ContainerPtrToValuePtr<int32>(Asset), &Asset->Count);
	EXPECT_EQ(reinterpret_cast<char*>(Asset) + Count->GetOffset_ForDebug(), reinterpret_cast<char*>(&Asset->Count));
	const FProperty* Part = FindFProperty<>(Class, TEXT("Part"));
	EXPECT_EQ(Part->ObjectClass(), UHostTestPart::StaticClass());
	EXPECT_EQ(FindFProperty<>(Class, TEXT("Settings"))->Struct, FHostTestSettings::StaticStruct());
	EXPECT_TRUE(Class->GetMetaData(TEXT("DisplayName")) == TEXT("Test asset"));
	EXPECT_TRUE(Class->GetToolTipText().ToString() == TEXT("Something with one of everything."));
	EXPECT_EQ(FindFProperty<>(Class, TEXT("Bulk")), nullptr);
	CollectGarbage(RF_NoFlags);
}

TEST(HostReflection, ValuesAreSetAndReadByName)
{
	UHostTestAsset* Asset = NewObject<UHostTestAsset>();
	const auto Set = [&](const TCHAR* Name, const TCHAR* Value)
	{ return Asset->GetClass()->FindPropertyByName(Name)->ImportInContainer(Asset, Value); };
	const auto Get = [&](const TCHAR* Name) { return Asset->GetClass()->FindPropertyByName(Name)->ExportInContainer(Asset); };
	EXPECT_TRUE(Set(TEXT("Count"), TEXT("12")));
	EXPECT_EQ(Asset->Count, 12);
	EXPECT_TRUE(Set(TEXT("bFlag"), TEXT("False")));
	EXPECT_FALSE(Asset->bFlag);
	EXPECT_TRUE(Set(TEXT("Settings"), TEXT("(Stiffness=5.5,Mode=Moving)")));
	EXPECT_EQ(Asset->Settings.Stiffness, 5.5f);
	EXPECT_EQ(Asset->Settings.Mode, EHostTestMode::Moving);
	EXPECT_TRUE(Get(TEXT("Settings")).Contains(TEXT("Mode=Moving")));
	EXPECT_FALSE(Set(TEXT("Count"), TEXT("many")));
	EXPECT_EQ(Asset->Count, 12);
	EXPECT_FALSE(Set(TEXT("Settings"), TEXT("(NoSuch=1)")));
	CollectGarbage(RF_NoFlags);
}

TEST(HostReflection, FunctionsAreCalledByName)
{
	UHostTestAsset* Asset = NewObject<UHostTestAsset>();
	UFunction* Function = Asset->FindFunctionChecked(TEXT("Sum"));
	EXPECT_TRUE(Function->HasAnyFunctionFlags(FUNC_BlueprintCallable));
	EXPECT_TRUE(Function->GetToolTipText().ToString() == TEXT("Adds two numbers."));
	EXPECT_TRUE(Function->HostDefaults.FindRef(TEXT("Scale")) == TEXT("2.0f"));
	alignas(16) char Memory[128];
	ASSERT_LE(Function->GetStructureSize(), static_cast<int32>(sizeof(Memory)));
	Function->HostConstructParms(Memory);
	Function->FindPropertyByName(TEXT("A"))->ImportInContainer(Memory, TEXT("4"));
	Function->FindPropertyByName(TEXT("Text"))->ImportInContainer(Memory, TEXT("abc"));
	Function->FindPropertyByName(TEXT("Scale"))->ImportInContainer(Memory, TEXT("10"));
	Asset->ProcessEvent(Function, Memory);
	EXPECT_TRUE(Function->GetReturnProperty()->ExportInContainer(Memory) == TEXT("70"));
	EXPECT_TRUE(Function->FindPropertyByName(TEXT("OutParts"))->ExportInContainer(Memory) == TEXT("(4,3)"));
	EXPECT_TRUE(Function->FindPropertyByName(TEXT("OutParts"))->HasAnyPropertyFlags(CPF_OutParm));
	Function->HostDestroyParms(Memory);
	EXPECT_EQ(Asset->FindFunction(TEXT("NotReflected")), nullptr);
	EXPECT_DEATH(Asset->FindFunctionChecked(TEXT("NotReflected")), "has no function");
	CollectGarbage(RF_NoFlags);
}

TEST(HostReflection, EventsReachTheBlueprintOrTheirNativeBody)
{
	UHostTestAsset* Asset = NewObject<UHostTestAsset>();
	EXPECT_EQ(Asset->Think(3), 0) << "nobody answers";
	EXPECT_EQ(Asset->Decide(3), 4) << "the native body";
	Host::OnScriptEvent = [&](UObject*, UFunction* Function, void* Parms)
	{
		Function->GetReturnProperty()->ImportInContainer(Parms, TEXT("77"));
		return true;
	};
	EXPECT_EQ(Asset->Think(3), 77);
	EXPECT_EQ(Asset->Decide(3), 77);
	Host::OnScriptEvent.Reset();
	CollectGarbage(RF_NoFlags);
}

TEST(HostReflection, EnumsAndInterfacesAreKnown)
{
	const UEnum* Enum = StaticEnum<EHostTestMode>();
	EXPECT_EQ(Enum->NumEnums(), 3);
	EXPECT_TRUE(Enum->GetNameStringByValue(7) == TEXT("Gone"));
	EXPECT_TRUE(Enum->GetDisplayNameTextByValue(1).ToString() == TEXT("In motion"));
	EXPECT_EQ(Enum->GetValueByNameString(TEXT("EHostTestMode::Moving")), 1);
	EXPECT_FALSE(Enum->IsValidEnumValue(3));
	UObject* Object = NewObject<UHostTestAsset>();
	EXPECT_TRUE(Object->GetClass()->ImplementsInterface(UHostTestWarm::StaticClass()));
	ASSERT_TRUE(Cast<IHostTestWarm>(Object));
	EXPECT_EQ(Cast<IHostTestWarm>(Object)->Temperature(), 37.0f);
	EXPECT_EQ(Cast<IHostTestWarm>(static_cast<UObject*>(NewObject<UHostTestPart>())), nullptr);
	CollectGarbage(RF_NoFlags);
}

TEST(HostReflection, DynamicDelegatesCallByNameAndForgetTheDead)
{
	UHostTestAsset* Asset = NewObject<UHostTestAsset>();
	UHostTestAsset* Listener = NewObject<UHostTestAsset>();
	Asset->OnHappened.AddDynamic(Listener, &UHostTestAsset::Hear);
	EXPECT_TRUE(Asset->OnHappened.IsBound());
	Asset->OnHappened.Broadcast(FVector(10, 0, 0), 2);
	EXPECT_EQ(Listener->Heard, 12);
	EXPECT_DEATH(Asset->OnHappened.AddDynamic(Listener, &UHostTestAsset::Hear), "bound already");
	Listener->MarkAsGarbage();
	Asset->OnHappened.Broadcast(FVector(10, 0, 0), 2);
	EXPECT_EQ(Listener->Heard, 12);
	EXPECT_FALSE(Asset->OnHappened.IsBound());
	CollectGarbage(RF_NoFlags);
}

TEST(HostReflection, ConfigComesFromTheIniAndReachesNewObjects)
{
	Host::FConfig::Get().Set(TEXT("/Script/HostTests.HostTestAsset"), TEXT("Budget"), TEXT("9.5"));
	UHostTestAsset* Default = GetMutableDefault<UHostTestAsset>();
	const float Before = Default->Budget;
	Default->LoadConfig();
	EXPECT_EQ(Default->Budget, 9.5f);
	EXPECT_EQ(NewObject<UHostTestAsset>()->Budget, 9.5f);
	Host::FConfig::Get().Set(TEXT("/Script/HostTests.HostTestAsset"), TEXT("Budget"), TEXT("lots"));
	{
		const Host::FLogCapture Capture;
		Default->LoadConfig();
		EXPECT_EQ(Capture.Count(ELogVerbosity::Warning, TEXT("lots")), 1);
	}
	Host::FConfig::Get().Clear();
	Default->Budget = Before;
	CollectGarbage(RF_NoFlags);
}

namespace
{

UHostTestAsset* MakeFullAsset()
{
	UHostTestAsset* Asset = NewObject<UHostTestAsset>();
	Asset->Count = 5;
	Asset->Text = TEXT("Ente");
	Asset->Weights.Add(TEXT("Left"), 0.25f);
	Asset->bFlag = false;
	Asset->Values[2] = 30;
	Asset->Place = FTransform(FRotator(1, 2, 3), FVector(4, 5, 6), FVector(7));
	Asset->Settings.Mode = EHostTestMode::Gone;
	Asset->Part->Number = 8;
	Asset->Other = NewObject<UHostTestPart>(Asset, TEXT("Extra"));
	Asset->Settings.Objects.Add(Asset->Part.Get());
	Asset->PartClass = UHostTestSpecialPart::StaticClass();
	Asset->Scratch = 100;
	TBulkDataScopedWriteLock<uint8> Lock(Asset->Bulk);
	uint8* Bytes = Lock.Realloc(1000);
	for (int32 Index = 0; Index < 1000; ++Index)
		Bytes[Index] = static_cast<uint8>(Index);
	return Asset;
}

void ExpectFullAsset(const UHostTestAsset* Asset)
{
	EXPECT_EQ(Asset->Count, 5);
	EXPECT_TRUE(Asset->Text.Equals(TEXT("Ente")));
	EXPECT_EQ(Asset->Weights.FindRef(TEXT("Left")), 0.25f);
	EXPECT_FALSE(Asset->bFlag);
	EXPECT_EQ(Asset->Values[2], 30);
	EXPECT_TRUE(Asset->Place.Equals(FTransform(FRotator(1, 2, 3), FVector(4, 5, 6), FVector(7)), 0.0));
	EXPECT_EQ(Asset->Settings.Mode, EHostTestMode::Gone);
	EXPECT_EQ(Asset->Part->Number, 8);
	EXPECT_EQ(Asset->Part->Whole.Get(), Asset);
	ASSERT_TRUE(Asset->Other);
	EXPECT_EQ(Asset->Other->GetOuter(), Asset);
	ASSERT_EQ(Asset->Settings.Objects.Num(), 1);
	EXPECT_EQ(Asset->Settings.Objects[0].Get(), Asset->Part.Get()) << "references stay inside";
	EXPECT_EQ(Asset->PartClass.Get(), UHostTestSpecialPart::StaticClass());
	EXPECT_EQ(Asset->Scratch, 0) << "transient";
	EXPECT_EQ(Asset->VersionSeen, 5);
	EXPECT_EQ(Asset->PostLoads, 1);
	const TBulkDataScopedReadLock<uint8> Lock(Asset->Bulk);
	ASSERT_EQ(Lock.Num(), 1000);
	EXPECT_EQ(Lock.GetData()[999], static_cast<uint8>(999));
}

}

TEST(HostAssets, ADuplicateIsEqualAndIndependent)
{
	UHostTestAsset* Asset = MakeFullAsset();
	UHostTestAsset* Copy = DuplicateObject(Asset, GetTransientPackage());
	ASSERT_TRUE(Copy);
	EXPECT_NE(Copy, Asset);
	ExpectFullAsset(Copy);
	Copy->Part->Number = 1;
	EXPECT_EQ(Asset->Part->Number, 8);
	CollectGarbage(RF_NoFlags);
}

TEST(HostAssets, ASavedAssetLoadsAndDamageIsNoticed)
{
	UHostTestAsset* Asset = MakeFullAsset();
	const TArray<uint8> Bytes = Host::SaveAsset(Asset);
	FString Error;
	UHostTestAsset* Loaded = Cast<UHostTestAsset>(Host::LoadAsset(Bytes, CreatePackage(TEXT("/Game/Loaded")), TEXT("Loaded"), &Error));
	ASSERT_TRUE(Loaded) << TCHAR_TO_UTF8(*Error);
	ExpectFullAsset(Loaded);
	// Cut anywhere: an error or a smaller asset, never a crash.
	for (int32 Length = 0; Length < Bytes.Num(); Length += 37)
	{
		const TArray<uint8> Cut(Bytes.GetData(), Length);
		EXPECT_EQ(Host::LoadAsset(Cut, GetTransientPackage(), NAME_None, &Error), nullptr) << Length;
	}
	CollectGarbage(RF_NoFlags);
}

TEST(HostAssets, OnlyWhatDiffersFromTheDefaultIsStored)
{
	UHostTestPart* Plain = NewObject<UHostTestPart>();
	UHostTestPart* Changed = NewObject<UHostTestPart>();
	Changed->Number = 1000;
	EXPECT_LT(Host::SaveAsset(Plain).Num(), Host::SaveAsset(Changed).Num());
	// So a default that changes later reaches old assets that never touched it.
	UHostTestPart* Default = GetMutableDefault<UHostTestPart>();
	const TArray<uint8> Old = Host::SaveAsset(Plain);
	Default->Number = 2;
	EXPECT_EQ(Cast<UHostTestPart>(Host::LoadAsset(Old, GetTransientPackage(), NAME_None))->Number, 1) << "made by the constructor";
	Default->Number = 1;
	CollectGarbage(RF_NoFlags);
}

TEST(HostAssets, BulkDataWantsItsLocks)
{
	FByteBulkData Bulk;
	EXPECT_DEATH(Bulk.Realloc(4), "without a read-write lock");
	EXPECT_DEATH(Bulk.Unlock(), "not locked");
	Bulk.Lock(LOCK_READ_WRITE);
	EXPECT_DEATH(Bulk.Lock(LOCK_READ_ONLY), "locked for writing");
	EXPECT_DEATH(
		{
			FByteBulkData Dies;
			Dies.Lock(LOCK_READ_ONLY);
		},
		"died while it was locked");
	Bulk.Realloc(4);
	Bulk.Unlock();
	EXPECT_EQ(Bulk.GetBulkDataSize(), 4);
}

TEST(HostArchive, ReadsWhatItWroteAndStopsAtTheEnd)
{
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes);
	FArchive& Out = Writer;
	FString Text = TEXT("Grüße");
	TMap<FName, TArray<float>> Map;
	Map.Add(TEXT("A"), TArray<float>{1, 2, 3});
	FVector Place(1, 2, 3);
	bool bTrue = true;
	FName Name(TEXT("Name_3"));
	Out << Text << Map << Place << bTrue << Name;
	TArray<FVector3f> Points{{1, 2, 3}, {4, 5, 6}};
	Points.BulkSerialize(Out);

	FMemoryReader Reader(Bytes);
	FArchive& In = Reader;
	FString ReadText;
	TMap<FName, TArray<float>> ReadMap;
	FVector ReadPlace(0);
	bool bRead = false;
	FName ReadName;
	TArray<FVector3f> ReadPoints;
	In << ReadText << ReadMap << ReadPlace << bRead << ReadName;
	ReadPoints.BulkSerialize(In);
	EXPECT_TRUE(ReadText.Equals(Text));
	EXPECT_TRUE(ReadMap[TEXT("A")] == Map[TEXT("A")]);
	EXPECT_TRUE(ReadPlace == Place && bRead && ReadName == Name);
	EXPECT_TRUE(ReadPoints == Points);
	EXPECT_TRUE(In.AtEnd());
	EXPECT_FALSE(In.IsError());
	int32 Untouched = 5;
	In << Untouched;
	EXPECT_TRUE(In.IsError());
	EXPECT_EQ(Untouched, 5);
}

TEST(HostArchive, WildCountsAreErrors)
{
	for (const int32 Count : {-1, 0x7fffffff})
	{
		TArray<uint8> Bytes;
		FMemoryWriter Writer(Bytes);
		int32 Written = Count;
		FArchive& Out = Writer;
		Out << Written;
		FMemoryReader Reader(Bytes);
		FArchive& In = Reader;
		TArray<FVector> Array;
		In << Array;
		EXPECT_TRUE(In.IsError());
		EXPECT_TRUE(Array.IsEmpty());
	}
}

TEST(HostArchive, CustomVersionsWantTheirOrder)
{
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes);
	EXPECT_DEATH(Writer.CustomVer(HostTestVersion), "without UsingCustomVersion");
	EXPECT_DEATH(Writer.UsingCustomVersion(FGuid(1, 2, 3, 4)), "nobody registered|no FCustomVersionRegistration");
	Writer.UsingCustomVersion(HostTestVersion);
	EXPECT_EQ(Writer.CustomVer(HostTestVersion), 5);
	FMemoryReader Old(Bytes);
	EXPECT_EQ(Old.CustomVer(HostTestVersion), static_cast<int32>(INDEX_NONE)) << "a file from before the version existed";
}
