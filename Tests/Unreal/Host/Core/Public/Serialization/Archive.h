// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FArchive (one operator for both ways, IsLoading, IsSaving, SetError, UsingCustomVersion before CustomVer).
#pragma once

#include "Containers/Map.h"
#include "Internationalization/Text.h"
#include "Math/Box.h"
#include "Math/Color.h"
#include "Misc/Guid.h"

class UObject;
class FArchive;

/// Reads or writes, whichever it was made for. After an error reads leave their target as it was and IsError() stays true.
class FArchive
{
public:
	FArchive() = default;
	virtual ~FArchive() = default;

	virtual void Serialize(void* Data, int64 Length) = 0;
	virtual int64 Tell() { return INDEX_NONE; }
	virtual int64 TotalSize() { return INDEX_NONE; }
	virtual void Seek(int64) {}
	virtual bool AtEnd() { return Tell() != INDEX_NONE && Tell() >= TotalSize(); }
	virtual FString GetArchiveName() const { return TEXT("FArchive"); }
	virtual FArchive& operator<<(FName& Name);
	/// References to objects; only archives that know how to name one do this.
	virtual FArchive& operator<<(UObject*& Object);

	bool IsLoading() const { return bLoading; }
	bool IsSaving() const { return bSaving; }
	bool IsPersistent() const { return bPersistent; }
	bool IsTransacting() const { return false; }
	bool IsCooking() const { return false; }
	bool IsCountingMemory() const { return false; }
	bool IsObjectReferenceCollector() const { return false; }
	bool IsError() const { return bError; }
	bool GetError() const { return bError; }
	void SetError() { bError = true; }
	void ClearError() { bError = false; }
	void SetIsLoading(bool bValue) { bLoading = bValue; }
	void SetIsSaving(bool bValue) { bSaving = bValue; }
	void SetIsPersistent(bool bValue) { bPersistent = bValue; }

	/// Must come before CustomVer, on saving as on loading.
	void UsingCustomVersion(const FGuid& Key);
	/// Saving: the newest version. Loading: the version of the file, -1 if the file does not know the key.
	int32 CustomVer(const FGuid& Key) const;
	void SetCustomVersion(const FGuid& Key, int32 Version, FName FriendlyName);
	const TMap<FGuid, int32>& HostCustomVersions() const { return Versions; }

	friend FArchive& operator<<(FArchive& Ar, bool& Value)
	{
		uint32 Wide = Value;
		Ar.Serialize(&Wide, sizeof(Wide));
		if (Ar.IsLoading())
		{
			if (Wide > 1)
				Ar.SetError();
			Value = Wide != 0;
		}
		return Ar;
	}
	template <typename T>
		requires((std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T>)
	friend FArchive& operator<<(FArchive& Ar, T& Value)
	{
		Ar.Serialize(&Value, sizeof(T));
		return Ar;
	}
	friend FArchive& operator<<(FArchive& Ar, FString& Value);
	friend FArchive& operator<<(FArchive& Ar, FText& Value);
	friend FArchive& operator<<(FArchive& Ar, FGuid& Value) { return Ar << Value.A << Value.B << Value.C << Value.D; }

protected:
	void HostSetCustomVersions(const TMap<FGuid, int32>& InVersions) { Versions = InVersions; }

private:
	bool bLoading = false, bSaving = false, bPersistent = false, bError = false;
	TMap<FGuid, int32> Versions;
};

namespace UE::Math
{
template <typename T>
FArchive& operator<<(FArchive& Ar, TVector<T>& V)
{
	return Ar << V.X << V.Y << V.Z;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TVector2<T>& V)
{
	return Ar << V.X << V.Y;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TVector4<T>& V)
{
	return Ar << V.X << V.Y << V.Z << V.W;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TQuat<T>& Q)
{
	return Ar << Q.X << Q.Y << Q.Z << Q.W;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TRotator<T>& R)
{
	return Ar << R.Pitch << R.Yaw << R.Roll;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TTransform<T>& Transform)
{
	TQuat<T> Rotation = Transform.GetRotation();
	TVector<T> Translation = Transform.GetTranslation(), Scale = Transform.GetScale3D();
	Ar << Rotation << Translation << Scale;
	if (Ar.IsLoading())
		Transform = TTransform<T>(Rotation, Translation, Scale);
	return Ar;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TBox<T>& Box)
{
	return Ar << Box.Min << Box.Max << Box.IsValid;
}
template <typename T, typename E>
FArchive& operator<<(FArchive& Ar, TBoxSphereBounds<T, E>& Bounds)
{
	return Ar << Bounds.Origin << Bounds.BoxExtent << Bounds.SphereRadius;
}
}

inline FArchive& operator<<(FArchive& Ar, FColor& Color)
{
	return Ar << Color.B << Color.G << Color.R << Color.A;
}
inline FArchive& operator<<(FArchive& Ar, FLinearColor& Color)
{
	return Ar << Color.R << Color.G << Color.B << Color.A;
}
inline FArchive& operator<<(FArchive& Ar, FIntVector& V)
{
	return Ar << V.X << V.Y << V.Z;
}

namespace Host
{
/// Reads or writes a count; a negative one, or one that the rest of the archive cannot hold, is an error and becomes 0.
int32 SerializeCount(FArchive& Ar, int32 Count);
}

template <typename T, typename Allocator>
FArchive& operator<<(FArchive& Ar, TArray<T, Allocator>& Array)
{
	const int32 Count = Host::SerializeCount(Ar, Array.Num());
	if (Ar.IsLoading())
	{
		Array.Empty(Count);
		Array.AddDefaulted(Count);
	}
	if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
		Ar.Serialize(Array.GetData(), static_cast<int64>(Count) * static_cast<int64>(sizeof(T)));
	else
		for (int32 Index = 0; Index < Count && !Ar.IsError(); ++Index)
			Ar << Array[Index];
	return Ar;
}

template <typename T, typename Allocator>
void TArray<T, Allocator>::BulkSerialize(FArchive& Ar, bool bForcePerElementSerialization)
{
	static_assert(std::is_trivially_copyable_v<T> || std::is_class_v<T>, "BulkSerialize copies bytes");
	int32 ElementSize = sizeof(T);
	Ar << ElementSize;
	if (bForcePerElementSerialization || (Ar.IsLoading() && ElementSize != static_cast<int32>(sizeof(T))))
	{
		Ar.SetError();
		return;
	}
	const int32 Number = Host::SerializeCount(Ar, Count);
	if (Ar.IsLoading())
	{
		Empty(Number);
		AddUninitialized(Number);
	}
	Ar.Serialize(Data, static_cast<int64>(Number) * ElementSize);
}

template <typename T>
FArchive& operator<<(FArchive& Ar, TSet<T>& Set)
{
	TArray<T> Items = Set.Array();
	Ar << Items;
	if (Ar.IsLoading())
		Set = TSet<T>(Items);
	return Ar;
}

template <typename K, typename V>
FArchive& operator<<(FArchive& Ar, TMap<K, V>& Map)
{
	const int32 Count = Host::SerializeCount(Ar, Map.Num());
	if (Ar.IsLoading())
	{
		Map.Empty();
		for (int32 Index = 0; Index < Count && !Ar.IsError(); ++Index)
		{
			K Key{};
			V Value{};
			Ar << Key << Value;
			Map.Add(MoveTemp(Key), MoveTemp(Value));
		}
	}
	else
		for (TPair<K, V>& Item : Map)
			Ar << Item.Key << Item.Value;
	return Ar;
}
