// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FProperty (ContainerPtrToValuePtr, HasAnyPropertyFlags, Identical, GetMetaData), .../FPropertyChangedEvent, .../TFieldIterator.
#pragma once

#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"

/// One UPROPERTY of a class or struct, or one parameter of a function.
class FProperty
{
public:
	enum class EKind : uint8
	{
		Bool,
		Integer,
		Real,
		Enum,
		String,
		Name,
		Text,
		Object,
		WeakObject,
		SoftObject,
		Class,
		Struct,
		Array,
		Set,
		Map,
		Delegate,
		MulticastDelegate
	};
	virtual ~FProperty() = default;

	FName GetFName() const { return Name; }
	FString GetName() const { return Name.ToString(); }
	bool HasAnyPropertyFlags(uint64 Flags) const { return (PropertyFlags & Flags) != 0; }
	bool HasAllPropertyFlags(uint64 Flags) const { return (PropertyFlags & Flags) == Flags; }
	bool HasMetaData(FName Key) const { return MetaData.Contains(Key); }
	FString GetMetaData(FName Key) const { return MetaData.FindRef(Key); }
	FText GetToolTipText() const { return FText::FromString(GetMetaData(TEXT("ToolTip"))); }
	UStruct* GetOwnerStruct() const { return Owner; }
	UClass* GetOwnerClass() const;
	EKind GetKind() const { return Kind; }
	template <typename T>
	T* ContainerPtrToValuePtr(void* Container) const
	{
		return static_cast<T*>(Access(Container));
	}
	template <typename T>
	const T* ContainerPtrToValuePtr(const void* Container) const
	{
		return static_cast<const T*>(Access(const_cast<void*>(Container)));
	}
	/// Bytes from the start of the object; -1 for a bit field.
	int32 GetOffset_ForDebug() const { return Offset; }
	int32 GetSize() const { return Size; }

	virtual FString GetCPPType() const = 0;
	virtual void SerializeInContainer(FArchive& Ar, void* Container) const = 0;
	virtual bool IdenticalInContainer(const void* A, const void* B) const = 0;
	virtual void CopyInContainer(void* Destination, const void* Source) const = 0;
	void CopyCompleteValue_InContainer(void* Destination, const void* Source) const { CopyInContainer(Destination, Source); }
	virtual void AddReferences(void* Container, FReferenceCollector& Collector) const = 0;
	virtual FString ExportInContainer(const void* Container) const = 0;
	/// False, and nothing changed, if the text is no value of this type.
	virtual bool ImportInContainer(void* Container, const FString& Text) const = 0;

	/// What the header tool wrote.
	FName Name;
	uint64 PropertyFlags = 0;
	TMap<FName, FString> MetaData;
	EKind Kind = EKind::Bool;
	UStruct* Owner = nullptr;
	UClass* (*ObjectClass)() = nullptr; ///< for references: what they may point to
	UScriptStruct* Struct = nullptr;
	UEnum* Enum = nullptr;
	int32 Offset = INDEX_NONE;
	int32 Size = 0;

protected:
	virtual void* Access(void* Container) const = 0;
};

template <typename T = FProperty>
FProperty* FindFProperty(const UStruct* Owner, FName Name)
{
	return Owner->FindPropertyByName(Name);
}

template <typename T>
class TFieldIterator;

template <>
class TFieldIterator<FProperty>
{
public:
	explicit TFieldIterator(const UStruct* Struct)
		: Properties(Struct->HostAllProperties())
	{
	}
	explicit operator bool() const { return Position < Properties.Num(); }
	TFieldIterator& operator++()
	{
		++Position;
		return *this;
	}
	FProperty* operator*() const { return Properties[Position]; }
	FProperty* operator->() const { return Properties[Position]; }

private:
	TArray<FProperty*> Properties;
	int32 Position = 0;
};

namespace EPropertyChangeType
{
enum Type : uint32
{
	Unspecified = 1,
	Interactive = 1 << 2,
	ValueSet = 1 << 3
};
}

struct FPropertyChangedEvent
{
	explicit FPropertyChangedEvent(FProperty* InProperty, uint32 InChangeType = EPropertyChangeType::Unspecified)
		: Property(InProperty)
		, MemberProperty(InProperty)
		, ChangeType(InChangeType)
	{
	}
	FName GetPropertyName() const { return Property ? Property->GetFName() : FName(); }
	FName GetMemberPropertyName() const { return MemberProperty ? MemberProperty->GetFName() : FName(); }
	FProperty* Property;
	FProperty* MemberProperty;
	uint32 ChangeType;
};

#define GET_MEMBER_NAME_CHECKED(ClassName, MemberName) ((void)sizeof(decltype(((ClassName*)nullptr)->MemberName)), FName(TEXT(#MemberName)))
