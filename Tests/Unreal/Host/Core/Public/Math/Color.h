// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FColor (bytes B, G, R, A in memory), .../FLinearColor.
#pragma once

#include "Math/Vector.h"

struct FColor
{
	uint8 B = 0, G = 0, R = 0, A = 0;

	FColor() {} // NOLINT
	constexpr FColor(uint8 InR, uint8 InG, uint8 InB, uint8 InA = 255)
		: B(InB)
		, G(InG)
		, R(InR)
		, A(InA)
	{
	}
	explicit FColor(EForceInit)
		: FColor(0, 0, 0, 0)
	{
	}
	bool operator==(const FColor& C) const { return B == C.B && G == C.G && R == C.R && A == C.A; }
	static const FColor White, Black, Red, Green, Blue, Yellow, Cyan, Orange;
};

inline constexpr FColor FColor::White(255, 255, 255);
inline constexpr FColor FColor::Black(0, 0, 0);
inline constexpr FColor FColor::Red(255, 0, 0);
inline constexpr FColor FColor::Green(0, 255, 0);
inline constexpr FColor FColor::Blue(0, 0, 255);
inline constexpr FColor FColor::Yellow(255, 255, 0);
inline constexpr FColor FColor::Cyan(0, 255, 255);
inline constexpr FColor FColor::Orange(243, 156, 18);

struct FLinearColor
{
	float R = 0, G = 0, B = 0, A = 0;

	FLinearColor() {} // NOLINT
	constexpr FLinearColor(float InR, float InG, float InB, float InA = 1.0f)
		: R(InR)
		, G(InG)
		, B(InB)
		, A(InA)
	{
	}
	explicit FLinearColor(const FColor& Color)
		: FLinearColor(FromGamma(Color.R), FromGamma(Color.G), FromGamma(Color.B), static_cast<float>(Color.A) / 255.0f)
	{
	}
	FColor ToFColor(bool bSRGB) const
	{
		const auto Byte = [](float Value) { return static_cast<uint8>(FMath::RoundToInt(FMath::Clamp(Value, 0.0f, 1.0f) * 255.0f)); };
		const auto Gamma = [&](float Value)
		{ return Byte(bSRGB ? (Value <= 0.0031308f ? Value * 12.92f : std::pow(Value, 1.0f / 2.4f) * 1.055f - 0.055f) : Value); };
		return FColor(Gamma(R), Gamma(G), Gamma(B), Byte(A));
	}
	bool operator==(const FLinearColor& C) const { return R == C.R && G == C.G && B == C.B && A == C.A; }
	static const FLinearColor White, Black, Red, Green, Blue, Gray, Transparent;

private:
	static float FromGamma(uint8 Byte)
	{
		const float Value = static_cast<float>(Byte) / 255.0f;
		return Value <= 0.04045f ? Value / 12.92f : std::pow((Value + 0.055f) / 1.055f, 2.4f);
	}
};

inline constexpr FLinearColor FLinearColor::White(1, 1, 1);
inline constexpr FLinearColor FLinearColor::Black(0, 0, 0);
inline constexpr FLinearColor FLinearColor::Red(1, 0, 0);
inline constexpr FLinearColor FLinearColor::Green(0, 1, 0);
inline constexpr FLinearColor FLinearColor::Blue(0, 0, 1);
inline constexpr FLinearColor FLinearColor::Gray(0.5f, 0.5f, 0.5f);
inline constexpr FLinearColor FLinearColor::Transparent(0, 0, 0, 0);
