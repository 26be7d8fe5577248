// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FMath (FGenericPlatformMath), constants UE_PI, UE_SMALL_NUMBER, UE_KINDA_SMALL_NUMBER.
#pragma once

#include "Templates/UnrealTemplate.h"

#include <cmath>
#include <limits>

#define UE_PI (3.1415926535897932f)
#define UE_DOUBLE_PI (3.141592653589793238462643383279502884197169399)
#define UE_SMALL_NUMBER (1.e-8f)
#define UE_KINDA_SMALL_NUMBER (1.e-4f)
#define UE_DOUBLE_SMALL_NUMBER (1.e-8)
#define UE_DOUBLE_KINDA_SMALL_NUMBER (1.e-4)
#define UE_BIG_NUMBER (3.4e+38f)
#define UE_THRESH_NORMALS_ARE_PARALLEL (0.999845f)
#define PI UE_PI
#define SMALL_NUMBER UE_SMALL_NUMBER
#define KINDA_SMALL_NUMBER UE_KINDA_SMALL_NUMBER

struct FMath
{
	template <typename T>
	static constexpr T Abs(T Value)
	{
		return Value < T(0) ? -Value : Value;
	}
	template <typename T>
	static constexpr T Min(T A, T B)
	{
		return A <= B ? A : B;
	}
	template <typename T>
	static constexpr T Max(T A, T B)
	{
		return A >= B ? A : B;
	}
	template <typename T>
	static constexpr T Min3(T A, T B, T C)
	{
		return Min(Min(A, B), C);
	}
	template <typename T>
	static constexpr T Max3(T A, T B, T C)
	{
		return Max(Max(A, B), C);
	}
	template <typename T>
	static constexpr T Clamp(T Value, T MinValue, T MaxValue)
	{
		return Max(Min(Value, MaxValue), MinValue);
	}
	template <typename T>
	static constexpr T Square(T Value)
	{
		return Value * Value;
	}
	template <typename T>
	static constexpr T Cube(T Value)
	{
		return Value * Value * Value;
	}
	template <typename T>
	static constexpr T Sign(T Value)
	{
		return Value > T(0) ? T(1) : Value < T(0) ? T(-1) : T(0);
	}
	template <typename T, typename U>
	static constexpr T Lerp(const T& A, const T& B, const U& Alpha)
	{
		return static_cast<T>(A + (B - A) * Alpha);
	}
	static float Sqrt(float Value) { return std::sqrt(Value); }
	static double Sqrt(double Value) { return std::sqrt(Value); }
	static float InvSqrt(float Value) { return 1.0f / std::sqrt(Value); }
	static double InvSqrt(double Value) { return 1.0 / std::sqrt(Value); }
	static float Pow(float A, float B) { return std::pow(A, B); }
	static double Pow(double A, double B) { return std::pow(A, B); }
	static float Exp(float Value) { return std::exp(Value); }
	static double Exp(double Value) { return std::exp(Value); }
	static float Sin(float Value) { return std::sin(Value); }
	static double Sin(double Value) { return std::sin(Value); }
	static float Cos(float Value) { return std::cos(Value); }
	static double Cos(double Value) { return std::cos(Value); }
	static float Tan(float Value) { return std::tan(Value); }
	static double Tan(double Value) { return std::tan(Value); }
	static float Acos(float Value) { return std::acos(Clamp(Value, -1.0f, 1.0f)); }
	static double Acos(double Value) { return std::acos(Clamp(Value, -1.0, 1.0)); }
	static float Asin(float Value) { return std::asin(Clamp(Value, -1.0f, 1.0f)); }
	static double Asin(double Value) { return std::asin(Clamp(Value, -1.0, 1.0)); }
	static float Atan2(float Y, float X) { return std::atan2(Y, X); }
	static double Atan2(double Y, double X) { return std::atan2(Y, X); }
	static float Fmod(float X, float Y) { return std::fmod(X, Y); }
	static double Fmod(double X, double Y) { return std::fmod(X, Y); }
	static int32 FloorToInt(float Value) { return static_cast<int32>(std::floor(Value)); }
	static int64 FloorToInt(double Value) { return static_cast<int64>(std::floor(Value)); }
	static int32 FloorToInt32(double Value) { return static_cast<int32>(std::floor(Value)); }
	static int32 CeilToInt(float Value) { return static_cast<int32>(std::ceil(Value)); }
	static int64 CeilToInt(double Value) { return static_cast<int64>(std::ceil(Value)); }
	static int32 RoundToInt(float Value) { return static_cast<int32>(std::floor(Value + 0.5f)); }
	static int64 RoundToInt(double Value) { return static_cast<int64>(std::floor(Value + 0.5)); }
	static int32 TruncToInt(float Value) { return static_cast<int32>(Value); }
	template <typename T>
	static constexpr T DivideAndRoundUp(T Dividend, T Divisor)
	{
		return (Dividend + Divisor - 1) / Divisor;
	}
	template <typename T>
	static constexpr T DegreesToRadians(T Degrees)
	{
		return Degrees * static_cast<T>(UE_DOUBLE_PI / 180.0);
	}
	template <typename T>
	static constexpr T RadiansToDegrees(T Radians)
	{
		return Radians * static_cast<T>(180.0 / UE_DOUBLE_PI);
	}
	static bool IsNearlyEqual(float A, float B, float Tolerance = UE_SMALL_NUMBER) { return Abs(A - B) <= Tolerance; }
	static bool IsNearlyEqual(double A, double B, double Tolerance = UE_DOUBLE_SMALL_NUMBER) { return Abs(A - B) <= Tolerance; }
	static bool IsNearlyZero(float Value, float Tolerance = UE_SMALL_NUMBER) { return Abs(Value) <= Tolerance; }
	static bool IsNearlyZero(double Value, double Tolerance = UE_DOUBLE_SMALL_NUMBER) { return Abs(Value) <= Tolerance; }
	template <typename T>
	static bool IsFinite(T Value)
	{
		return std::isfinite(Value);
	}
	template <typename T>
	static bool IsNaN(T Value)
	{
		return std::isnan(Value);
	}
	template <typename T>
	static constexpr bool IsPowerOfTwo(T Value)
	{
		return (Value & (Value - 1)) == 0;
	}
};
