// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "Host/EditorShell.h"
#include "Host/Engine.h"
#include "Host/Reflection.h"
#include "Modules/ModuleManager.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

int main(int argc, char** argv)
{
	testing::InitGoogleTest(&argc, argv);
	Host::RegisterReflection();
	const std::filesystem::path Content = std::filesystem::temp_directory_path() / ("sphsolids_editor_" + std::to_string(::getpid()));
	Host::FEditor::Get().Start(FString(Content.string().c_str()));
	for (const TCHAR* Module : {TEXT("SPHSolidsCore"), TEXT("SPHSolidsRuntime"), TEXT("SPHSolidsEditor")})
		FModuleManager::Get().LoadModule(Module);
	const int Result = RUN_ALL_TESTS();
	FModuleManager::Get().UnloadModule(TEXT("SPHSolidsEditor"));
	Host::FEditor::Get().Stop();
	// Stops the program if anything of the render thread was left behind.
	Host::FEngine::Get().Shutdown();
	std::filesystem::remove_all(Content);
	return Result;
}
