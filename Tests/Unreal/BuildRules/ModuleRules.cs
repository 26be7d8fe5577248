// Copyright (c) 2026 The SPHSolids authors

// Our stand-in for the part of UnrealBuildTool that our Build.cs files use, so that they can be compiled and evaluated without the engine.
// Only members confirmed by Epic's page "Module Properties" (dev.epicgames.com/documentation/unreal-engine/module-properties-in-unreal-engine)
// or used by an open-source plugin that builds against 5.5 to 5.8 (Cesium for Unreal, AGX Dynamics, RealtimeMesh) are here: a Build.cs that
// names anything else does not compile.

using System;
using System.Collections.Generic;
using System.IO;

namespace UnrealBuildTool
{
	public enum CppStandardVersion { Cpp17, Cpp20, Latest }
	public enum FPSemanticsMode { Default, Precise, Imprecise }
	public enum WarningLevel { Default, Off, Warning, Error }
	public enum MinimumCpuArchitectureX64 { Default, AVX, AVX2, AVX512 }
	public enum UnrealTargetConfiguration { Debug, DebugGame, Development, Test, Shipping }
	public enum TargetType { Game, Editor, Client, Server, Program }

	/// An enumeration that licensees can extend, hence a struct with named values.
	public struct UnrealTargetPlatform
	{
		public static readonly UnrealTargetPlatform Win64 = new UnrealTargetPlatform("Win64");
		public static readonly UnrealTargetPlatform Linux = new UnrealTargetPlatform("Linux");
		public static readonly UnrealTargetPlatform Mac = new UnrealTargetPlatform("Mac");

		private readonly string Name;
		private UnrealTargetPlatform(string Name) { this.Name = Name; }
		public static bool operator ==(UnrealTargetPlatform A, UnrealTargetPlatform B) { return A.Name == B.Name; }
		public static bool operator !=(UnrealTargetPlatform A, UnrealTargetPlatform B) { return A.Name != B.Name; }
		public override bool Equals(object Other) { return Other is UnrealTargetPlatform && ((UnrealTargetPlatform)Other).Name == Name; }
		public override int GetHashCode() { return Name.GetHashCode(); }
		public override string ToString() { return Name; }
	}

	public class ReadOnlyBuildVersion
	{
		public int MajorVersion;
		public int MinorVersion;
	}

	public class ReadOnlyTargetRules
	{
		public UnrealTargetPlatform Platform;
		public UnrealTargetConfiguration Configuration;
		public TargetType Type;
		public bool bBuildEditor;
		public ReadOnlyBuildVersion Version;

		// How this stand-in tells a module where it is; the real tool does it by other ways.
		internal string HostEngineDirectory;
		internal string HostPluginDirectory;
		internal Dictionary<string, string> HostModuleDirectories;
	}

	public class ModuleRules
	{
		public enum ModuleType { CPlusPlus, External }
		public enum PCHUsageMode { Default, NoPCHs, NoSharedPCHs, UseSharedPCHs, UseExplicitOrSharedPCHs }
		public enum CodeOptimization { Default, Never, InNonDebugBuilds, InShippingBuildsOnly, Always }
		public enum PrecompileTargetsType { Default, None, Game, Editor, Any }

		protected readonly ReadOnlyTargetRules Target;
		public readonly string Name;

		public ModuleType Type = ModuleType.CPlusPlus;
		public PCHUsageMode PCHUsage = PCHUsageMode.Default;
		public CodeOptimization OptimizeCode = CodeOptimization.Default;
		public PrecompileTargetsType PrecompileForTargets = PrecompileTargetsType.Default;
		public CppStandardVersion? CppStandard;
		public FPSemanticsMode FPSemantics = FPSemanticsMode.Default;
		public MinimumCpuArchitectureX64 MinCpuArchX64 = MinimumCpuArchitectureX64.Default;
		public bool bEnableExceptions;
		public bool bUseRTTI;
		public bool bUseUnity = true;

		public readonly List<string> PublicDependencyModuleNames = new List<string>();
		public readonly List<string> PrivateDependencyModuleNames = new List<string>();
		public readonly List<string> DynamicallyLoadedModuleNames = new List<string>();
		public readonly List<string> PublicIncludePaths = new List<string>();
		public readonly List<string> PrivateIncludePaths = new List<string>();
		public readonly List<string> PublicSystemIncludePaths = new List<string>();
		public readonly List<string> PublicAdditionalLibraries = new List<string>();
		public readonly List<string> PublicSystemLibraries = new List<string>();
		public readonly List<string> PublicDefinitions = new List<string>();
		public readonly List<string> PrivateDefinitions = new List<string>();

		public string EngineDirectory { get { return Target.HostEngineDirectory; } }
		public string PluginDirectory { get { return Target.HostPluginDirectory; } }
		public string ModuleDirectory { get { return Target.HostModuleDirectories[GetType().Name]; } }

		public ModuleRules(ReadOnlyTargetRules Target)
		{
			this.Target = Target;
			Name = GetType().Name;
		}
	}
}
