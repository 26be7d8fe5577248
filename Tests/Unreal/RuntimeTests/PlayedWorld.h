// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Bodies.h"
#include "Host/Engine.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <gtest/gtest.h>

namespace RuntimeTests
{

/// A world that plays while the test lives, with project settings of its own.
class FPlayedWorld : public testing::Test
{
protected:
	/// @param SetUp Changes the settings before the world takes them.
	explicit FPlayedWorld(void (*SetUp)(USPHSolidsSettings&) = [](USPHSolidsSettings&) {})
	{
		SetUp(*GetMutableDefault<USPHSolidsSettings>());
		World = Engine.CreateWorld(EWorldType::Game);
	}
	~FPlayedWorld() override
	{
		if (World)
			Engine.DestroyWorld(World);
	}
	void Play(int32 Frames)
	{
		for (int32 Count = 0; Count < Frames; ++Count)
			Engine.Tick(1.0f / 60.0f);
	}
	FSPHSolidsSimulation& Simulation() const { return *World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetSimulation(); }

	FSettingsScope Keep;
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World;
};

}
