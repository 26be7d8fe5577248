// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "Host/Engine.h"
#include "Host/Reflection.h"
#include "Modules/ModuleManager.h"

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
	testing::InitGoogleTest(&argc, argv);
	Host::RegisterReflection();
	FModuleManager::Get().LoadModule(TEXT("SPHSolidsCore"));
	FModuleManager::Get().LoadModule(TEXT("SPHSolidsRuntime"));
	const int Result = RUN_ALL_TESTS();
	// Stops the program if anything of the render thread was left behind.
	Host::FEngine::Get().Shutdown();
	return Result;
}
