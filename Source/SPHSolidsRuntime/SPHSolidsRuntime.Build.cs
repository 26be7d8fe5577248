// Copyright (c) 2026 The SPHSolids authors

using UnrealBuildTool;

/// What a game needs: assets, components, the world subsystem. Loaded in the editor and in packaged games.
public class SPHSolidsRuntime : ModuleRules
{
	public SPHSolidsRuntime(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		CppStandard = CppStandardVersion.Cpp20;

		PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "DeveloperSettings", "Engine", "SPHSolidsCore" });
		PrivateDependencyModuleNames.AddRange(new string[] { "Niagara", "NiagaraCore", "NiagaraShader", "RenderCore", "RHI", "VectorVM" });
	}
}
