// Copyright (c) 2026 The SPHSolids authors

// Constructs every module of the plugin for one engine version, as the engine's build tool would for each platform, with and without the
// editor, and prints what they ask for as JSON; the header tool compares that with the plugin's descriptor and sources.
//
// mono Evaluate.exe PLUGIN_DIRECTORY ENGINE_DIRECTORY MINOR_VERSION

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using UnrealBuildTool;

public static class Evaluate
{
	public static int Main(string[] Arguments)
	{
		if (Arguments.Length != 3)
		{
			Console.Error.WriteLine("Evaluate PLUGIN_DIRECTORY ENGINE_DIRECTORY MINOR_VERSION");
			return 2;
		}
		string Plugin = Path.GetFullPath(Arguments[0]);
		Dictionary<string, string> Folders = FindModules(Plugin);
		UnrealTargetPlatform[] Platforms = { UnrealTargetPlatform.Win64, UnrealTargetPlatform.Linux, UnrealTargetPlatform.Mac };

		List<string> Evaluations = new List<string>();
		foreach (UnrealTargetPlatform Platform in Platforms)
		{
			foreach (bool bEditor in new[] { true, false })
			{
				ReadOnlyTargetRules Target = new ReadOnlyTargetRules
				{
					Platform = Platform,
					Configuration = bEditor ? UnrealTargetConfiguration.Development : UnrealTargetConfiguration.Shipping,
					Type = bEditor ? TargetType.Editor : TargetType.Game,
					bBuildEditor = bEditor,
					Version = new ReadOnlyBuildVersion { MajorVersion = 5, MinorVersion = int.Parse(Arguments[2]) },
					HostEngineDirectory = Arguments[1],
					HostPluginDirectory = Plugin,
					HostModuleDirectories = Folders
				};
				foreach (string Module in Folders.Keys.OrderBy(Key => Key, StringComparer.Ordinal))
				{
					Evaluations.Add(EvaluateModule(Module, Target));
				}
			}
		}
		Console.WriteLine("[\n" + string.Join(",\n", Evaluations) + "\n]");
		return 0;
	}

	/// Module name to folder, from the files' names: that is how the build tool finds them, and only under Source.
	private static Dictionary<string, string> FindModules(string Plugin)
	{
		const string Ending = ".Build.cs";
		return Directory.GetFiles(Path.Combine(Plugin, "Source"), "*" + Ending, SearchOption.AllDirectories)
			.ToDictionary(File => Path.GetFileName(File).Substring(0, Path.GetFileName(File).Length - Ending.Length), Path.GetDirectoryName);
	}

	private static string EvaluateModule(string Name, ReadOnlyTargetRules Target)
	{
		StringBuilder Json = new StringBuilder();
		Json.Append("{ \"name\": " + Quote(Name) + ", \"directory\": " + Quote(Target.HostModuleDirectories[Name]));
		Json.Append(", \"platform\": " + Quote(Target.Platform.ToString()) + ", \"editor\": " + (Target.bBuildEditor ? "true" : "false"));

		Type Class = Assembly.GetExecutingAssembly().GetType(Name);
		if (Class == null || !typeof(ModuleRules).IsAssignableFrom(Class))
		{
			return Json.Append(", \"error\": " + Quote("declares no class " + Name + " : ModuleRules") + " }").ToString();
		}
		try
		{
			ModuleRules Rules = (ModuleRules)Activator.CreateInstance(Class, Target);
			Json.Append(", \"external\": " + (Rules.Type == ModuleRules.ModuleType.External ? "true" : "false"));
			Json.Append(", \"exceptions\": " + (Rules.bEnableExceptions ? "true" : "false"));
			Json.Append(", \"rtti\": " + (Rules.bUseRTTI ? "true" : "false"));
			Json.Append(", \"public\": " + List(Rules.PublicDependencyModuleNames));
			Json.Append(", \"private\": " + List(Rules.PrivateDependencyModuleNames));
			Json.Append(", \"dynamic\": " + List(Rules.DynamicallyLoadedModuleNames));
			Json.Append(", \"includePaths\": " + List(Rules.PublicIncludePaths.Concat(Rules.PrivateIncludePaths).Concat(Rules.PublicSystemIncludePaths)));
			Json.Append(", \"libraries\": " + List(Rules.PublicAdditionalLibraries));
			Json.Append(", \"publicDefinitions\": " + List(Rules.PublicDefinitions));
			Json.Append(", \"privateDefinitions\": " + List(Rules.PrivateDefinitions));
		}
		catch (TargetInvocationException Failure)
		{
			Json.Append(", \"error\": " + Quote(Failure.InnerException.Message));
		}
		return Json.Append(" }").ToString();
	}

	private static string List(IEnumerable<string> Values)
	{
		return "[" + string.Join(", ", Values.Select(Quote)) + "]";
	}

	private static string Quote(string Text)
	{
		return "\"" + Text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n") + "\"";
	}
}
