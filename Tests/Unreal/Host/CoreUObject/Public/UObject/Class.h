// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UClass, .../UStruct, .../UScriptStruct, .../UFunction, .../UEnum.
#pragma once

#include "UObject/Object.h"
#include "UObject/TopLevelAssetPath.h"

class FProperty;
class FObjectInitializer;
class UClass;

/// A name with metadata: what the editor shows of it.
class UField : public UObject
{
public:
	using Super = UObject;
	static UClass* StaticClass();
	bool HasMetaData(FName Key) const { return MetaData.Contains(Key); }
	FString GetMetaData(FName Key) const { return MetaData.FindRef(Key); }
	FText GetToolTipText() const { return FText::FromString(GetMetaData(TEXT("ToolTip"))); }
	TMap<FName, FString> MetaData;
};

class UStruct : public UField
{
public:
	using Super = UField;
	static UClass* StaticClass();
	~UStruct() override;
	UStruct* GetSuperStruct() const { return SuperStruct; }
	bool IsChildOf(const UStruct* SomeBase) const;
	template <typename T>
	bool IsChildOf() const
	{
		return IsChildOf(T::StaticClass());
	}
	int32 GetStructureSize() const { return Size; }
	int32 GetMinAlignment() const { return Alignment; }
	FProperty* FindPropertyByName(FName InName) const;
	/// Own properties first, then those of the bases.
	TArray<FProperty*> HostAllProperties() const;

	UStruct* SuperStruct = nullptr;
	int32 Size = 0, Alignment = 0;
	TArray<FProperty*> HostProperties;
};

/// The struct behind USTRUCT: how to make, copy and compare one in raw memory.
class UScriptStruct : public UStruct
{
public:
	using Super = UStruct;
	static UClass* StaticClass();
	void InitializeStruct(void* Memory) const { HostConstruct(Memory); }
	void DestroyStruct(void* Memory) const { HostDestroy(Memory); }
	void CopyScriptStruct(void* Destination, const void* Source) const { HostCopy(Destination, Source); }
	void (*HostConstruct)(void*) = nullptr;
	void (*HostDestroy)(void*) = nullptr;
	void (*HostCopy)(void*, const void*) = nullptr;
	void (*HostSerialize)(FArchive&, void*) = nullptr; ///< null: property by property
};

class UFunction : public UStruct
{
public:
	using Super = UStruct;
	static UClass* StaticClass();
	bool HasAnyFunctionFlags(EFunctionFlags Flags) const { return (FunctionFlags & Flags) != 0; }
	FProperty* GetReturnProperty() const;

	uint32 FunctionFlags = 0;
	TMap<FName, FString> HostDefaults;
	void (*HostThunk)(UObject*, void*) = nullptr;
	void (*HostConstructParms)(void*) = nullptr;
	void (*HostDestroyParms)(void*) = nullptr;
};

class UEnum : public UField
{
public:
	using Super = UField;
	static UClass* StaticClass();
	struct FEntry
	{
		FName Name;
		int64 Value = 0;
		TMap<FName, FString> Meta;
	};
	int32 NumEnums() const { return Entries.Num(); }
	int64 GetValueByIndex(int32 Index) const { return Entries[Index].Value; }
	/// The short name, without the enum's.
	FString GetNameStringByValue(int64 Value) const;
	FString GetNameStringByIndex(int32 Index) const { return Entries[Index].Name.ToString(); }
	FText GetDisplayNameTextByValue(int64 Value) const;
	int64 GetValueByNameString(const FString& Name) const;
	bool IsValidEnumValue(int64 Value) const;
	TArray<FEntry> Entries;
};

class UClass : public UStruct
{
public:
	using Super = UStruct;
	static UClass* StaticClass();
	UClass* GetSuperClass() const { return static_cast<UClass*>(SuperStruct); }
	bool HasAnyClassFlags(EClassFlags Flags) const { return (ClassFlags & Flags) != 0; }
	/// Made on first use.
	UObject* GetDefaultObject(bool bCreateIfNeeded = true);
	template <typename T>
	T* GetDefaultObject()
	{
		return static_cast<T*>(GetDefaultObject());
	}
	UFunction* FindFunctionByName(FName InName) const;
	bool ImplementsInterface(const UClass* Interface) const;
	FString GetPrefixCPP() const;
	FTopLevelAssetPath GetClassPathName() const { return FTopLevelAssetPath(GetOuter() ? GetOuter()->GetFName() : FName(), GetFName()); }

	struct FInterface
	{
		UClass* Class;
		void* (*Cast)(UObject*);
	};
	uint32 ClassFlags = 0;
	FName ClassConfigName;
	TArray<UFunction*> HostFunctions;
	TArray<FInterface> HostInterfaces;
	void (*HostConstruct)(const FObjectInitializer&, void*) = nullptr;
	void (*HostAddReferences)(UObject*, FReferenceCollector&) = nullptr;
	UObject* HostDefaultObject = nullptr;
};

class UPackage : public UObject
{
public:
	using Super = UObject;
	static UClass* StaticClass();
	bool IsDirty() const { return bDirty; }
	void SetDirtyFlag(bool bInDirty) { bDirty = bInDirty; }

private:
	bool bDirty = false;
};
