// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "Host/Engine.h"
#include "Host/Reflection.h"

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
	testing::InitGoogleTest(&argc, argv);
	// Death tests start the program again: threads of this one would be missing in a mere copy.
	testing::FLAGS_gtest_death_test_style = "threadsafe";
	Host::RegisterReflection();
	const int Result = RUN_ALL_TESTS();
	Host::FEngine::Get().Shutdown();
	return Result;
}
