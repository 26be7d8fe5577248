// Copyright (c) 2026 The SPHSolids authors

// The life of an object: made, found, collected, destroyed.

#include "Host/Objects.h"
#include "Host/Config.h"
#include "Host/Packages.h"
#include "Host/Program.h"
#include "Host/Reflection.h"
#include "UObject/GCObject.h"

#include <deque>
#include <mutex>
#include <unordered_map>
#include <vector>

DEFINE_LOG_CATEGORY_STATIC(LogGarbage, Log, All);
DEFINE_LOG_CATEGORY_STATIC(LogObj, Log, All);

/// The table of all objects. A place is used again with a new serial number, so that weak pointers to the old one stay stale.
struct FHostObjects
{
	struct FItem
	{
		UObject* Object = nullptr;
		int32 Serial = 0;
		bool bReachable = false;
	};
	std::mutex Lock; ///< weak pointers may be resolved on any thread
	std::deque<FItem> Items;
	std::vector<int32> FreeItems;
	std::vector<FObjectInitializer*> Stack;
	TMap<UObject*, int32> StrongReferences;
	std::vector<FGCObject*> Referencers;
	std::deque<std::pair<void*, SIZE_T>> Quarantine;
	SIZE_T QuarantineBytes = 0;
	bool bCollecting = false;
	bool bSuperCalled = false;
	TMap<FName, int32> NextNumbers;
	/// In the order in which they were made.
	std::unordered_map<const UObject*, std::vector<UObject*>> Children;

	const std::vector<UObject*>& ChildrenOf(const UObject* Outer) const
	{
		static const std::vector<UObject*> None;
		const auto Found = Children.find(Outer);
		return Found == Children.end() ? None : Found->second;
	}

	static FHostObjects& Get()
	{
		static FHostObjects* Objects = new FHostObjects;
		return *Objects;
	}

	void Enter(UObject* Object)
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		if (FreeItems.empty())
		{
			FreeItems.push_back(static_cast<int32>(Items.size()));
			Items.emplace_back();
		}
		const int32 Index = FreeItems.back();
		FreeItems.pop_back();
		FItem& Item = Items[static_cast<SIZE_T>(Index)];
		Item.Object = Object;
		++Item.Serial;
		Object->InternalIndex = Index;
		Children[Object->OuterPrivate].push_back(Object);
	}
	void Leave(UObject* Object)
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		Items[static_cast<SIZE_T>(Object->InternalIndex)].Object = nullptr;
		FreeItems.push_back(Object->InternalIndex);
		std::erase(Children[Object->OuterPrivate], Object);
		Children.erase(Object);
	}
	template <typename Function>
	void ForEach(Function&& Do)
	{
		for (SIZE_T Index = 0; Index < Items.size(); ++Index)
			if (Items[Index].Object)
				Do(Items[Index].Object);
	}
	static void SetIdentity(UObject* Object, const FObjectInitializer& Initializer)
	{
		Object->ClassPrivate = Initializer.Class;
		Object->OuterPrivate = Initializer.Outer;
		Object->NamePrivate = Initializer.Name;
		Object->ObjectFlags = Initializer.Flags;
	}
	static void SetFlag(UObject* Object, EInternalObjectFlags Flag, bool bSet)
	{
		Object->InternalFlags = bSet ? Object->InternalFlags | Flag : Object->InternalFlags & ~Flag;
	}
	static void Rename(UObject* Object, FName Name, UObject* Outer)
	{
		std::erase(Get().Children[Object->OuterPrivate], Object);
		Object->NamePrivate = Name;
		Object->OuterPrivate = Outer;
		Get().Children[Outer].push_back(Object);
	}

	/// Freed memory stays away from new objects for a while and is filled with 0xDD, so that a stale pointer is noticed.
	void Retire(void* Memory, SIZE_T Size)
	{
		FMemory::Memset(Memory, 0xDD, Size);
		Quarantine.emplace_back(Memory, Size);
		QuarantineBytes += Size;
		while (QuarantineBytes > (32u << 20))
		{
			QuarantineBytes -= Quarantine.front().second;
			FMemory::Free(Quarantine.front().first);
			Quarantine.pop_front();
		}
	}
};

namespace Host
{

void DeadObject(const void* Object, const char* What)
{
	Fatal("Use after destroy", What, __FILE__, __LINE__, FormatAssertion(TEXT("the object at %p was destroyed"), Object));
}

UObject* ResolveObject(int32 Index, int32 Serial, bool bEvenIfGarbage)
{
	FHostObjects& Objects = FHostObjects::Get();
	const std::lock_guard<std::mutex> Guard(Objects.Lock);
	if (Index < 0 || static_cast<SIZE_T>(Index) >= Objects.Items.size())
		return nullptr;
	const FHostObjects::FItem& Item = Objects.Items[static_cast<SIZE_T>(Index)];
	if (!Item.Object || Item.Serial != Serial)
		return nullptr;
	return bEvenIfGarbage || !EnumHasAnyFlags(Item.Object->HostInternalFlags(), EInternalObjectFlags::Garbage) ? Item.Object : nullptr;
}

int32 SerialOf(const UObject* Object)
{
	FHostObjects& Objects = FHostObjects::Get();
	const std::lock_guard<std::mutex> Guard(Objects.Lock);
	return Objects.Items[static_cast<SIZE_T>(Object->HostIndex())].Serial;
}

void AddStrongReference(UObject* Object)
{
	CheckAlive(Object, "TStrongObjectPtr");
	FHostObjects& Objects = FHostObjects::Get();
	const std::lock_guard<std::mutex> Guard(Objects.Lock);
	++Objects.StrongReferences.FindOrAdd(Object);
}

void ReleaseStrongReference(UObject* Object)
{
	FHostObjects& Objects = FHostObjects::Get();
	const std::lock_guard<std::mutex> Guard(Objects.Lock);
	if (--Objects.StrongReferences.FindChecked(Object) == 0)
		Objects.StrongReferences.Remove(Object);
}

int32 CountObjects()
{
	int32 Count = 0;
	FHostObjects::Get().ForEach([&](UObject* Object) { Count += Object->HostMeta == EMetaKind::None; });
	return Count;
}

void NoteSuperCall()
{
	FHostObjects::Get().bSuperCalled = true;
}

void RoutedCall(const UObject* Object, const char* Function, TFunctionRef<void()> Call)
{
	bool& bCalled = FHostObjects::Get().bSuperCalled;
	const bool bBefore = bCalled;
	bCalled = false;
	Call();
	if (!bCalled)
		Fatal("Misuse", Function, __FILE__, __LINE__,
			FormatAssertion(TEXT("%s failed to route the call: an override does not call Super"), *Object->GetFullName()));
	bCalled = bBefore;
}

namespace
{

UObject* ConstructMeta(const FConstructParameters& Parameters)
{
	FHostObjects& Objects = FHostObjects::Get();
	FObjectInitializer Initializer;
	Initializer.Outer = Parameters.Outer;
	Initializer.Name = Parameters.Name;
	Initializer.Flags = RF_Public;
	Objects.Stack.push_back(&Initializer);
	const EMetaKind Kind = static_cast<EMetaKind>(Parameters.Flags);
	UObject* Object = Kind == EMetaKind::Class ? static_cast<UObject*>(new UClass)
		: Kind == EMetaKind::Struct            ? new UScriptStruct
		: Kind == EMetaKind::Function          ? new UFunction
		: Kind == EMetaKind::Enum              ? static_cast<UObject*>(new UEnum)
											   : new UPackage;
	Objects.Stack.pop_back();
	Object->HostMeta = Kind;
	return Object;
}

/// Copies every property of the template; references to its subobjects become references to ours of the same name.
void CopyFromTemplate(UObject* Object, UObject* Template)
{
	struct FRedirect final : FReferenceCollector
	{
		UObject* From;
		UObject* To;
		void HandleReference(UObject*& Reference) override
		{
			if (Reference && Reference->GetOuter() == From)
				if (UObject* Mine = To->GetDefaultSubobjectByName(Reference->GetFName()))
					Reference = Mine;
		}
	};
	FRedirect Redirect;
	Redirect.From = Template;
	Redirect.To = Object;
	for (FProperty* Property : Object->GetClass()->HostAllProperties())
	{
		if (!Template->GetClass()->IsChildOf(Property->Owner) || Property->HasAnyPropertyFlags(CPF_Transient | CPF_DuplicateTransient))
			continue;
		Property->CopyInContainer(Object, Template);
		Property->AddReferences(Object, Redirect);
	}
	TArray<UObject*> Subobjects;
	Object->GetDefaultSubobjects(Subobjects);
	for (UObject* Subobject : Subobjects)
		if (UObject* Source = Template->GetDefaultSubobjectByName(Subobject->GetFName()))
			CopyFromTemplate(Subobject, Source);
}

}

UObject* ConstructObject(const FConstructParameters& Parameters)
{
	HOST_CHECK(IsInGameThread(), "an object was made off the game thread");
	if (!Parameters.Class)
		return ConstructMeta(Parameters);
	FHostObjects& Objects = FHostObjects::Get();
	HOST_CHECK(!Objects.bCollecting, "an object was made during garbage collection");
	UClass* Class = Parameters.Class;
	const bool bIsDefault = (Parameters.Flags & RF_ClassDefaultObject) != 0;
	HOST_CHECK(Class->HostConstruct, "an object of a class that cannot be made");
	HOST_CHECK(bIsDefault || !Class->HasAnyClassFlags(CLASS_Abstract), "an object of an abstract class was made");
	HOST_CHECK(Parameters.Outer || Class == UPackage::StaticClass(), "NewObject without an outer");
	CheckAlive(Parameters.Outer, "the outer of a new object");
	UObject* Default = bIsDefault ? nullptr : Class->GetDefaultObject();

	FObjectInitializer Initializer;
	Initializer.Class = Class;
	Initializer.Outer = Parameters.Outer;
	Initializer.Name = Parameters.Name.IsNone() ? MakeUniqueObjectName(Parameters.Outer, Class) : Parameters.Name;
	Initializer.Flags = Parameters.Flags;
	Initializer.Archetype = Parameters.Template ? Parameters.Template : Default;
	Initializer.bCopyArchetype = Parameters.Template != nullptr;
	HOST_CHECK(Parameters.Name.IsNone() || !StaticFindObject(UObject::StaticClass(), Parameters.Outer, *Parameters.Name.ToString()),
		FormatAssertion(TEXT("an object named %s exists already in %s"), *Parameters.Name.ToString(), *GetPathNameSafe(Parameters.Outer)));

	const int32 Alignment = FMath::Max(16, Class->Alignment);
	void* Memory = FMemory::Malloc(static_cast<SIZE_T>(Class->Size), static_cast<uint32>(Alignment));
	FMemory::Memzero(Memory, static_cast<SIZE_T>(Class->Size));
	Initializer.Object = static_cast<UObject*>(Memory);
	Objects.Stack.push_back(&Initializer);
	Class->HostConstruct(Initializer, Memory);
	HOST_CHECK(Objects.Stack.back() == &Initializer, "constructors of objects got out of step");
	Objects.Stack.pop_back();

	UObject* Object = Initializer.Object;
	if (Initializer.bCopyArchetype)
		CopyFromTemplate(Object, Initializer.Archetype);
	else if (bIsDefault && Class->HasAnyClassFlags(CLASS_Config))
		Object->LoadConfig();
	else if (Default)
		// Config values live in the class default object.
		for (FProperty* Property : Class->HostAllProperties())
			if (Property->HasAnyPropertyFlags(CPF_Config))
				Property->CopyInContainer(Object, Default);
	Object->PostInitProperties();
	return Object;
}

}

FObjectInitializer& FObjectInitializer::Get()
{
	FHostObjects& Objects = FHostObjects::Get();
	HOST_CHECK(IsInGameThread() && !Objects.Stack.empty(),
		"FObjectInitializer::Get() outside of the constructor of an object: use NewObject, not new");
	return *Objects.Stack.back();
}

UObject::UObject()
	: UObject(FObjectInitializer::Get())
{
}

UObject::UObject(const FObjectInitializer& ObjectInitializer)
{
	FHostObjects::SetIdentity(this, ObjectInitializer);
	FHostObjects::Get().Enter(this);
}

UObject::~UObject()
{
	HostMagic = 0;
}

UClass* UObject::GetClass() const
{
	switch (HostMeta)
	{
	case Host::EMetaKind::Class: return UClass::StaticClass();
	case Host::EMetaKind::Struct: return UScriptStruct::StaticClass();
	case Host::EMetaKind::Function: return UFunction::StaticClass();
	case Host::EMetaKind::Enum: return UEnum::StaticClass();
	case Host::EMetaKind::Package: return UPackage::StaticClass();
	default: return ClassPrivate;
	}
}

FString UObject::GetPathName(const UObject* StopOuter) const
{
	if (!OuterPrivate || OuterPrivate == StopOuter)
		return GetName();
	const FString Parent = OuterPrivate->GetPathName(StopOuter);
	// A package and what is in it are parted by a dot, an object and its subobject by a colon once.
	const bool bParentIsPackage = !OuterPrivate->OuterPrivate;
	const bool bGrandparentIsPackage = OuterPrivate->OuterPrivate && !OuterPrivate->OuterPrivate->OuterPrivate;
	return Parent + (bParentIsPackage ? TEXT(".") : bGrandparentIsPackage ? TEXT(":") : TEXT(".")) + GetName();
}

FString UObject::GetFullName() const
{
	return GetClass()->GetName() + TEXT(" ") + GetPathName();
}

UPackage* UObject::GetPackage() const
{
	const UObject* Top = this;
	while (Top->OuterPrivate)
		Top = Top->OuterPrivate;
	return Cast<UPackage>(const_cast<UObject*>(Top));
}

UObject* UObject::GetTypedOuter(const UClass* Target) const
{
	for (UObject* Outer = OuterPrivate; Outer; Outer = Outer->OuterPrivate)
		if (Outer->IsA(Target))
			return Outer;
	return nullptr;
}

bool UObject::IsIn(const UObject* SomeOuter) const
{
	for (const UObject* Outer = OuterPrivate; Outer; Outer = Outer->OuterPrivate)
		if (Outer == SomeOuter)
			return true;
	return false;
}

bool UObject::IsA(const UClass* SomeBase) const
{
	const UClass* Class = GetClass();
	return Class && Class->IsChildOf(SomeBase);
}

bool UObject::IsTemplate(EObjectFlags TemplateTypes) const
{
	for (const UObject* Object = this; Object; Object = Object->OuterPrivate)
		if (Object->HasAnyFlags(TemplateTypes))
			return true;
	return false;
}

void UObject::AddToRoot()
{
	FHostObjects::SetFlag(this, EInternalObjectFlags::RootSet, true);
}

void UObject::RemoveFromRoot()
{
	FHostObjects::SetFlag(this, EInternalObjectFlags::RootSet, false);
}

void UObject::MarkAsGarbage()
{
	Host::CheckGameThread("MarkAsGarbage");
	HOST_CHECK(!IsRooted(), "MarkAsGarbage of a rooted object");
	FHostObjects::SetFlag(this, EInternalObjectFlags::Garbage, true);
}

bool UObject::Rename(const TCHAR* NewName, UObject* NewOuter)
{
	const FName OldName = NamePrivate;
	UObject* OldOuter = OuterPrivate;
	UObject* Outer = NewOuter ? NewOuter : OuterPrivate;
	FHostObjects::Rename(this, NewName ? FName(NewName) : MakeUniqueObjectName(Outer, GetClass(), NamePrivate), Outer);
	PostRename(OldOuter, OldName);
	return true;
}

UObject* UObject::GetArchetype() const
{
	if (HasAnyFlags(RF_ClassDefaultObject))
		return GetClass()->GetSuperClass() ? GetClass()->GetSuperClass()->GetDefaultObject() : nullptr;
	// A default subobject is made after the one of the same name in its owner's archetype.
	if (HasAnyFlags(RF_DefaultSubObject) && OuterPrivate)
		if (UObject* OuterArchetype = OuterPrivate->GetArchetype())
			if (UObject* Found = OuterArchetype->GetDefaultSubobjectByName(NamePrivate))
				return Found;
	return GetClass()->GetDefaultObject();
}

UObject* UObject::GetDefaultSubobjectByName(FName ToFind) const
{
	for (UObject* Child : FHostObjects::Get().ChildrenOf(this))
		if (Child->HasAnyFlags(RF_DefaultSubObject) && Child->NamePrivate == ToFind)
			return Child;
	return nullptr;
}

void UObject::GetDefaultSubobjects(TArray<UObject*>& OutDefaultSubobjects) const
{
	OutDefaultSubobjects.Reset();
	for (UObject* Child : FHostObjects::Get().ChildrenOf(this))
		if (Child->HasAnyFlags(RF_DefaultSubObject))
			OutDefaultSubobjects.Add(Child);
}

bool UObject::Modify(bool bAlwaysMarkDirty)
{
	const bool bRecorded = Host::PackageHooks().Modify && Host::PackageHooks().Modify(this);
	if (bAlwaysMarkDirty)
		MarkPackageDirty();
	return bRecorded;
}

bool UObject::MarkPackageDirty() const
{
	if (UPackage* Package = GetPackage())
		Package->SetDirtyFlag(true);
	return true;
}

UFunction* UObject::FindFunction(FName InName) const
{
	return GetClass()->FindFunctionByName(InName);
}

UFunction* UObject::FindFunctionChecked(FName InName) const
{
	UFunction* Function = FindFunction(InName);
	checkf(Function, TEXT("%s has no function %s"), *GetFullName(), *InName.ToString());
	return Function;
}

UObject* UObject::CreateDefaultSubobject(FName SubobjectName, UClass* ReturnType, UClass* ClassToCreateByDefault, bool, bool bIsTransient)
{
	FHostObjects& Objects = FHostObjects::Get();
	HOST_CHECK(
		!Objects.Stack.empty() && Objects.Stack.back()->Object == this, "CreateDefaultSubobject outside of the constructor of its owner");
	UClass* Class = ClassToCreateByDefault;
	if (UClass* const* Override = Objects.Stack.back()->Overrides.Find(SubobjectName))
		Class = *Override;
	if (!Class)
		return nullptr;
	HOST_CHECK(Class->IsChildOf(ReturnType), "the class chosen for a default subobject is not of the wanted type");
	HOST_CHECK(!GetDefaultSubobjectByName(SubobjectName), "two default subobjects have the same name");
	uint32 Flags = RF_DefaultSubObject | (ObjectFlags & (RF_Public | RF_Transient)) | (bIsTransient ? RF_Transient : 0);
	if (HasAnyFlags(RF_ClassDefaultObject | RF_ArchetypeObject))
		Flags |= RF_ArchetypeObject | RF_Public;
	return Host::ConstructObject({Class, this, SubobjectName, Flags, nullptr});
}

void UObject::PostLoad()
{
	Host::NoteSuperCall();
}

void UObject::ConditionalPostLoad()
{
	if (!HasAnyFlags(RF_NeedPostLoad))
		return;
	ClearFlags(RF_NeedPostLoad);
	Host::RoutedCall(this, "PostLoad", [this] { PostLoad(); });
}

void UObject::BeginDestroy()
{
	Host::NoteSuperCall();
}

void UObject::FinishDestroy()
{
	Host::NoteSuperCall();
}

void UObject::ConditionalBeginDestroy()
{
	if (HasAnyFlags(RF_BeginDestroyed))
		return;
	SetFlags(RF_BeginDestroyed);
	Host::RoutedCall(this, "BeginDestroy", [this] { BeginDestroy(); });
}

void UObject::ProcessEvent(UFunction* Function, void* Parms)
{
	HOST_CHECK(IsInGameThread(), "a reflected function was called off the game thread");
	check(Function && Function->HostThunk);
	const bool bScript = Function->HasAnyFunctionFlags(FUNC_BlueprintEvent);
	if (bScript && Host::OnScriptEvent && Host::OnScriptEvent(this, Function, Parms))
		return;
	if (Function->HasAnyFunctionFlags(FUNC_Net) && Host::OnNetCall)
		Host::OnNetCall(this, Function, Parms);
	Function->HostThunk(this, Parms);
}

void UObject::Serialize(FArchive& Ar)
{
	// A class default object is compared with nothing: everything of it is written.
	Host::SerializeTagged(GetClass(), Ar, this, HasAnyFlags(RF_ClassDefaultObject) ? nullptr : GetArchetype());
}

#if WITH_EDITOR
void UObject::PostEditChange()
{
	FPropertyChangedEvent Event(nullptr);
	PostEditChangeProperty(Event);
}
#endif

void UObject::LoadConfig()
{
	const FString Section = TEXT("/Script/") + GetClass()->GetPackage()->GetName().RightChop(8) + TEXT(".") + GetClass()->GetName();
	for (FProperty* Property : GetClass()->HostAllProperties())
	{
		FString Value;
		if (!Property->HasAnyPropertyFlags(CPF_Config) || !Host::FConfig::Get().Find(Section, Property->GetName(), Value))
			continue;
		if (!Property->ImportInContainer(this, Value))
			UE_LOG(LogObj, Warning, TEXT("Config %s: %s is no value of %s"), *Section, *Value, *Property->GetName());
	}
}

void UObject::SaveConfig()
{
	const FString Section = TEXT("/Script/") + GetClass()->GetPackage()->GetName().RightChop(8) + TEXT(".") + GetClass()->GetName();
	for (FProperty* Property : GetClass()->HostAllProperties())
		if (Property->HasAnyPropertyFlags(CPF_Config))
			Host::FConfig::Get().Set(Section, Property->GetName(), Property->ExportInContainer(this));
}

UObject* UClass::GetDefaultObject(bool bCreateIfNeeded)
{
	if (!HostDefaultObject && bCreateIfNeeded && HostConstruct)
	{
		if (GetSuperClass())
			GetSuperClass()->GetDefaultObject();
		UObject* Outer = GetPackage() ? static_cast<UObject*>(GetPackage()) : GetTransientPackage();
		HostDefaultObject = Host::ConstructObject({this, Outer, FName(*(TEXT("Default__") + GetName())),
			static_cast<uint32>(RF_Public | RF_ClassDefaultObject | RF_ArchetypeObject), nullptr});
	}
	return HostDefaultObject;
}

UPackage* CreatePackage(const TCHAR* PackageName)
{
	const FName Name(PackageName);
	for (UObject* Top : FHostObjects::Get().ChildrenOf(nullptr))
		if (Top->HostMeta == Host::EMetaKind::Package && Top->GetFName() == Name)
			return static_cast<UPackage*>(Top);
	return static_cast<UPackage*>(Host::ConstructObject({nullptr, nullptr, Name, static_cast<uint32>(Host::EMetaKind::Package), nullptr}));
}

UPackage* GetTransientPackage()
{
	static UPackage* Package = CreatePackage(TEXT("/Engine/Transient"));
	return Package;
}

FName MakeUniqueObjectName(UObject* Outer, const UClass* Class, FName BaseName)
{
	const FString Base = BaseName.IsNone() ? Class->GetName() : BaseName.GetPlainNameString();
	for (;;)
	{
		const FName Candidate(*Base, FHostObjects::Get().NextNumbers.FindOrAdd(FName(*Base))++ + 1);
		if (!StaticFindObject(UObject::StaticClass(), Outer, *Candidate.ToString()))
			return Candidate;
	}
}

UObject* StaticFindObject(UClass* Class, UObject* InOuter, const TCHAR* Name)
{
	const auto IsIt = [Class](const UObject* Object)
	{
		return (Class == UObject::StaticClass() || Object->IsA(Class))
			&& !EnumHasAnyFlags(Object->HostInternalFlags(), EInternalObjectFlags::Garbage);
	};
	if (InOuter)
	{
		const FName Wanted(Name);
		for (UObject* Child : FHostObjects::Get().ChildrenOf(InOuter))
			if (Child->GetFName() == Wanted && IsIt(Child))
				return Child;
		return nullptr;
	}
	UObject* Found = nullptr;
	const FString Wanted(Name);
	FHostObjects::Get().ForEach(
		[&](UObject* Object)
		{
			if (Object->GetPathName() == Wanted && IsIt(Object))
				Found = Object;
		});
	return Found;
}

void GetObjectsWithOuter(const UObject* Outer, TArray<UObject*>& Results, bool bIncludeNestedObjects)
{
	Results.Reset();
	for (UObject* Child : FHostObjects::Get().ChildrenOf(Outer))
		Results.Add(Child);
	for (int32 Index = 0; bIncludeNestedObjects && Index < Results.Num(); ++Index)
		for (UObject* Child : FHostObjects::Get().ChildrenOf(Results[Index]))
			Results.Add(Child);
}

void GetObjectsOfClass(const UClass* ClassToLookFor, TArray<UObject*>& Results, bool bIncludeDerivedClasses)
{
	Results.Reset();
	FHostObjects::Get().ForEach(
		[&](UObject* Object)
		{
			if ((bIncludeDerivedClasses ? Object->IsA(ClassToLookFor) : Object->GetClass() == ClassToLookFor)
				&& !Object->HasAnyFlags(RF_ClassDefaultObject))
				Results.Add(Object);
		});
}

FGCObject::FGCObject()
{
	Host::CheckGameThread("FGCObject");
	FHostObjects::Get().Referencers.push_back(this);
}

FGCObject::~FGCObject()
{
	std::erase(FHostObjects::Get().Referencers, this);
}

namespace
{

class FHostMarker final : public FReferenceCollector
{
public:
	void HandleReference(UObject*& Reference) override
	{
		if (!Reference)
			return;
		Host::CheckAlive(Reference, "a reference found by garbage collection");
		if (EnumHasAnyFlags(Reference->HostInternalFlags(), EInternalObjectFlags::Garbage))
			Reference = nullptr;
		else
			Mark(Reference);
	}
	void Mark(UObject* Object)
	{
		FHostObjects::FItem& Item = FHostObjects::Get().Items[static_cast<SIZE_T>(Object->HostIndex())];
		if (Item.bReachable)
			return;
		Item.bReachable = true;
		Pending.push_back(Object);
	}
	void Run()
	{
		while (!Pending.empty())
		{
			UObject* Object = Pending.back();
			Pending.pop_back();
			if (UObject* Outer = Object->GetOuter())
				Mark(Outer);
			if (Object->HostMeta != Host::EMetaKind::None)
				continue;
			for (FProperty* Property : Object->GetClass()->HostAllProperties())
				Property->AddReferences(Object, *this);
			if (Object->GetClass()->HostAddReferences)
				Object->GetClass()->HostAddReferences(Object, *this);
		}
	}

private:
	std::vector<UObject*> Pending;
};

}

bool IsGarbageCollecting()
{
	return FHostObjects::Get().bCollecting;
}

void CollectGarbage(EObjectFlags KeepFlags, bool)
{
	FHostObjects& Objects = FHostObjects::Get();
	HOST_CHECK(IsInGameThread(), "CollectGarbage off the game thread");
	HOST_CHECK(Objects.Stack.empty(), "CollectGarbage inside the constructor of an object");
	for (FHostObjects::FItem& Item : Objects.Items)
		Item.bReachable = false;
	FHostMarker Marker;
	Objects.ForEach(
		[&](UObject* Object)
		{
			const bool bDefault = Object->HasAnyFlags(RF_ClassDefaultObject);
			const bool bKept = KeepFlags != RF_NoFlags && Object->HasAnyFlags(KeepFlags)
				&& !EnumHasAnyFlags(Object->HostInternalFlags(), EInternalObjectFlags::Garbage);
			if (Object->IsRooted() || bDefault || bKept || Object->HostMeta != Host::EMetaKind::None)
				Marker.Mark(Object);
		});
	for (const TPair<UObject*, int32>& Strong : Objects.StrongReferences)
		Marker.Mark(Strong.Key);
	Marker.Run();
	for (FGCObject* Referencer : Objects.Referencers)
		Referencer->AddReferencedObjects(Marker);
	Marker.Run();

	std::vector<UObject*> Unreachable;
	Objects.ForEach(
		[&](UObject* Object)
		{
			if (!Objects.Items[static_cast<SIZE_T>(Object->HostIndex())].bReachable)
				Unreachable.push_back(Object);
		});
	for (UObject* Object : Unreachable)
	{
		FHostObjects::SetFlag(Object, EInternalObjectFlags::Garbage, true);
		Object->ConditionalBeginDestroy();
	}
	Objects.bCollecting = true;
	for (UObject* Object : Unreachable)
	{
		const double Start = FPlatformTime::Seconds();
		while (!Object->IsReadyForFinishDestroy())
		{
			HOST_CHECK(FPlatformTime::Seconds() - Start < 10.0, "an object never became ready for FinishDestroy");
			FPlatformProcess::Sleep(0.001f);
		}
		Object->SetFlags(RF_FinishDestroyed);
		Host::RoutedCall(Object, "FinishDestroy", [Object] { Object->FinishDestroy(); });
	}
	for (UObject* Object : Unreachable)
	{
		const SIZE_T Size = static_cast<SIZE_T>(Object->GetClass()->Size);
		Objects.Leave(Object);
		Object->~UObject();
		Objects.Retire(Object, Size);
	}
	Objects.bCollecting = false;
	UE_LOG(LogGarbage, Verbose, TEXT("Collected %d objects"), static_cast<int32>(Unreachable.size()));
}
