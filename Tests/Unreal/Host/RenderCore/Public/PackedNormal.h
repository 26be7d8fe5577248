// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RenderCore/FPackedNormal (four signed bytes, -1 to 1 as -127 to 127).
#pragma once

#include "CoreMinimal.h"

struct FPackedNormal
{
	int8 X = 0, Y = 0, Z = 0, W = 0;
	FPackedNormal() = default;
	explicit FPackedNormal(const FVector3f& V)
		: FPackedNormal(FVector4f(V.X, V.Y, V.Z, 1))
	{
	}
	explicit FPackedNormal(const FVector4f& V)
		: X(Pack(V.X))
		, Y(Pack(V.Y))
		, Z(Pack(V.Z))
		, W(Pack(V.W))
	{
	}
	FVector3f ToFVector3f() const { return {Unpack(X), Unpack(Y), Unpack(Z)}; }
	FVector4f ToFVector4f() const { return {Unpack(X), Unpack(Y), Unpack(Z), Unpack(W)}; }

private:
	static int8 Pack(float Value) { return static_cast<int8>(FMath::Clamp(FMath::RoundToInt(Value * 127.0f), -127, 127)); }
	static float Unpack(int8 Value) { return static_cast<float>(Value) / 127.0f; }
};
