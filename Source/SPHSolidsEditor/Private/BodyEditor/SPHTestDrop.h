// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/StrongObjectPtr.h"

namespace SPHSolids
{
class SolidBody;
}
class FPreviewScene;
class USPHSolidBodyAsset;
class USPHSolidComponent;
class USPHSolidsWorldSubsystem;

/// Lets a body fall onto a floor in a preview world of its own, through the same component and subsystem as in a game. For a look at a body in
/// its own editor.
class FSPHTestDrop
{
public:
	FSPHTestDrop();
	~FSPHTestDrop();
	/// Undeformed, half its height above the floor, tilted a little. What regions of the asset hold stays where it is.
	/// @param Preset Ready-made material; none: soft rubber.
	bool Start(USPHSolidBodyAsset& Asset, FName Preset, FString& OutMessage);
	void Stop();
	bool IsRunning() const { return Scene.IsValid(); }
	/// Game thread; long frames are cut, so that a slow machine shows slow motion rather than standing still.
	void Advance(double Seconds);
	/// Null if it does not run.
	const SPHSolids::SolidBody* FindSolid() const;
	/// Places of the particles in the preview, cm. The floor is at FloorHeight.
	void GetParticles(TArray<FVector>& OutPlaces) const;
	double GetFloorHeight() const { return FloorHeight; }
	/// Milliseconds of the last step.
	double GetMilliseconds() const { return Milliseconds; }

private:
	USPHSolidsWorldSubsystem* GetSubsystem() const;

	TUniquePtr<FPreviewScene> Scene;
	TStrongObjectPtr<USPHSolidComponent> Body;
	double FloorHeight = 0;
	double Milliseconds = 0;
};
