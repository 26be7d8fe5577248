// Copyright (c) 2026 The SPHSolids authors

using System;
using System.IO;
using UnrealBuildTool;

/// Eigen's headers: those that ThirdParty/setup placed in ThirdParty/Eigen/include, else the engine's own copy.
public class SPHSolidsEigen : ModuleRules
{
	public SPHSolidsEigen(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;

		string Placed = Path.Combine(PluginDirectory, "ThirdParty", "Eigen", "include");
		string Headers = IsEigen(Placed) ? Placed : FindInEngine();
		if (Headers == null)
		{
			throw new InvalidOperationException(
				"SPHSolids: Eigen was found neither in " + Placed + " nor in the engine; run ThirdParty/setup in the plugin's folder.");
		}
		PublicSystemIncludePaths.Add(Headers);

		PublicDefinitions.Add("EIGEN_MPL2_ONLY");
		// The linker of a packaged game merges inline functions of the same name, and the engine has an Eigen of its own, of another
		// version and perhaps compiled for another instruction set. A name of our own keeps the two apart.
		PublicDefinitions.Add("Eigen=SPHSolidsEigen");
	}

	private static bool IsEigen(string Folder)
	{
		return File.Exists(Path.Combine(Folder, "Eigen", "Dense"));
	}

	/// The engine's folder has had its headers at different depths; look at it and one level below.
	private string FindInEngine()
	{
		string Folder = Path.Combine(EngineDirectory, "Source", "ThirdParty", "Eigen");
		if (!Directory.Exists(Folder))
		{
			return null;
		}
		if (IsEigen(Folder))
		{
			return Folder;
		}
		string[] Below = Directory.GetDirectories(Folder);
		Array.Sort(Below, StringComparer.Ordinal);
		return Array.Find(Below, IsEigen);
	}
}
