// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/UE__Math__TVector (members, UpVector = (0,0,1), cross product ^, dot product |), .../TVector2, .../TVector4.
#pragma once

#include "Containers/UnrealString.h"
#include "Math/MathFwd.h"
#include "Math/UnrealMathUtility.h"

namespace UE::Math
{

/// Left-handed, z up, x forward, y right; centimetres where it is a place.
template <typename T>
struct TVector
{
	static_assert(std::is_floating_point_v<T>);
	using FReal = T;
	T X, Y, Z;

	/// Uninitialised, as in the engine.
	TVector() {} // NOLINT
	explicit constexpr TVector(T Value)
		: X(Value)
		, Y(Value)
		, Z(Value)
	{
	}
	constexpr TVector(T InX, T InY, T InZ)
		: X(InX)
		, Y(InY)
		, Z(InZ)
	{
	}
	explicit constexpr TVector(EForceInit)
		: TVector(T(0))
	{
	}
	/// Between float and double only when asked.
	template <typename U>
		requires(!std::is_same_v<U, T>)
	explicit constexpr TVector(const TVector<U>& Other)
		: X(static_cast<T>(Other.X))
		, Y(static_cast<T>(Other.Y))
		, Z(static_cast<T>(Other.Z))
	{
	}

	static const TVector ZeroVector, OneVector, UpVector, DownVector, ForwardVector, BackwardVector, RightVector, LeftVector, XAxisVector,
		YAxisVector, ZAxisVector;
	static constexpr TVector Zero() { return TVector(T(0)); }
	static constexpr TVector One() { return TVector(T(1)); }

	constexpr T& operator[](int32 Index) { return Index == 0 ? X : Index == 1 ? Y : Z; }
	constexpr const T& operator[](int32 Index) const { return Index == 0 ? X : Index == 1 ? Y : Z; }
	T& Component(int32 Index) { return (*this)[Index]; }
	constexpr TVector operator+(const TVector& V) const { return {X + V.X, Y + V.Y, Z + V.Z}; }
	constexpr TVector operator-(const TVector& V) const { return {X - V.X, Y - V.Y, Z - V.Z}; }
	constexpr TVector operator*(const TVector& V) const { return {X * V.X, Y * V.Y, Z * V.Z}; }
	constexpr TVector operator/(const TVector& V) const { return {X / V.X, Y / V.Y, Z / V.Z}; }
	constexpr TVector operator+(T Bias) const { return {X + Bias, Y + Bias, Z + Bias}; }
	constexpr TVector operator-(T Bias) const { return {X - Bias, Y - Bias, Z - Bias}; }
	template <typename U>
		requires std::is_arithmetic_v<U>
	constexpr TVector operator*(U Scale) const
	{
		return {X * static_cast<T>(Scale), Y * static_cast<T>(Scale), Z * static_cast<T>(Scale)};
	}
	template <typename U>
		requires std::is_arithmetic_v<U>
	constexpr TVector operator/(U Scale) const
	{
		return {X / static_cast<T>(Scale), Y / static_cast<T>(Scale), Z / static_cast<T>(Scale)};
	}
	template <typename U>
		requires std::is_arithmetic_v<U>
	friend constexpr TVector operator*(U Scale, const TVector& V)
	{
		return V * Scale;
	}
	constexpr TVector operator-() const { return {-X, -Y, -Z}; }
	TVector& operator+=(const TVector& V) { return *this = *this + V; }
	TVector& operator-=(const TVector& V) { return *this = *this - V; }
	TVector& operator*=(const TVector& V) { return *this = *this * V; }
	TVector& operator*=(T Scale) { return *this = *this * Scale; }
	TVector& operator/=(T Scale) { return *this = *this / Scale; }
	constexpr bool operator==(const TVector& V) const { return X == V.X && Y == V.Y && Z == V.Z; }
	constexpr T operator|(const TVector& V) const { return X * V.X + Y * V.Y + Z * V.Z; }
	constexpr TVector operator^(const TVector& V) const { return {Y * V.Z - Z * V.Y, Z * V.X - X * V.Z, X * V.Y - Y * V.X}; }
	static constexpr T DotProduct(const TVector& A, const TVector& B) { return A | B; }
	static constexpr TVector CrossProduct(const TVector& A, const TVector& B) { return A ^ B; }
	constexpr T Dot(const TVector& V) const { return *this | V; }
	constexpr TVector Cross(const TVector& V) const { return *this ^ V; }
	T Size() const { return std::sqrt(SizeSquared()); }
	T Length() const { return Size(); }
	constexpr T SizeSquared() const { return *this | *this; }
	constexpr T SquaredLength() const { return SizeSquared(); }
	static T Dist(const TVector& A, const TVector& B) { return (A - B).Size(); }
	static T Distance(const TVector& A, const TVector& B) { return Dist(A, B); }
	static constexpr T DistSquared(const TVector& A, const TVector& B) { return (A - B).SizeSquared(); }
	bool Normalize(T Tolerance = static_cast<T>(UE_DOUBLE_SMALL_NUMBER))
	{
		const T Squared = SizeSquared();
		if (Squared <= Tolerance)
			return false;
		*this *= T(1) / std::sqrt(Squared);
		return true;
	}
	/// Zero for a vector too short to have a direction.
	TVector GetSafeNormal(T Tolerance = static_cast<T>(UE_DOUBLE_SMALL_NUMBER), const TVector& ResultIfZero = Zero()) const
	{
		TVector Result = *this;
		return Result.Normalize(Tolerance) ? Result : ResultIfZero;
	}
	TVector GetUnsafeNormal() const { return *this / Size(); }
	constexpr TVector GetAbs() const { return {FMath::Abs(X), FMath::Abs(Y), FMath::Abs(Z)}; }
	constexpr T GetMax() const { return FMath::Max3(X, Y, Z); }
	constexpr T GetMin() const { return FMath::Min3(X, Y, Z); }
	T GetAbsMin() const { return FMath::Min(FMath::Min(FMath::Abs(X), FMath::Abs(Y)), FMath::Abs(Z)); }
	constexpr T GetAbsMax() const { return GetAbs().GetMax(); }
	constexpr TVector ComponentMin(const TVector& V) const { return {FMath::Min(X, V.X), FMath::Min(Y, V.Y), FMath::Min(Z, V.Z)}; }
	constexpr TVector ComponentMax(const TVector& V) const { return {FMath::Max(X, V.X), FMath::Max(Y, V.Y), FMath::Max(Z, V.Z)}; }
	static constexpr TVector Min(const TVector& A, const TVector& B) { return A.ComponentMin(B); }
	static constexpr TVector Max(const TVector& A, const TVector& B) { return A.ComponentMax(B); }
	bool IsZero() const { return X == 0 && Y == 0 && Z == 0; }
	bool IsNearlyZero(T Tolerance = static_cast<T>(UE_DOUBLE_KINDA_SMALL_NUMBER)) const { return GetAbsMax() <= Tolerance; }
	bool Equals(const TVector& V, T Tolerance = static_cast<T>(UE_DOUBLE_KINDA_SMALL_NUMBER)) const
	{
		return (*this - V).GetAbsMax() <= Tolerance;
	}
	bool ContainsNaN() const { return !std::isfinite(X) || !std::isfinite(Y) || !std::isfinite(Z); }
	bool IsNormalized() const { return FMath::Abs(T(1) - SizeSquared()) < T(0.01); }
	bool IsUniform(T Tolerance = static_cast<T>(UE_DOUBLE_KINDA_SMALL_NUMBER)) const
	{
		return FMath::Abs(X - Y) <= Tolerance && FMath::Abs(Y - Z) <= Tolerance;
	}
	FString ToString() const { return FString::Printf(TEXT("X=%3.3f Y=%3.3f Z=%3.3f"), X, Y, Z); }
	friend uint32 GetTypeHash(const TVector& V)
	{
		return HashCombine(HashCombine(::GetTypeHash(V.X), ::GetTypeHash(V.Y)), ::GetTypeHash(V.Z));
	}
};

template <typename T>
inline const TVector<T> TVector<T>::ZeroVector(0, 0, 0);
template <typename T>
inline const TVector<T> TVector<T>::OneVector(1, 1, 1);
template <typename T>
inline const TVector<T> TVector<T>::UpVector(0, 0, 1);
template <typename T>
inline const TVector<T> TVector<T>::DownVector(0, 0, -1);
template <typename T>
inline const TVector<T> TVector<T>::ForwardVector(1, 0, 0);
template <typename T>
inline const TVector<T> TVector<T>::BackwardVector(-1, 0, 0);
template <typename T>
inline const TVector<T> TVector<T>::RightVector(0, 1, 0);
template <typename T>
inline const TVector<T> TVector<T>::LeftVector(0, -1, 0);
template <typename T>
inline const TVector<T> TVector<T>::XAxisVector(1, 0, 0);
template <typename T>
inline const TVector<T> TVector<T>::YAxisVector(0, 1, 0);
template <typename T>
inline const TVector<T> TVector<T>::ZAxisVector(0, 0, 1);

template <typename T>
struct TVector2
{
	T X, Y;
	TVector2() {} // NOLINT
	constexpr TVector2(T InX, T InY)
		: X(InX)
		, Y(InY)
	{
	}
	explicit constexpr TVector2(EForceInit)
		: TVector2(0, 0)
	{
	}
	template <typename U>
		requires(!std::is_same_v<U, T>)
	explicit constexpr TVector2(const TVector2<U>& Other)
		: X(static_cast<T>(Other.X))
		, Y(static_cast<T>(Other.Y))
	{
	}
	static constexpr TVector2 Zero() { return {0, 0}; }
	constexpr TVector2 operator+(const TVector2& V) const { return {X + V.X, Y + V.Y}; }
	constexpr TVector2 operator-(const TVector2& V) const { return {X - V.X, Y - V.Y}; }
	constexpr TVector2 operator*(T Scale) const { return {X * Scale, Y * Scale}; }
	constexpr bool operator==(const TVector2& V) const { return X == V.X && Y == V.Y; }
	T Size() const { return std::sqrt(X * X + Y * Y); }
};

template <typename T>
struct TVector4
{
	T X, Y, Z, W;
	TVector4() {} // NOLINT
	constexpr TVector4(T InX, T InY, T InZ, T InW = 1)
		: X(InX)
		, Y(InY)
		, Z(InZ)
		, W(InW)
	{
	}
	constexpr TVector4(const TVector<T>& V, T InW = 1)
		: TVector4(V.X, V.Y, V.Z, InW)
	{
	}
	constexpr T& operator[](int32 Index) { return Index == 0 ? X : Index == 1 ? Y : Index == 2 ? Z : W; }
	constexpr const T& operator[](int32 Index) const { return Index == 0 ? X : Index == 1 ? Y : Index == 2 ? Z : W; }
	constexpr bool operator==(const TVector4& V) const { return X == V.X && Y == V.Y && Z == V.Z && W == V.W; }
};

}

struct FIntPoint
{
	int32 X = 0, Y = 0;
	bool operator==(const FIntPoint&) const = default;
};

struct FIntVector
{
	int32 X = 0, Y = 0, Z = 0;
	FIntVector() = default;
	constexpr FIntVector(int32 InX, int32 InY, int32 InZ)
		: X(InX)
		, Y(InY)
		, Z(InZ)
	{
	}
	bool operator==(const FIntVector&) const = default;
	friend uint32 GetTypeHash(const FIntVector& V)
	{
		return HashCombine(HashCombine(::GetTypeHash(V.X), ::GetTypeHash(V.Y)), ::GetTypeHash(V.Z));
	}
};
