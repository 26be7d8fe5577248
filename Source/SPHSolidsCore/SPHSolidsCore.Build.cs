// Copyright (c) 2026 The SPHSolids authors

using UnrealBuildTool;

/// The simulation. Knows nothing of the engine but for the module stub in Private/Unreal; CMake compiles the same files.
public class SPHSolidsCore : ModuleRules
{
	public SPHSolidsCore(ReadOnlyTargetRules Target) : base(Target)
	{
		// No header of the engine may reach the core's files, so no shared precompiled header and no merged files.
		PCHUsage = PCHUsageMode.NoPCHs;
		bUseUnity = false;

		CppStandard = CppStandardVersion.Cpp20;
		bEnableExceptions = false;
		bUseRTTI = false;

		// One rounding per written operation: a body must do the same on every machine that plays it.
		FPSemantics = FPSemanticsMode.Precise;

		// A DebugGame editor still has to simulate in real time.
		OptimizeCode = CodeOptimization.Always;

		// The instruction set is the target's (MinCpuArchX64 of its Target.cs). Asking for AVX2 here alone would let the linker of a
		// packaged game keep an AVX2 copy of a shared inline function and run it on a machine without AVX2.

		PrivateDependencyModuleNames.AddRange(new string[] { "Core", "SPHSolidsEigen", "SPHSolidsTBB" });
	}
}
