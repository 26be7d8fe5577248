// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/creating-objects-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/NewObject, .../FObjectInitializer, .../DuplicateObject, .../CollectGarbage, .../FReferenceCollector.
#pragma once

#include "UObject/Class.h"
#include "UObject/ObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"

/// Travels with an object through its constructors and finishes it afterwards: values of the template, default subobjects.
class FObjectInitializer
{
public:
	/// Only inside a constructor of an object.
	static FObjectInitializer& Get();
	UObject* GetObj() const { return Object; }
	UObject* GetArchetype() const { return Archetype; }
	template <typename T>
	T* CreateDefaultSubobject(UObject* InOuter, FName SubobjectName, bool bTransient = false) const
	{
		return static_cast<T*>(InOuter->CreateDefaultSubobject(SubobjectName, T::StaticClass(), T::StaticClass(), true, bTransient));
	}
	/// A derived class chooses a more special class for a subobject of its base.
	template <typename T>
	const FObjectInitializer& SetDefaultSubobjectClass(FName SubobjectName) const
	{
		Overrides.Add(SubobjectName, T::StaticClass());
		return *this;
	}
	const FObjectInitializer& DoNotCreateDefaultSubobject(FName SubobjectName) const
	{
		Overrides.Add(SubobjectName, nullptr);
		return *this;
	}

	/// For the host's own use.
	UObject* Object = nullptr;
	UObject* Archetype = nullptr;
	UClass* Class = nullptr;
	UObject* Outer = nullptr;
	FName Name;
	uint32 Flags = 0;
	bool bCopyArchetype = false;
	mutable TMap<FName, UClass*> Overrides;
};

/// Told of every reference that keeps an object alive.
class FReferenceCollector
{
public:
	virtual ~FReferenceCollector() = default;
	template <typename T>
	void AddReferencedObject(TObjectPtr<T>& Object, const UObject* = nullptr, const FProperty* = nullptr)
	{
		HandleReference(Object.HostObject);
	}
	template <typename T>
	void AddReferencedObject(T*& Object, const UObject* = nullptr, const FProperty* = nullptr)
	{
		UObject* Base = Object;
		HandleReference(Base);
		Object = static_cast<T*>(Base);
	}
	template <typename T>
	void AddReferencedObjects(TArray<TObjectPtr<T>>& Objects, const UObject* = nullptr, const FProperty* = nullptr)
	{
		for (TObjectPtr<T>& Object : Objects)
			AddReferencedObject(Object);
	}
	/// May set the reference to null: the object it names was marked as garbage.
	virtual void HandleReference(UObject*& Object) = 0;
};

namespace Host
{
struct FConstructParameters
{
	UClass* Class = nullptr;
	UObject* Outer = nullptr;
	FName Name;
	uint32 Flags = 0;
	UObject* Template = nullptr;
};
UObject* ConstructObject(const FConstructParameters& Parameters);
}

UPackage* GetTransientPackage();
UPackage* CreatePackage(const TCHAR* PackageName);
FName MakeUniqueObjectName(UObject* Outer, const UClass* Class, FName BaseName = NAME_None);
UObject* StaticFindObject(UClass* Class, UObject* InOuter, const TCHAR* Name);
UObject* StaticDuplicateObject(
	const UObject* SourceObject, UObject* DestOuter, FName DestName = NAME_None, EDuplicateMode::Type Mode = EDuplicateMode::Normal);
void CollectGarbage(EObjectFlags KeepFlags, bool bPerformFullPurge = true);
bool IsGarbageCollecting();
#define GARBAGE_COLLECTION_KEEPFLAGS (GIsEditor ? RF_Standalone : RF_NoFlags)

template <typename T>
T* NewObject(UObject* Outer, const UClass* Class, FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags, UObject* Template = nullptr)
{
	checkf(
		!Class || Class->IsChildOf(T::StaticClass()), TEXT("NewObject: %s is not a %s"), *Class->GetName(), *T::StaticClass()->GetName());
	return static_cast<T*>(
		Host::ConstructObject({const_cast<UClass*>(Class ? Class : T::StaticClass()), Outer, Name, static_cast<uint32>(Flags), Template}));
}

template <typename T>
T* NewObject(UObject* Outer = GetTransientPackage())
{
	return NewObject<T>(Outer, T::StaticClass());
}

template <typename T>
T* NewObject(UObject* Outer, FName Name, EObjectFlags Flags = RF_NoFlags, UObject* Template = nullptr)
{
	return NewObject<T>(Outer, T::StaticClass(), Name, Flags, Template);
}

template <typename T>
T* DuplicateObject(const T* SourceObject, UObject* Outer, FName Name = NAME_None)
{
	return SourceObject ? static_cast<T*>(StaticDuplicateObject(SourceObject, Outer ? Outer : GetTransientPackage(), Name)) : nullptr;
}

template <typename T>
const T* GetDefault()
{
	return static_cast<const T*>(T::StaticClass()->GetDefaultObject());
}

template <typename T>
T* GetMutableDefault()
{
	return static_cast<T*>(T::StaticClass()->GetDefaultObject());
}

/// By path ("/Game/Duck.Duck") if there is no outer, else by name inside the outer.
template <typename T>
T* FindObject(UObject* Outer, const TCHAR* Name)
{
	return static_cast<T*>(StaticFindObject(T::StaticClass(), Outer, Name));
}

namespace Host
{
UObject* FindOrLoad(const FString& Path);
}

/// From memory, else from the content folder of the editor, if there is one.
template <typename T>
T* LoadObject(UObject* Outer, const TCHAR* Name)
{
	UObject* Found = Outer ? StaticFindObject(T::StaticClass(), Outer, Name) : Host::FindOrLoad(FString(Name));
	return Found && Found->IsA(T::StaticClass()) ? static_cast<T*>(Found) : nullptr;
}

inline FString GetNameSafe(const UObject* Object)
{
	return Object ? Object->GetName() : FString(TEXT("None"));
}

inline FString GetPathNameSafe(const UObject* Object)
{
	return Object ? Object->GetPathName() : FString(TEXT("None"));
}

void GetObjectsWithOuter(const UObject* Outer, TArray<UObject*>& Results, bool bIncludeNestedObjects = true);
void GetObjectsOfClass(const UClass* ClassToLookFor, TArray<UObject*>& Results, bool bIncludeDerivedClasses = true);
