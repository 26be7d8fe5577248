// Copyright (c) 2026 The SPHSolids authors

#include "Host/Reflection.h"

#include "Host/Program.h"

#include <vector>

namespace Host
{

TFunction<bool(UObject*, UFunction*, void*)> OnScriptEvent;
TFunction<void(UObject*, UFunction*, void*)> OnNetCall;

namespace
{

std::vector<void (*)()>& Registrars()
{
	static std::vector<void (*)()> List;
	return List;
}

template <typename T>
T* MakeMeta(EMetaKind Kind, const TCHAR* Name, UObject* Outer)
{
	return static_cast<T*>(ConstructObject({nullptr, Outer, FName(Name), static_cast<uint32>(Kind), nullptr}));
}

}

FRegistrar::FRegistrar(void (*Register)())
{
	Registrars().push_back(Register);
}

void RegisterReflection()
{
	CheckGameThread("RegisterReflection");
	// Registering one class registers its bases first.
	for (std::size_t Index = 0; Index < Registrars().size(); ++Index)
		Registrars()[Index]();
	Registrars().clear();
	TArray<UObject*> Classes;
	GetObjectsOfClass(UClass::StaticClass(), Classes);
	for (UObject* Class : Classes)
		static_cast<UClass*>(Class)->GetDefaultObject();
}

TMap<FName, FString> ToMap(FMetaList Meta)
{
	TMap<FName, FString> Map;
	for (const auto& [Key, Value] : Meta)
		Map.Add(FName(Key), FString(Value));
	return Map;
}

FProperty* MakeBitProperty(const TCHAR* Name, bool (*Getter)(const void*), void (*Setter)(void*, bool), uint64 Flags, FMetaList Meta)
{
	auto* Property = new FBitProperty;
	Property->Name = FName(Name);
	Property->Getter = Getter;
	Property->Setter = Setter;
	Property->PropertyFlags = Flags;
	Property->MetaData = ToMap(Meta);
	Property->Kind = FProperty::EKind::Bool;
	return Property;
}

UFunction* AddFunction(UClass* Class, const TCHAR* Name, uint32 Flags, FMetaList Meta)
{
	UFunction* Function = MakeMeta<UFunction>(EMetaKind::Function, Name, Class);
	Function->FunctionFlags = Flags;
	Function->MetaData = ToMap(Meta);
	Class->HostFunctions.Add(Function);
	return Function;
}

UEnum* MakeEnum(const TCHAR* Name, const TCHAR* Package, std::initializer_list<FEnumEntry> Entries, FMetaList Meta)
{
	UEnum* Enum = MakeMeta<UEnum>(EMetaKind::Enum, Name, CreatePackage(Package));
	for (const FEnumEntry& Entry : Entries)
		Enum->Entries.Add({FName(Entry.Name), Entry.Value, ToMap(Entry.Meta)});
	Enum->MetaData = ToMap(Meta);
	return Enum;
}

UClass* MakeClassObject(const TCHAR* Name, const TCHAR* Package, UClass* Super, uint32 Flags, int32 Size, int32 Alignment, FMetaList Meta)
{
	UClass* Class = MakeMeta<UClass>(EMetaKind::Class, Name, CreatePackage(Package));
	Class->SuperStruct = Super;
	Class->ClassFlags =
		Flags | (Super ? Super->ClassFlags & (CLASS_Config | CLASS_DefaultConfig | CLASS_DefaultToInstanced | CLASS_Transient) : 0);
	Class->Size = Size;
	Class->Alignment = Alignment;
	Class->MetaData = ToMap(Meta);
	const FString Config = Class->GetMetaData(TEXT("Config"));
	Class->ClassConfigName = !Config.IsEmpty() ? FName(*Config) : Super ? Super->ClassConfigName : FName();
	return Class;
}

UScriptStruct* MakeStructObject(const TCHAR* Name, const TCHAR* Package, UScriptStruct* Super, int32 Size, int32 Alignment, FMetaList Meta)
{
	UScriptStruct* Struct = MakeMeta<UScriptStruct>(EMetaKind::Struct, Name, CreatePackage(Package));
	Struct->SuperStruct = Super;
	Struct->Size = Size;
	Struct->Alignment = Alignment;
	Struct->MetaData = ToMap(Meta);
	return Struct;
}

void SerializeTagged(const UStruct* Struct, FArchive& Ar, void* Data, const void* Defaults)
{
	if (Ar.IsSaving())
	{
		for (FProperty* Property : Struct->HostAllProperties())
		{
			const bool bTransient = Property->HasAnyPropertyFlags(CPF_Transient | CPF_SkipSerialization) && Ar.IsPersistent();
			if (bTransient || (Defaults && Property->IdenticalInContainer(Data, Defaults)))
				continue;
			FName Name = Property->Name;
			FString Type = Property->GetCPPType();
			int32 Size = 0;
			Ar << Name << Type;
			const int64 SizeAt = Ar.Tell();
			Ar << Size;
			const int64 Start = Ar.Tell();
			Property->SerializeInContainer(Ar, Data);
			const int64 End = Ar.Tell();
			Size = static_cast<int32>(End - Start);
			Ar.Seek(SizeAt);
			Ar << Size;
			Ar.Seek(End);
		}
		FName None;
		Ar << None;
		return;
	}
	for (;;)
	{
		FName Name;
		FString Type;
		int32 Size = 0;
		Ar << Name;
		if (Ar.IsError() || Name.IsNone())
			return;
		Ar << Type << Size;
		const int64 Start = Ar.Tell();
		if (Ar.IsError() || Size < 0 || Size > Ar.TotalSize() - Start)
		{
			Ar.SetError();
			return;
		}
		// What this version does not know, or knows as something else, is passed over.
		const FProperty* Property = Struct->FindPropertyByName(Name);
		if (Property && Property->GetCPPType().Equals(Type))
			Property->SerializeInContainer(Ar, Data);
		Ar.Seek(Start + Size);
	}
}

bool IdenticalStructs(const UStruct* Struct, const void* A, const void* B)
{
	for (const FProperty* Property : Struct->HostAllProperties())
		if (!Property->IdenticalInContainer(A, B))
			return false;
	return true;
}

FString ExportStruct(const UStruct* Struct, const void* Data)
{
	FString Text = TEXT("(");
	for (const FProperty* Property : Struct->HostAllProperties())
		Text += (Text.Len() > 1 ? TEXT(",") : TEXT("")) + Property->GetName() + TEXT("=") + Property->ExportInContainer(Data);
	return Text + TEXT(")");
}

bool ParseStructText(const FString& Text, TMap<FString, FString>& Out)
{
	const FString Trimmed = Text.TrimStartAndEnd();
	if (!Trimmed.StartsWith(TEXT("(")) || !Trimmed.EndsWith(TEXT(")")))
		return false;
	const FString Inner = Trimmed.Mid(1, Trimmed.Len() - 2);
	int32 Depth = 0, Start = 0;
	for (int32 Index = 0; Index <= Inner.Len(); ++Index)
	{
		const TCHAR Character = Index < Inner.Len() ? Inner[Index] : TEXT(',');
		Depth += Character == TEXT('(') ? 1 : Character == TEXT(')') ? -1 : 0;
		if (Character != TEXT(',') || (Depth > 0 && Index < Inner.Len()))
			continue;
		FString Key, Value;
		if (Inner.Mid(Start, Index - Start).Split(TEXT("="), &Key, &Value))
			Out.Add(Key.TrimStartAndEnd(), Value.TrimStartAndEnd());
		Start = Index + 1;
	}
	return true;
}

bool ImportStruct(const UStruct* Struct, void* Data, const FString& Text)
{
	TMap<FString, FString> Parts;
	if (!ParseStructText(Text, Parts))
		return false;
	for (const TPair<FString, FString>& Part : Parts)
	{
		const FProperty* Property = Struct->FindPropertyByName(FName(*Part.Key));
		if (!Property || !Property->ImportInContainer(Data, Part.Value))
			return false;
	}
	return true;
}

FString ExportReals(std::initializer_list<std::pair<const TCHAR*, double>> Parts)
{
	FString Text = TEXT("(");
	for (const auto& [Name, Value] : Parts)
		Text.Appendf(TEXT("%s%s=%f"), Text.Len() > 1 ? TEXT(",") : TEXT(""), Name, Value);
	return Text + TEXT(")");
}

bool ImportReals(const FString& Text, std::initializer_list<std::pair<const TCHAR*, double*>> Parts)
{
	TMap<FString, FString> Given;
	if (!ParseStructText(Text, Given))
		return false;
	for (const auto& [Name, Target] : Parts)
		if (const FString* Found = Given.Find(Name))
		{
			if (!Found->IsNumeric())
				return false;
			*Target = FCString::Atod(**Found);
		}
	return true;
}

void* CastToInterface(UObject* Object, const UClass* Interface)
{
	if (!Object)
		return nullptr;
	for (const UClass* Class = Object->GetClass(); Class; Class = Class->GetSuperClass())
		for (const UClass::FInterface& Entry : Class->HostInterfaces)
			if (Entry.Class->IsChildOf(Interface))
				return Entry.Cast(Object);
	return nullptr;
}

FName FunctionNameOf(const char* Expression)
{
	FString Name(Expression), Rest;
	while (Name.Split(TEXT("::"), nullptr, &Rest))
		Name = Rest;
	return FName(*Name.Replace(TEXT("&"), TEXT("")).TrimStartAndEnd());
}

}

UClass* UObject::StaticClass()
{
	static UClass* Class = Host::MakeClass<UObject>(TEXT("Object"), TEXT("/Script/CoreUObject"), nullptr, CLASS_Abstract | CLASS_Native,
		[](const FObjectInitializer& Initializer, void* Memory) { new (Memory) UObject(Initializer); }, nullptr, {});
	return Class;
}

#define HOST_META_CLASS(Type, Base)                                                                                                        \
	UClass* Type::StaticClass()                                                                                                            \
	{                                                                                                                                      \
		static UClass* Class = Host::MakeClass<Type>(                                                                                      \
			&TEXT(#Type)[1], TEXT("/Script/CoreUObject"), Base::StaticClass(), CLASS_Abstract | CLASS_Native, nullptr, nullptr, {});       \
		return Class;                                                                                                                      \
	}                                                                                                                                      \
	static const Host::FRegistrar HostRegister_##Type([] { Type::StaticClass(); });
HOST_META_CLASS(UField, UObject)
HOST_META_CLASS(UStruct, UField)
HOST_META_CLASS(UScriptStruct, UStruct)
HOST_META_CLASS(UFunction, UStruct)
HOST_META_CLASS(UClass, UStruct)
HOST_META_CLASS(UEnum, UField)

UClass* UPackage::StaticClass()
{
	static UClass* Class = Host::MakeClass<UPackage>(TEXT("Package"), TEXT("/Script/CoreUObject"), UObject::StaticClass(), CLASS_Native,
		[](const FObjectInitializer&, void* Memory) { new (Memory) UPackage(); }, nullptr, {});
	return Class;
}

UClass* UInterface::StaticClass()
{
	static UClass* Class = Host::MakeClass<UInterface>(TEXT("Interface"), TEXT("/Script/CoreUObject"), UObject::StaticClass(),
		CLASS_Abstract | CLASS_Interface | CLASS_Native,
		[](const FObjectInitializer& Initializer, void* Memory) { new (Memory) UInterface(Initializer); }, nullptr, {});
	return Class;
}

UClass* HostClassOf_UObject()
{
	return UObject::StaticClass();
}
UClass* HostClassOf_UClass()
{
	return UClass::StaticClass();
}
UClass* HostClassOf_UPackage()
{
	return UPackage::StaticClass();
}

UStruct::~UStruct()
{
	for (FProperty* Property : HostProperties)
		delete Property;
}

bool UStruct::IsChildOf(const UStruct* SomeBase) const
{
	for (const UStruct* Struct = this; Struct; Struct = Struct->SuperStruct)
		if (Struct == SomeBase)
			return true;
	return false;
}

FProperty* UStruct::FindPropertyByName(FName InName) const
{
	for (const UStruct* Struct = this; Struct; Struct = Struct->SuperStruct)
		for (FProperty* Property : Struct->HostProperties)
			if (Property->Name == InName)
				return Property;
	return nullptr;
}

TArray<FProperty*> UStruct::HostAllProperties() const
{
	TArray<FProperty*> All;
	for (const UStruct* Struct = this; Struct; Struct = Struct->SuperStruct)
		All.Append(Struct->HostProperties);
	return All;
}

FProperty* UFunction::GetReturnProperty() const
{
	for (FProperty* Property : HostProperties)
		if (Property->HasAnyPropertyFlags(CPF_ReturnParm))
			return Property;
	return nullptr;
}

UClass* FProperty::GetOwnerClass() const
{
	return Cast<UClass>(Owner);
}

FString UEnum::GetNameStringByValue(int64 Value) const
{
	for (const FEntry& Entry : Entries)
		if (Entry.Value == Value)
			return Entry.Name.ToString();
	return FString();
}

FText UEnum::GetDisplayNameTextByValue(int64 Value) const
{
	for (const FEntry& Entry : Entries)
		if (Entry.Value == Value)
			return FText::FromString(
				Entry.Meta.Contains(TEXT("DisplayName")) ? Entry.Meta.FindRef(TEXT("DisplayName")) : Entry.Name.ToString());
	return FText();
}

int64 UEnum::GetValueByNameString(const FString& Name) const
{
	FString Short = Name, Rest;
	if (Name.Split(TEXT("::"), nullptr, &Rest))
		Short = Rest;
	for (const FEntry& Entry : Entries)
		if (Entry.Name == FName(*Short))
			return Entry.Value;
	return INDEX_NONE;
}

bool UEnum::IsValidEnumValue(int64 Value) const
{
	return Entries.ContainsByPredicate([&](const FEntry& Entry) { return Entry.Value == Value; });
}

UFunction* UClass::FindFunctionByName(FName InName) const
{
	for (const UClass* Class = this; Class; Class = Class->GetSuperClass())
		for (UFunction* Function : Class->HostFunctions)
			if (Function->GetFName() == InName)
				return Function;
	return nullptr;
}

bool UClass::ImplementsInterface(const UClass* Interface) const
{
	for (const UClass* Class = this; Class; Class = Class->GetSuperClass())
		for (const FInterface& Entry : Class->HostInterfaces)
			if (Entry.Class->IsChildOf(Interface))
				return true;
	return false;
}

FString UClass::GetPrefixCPP() const
{
	for (const UClass* Class = this; Class; Class = Class->GetSuperClass())
		if (Class->GetFName() == FName(TEXT("Actor")))
			return TEXT("A");
	return TEXT("U");
}

void FScriptDelegate::BindUFunction(UObject* InObject, const FName& InFunctionName)
{
	HOST_CHECK(!InObject || InObject->FindFunction(InFunctionName), "a dynamic delegate was bound to a function that is no UFUNCTION");
	ObjectIndex = InObject ? InObject->HostIndex() : INDEX_NONE;
	ObjectSerial = InObject ? Host::SerialOf(InObject) : 0;
	FunctionName = InFunctionName;
}

void FScriptDelegate::Unbind()
{
	*this = FScriptDelegate();
}

UObject* FScriptDelegate::GetUObject() const
{
	return Host::ResolveObject(ObjectIndex, ObjectSerial, false);
}

bool FScriptDelegate::IsBound() const
{
	return GetUObject() != nullptr;
}

void FScriptDelegate::ProcessDelegate(void* Parameters) const
{
	if (UObject* Object = GetUObject())
		Object->ProcessEvent(Object->FindFunctionChecked(FunctionName), Parameters);
}

void FMulticastScriptDelegate::Add(const FScriptDelegate& Delegate)
{
	HOST_CHECK(!Invocations.Contains(Delegate), "AddDynamic of a function that is bound already; use AddUniqueDynamic");
	Invocations.Add(Delegate);
}

void FMulticastScriptDelegate::AddUnique(const FScriptDelegate& Delegate)
{
	Invocations.AddUnique(Delegate);
}

void FMulticastScriptDelegate::Remove(const UObject* Object, FName FunctionName)
{
	Invocations.RemoveAll(
		[&](const FScriptDelegate& Delegate) { return Delegate.GetUObject() == Object && Delegate.GetFunctionName() == FunctionName; });
}

void FMulticastScriptDelegate::RemoveAll(const UObject* Object)
{
	Invocations.RemoveAll([&](const FScriptDelegate& Delegate) { return Delegate.GetUObject() == Object; });
}

bool FMulticastScriptDelegate::IsBound() const
{
	return Invocations.ContainsByPredicate([](const FScriptDelegate& Delegate) { return Delegate.IsBound(); });
}

bool FMulticastScriptDelegate::Contains(const UObject* Object, FName FunctionName) const
{
	return Invocations.ContainsByPredicate(
		[&](const FScriptDelegate& Delegate) { return Delegate.GetUObject() == Object && Delegate.GetFunctionName() == FunctionName; });
}

void FMulticastScriptDelegate::ProcessMulticastDelegate(void* Parameters) const
{
	const TArray<FScriptDelegate> Snapshot = Invocations;
	for (const FScriptDelegate& Delegate : Snapshot)
		if (Invocations.Contains(Delegate))
			Delegate.ProcessDelegate(Parameters);
}
