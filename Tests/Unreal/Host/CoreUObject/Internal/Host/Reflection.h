// Copyright (c) 2026 The SPHSolids authors
#pragma once

// What the generated *.gen.cpp files call: they name a member and its type, the templates here do the rest.

#include "Containers/EnumAsByte.h"
#include "Serialization/Archive.h"
#include "Templates/Casts.h"
#include "Templates/SubclassOf.h"
#include "UObject/Interface.h"
#include "UObject/SoftObjectPtr.h"
#include "UObject/UObjectGlobals.h"
#include "UObject/UnrealType.h"

namespace Host
{

using FMetaList = std::initializer_list<std::pair<const TCHAR*, const TCHAR*>>;
TMap<FName, FString> ToMap(FMetaList Meta);

/// Property by property, each with its name, type and size, so that members may come and go between versions.
/// @param Defaults Values equal to these are not written; null writes all.
void SerializeTagged(const UStruct* Struct, FArchive& Ar, void* Data, const void* Defaults);
bool IdenticalStructs(const UStruct* Struct, const void* A, const void* B);
FString ExportStruct(const UStruct* Struct, const void* Data);
bool ImportStruct(const UStruct* Struct, void* Data, const FString& Text);
/// "(X=1.0,Y=2.0)" to its parts; false if it has not that form.
bool ParseStructText(const FString& Text, TMap<FString, FString>& Out);
FString ExportReals(std::initializer_list<std::pair<const TCHAR*, double>> Parts);
bool ImportReals(const FString& Text, std::initializer_list<std::pair<const TCHAR*, double*>> Parts);

template <typename T>
struct TTypeOf
{
	static constexpr bool bObject = false, bWeak = false, bSoft = false, bSubclass = false, bArray = false, bSet = false, bMap = false,
						  bEnumByte = false;
};
template <typename T>
struct TTypeOf<TObjectPtr<T>> : TTypeOf<void>
{
	static constexpr bool bObject = true;
};
template <typename T>
struct TTypeOf<T*> : TTypeOf<void>
{
	static constexpr bool bObject = true;
};
template <typename T>
struct TTypeOf<TWeakObjectPtr<T>> : TTypeOf<void>
{
	static constexpr bool bWeak = true;
};
template <typename T>
struct TTypeOf<TSoftObjectPtr<T>> : TTypeOf<void>
{
	static constexpr bool bSoft = true;
};
template <typename T>
struct TTypeOf<TSoftClassPtr<T>> : TTypeOf<void>
{
	static constexpr bool bSoft = true;
};
template <typename T>
struct TTypeOf<TSubclassOf<T>> : TTypeOf<void>
{
	static constexpr bool bSubclass = true;
};
template <typename T, typename A>
struct TTypeOf<TArray<T, A>> : TTypeOf<void>
{
	static constexpr bool bArray = true;
	using FElement = T;
};
template <typename T>
struct TTypeOf<TSet<T>> : TTypeOf<void>
{
	static constexpr bool bSet = true;
	using FElement = T;
};
template <typename K, typename V>
struct TTypeOf<TMap<K, V>> : TTypeOf<void>
{
	static constexpr bool bMap = true;
	using FKey = K;
	using FValue = V;
};
template <typename T>
struct TTypeOf<TEnumAsByte<T>> : TTypeOf<void>
{
	static constexpr bool bEnumByte = true;
};

template <typename T>
concept CReflectedStruct = requires { T::StaticStruct(); };
template <typename T>
concept CMulticast = std::is_base_of_v<FMulticastScriptDelegate, T>;
template <typename T>
concept CSingleDelegate = std::is_base_of_v<FScriptDelegate, T>;

template <typename T>
struct TCoreStructName
{
	static constexpr const TCHAR* Name = TEXT("struct");
};
#define HOST_CORE_STRUCT(Type)                                                                                                             \
	template <>                                                                                                                            \
	struct TCoreStructName<Type>                                                                                                           \
	{                                                                                                                                      \
		static constexpr const TCHAR* Name = TEXT(#Type);                                                                                  \
	}
HOST_CORE_STRUCT(FVector);
HOST_CORE_STRUCT(FVector3f);
HOST_CORE_STRUCT(FVector2D);
HOST_CORE_STRUCT(FVector4);
HOST_CORE_STRUCT(FQuat);
HOST_CORE_STRUCT(FRotator);
HOST_CORE_STRUCT(FTransform);
HOST_CORE_STRUCT(FBox);
HOST_CORE_STRUCT(FBoxSphereBounds);
HOST_CORE_STRUCT(FColor);
HOST_CORE_STRUCT(FLinearColor);
HOST_CORE_STRUCT(FGuid);
HOST_CORE_STRUCT(FIntVector);
HOST_CORE_STRUCT(FSoftObjectPath);
#undef HOST_CORE_STRUCT

template <typename T>
UObject*& ObjectSlot(T& Value)
{
	if constexpr (std::is_pointer_v<T>)
		return reinterpret_cast<UObject*&>(const_cast<std::remove_const_t<std::remove_pointer_t<T>>*&>(Value));
	else
		return Value.HostObject;
}

/// Everything that can be done to one value of type T through reflection.
template <typename T>
struct TValue
{
	using FType = TTypeOf<T>;

	static FProperty::EKind Kind()
	{
		using EKind = FProperty::EKind;
		if constexpr (std::is_same_v<T, bool>)
			return EKind::Bool;
		else if constexpr (std::is_integral_v<T>)
			return EKind::Integer;
		else if constexpr (std::is_floating_point_v<T>)
			return EKind::Real;
		else if constexpr (std::is_enum_v<T> || FType::bEnumByte)
			return EKind::Enum;
		else if constexpr (std::is_same_v<T, FString>)
			return EKind::String;
		else if constexpr (std::is_same_v<T, FName>)
			return EKind::Name;
		else if constexpr (std::is_same_v<T, FText>)
			return EKind::Text;
		else if constexpr (FType::bObject)
			return EKind::Object;
		else if constexpr (FType::bWeak)
			return EKind::WeakObject;
		else if constexpr (FType::bSoft)
			return EKind::SoftObject;
		else if constexpr (FType::bSubclass)
			return EKind::Class;
		else if constexpr (FType::bArray)
			return EKind::Array;
		else if constexpr (FType::bSet)
			return EKind::Set;
		else if constexpr (FType::bMap)
			return EKind::Map;
		else if constexpr (CMulticast<T>)
			return EKind::MulticastDelegate;
		else if constexpr (CSingleDelegate<T>)
			return EKind::Delegate;
		else
			return EKind::Struct;
	}

	static FString TypeName()
	{
		if constexpr (std::is_same_v<T, bool>)
			return TEXT("bool");
		else if constexpr (std::is_integral_v<T>)
			return FString::Printf(TEXT("%sint%d"), std::is_signed_v<T> ? TEXT("") : TEXT("u"), static_cast<int32>(sizeof(T) * 8));
		else if constexpr (std::is_floating_point_v<T>)
			return sizeof(T) == 4 ? TEXT("float") : TEXT("double");
		else if constexpr (FType::bEnumByte)
			return TEXT("TEnumAsByte");
		else if constexpr (std::is_enum_v<T>)
			return StaticEnum<T>()->GetName();
		else if constexpr (std::is_same_v<T, FString>)
			return TEXT("FString");
		else if constexpr (std::is_same_v<T, FName>)
			return TEXT("FName");
		else if constexpr (std::is_same_v<T, FText>)
			return TEXT("FText");
		else if constexpr (FType::bObject)
			return TEXT("TObjectPtr");
		else if constexpr (FType::bWeak)
			return TEXT("TWeakObjectPtr");
		else if constexpr (FType::bSoft)
			return TEXT("TSoftObjectPtr");
		else if constexpr (FType::bSubclass)
			return TEXT("TSubclassOf");
		else if constexpr (FType::bArray)
			return TEXT("TArray<") + TValue<typename FType::FElement>::TypeName() + TEXT(">");
		else if constexpr (FType::bSet)
			return TEXT("TSet<") + TValue<typename FType::FElement>::TypeName() + TEXT(">");
		else if constexpr (FType::bMap)
			return TEXT("TMap<") + TValue<typename FType::FKey>::TypeName() + TEXT(",") + TValue<typename FType::FValue>::TypeName()
				+ TEXT(">");
		else if constexpr (CMulticast<T> || CSingleDelegate<T>)
			return TEXT("delegate");
		else if constexpr (CReflectedStruct<T>)
			return TEXT("F") + T::StaticStruct()->GetName();
		else
			return TCoreStructName<T>::Name;
	}

	static void Serialize(FArchive& Ar, T& Value)
	{
		if constexpr (FType::bObject)
			Ar << ObjectSlot(Value);
		else if constexpr (FType::bWeak)
		{
			UObject* Object = reinterpret_cast<UObject*>(Value.Get());
			Ar << Object;
			if (Ar.IsLoading())
			{
				Value.Index = Object ? Object->HostIndex() : INDEX_NONE;
				Value.Serial = Object ? SerialOf(Object) : 0;
			}
		}
		else if constexpr (FType::bSubclass)
		{
			UObject* Object = Value.Class;
			Ar << Object;
			if (Ar.IsLoading())
				Value.Class = Cast<UClass>(Object);
		}
		else if constexpr (FType::bEnumByte)
		{
			uint8 Byte = static_cast<uint8>(Value.GetValue());
			Ar << Byte;
			Value = T(Byte);
		}
		else if constexpr (std::is_enum_v<T>)
		{
			// By name, so that enumerators may be inserted.
			FString Name = StaticEnum<T>()->GetNameStringByValue(static_cast<int64>(Value));
			Ar << Name;
			if (Ar.IsLoading() && StaticEnum<T>()->GetValueByNameString(Name) != INDEX_NONE)
				Value = static_cast<T>(StaticEnum<T>()->GetValueByNameString(Name));
		}
		else if constexpr (FType::bArray)
		{
			const int32 Count = SerializeCount(Ar, Value.Num());
			if (Ar.IsLoading())
				Value.SetNum(Count);
			for (int32 Index = 0; Index < Count && !Ar.IsError(); ++Index)
				TValue<typename FType::FElement>::Serialize(Ar, Value[Index]);
		}
		else if constexpr (FType::bSet)
		{
			TArray<typename FType::FElement> Items = Value.Array();
			TValue<TArray<typename FType::FElement>>::Serialize(Ar, Items);
			if (Ar.IsLoading())
				Value = T(Items);
		}
		else if constexpr (FType::bMap)
		{
			TArray<typename FType::FKey> Keys;
			TArray<typename FType::FValue> Values;
			Value.GenerateKeyArray(Keys);
			Value.GenerateValueArray(Values);
			TValue<TArray<typename FType::FKey>>::Serialize(Ar, Keys);
			TValue<TArray<typename FType::FValue>>::Serialize(Ar, Values);
			if (Ar.IsLoading())
			{
				Value.Empty();
				for (int32 Index = 0; Index < FMath::Min(Keys.Num(), Values.Num()); ++Index)
					Value.Add(Keys[Index], Values[Index]);
			}
		}
		else if constexpr (CMulticast<T> || CSingleDelegate<T>)
			; // bindings belong to the running program
		else if constexpr (CReflectedStruct<T>)
			SerializeTagged(T::StaticStruct(), Ar, &Value, nullptr);
		else
			Ar << Value;
	}

	static bool Identical(const T& A, const T& B)
	{
		if constexpr (CReflectedStruct<T>)
			return IdenticalStructs(T::StaticStruct(), &A, &B);
		else if constexpr (FType::bArray)
		{
			bool bSame = A.Num() == B.Num();
			for (int32 Index = 0; bSame && Index < A.Num(); ++Index)
				bSame = TValue<typename FType::FElement>::Identical(A[Index], B[Index]);
			return bSame;
		}
		else if constexpr (FType::bMap)
		{
			bool bSame = A.Num() == B.Num();
			for (const auto& Pair : A)
			{
				const typename FType::FValue* Other = B.Find(Pair.Key);
				bSame = bSame && Other && TValue<typename FType::FValue>::Identical(Pair.Value, *Other);
			}
			return bSame;
		}
		else if constexpr (FType::bSet)
		{
			bool bSame = A.Num() == B.Num();
			for (const auto& Item : A)
				bSame = bSame && B.Contains(Item);
			return bSame;
		}
		else if constexpr (std::is_same_v<T, FText>)
			return A.EqualTo(B);
		else if constexpr (std::is_same_v<T, FString>)
			return A.Equals(B);
		else if constexpr (std::is_same_v<T, FTransform>)
			return A.Equals(B, 0.0);
		else if constexpr (FType::bSubclass)
			return A.Class == B.Class;
		else if constexpr (CMulticast<T> || CSingleDelegate<T>)
			return true;
		else
			return A == B;
	}

	static void References(T& Value, FReferenceCollector& Collector)
	{
		if constexpr (FType::bObject)
			Collector.HandleReference(ObjectSlot(Value));
		else if constexpr (FType::bArray)
			for (auto& Item : Value)
				TValue<typename FType::FElement>::References(Item, Collector);
		else if constexpr (FType::bSet)
			for (auto& Item : Value)
				TValue<typename FType::FElement>::References(Item, Collector);
		else if constexpr (FType::bMap)
			for (auto& Pair : Value)
			{
				TValue<typename FType::FKey>::References(Pair.Key, Collector);
				TValue<typename FType::FValue>::References(Pair.Value, Collector);
			}
		else if constexpr (CReflectedStruct<T>)
			for (FProperty* Property : T::StaticStruct()->HostAllProperties())
				Property->AddReferences(&Value, Collector);
		else
			(void)Value, (void)Collector;
	}

	static FString Export(const T& Value)
	{
		if constexpr (std::is_same_v<T, bool>)
			return Value ? TEXT("True") : TEXT("False");
		else if constexpr (std::is_integral_v<T>)
			return FString::Printf(TEXT("%lld"), static_cast<int64>(Value));
		else if constexpr (std::is_floating_point_v<T>)
			return FString::Printf(TEXT("%f"), static_cast<double>(Value));
		else if constexpr (FType::bEnumByte)
			return FString::FromInt(static_cast<int32>(Value.GetValue()));
		else if constexpr (std::is_enum_v<T>)
			return StaticEnum<T>()->GetNameStringByValue(static_cast<int64>(Value));
		else if constexpr (std::is_same_v<T, FString>)
			return Value;
		else if constexpr (std::is_same_v<T, FName> || std::is_same_v<T, FText> || std::is_same_v<T, FSoftObjectPath>)
			return Value.ToString();
		else if constexpr (FType::bObject)
			return GetPathNameSafe(ObjectSlot(const_cast<T&>(Value)));
		else if constexpr (FType::bWeak)
			return GetPathNameSafe(reinterpret_cast<UObject*>(Value.Get()));
		else if constexpr (FType::bSoft)
			return Value.Path.ToString();
		else if constexpr (FType::bSubclass)
			return GetPathNameSafe(Value.Class);
		else if constexpr (FType::bArray || FType::bSet)
		{
			FString Text = TEXT("(");
			for (const auto& Item : Value)
				Text += (Text.Len() > 1 ? TEXT(",") : TEXT("")) + TValue<typename FType::FElement>::Export(Item);
			return Text + TEXT(")");
		}
		else if constexpr (std::is_same_v<T, FVector> || std::is_same_v<T, FVector3f>)
			return ExportReals({{TEXT("X"), Value.X}, {TEXT("Y"), Value.Y}, {TEXT("Z"), Value.Z}});
		else if constexpr (std::is_same_v<T, FRotator>)
			return ExportReals({{TEXT("Pitch"), Value.Pitch}, {TEXT("Yaw"), Value.Yaw}, {TEXT("Roll"), Value.Roll}});
		else if constexpr (std::is_same_v<T, FLinearColor>)
			return ExportReals({{TEXT("R"), Value.R}, {TEXT("G"), Value.G}, {TEXT("B"), Value.B}, {TEXT("A"), Value.A}});
		else if constexpr (CReflectedStruct<T>)
			return ExportStruct(T::StaticStruct(), &Value);
		else
			return TEXT("()");
	}

	static bool Import(T& Value, const FString& Text)
	{
		if constexpr (std::is_same_v<T, bool>)
		{
			if (!(Text == TEXT("True") || Text == TEXT("False") || Text.IsNumeric()))
				return false;
			LexFromString(Value, *Text);
			return true;
		}
		else if constexpr (std::is_arithmetic_v<T>)
		{
			if (!Text.IsNumeric())
				return false;
			Value = static_cast<T>(FCString::Atod(*Text));
			return true;
		}
		else if constexpr (std::is_enum_v<T>)
		{
			const int64 Found = StaticEnum<T>()->GetValueByNameString(Text);
			if (Found == INDEX_NONE)
				return false;
			Value = static_cast<T>(Found);
			return true;
		}
		else if constexpr (std::is_same_v<T, FString>)
		{
			Value = Text;
			return true;
		}
		else if constexpr (std::is_same_v<T, FName>)
		{
			Value = FName(*Text);
			return true;
		}
		else if constexpr (std::is_same_v<T, FText>)
		{
			Value = FText::FromString(Text);
			return true;
		}
		else if constexpr (std::is_same_v<T, FVector>)
			return ImportReals(Text, {{TEXT("X"), &Value.X}, {TEXT("Y"), &Value.Y}, {TEXT("Z"), &Value.Z}});
		else if constexpr (std::is_same_v<T, FRotator>)
			return ImportReals(Text, {{TEXT("Pitch"), &Value.Pitch}, {TEXT("Yaw"), &Value.Yaw}, {TEXT("Roll"), &Value.Roll}});
		else if constexpr (FType::bSoft)
		{
			Value.Path = FSoftObjectPath(Text == TEXT("None") ? FString() : Text);
			return true;
		}
		else if constexpr (FType::bObject)
		{
			UObject* Found = Text == TEXT("None") ? nullptr : StaticFindObject(UObject::StaticClass(), nullptr, *Text);
			if (!Found && Text != TEXT("None"))
				return false;
			ObjectSlot(Value) = Found;
			return true;
		}
		else if constexpr (CReflectedStruct<T>)
			return ImportStruct(T::StaticStruct(), &Value, Text);
		else
			return false;
	}
};

using FAccessor = void* (*)(void*);

template <typename T>
class TMemberProperty final : public FProperty
{
	using FElement = std::remove_all_extents_t<T>;
	static constexpr SIZE_T Dim = sizeof(T) / sizeof(FElement);

public:
	FAccessor Accessor = nullptr;

	FString GetCPPType() const override
	{
		return TValue<FElement>::TypeName() + (Dim > 1 ? FString::Printf(TEXT("[%d]"), static_cast<int32>(Dim)) : FString());
	}
	void SerializeInContainer(FArchive& Ar, void* Container) const override
	{
		ForEach(Container, [&](FElement& Value, SIZE_T) { TValue<FElement>::Serialize(Ar, Value); });
	}
	bool IdenticalInContainer(const void* A, const void* B) const override
	{
		bool bSame = true;
		ForEach(const_cast<void*>(A),
			[&](FElement& Value, SIZE_T Index) { bSame = bSame && TValue<FElement>::Identical(Value, Elements(B)[Index]); });
		return bSame;
	}
	void CopyInContainer(void* Destination, const void* Source) const override
	{
		ForEach(Destination, [&](FElement& Value, SIZE_T Index) { Value = Elements(Source)[Index]; });
	}
	void AddReferences(void* Container, FReferenceCollector& Collector) const override
	{
		ForEach(Container, [&](FElement& Value, SIZE_T) { TValue<FElement>::References(Value, Collector); });
	}
	FString ExportInContainer(const void* Container) const override { return TValue<FElement>::Export(*Elements(Container)); }
	bool ImportInContainer(void* Container, const FString& Text) const override
	{
		return TValue<FElement>::Import(*Elements(Container), Text);
	}

protected:
	void* Access(void* Container) const override { return Accessor(Container); }

private:
	FElement* Elements(const void* Container) const { return static_cast<FElement*>(Accessor(const_cast<void*>(Container))); }
	template <typename Function>
	void ForEach(void* Container, Function&& Do) const
	{
		for (SIZE_T Index = 0; Index < Dim; ++Index)
			Do(Elements(Container)[Index], Index);
	}
};

/// uint8 bFlag : 1
class FBitProperty final : public FProperty
{
public:
	bool (*Getter)(const void*) = nullptr;
	void (*Setter)(void*, bool) = nullptr;

	FString GetCPPType() const override { return TEXT("bool"); }
	void SerializeInContainer(FArchive& Ar, void* Container) const override
	{
		bool bValue = Getter(Container);
		Ar << bValue;
		Setter(Container, bValue);
	}
	bool IdenticalInContainer(const void* A, const void* B) const override { return Getter(A) == Getter(B); }
	void CopyInContainer(void* Destination, const void* Source) const override { Setter(Destination, Getter(Source)); }
	void AddReferences(void*, FReferenceCollector&) const override {}
	FString ExportInContainer(const void* Container) const override { return TValue<bool>::Export(Getter(Container)); }
	bool ImportInContainer(void* Container, const FString& Text) const override
	{
		bool bValue = false;
		if (!TValue<bool>::Import(bValue, Text))
			return false;
		Setter(Container, bValue);
		return true;
	}

protected:
	void* Access(void*) const override
	{
		HOST_CHECK(false, "a bit field has no address");
		return nullptr;
	}
};

template <typename T>
FProperty* MakeProperty(const TCHAR* Name, FAccessor Accessor, uint64 Flags, FMetaList Meta, UClass* (*ObjectClass)() = nullptr)
{
	using FElement = std::remove_all_extents_t<T>;
	auto* Property = new TMemberProperty<T>;
	Property->Name = FName(Name);
	Property->Accessor = Accessor;
	Property->PropertyFlags = Flags;
	Property->MetaData = ToMap(Meta);
	Property->Kind = TValue<FElement>::Kind();
	Property->ObjectClass = ObjectClass;
	Property->Size = sizeof(T);
	// Any address will do: the accessor only adds the member's offset to it.
	char* const Somewhere = reinterpret_cast<char*>(UPTRINT(1) << 20);
	Property->Offset = static_cast<int32>(static_cast<char*>(Accessor(Somewhere)) - Somewhere);
	if constexpr (CReflectedStruct<FElement>)
		Property->Struct = FElement::StaticStruct();
	if constexpr (std::is_enum_v<FElement>)
		Property->Enum = StaticEnum<FElement>();
	return Property;
}

FProperty* MakeBitProperty(const TCHAR* Name, bool (*Getter)(const void*), void (*Setter)(void*, bool), uint64 Flags, FMetaList Meta);

class FStructBuilder
{
public:
	explicit FStructBuilder(UStruct* InStruct)
		: Struct(InStruct)
	{
	}
	void Add(FProperty* Property)
	{
		Property->Owner = Struct;
		Struct->HostProperties.Add(Property);
	}

protected:
	UStruct* Struct;
};

class FFunctionBuilder : public FStructBuilder
{
public:
	explicit FFunctionBuilder(UFunction* InFunction)
		: FStructBuilder(InFunction)
	{
	}
	void Default(const TCHAR* Name, const TCHAR* Value) { static_cast<UFunction*>(Struct)->HostDefaults.Add(FName(Name), FString(Value)); }
};

UFunction* AddFunction(UClass* Class, const TCHAR* Name, uint32 Flags, FMetaList Meta);

class FClassBuilder : public FStructBuilder
{
public:
	explicit FClassBuilder(UClass* InClass)
		: FStructBuilder(InClass)
	{
	}
	template <typename Parms>
	FFunctionBuilder Function(const TCHAR* Name, void (*Thunk)(UObject*, void*), uint32 Flags, FMetaList Meta)
	{
		UFunction* New = AddFunction(static_cast<UClass*>(Struct), Name, Flags, Meta);
		New->HostThunk = Thunk;
		New->Size = sizeof(Parms);
		New->Alignment = alignof(Parms);
		New->HostConstructParms = [](void* Memory) { new (Memory) Parms(); };
		New->HostDestroyParms = [](void* Memory) { static_cast<Parms*>(Memory)->~Parms(); };
		return FFunctionBuilder(New);
	}
	void Interface(UClass* InInterface, void* (*CastTo)(UObject*))
	{
		static_cast<UClass*>(Struct)->HostInterfaces.Add({InInterface, CastTo});
	}
};

struct FEnumEntry
{
	const TCHAR* Name;
	int64 Value;
	FMetaList Meta;
};
UEnum* MakeEnum(const TCHAR* Name, const TCHAR* Package, std::initializer_list<FEnumEntry> Entries, FMetaList Meta);

UClass* MakeClassObject(const TCHAR* Name, const TCHAR* Package, UClass* Super, uint32 Flags, int32 Size, int32 Alignment, FMetaList Meta);
UScriptStruct* MakeStructObject(const TCHAR* Name, const TCHAR* Package, UScriptStruct* Super, int32 Size, int32 Alignment, FMetaList Meta);

template <typename T>
UClass* MakeClass(const TCHAR* Name, const TCHAR* Package, UClass* Super, uint32 Flags, void (*Construct)(const FObjectInitializer&, void*),
	void (*Describe)(FClassBuilder&), FMetaList Meta)
{
	T* const Probe = reinterpret_cast<T*>(alignof(T) * 16);
	HOST_CHECK(reinterpret_cast<UPTRINT>(static_cast<UObject*>(Probe)) == reinterpret_cast<UPTRINT>(Probe),
		"UObject is not the first base of a class");
	UClass* Class = MakeClassObject(Name, Package, Super, Flags, sizeof(T), alignof(T), Meta);
	Class->HostConstruct = Construct;
	Class->HostAddReferences = [](UObject* Object, FReferenceCollector& Collector) { T::AddReferencedObjects(Object, Collector); };
	FClassBuilder Builder(Class);
	if (Describe)
		Describe(Builder);
	return Class;
}

template <typename T>
UScriptStruct* MakeStruct(const TCHAR* Name, const TCHAR* Package, UScriptStruct* Super, void (*Describe)(FStructBuilder&), FMetaList Meta)
{
	UScriptStruct* Struct = MakeStructObject(Name, Package, Super, sizeof(T), alignof(T), Meta);
	if constexpr (std::is_default_constructible_v<T>)
		Struct->HostConstruct = [](void* Memory) { new (Memory) T(); };
	Struct->HostDestroy = [](void* Memory) { static_cast<T*>(Memory)->~T(); };
	if constexpr (std::is_copy_assignable_v<T>)
		Struct->HostCopy = [](void* Destination, const void* Source) { *static_cast<T*>(Destination) = *static_cast<const T*>(Source); };
	FStructBuilder Builder(Struct);
	Describe(Builder);
	return Struct;
}

template <typename T>
UScriptStruct* StructOf()
{
	return T::StaticStruct();
}

/// Collects what the generated files of all modules want to register; RegisterReflection runs it once the program is up.
struct FRegistrar
{
	explicit FRegistrar(void (*Register)());
};
void RegisterReflection();

/// Tests answer BlueprintImplementableEvents with this: called instead of the body that only a Blueprint has. Returns true if it handled the call.
extern TFunction<bool(UObject*, UFunction*, void*)> OnScriptEvent;
/// Sees what would go over the network, before it runs here.
extern TFunction<void(UObject*, UFunction*, void*)> OnNetCall;

}
