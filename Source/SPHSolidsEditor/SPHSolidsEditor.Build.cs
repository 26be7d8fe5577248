// Copyright (c) 2026 The SPHSolids authors

using UnrealBuildTool;

/// Baking, panels and asset types. Loaded by the editor only, after the engine is up (PostEngineInit), so that GEditor exists.
public class SPHSolidsEditor : ModuleRules
{
	public SPHSolidsEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		CppStandard = CppStandardVersion.Cpp20;

		PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine" });
		PrivateDependencyModuleNames.AddRange(new string[] {
			"AdvancedPreviewScene", "AssetDefinition", "AssetRegistry", "AssetTools", "ContentBrowser", "DataValidation", "DeveloperSettings", "EditorFramework", "GeometryCache", "InputCore", "Json", "MeshDescription", "MessageLog",
			"PlacementMode", "Projects", "PropertyEditor", "RenderCore", "SPHSolidsCore", "SPHSolidsRuntime", "Slate", "SlateCore", "StaticMeshDescription", "ToolMenus", "UnrealEd" });
	}
}
