// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/objects-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject (constructors, GetOuter, GetWorld, PostInitProperties, PostLoad, Serialize, BeginDestroy, AddToRoot ...).
#pragma once

#include "UObject/ObjectMacros.h"

class FReferenceCollector;
class UWorld;
struct FPropertyChangedEvent;
struct FResourceSizeEx;
class FProperty;

namespace Host
{
constexpr uint64 LiveMagic = 0x4F424A4543544C49ull;
[[noreturn]] void DeadObject(const void* Object, const char* What);
/// Stops the program if the object was destroyed: the engine would read freed memory.
template <typename T>
void CheckAlive(const T* Object, const char* What);
/// Descriptions rather than things: their class is known from this, because they are needed to make the first class.
enum class EMetaKind : uint8
{
	None,
	Class,
	Struct,
	Function,
	Enum,
	Package
};
}

/// Everything that the engine's object system owns: made by NewObject on the game thread, found by garbage collection.
class UObject
{
public:
	using ThisClass = UObject;
	static UClass* StaticClass();
	UObject();
	explicit UObject(const FObjectInitializer& ObjectInitializer);
	virtual ~UObject();
	UObject(const UObject&) = delete;
	UObject& operator=(const UObject&) = delete;

	UClass* GetClass() const;
	UObject* GetOuter() const { return OuterPrivate; }
	FName GetFName() const { return NamePrivate; }
	FString GetName() const { return NamePrivate.ToString(); }
	FString GetPathName(const UObject* StopOuter = nullptr) const;
	FString GetFullName() const;
	UPackage* GetPackage() const;
	UPackage* GetOutermost() const { return GetPackage(); }
	UObject* GetTypedOuter(const UClass* Target) const;
	template <typename T>
	T* GetTypedOuter() const
	{
		return static_cast<T*>(GetTypedOuter(T::StaticClass()));
	}
	bool IsIn(const UObject* SomeOuter) const;
	bool IsA(const UClass* SomeBase) const;
	template <typename T>
	bool IsA() const
	{
		return IsA(T::StaticClass());
	}
	bool IsTemplate(EObjectFlags TemplateTypes = RF_ArchetypeObject | RF_ClassDefaultObject) const;
	bool HasAnyFlags(EObjectFlags FlagsToCheck) const { return (ObjectFlags & FlagsToCheck) != 0; }
	bool HasAllFlags(EObjectFlags FlagsToCheck) const { return (ObjectFlags & FlagsToCheck) == FlagsToCheck; }
	EObjectFlags GetFlags() const { return static_cast<EObjectFlags>(ObjectFlags); }
	void SetFlags(EObjectFlags NewFlags) { ObjectFlags |= NewFlags; }
	void ClearFlags(EObjectFlags NewFlags) { ObjectFlags &= ~static_cast<uint32>(NewFlags); }
	void AddToRoot();
	void RemoveFromRoot();
	bool IsRooted() const { return EnumHasAnyFlags(InternalFlags, EInternalObjectFlags::RootSet); }
	void MarkAsGarbage();
	uint32 GetUniqueID() const { return static_cast<uint32>(InternalIndex); }
	bool Rename(const TCHAR* NewName = nullptr, UObject* NewOuter = nullptr);
	UObject* GetArchetype() const;
	UObject* GetDefaultSubobjectByName(FName ToFind) const;
	void GetDefaultSubobjects(TArray<UObject*>& OutDefaultSubobjects) const;
	/// Remembers the object for the transaction that is open, so that undo brings it back as it is now.
	virtual bool Modify(bool bAlwaysMarkDirty = true);
	bool MarkPackageDirty() const;
	UFunction* FindFunction(FName InName) const;
	UFunction* FindFunctionChecked(FName InName) const;

	template <typename T>
	T* CreateDefaultSubobject(FName SubobjectName, bool bTransient = false)
	{
		return static_cast<T*>(CreateDefaultSubobject(SubobjectName, T::StaticClass(), T::StaticClass(), true, bTransient));
	}
	UObject* CreateDefaultSubobject(
		FName SubobjectName, UClass* ReturnType, UClass* ClassToCreateByDefault, bool bIsRequired, bool bIsTransient);

	virtual UWorld* GetWorld() const { return OuterPrivate ? OuterPrivate->GetWorld() : nullptr; }
	virtual void PostInitProperties() {}
	virtual void PostLoad();
	virtual void PostDuplicate(EDuplicateMode::Type) {}
	virtual void PostRename(UObject*, const FName) {}
	virtual void Serialize(FArchive& Ar);
	virtual void BeginDestroy();
	virtual bool IsReadyForFinishDestroy() { return true; }
	virtual void FinishDestroy();
	virtual bool IsEditorOnly() const { return false; }
	virtual bool NeedsLoadForServer() const { return true; }
	virtual bool NeedsLoadForClient() const { return true; }
	virtual bool IsSupportedForNetworking() const { return false; }
	virtual void ProcessEvent(UFunction* Function, void* Parms);
	virtual void GetResourceSizeEx(FResourceSizeEx&) {}
	virtual void GetLifetimeReplicatedProps(TArray<struct FLifetimeProperty>&) const {}
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent&) {}
	virtual void PreEditChange(FProperty*) {}
	virtual void PostEditUndo() {}
	virtual bool CanEditChange(const FProperty*) const { return true; }
	void PostEditChange();
#endif
	static void AddReferencedObjects(UObject*, FReferenceCollector&) {}

	void ConditionalBeginDestroy();
	void ConditionalPostLoad();
	void LoadConfig();
	void SaveConfig();

	/// For the host's own use.
	uint64 HostMagic = Host::LiveMagic;
	int32 HostIndex() const { return InternalIndex; }
	Host::EMetaKind HostMeta = Host::EMetaKind::None;
	EInternalObjectFlags HostInternalFlags() const { return InternalFlags; }

private:
	friend struct FHostObjects;
	UClass* ClassPrivate = nullptr;
	UObject* OuterPrivate = nullptr;
	FName NamePrivate;
	uint32 ObjectFlags = 0;
	EInternalObjectFlags InternalFlags = EInternalObjectFlags::None;
	int32 InternalIndex = INDEX_NONE;
};

template <typename T>
void Host::CheckAlive(const T* Object, const char* What)
{
	if (Object && static_cast<const UObject*>(Object)->HostMagic != Host::LiveMagic) [[unlikely]]
		Host::DeadObject(Object, What);
}

/// False for null and for what was destroyed or marked as garbage.
inline bool IsValid(const UObject* Test)
{
	Host::CheckAlive(Test, "IsValid");
	return Test && !EnumHasAnyFlags(Test->HostInternalFlags(), EInternalObjectFlags::Garbage);
}

UClass* HostClassOf_UObject();
UClass* HostClassOf_UClass();
UClass* HostClassOf_UPackage();

struct FLifetimeProperty
{
	uint16 RepIndex = 0;
	FName HostName;
	bool bHostInitialOnly = false;
};
