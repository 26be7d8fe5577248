// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/UE__Math__TBox (ShiftBy: .../Math/TBox/ShiftBy), .../UE__Math__TBoxSphereBounds.
#pragma once

#include "Math/Transform.h"

namespace UE::Math
{

template <typename T>
struct TBox
{
	TVector<T> Min, Max;
	/// False: the box is empty and its corners mean nothing.
	bool IsValid = false;

	TBox() {} // NOLINT
	explicit TBox(EForceInit) { Init(); }
	TBox(const TVector<T>& InMin, const TVector<T>& InMax)
		: Min(InMin)
		, Max(InMax)
		, IsValid(true)
	{
	}
	TBox(const TVector<T>* Points, int32 Count)
	{
		Init();
		for (int32 Index = 0; Index < Count; ++Index)
			*this += Points[Index];
	}
	void Init()
	{
		Min = Max = TVector<T>(0);
		IsValid = false;
	}
	static TBox BuildAABB(const TVector<T>& Origin, const TVector<T>& Extent) { return TBox(Origin - Extent, Origin + Extent); }
	TBox& operator+=(const TVector<T>& Point)
	{
		Min = IsValid ? Min.ComponentMin(Point) : Point;
		Max = IsValid ? Max.ComponentMax(Point) : Point;
		IsValid = true;
		return *this;
	}
	TBox& operator+=(const TBox& Other)
	{
		if (Other.IsValid)
		{
			*this += Other.Min;
			*this += Other.Max;
		}
		return *this;
	}
	TVector<T> GetCenter() const { return (Min + Max) * T(0.5); }
	TVector<T> GetExtent() const { return (Max - Min) * T(0.5); }
	TVector<T> GetSize() const { return Max - Min; }
	T GetVolume() const { return IsValid ? GetSize().X * GetSize().Y * GetSize().Z : T(0); }
	TBox ShiftBy(const TVector<T>& Offset) const { return IsValid ? TBox(Min + Offset, Max + Offset) : *this; }
	TBox ExpandBy(T Amount) const { return TBox(Min - TVector<T>(Amount), Max + TVector<T>(Amount)); }
	bool IsInside(const TVector<T>& P) const
	{
		return P.X > Min.X && P.X < Max.X && P.Y > Min.Y && P.Y < Max.Y && P.Z > Min.Z && P.Z < Max.Z;
	}
	T ComputeSquaredDistanceToPoint(const TVector<T>& P) const
	{
		T Sum = 0;
		for (int32 Axis = 0; Axis < 3; ++Axis)
		{
			const T Beyond = FMath::Max(FMath::Max(Min[Axis] - P[Axis], P[Axis] - Max[Axis]), T(0));
			Sum += Beyond * Beyond;
		}
		return Sum;
	}
	bool IsInsideOrOn(const TVector<T>& P) const
	{
		return P.X >= Min.X && P.X <= Max.X && P.Y >= Min.Y && P.Y <= Max.Y && P.Z >= Min.Z && P.Z <= Max.Z;
	}
	bool Intersect(const TBox& O) const
	{
		return Min.X <= O.Max.X && O.Min.X <= Max.X && Min.Y <= O.Max.Y && O.Min.Y <= Max.Y && Min.Z <= O.Max.Z && O.Min.Z <= Max.Z;
	}
	/// The box around this one after the transform.
	TBox TransformBy(const TTransform<T>& Transform) const
	{
		TBox Result(ForceInit);
		for (int32 Corner = 0; IsValid && Corner < 8; ++Corner)
			Result += Transform.TransformPosition({Corner & 1 ? Max.X : Min.X, Corner & 2 ? Max.Y : Min.Y, Corner & 4 ? Max.Z : Min.Z});
		return Result;
	}
	bool operator==(const TBox& Other) const { return IsValid == Other.IsValid && (!IsValid || (Min == Other.Min && Max == Other.Max)); }
};

/// A box and a sphere around the same place. The sphere is as small as the box allows unless it was given.
template <typename T, typename TExtent>
struct TBoxSphereBounds
{
	TVector<T> Origin;
	TVector<TExtent> BoxExtent;
	TExtent SphereRadius;

	TBoxSphereBounds() {} // NOLINT
	explicit TBoxSphereBounds(EForceInit)
		: Origin(0)
		, BoxExtent(0)
		, SphereRadius(0)
	{
	}
	TBoxSphereBounds(const TVector<T>& InOrigin, const TVector<TExtent>& InBoxExtent, TExtent InSphereRadius)
		: Origin(InOrigin)
		, BoxExtent(InBoxExtent)
		, SphereRadius(InSphereRadius)
	{
	}
	TBoxSphereBounds(const TBox<T>& Box)
		: Origin(Box.GetCenter())
		, BoxExtent(Box.GetExtent())
		, SphereRadius(BoxExtent.Size())
	{
	}
	TBox<T> GetBox() const { return TBox<T>(Origin - BoxExtent, Origin + BoxExtent); }
	TBoxSphereBounds TransformBy(const TTransform<T>& Transform) const
	{
		TBoxSphereBounds Result(GetBox().TransformBy(Transform));
		Result.SphereRadius = FMath::Min(Result.BoxExtent.Size(), SphereRadius * Transform.GetMaximumAxisScale());
		return Result;
	}
	bool ContainsNaN() const { return Origin.ContainsNaN() || BoxExtent.ContainsNaN() || !std::isfinite(SphereRadius); }
	TBoxSphereBounds ExpandBy(TExtent Amount) const
	{
		return TBoxSphereBounds(Origin, BoxExtent + TVector<TExtent>(Amount), SphereRadius + Amount);
	}
	friend TBoxSphereBounds operator+(const TBoxSphereBounds& A, const TBoxSphereBounds& B)
	{
		TBox<T> Both = A.GetBox();
		Both += B.GetBox();
		TBoxSphereBounds Result(Both);
		Result.SphereRadius = FMath::Min(Result.SphereRadius,
			FMath::Max(
				TVector<T>::Dist(Result.Origin, A.Origin) + A.SphereRadius, TVector<T>::Dist(Result.Origin, B.Origin) + B.SphereRadius));
		return Result;
	}
	bool operator==(const TBoxSphereBounds& O) const
	{
		return Origin == O.Origin && BoxExtent == O.BoxExtent && SphereRadius == O.SphereRadius;
	}
};

}
