// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "SPHBodyRegion.h"

#include <memory>

namespace SPHSolids
{
class SolidBody;
}
struct FSPHSolidBody;
struct FSPHTestDropWorld;

/// Lets a body fall onto a floor, by the core alone: no level, no engine physics. For a look at a body in its own editor.
class FSPHTestDrop
{
public:
	FSPHTestDrop();
	~FSPHTestDrop();
	/// Undeformed, half its height above the floor, tilted a little. @param Preset Ready-made material; none: soft rubber. @param Regions What
	/// is held stays where it is.
	bool Start(
		const TSharedRef<const FSPHSolidBody>& Body, FName Preset, FString& OutMessage, TConstArrayView<FSPHBodyRegion> Regions = {});
	void Stop();
	bool IsRunning() const { return World != nullptr; }
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
	std::unique_ptr<FSPHTestDropWorld> World;
	double FloorHeight = 0;
	double Milliseconds = 0;
};
