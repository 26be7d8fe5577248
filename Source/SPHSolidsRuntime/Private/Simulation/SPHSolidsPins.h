// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

#include <SPHSolids/World/World.h>

#include <vector>

class USPHPinComponent;
struct FSPHSolidInstance;

/// Pin components of a world and the particles they hold. Game thread only, and only while the solver does not run.
class FSPHSolidsPins
{
public:
	explicit FSPHSolidsPins(SPHSolids::World& InCore)
		: Core(InCore)
	{
	}

	void Add(USPHPinComponent& Pin);
	void Remove(USPHPinComponent& Pin);
	/// Holds particles of a body where they are. @return How many.
	int32 Hold(FSPHSolidInstance& Instance, std::vector<std::uint32_t>&& Particles);
	void Release(const FSPHSolidInstance& Instance);
	/// The core's world has been shifted. @param Offset m
	void Shift(const SPHSolids::Vec3d& Offset);

	/// Before a step: pins whose body has come into being take hold, and held particles are told where to be when the frame's time is over.
	/// @param Seconds Until then.
	void Update(double Seconds);

private:
	/// Particles that move as one with a frame.
	struct FGroup
	{
		TWeakObjectPtr<USPHPinComponent> Pin; ///< none: held in the world for good
		SPHSolids::BodyId Body;
		std::vector<std::uint32_t> Particles;
		SPHSolids::Pose Start;       ///< of the frame when the present motion began
		SPHSolids::PinMotion Motion; ///< since then
		double StartTime = 0;
	};

	void TakeHold(USPHPinComponent& Pin);
	bool RetargetGroup(FGroup& Group, double Seconds);
	void HoldAnew(SPHSolids::BodyId Body);

	SPHSolids::World& Core;
	TArray<TWeakObjectPtr<USPHPinComponent>> Waiting;
	TArray<FGroup> Groups;
	double Now = 0;
};
