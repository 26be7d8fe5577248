// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FPrimitiveDrawInterface (SetHitProxy, DrawPoint, DrawLine); a header of its own since 5.6. Keeps what is drawn for tests.
#pragma once

#include "HitProxies.h"

class FPrimitiveDrawInterface
{
public:
	struct FLine
	{
		FVector Start, End;
		FLinearColor Color;
	};
	struct FPoint
	{
		FVector Place;
		FLinearColor Color;
		TSharedPtr<HHitProxy> Proxy;
	};
	void SetHitProxy(HHitProxy* Proxy) { Current = TSharedPtr<HHitProxy>(Proxy); }
	void DrawLine(const FVector& Start, const FVector& End, const FLinearColor& Color, uint8 DepthPriorityGroup, float Thickness = 0.0f)
	{
		HostLines.Add({Start, End, Color});
	}
	void DrawPoint(const FVector& Position, const FLinearColor& Color, float PointSize, uint8 DepthPriorityGroup)
	{
		HostPoints.Add({Position, Color, Current});
	}
	TArray<FLine> HostLines;
	TArray<FPoint> HostPoints;

private:
	TSharedPtr<HHitProxy> Current;
};

/// Of SceneManagement.h: edges of a box in a space, circles of a ball.
void DrawWireBox(FPrimitiveDrawInterface* PDI, const FMatrix& Matrix, const FBox& Box, const FLinearColor& Color, uint8 DepthPriority,
	float Thickness = 0.0f);
void DrawWireSphere(FPrimitiveDrawInterface* PDI, const FVector& Base, const FLinearColor& Color, double Radius, int32 NumSides,
	uint8 DepthPriority, float Thickness = 0.0f);
