// Copyright (c) 2026 The SPHSolids authors

// Objects as bytes: duplicates, and assets.

#include "Host/Packages.h"

#include "Host/Program.h"
#include "Host/Reflection.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"

#include <vector>

namespace
{

constexpr uint32 HostAssetMagic = 0x48534153; // "SASH"

/// The object itself, then everything in it: owners stand before what they own.
TArray<UObject*> HostGatherInside(UObject* Root)
{
	TArray<UObject*> Inside, Children;
	Inside.Add(Root);
	for (int32 Index = 0; Index < Inside.Num(); ++Index)
	{
		GetObjectsWithOuter(Inside[Index], Children, false);
		for (UObject* Object : Children)
			if (IsValid(Object) && !Object->HasAnyFlags(RF_Transient | RF_DuplicateTransient))
				Inside.Add(Object);
	}
	return Inside;
}

TMap<UObject*, int32> HostPlaces(const TArray<UObject*>& Objects)
{
	TMap<UObject*, int32> Places;
	for (int32 Index = 0; Index < Objects.Num(); ++Index)
		Places.Add(Objects[Index], Index);
	return Places;
}

/// References by number: objects of the set by their place, others through a table.
class FHostObjectWriter final : public FMemoryWriter
{
public:
	FHostObjectWriter(TArray<uint8>& OutBytes, const TMap<UObject*, int32>& InInside, TArray<UObject*>& InOutside)
		: FMemoryWriter(OutBytes, true)
		, Inside(InInside)
		, Outside(InOutside)
	{
	}
	using FMemoryWriter::operator<<;
	FArchive& operator<<(UObject*& Object) override
	{
		int32 Number = 0;
		if (Object && IsValid(Object))
		{
			const int32* Found = Inside.Find(Object);
			Number = Found ? *Found + 1 : -(Outside.AddUnique(Object) + 1);
		}
		FArchive& Ar = *this;
		return Ar << Number;
	}

private:
	const TMap<UObject*, int32>& Inside;
	TArray<UObject*>& Outside;
};

class FHostObjectReader final : public FMemoryReader
{
public:
	FHostObjectReader(const TArray<uint8>& InBytes, const TArray<UObject*>& InInside, const TArray<UObject*>& InOutside,
		const TMap<FGuid, int32>& Versions)
		: FMemoryReader(InBytes, true)
		, Inside(InInside)
		, Outside(InOutside)
	{
		HostSetCustomVersions(Versions);
	}
	using FMemoryReader::operator<<;
	FArchive& operator<<(UObject*& Object) override
	{
		int32 Number = 0;
		FArchive& Ar = *this;
		Ar << Number;
		const TArray<UObject*>& Table = Number > 0 ? Inside : Outside;
		const int32 Index = FMath::Abs(Number) - 1;
		if (Number != 0 && !Table.IsValidIndex(Index))
			SetError();
		else
			Object = Number == 0 ? nullptr : Table[Index];
		return *this;
	}

private:
	const TArray<UObject*>& Inside;
	const TArray<UObject*>& Outside;
};

/// Makes the counterparts: default subobjects are there already, made by their owner's constructor.
UObject* HostMakeCounterpart(UClass* Class, UObject* Outer, FName Name, uint32 Flags)
{
	if (Flags & RF_DefaultSubObject)
		if (UObject* Existing = Outer->GetDefaultSubobjectByName(Name))
			return Existing;
	return Host::ConstructObject(
		{Class, Outer, Name, Flags & ~static_cast<uint32>(RF_ClassDefaultObject | RF_WasLoaded | RF_DefaultSubObject), nullptr});
}

}

UObject* StaticDuplicateObject(const UObject* SourceObject, UObject* DestOuter, FName DestName, EDuplicateMode::Type Mode)
{
	HOST_CHECK(IsInGameThread(), "DuplicateObject off the game thread");
	UObject* Source = const_cast<UObject*>(SourceObject);
	const TArray<UObject*> Inside = HostGatherInside(Source);
	const TMap<UObject*, int32> Places = HostPlaces(Inside);
	TArray<UObject*> Copies, Outside;
	std::vector<TArray<uint8>> Bytes(static_cast<SIZE_T>(Inside.Num()));
	TMap<FGuid, int32> Versions;
	for (int32 Index = 0; Index < Inside.Num(); ++Index)
	{
		FHostObjectWriter Writer(Bytes[static_cast<SIZE_T>(Index)], Places, Outside);
		Inside[Index]->Serialize(Writer);
		Versions.Append(Writer.HostCustomVersions());
	}
	for (int32 Index = 0; Index < Inside.Num(); ++Index)
	{
		UObject* Original = Inside[Index];
		UObject* Outer = Index == 0 ? DestOuter : Copies[Places.FindChecked(Original->GetOuter())];
		Copies.Add(HostMakeCounterpart(Original->GetClass(), Outer, Index == 0 ? DestName : Original->GetFName(), Original->GetFlags()));
	}
	for (int32 Index = 0; Index < Inside.Num(); ++Index)
	{
		FHostObjectReader Reader(Bytes[static_cast<SIZE_T>(Index)], Copies, Outside, Versions);
		Copies[Index]->Serialize(Reader);
		HOST_CHECK(!Reader.IsError(), Host::FormatAssertion(TEXT("%s does not read what it wrote"), *Inside[Index]->GetFullName()));
		// What may not be copied goes back to its default.
		for (FProperty* Property : Copies[Index]->GetClass()->HostAllProperties())
			if (Property->HasAnyPropertyFlags(CPF_DuplicateTransient))
				Property->CopyInContainer(Copies[Index], Copies[Index]->GetClass()->GetDefaultObject());
	}
	for (UObject* Copy : Copies)
	{
		Copy->SetFlags(RF_NeedPostLoad);
		Copy->PostDuplicate(Mode);
		Copy->ConditionalPostLoad();
	}
	return Copies[0];
}

namespace Host
{

FPackageHooks& PackageHooks()
{
	static FPackageHooks Hooks;
	return Hooks;
}

UObject* FindOrLoad(const FString& Path)
{
	UObject* Found = StaticFindObject(UObject::StaticClass(), nullptr, *Path);
	return Found || !PackageHooks().LoadMissing ? Found : PackageHooks().LoadMissing(Path);
}

FSnapshot TakeSnapshot(UObject* Object)
{
	FSnapshot Snapshot;
	const TMap<UObject*, int32> Nothing;
	FHostObjectWriter Writer(Snapshot.Bytes, Nothing, Snapshot.Named);
	Object->Serialize(Writer);
	Snapshot.Versions = Writer.HostCustomVersions();
	for (UObject* Named : Snapshot.Named)
		Snapshot.Alive.Add(TStrongObjectPtr<UObject>(Named));
	return Snapshot;
}

void RestoreSnapshot(UObject* Object, const FSnapshot& Snapshot)
{
	// Values that are the class's default were not written.
	for (FProperty* Property : Object->GetClass()->HostAllProperties())
		Property->CopyInContainer(Object, Object->GetClass()->GetDefaultObject());
	const TArray<UObject*> Nothing;
	FHostObjectReader Reader(Snapshot.Bytes, Nothing, Snapshot.Named, Snapshot.Versions);
	Object->Serialize(Reader);
	HOST_CHECK(!Reader.IsError(), "a snapshot could not be read");
}

TArray<uint8> SaveAsset(UObject* Asset)
{
	CheckGameThread("SaveAsset");
	const TArray<UObject*> Inside = HostGatherInside(Asset);
	const TMap<UObject*, int32> Places = HostPlaces(Inside);
	TArray<UObject*> Outside;
	TArray<FString> Classes, OutsidePaths;
	TArray<FName> Names;
	TArray<int32> Outers;
	TArray<uint32> Flags;
	TMap<FGuid, int32> Versions;
	TArray<TArray<uint8>> Payloads;
	for (UObject* Object : Inside)
	{
		Classes.Add(Object->GetClass()->GetPathName());
		Names.Add(Object->GetFName());
		Outers.Add(Places.Contains(Object->GetOuter()) ? Places[Object->GetOuter()] : INDEX_NONE);
		Flags.Add(Object->GetFlags());
		FHostObjectWriter Writer(Payloads.AddDefaulted_GetRef(), Places, Outside);
		Object->Serialize(Writer);
		Versions.Append(Writer.HostCustomVersions());
	}
	for (const UObject* Object : Outside)
		OutsidePaths.Add(Object->GetPathName());
	TArray<uint8> Bytes;
	FMemoryWriter Ar(Bytes, true);
	uint32 Magic = HostAssetMagic;
	FArchive& Out = Ar;
	Out << Magic << Versions << OutsidePaths << Classes << Names << Outers << Flags << Payloads;
	return Bytes;
}

UObject* LoadAsset(const TArray<uint8>& Bytes, UObject* Outer, FName Name, FString* OutError)
{
	CheckGameThread("LoadAsset");
	const auto Fail = [&](const FString& Why) -> UObject*
	{
		if (OutError)
			*OutError = Why;
		return nullptr;
	};
	TArray<FString> Classes, OutsidePaths;
	TArray<FName> Names;
	TArray<int32> Outers;
	TArray<uint32> Flags;
	TMap<FGuid, int32> Versions;
	TArray<TArray<uint8>> Payloads;
	FMemoryReader Ar(Bytes, true);
	FArchive& In = Ar;
	uint32 Magic = 0;
	In << Magic;
	if (Magic != HostAssetMagic)
		return Fail(TEXT("these bytes are no asset"));
	In << Versions << OutsidePaths << Classes << Names << Outers << Flags << Payloads;
	const int32 Count = Classes.Num();
	if (In.IsError() || Count == 0 || Names.Num() != Count || Outers.Num() != Count || Flags.Num() != Count || Payloads.Num() != Count)
		return Fail(TEXT("the asset is cut off or damaged"));

	TArray<UObject*> Objects, Outside;
	for (const FString& Path : OutsidePaths)
		Outside.Add(FindOrLoad(Path));
	for (int32 Index = 0; Index < Count; ++Index)
	{
		UClass* Class = FindObject<UClass>(nullptr, *Classes[Index]);
		if (!Class)
			return Fail(FString::Printf(TEXT("the class %s does not exist"), *Classes[Index]));
		if (Index > 0 && !Objects.IsValidIndex(Outers[Index]))
			return Fail(TEXT("the asset is cut off or damaged"));
		UObject* Object =
			HostMakeCounterpart(Class, Index == 0 ? Outer : Objects[Outers[Index]], Index == 0 ? Name : Names[Index], Flags[Index]);
		Object->SetFlags(RF_NeedPostLoad | RF_WasLoaded);
		Objects.Add(Object);
	}
	for (int32 Index = 0; Index < Count; ++Index)
	{
		FHostObjectReader Reader(Payloads[Index], Objects, Outside, Versions);
		Objects[Index]->Serialize(Reader);
		if (Reader.IsError())
			return Fail(FString::Printf(TEXT("%s could not be read"), *Objects[Index]->GetName()));
	}
	for (UObject* Object : Objects)
		Object->ConditionalPostLoad();
	return Objects[0];
}

}
