// Copyright (c) 2026 The SPHSolids authors

using System.IO;
using UnrealBuildTool;

/// oneTBB, if there is one that this target can link; without it the core runs on the workers that its host hands it.
///
/// First the headers of ThirdParty/setup together with a library built by the engine's own toolchain (ThirdParty/TBB/lib/<Platform>),
/// then the engine's own module. Headers alone are not enough: a distribution's libtbb uses another C++ standard library than the engine.
public class SPHSolidsTBB : ModuleRules
{
	public SPHSolidsTBB(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;

		string Root = Path.Combine(PluginDirectory, "ThirdParty", "TBB");
		string Headers = Path.Combine(Root, "include");
		string Libraries = Path.Combine(Root, "lib", Target.Platform.ToString());
		bool bOwnCopy = File.Exists(Path.Combine(Headers, "tbb", "tbb.h")) && Directory.Exists(Libraries);
		if (bOwnCopy)
		{
			PublicSystemIncludePaths.Add(Headers);
			PublicAdditionalLibraries.AddRange(
				Directory.GetFiles(Libraries, Target.Platform == UnrealTargetPlatform.Win64 ? "*.lib" : "*.a"));
		}

		// The engine's module is known to link on Windows only.
		bool bEngineCopy = !bOwnCopy && Target.Platform == UnrealTargetPlatform.Win64
			&& Directory.Exists(Path.Combine(EngineDirectory, "Source", "ThirdParty", "Intel", "TBB"));
		if (bEngineCopy)
		{
			PublicDependencyModuleNames.Add("IntelTBB");
		}

		PublicDefinitions.Add("SPHSOLIDS_WITH_TBB=" + (bOwnCopy || bEngineCopy ? "1" : "0"));
	}
}
