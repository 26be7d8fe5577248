// Copyright (c) 2026 The SPHSolids authors

// sphsolids-play: plays a level with the real runtime module on the headless host and shows what reached the render thread.

#include "Host/Engine.h"
#include "Host/Program.h"
#include "Host/Reflection.h"
#include "Level.h"
#include "Modules/ModuleManager.h"
#include "Picture.h"
#include "SPHSolidsWorldSubsystem.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace
{

constexpr const char* Usage = R"(sphsolids-play LEVEL.json [--out DIR] [--pictures N] [--seconds S] [--json FILE]

Begins play in the level on the headless host, ticks it with the plugin's runtime module, and writes
N pictures (default 4, evenly spread; 0 for none) of what the components' vertex buffers contain.
--json FILE writes the statistics of the run. Levels are described in Tests/Unreal/Play/README.md.
)";

struct FOptions
{
	std::string Level, Out = ".", Json;
	int Pictures = 4;
	double Seconds = 0;
};

bool ReadOptions(int Count, char** Words, FOptions& Options)
{
	for (int Index = 1; Index < Count; ++Index)
	{
		const std::string Word = Words[Index];
		const bool bHasValue = Index + 1 < Count;
		if (Word == "--out" && bHasValue)
			Options.Out = Words[++Index];
		else if (Word == "--json" && bHasValue)
			Options.Json = Words[++Index];
		else if (Word == "--pictures" && bHasValue)
			Options.Pictures = std::atoi(Words[++Index]);
		else if (Word == "--seconds" && bHasValue)
			Options.Seconds = std::atof(Words[++Index]);
		else if (Word[0] != '-' && Options.Level.empty())
			Options.Level = Word;
		else
			return false;
	}
	return !Options.Level.empty();
}

struct FFigures
{
	std::vector<double> Solver, Skin, GameThread, Wait, Whole;
	void Add(const FSPHSolidsFrameStats& Stats, double Milliseconds)
	{
		Solver.push_back(static_cast<double>(Stats.SolverMilliseconds));
		Skin.push_back(static_cast<double>(Stats.SkinMilliseconds));
		GameThread.push_back(static_cast<double>(Stats.GameThreadMilliseconds));
		Wait.push_back(static_cast<double>(Stats.WaitMilliseconds));
		Whole.push_back(Milliseconds);
	}
	static double Median(std::vector<double> Values)
	{
		std::nth_element(Values.begin(), Values.begin() + static_cast<std::ptrdiff_t>(Values.size() / 2), Values.end());
		return Values[Values.size() / 2];
	}
};

int Fail(const std::string& Message)
{
	std::fprintf(stderr, "sphsolids-play: %s\n", Message.c_str());
	return 1;
}

int PlayLevel(const FOptions& Options)
{
	Play::FLevel Level;
	std::string Error;
	if (!Play::ReadLevelSettings(Options.Level, Level, Error))
		return Fail(Error);
	if (Options.Seconds > 0)
		Level.Seconds = Options.Seconds;
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World = Engine.CreateWorld(EWorldType::Game, *Level.Title);
	if (!Play::SpawnLevel(Options.Level, *World, Level, Error))
		return Fail(Options.Level + ": " + Error);
	if (Options.Pictures > 0)
		std::filesystem::create_directories(Options.Out);

	const int Frames = std::max(1, static_cast<int>(Level.Seconds * Level.FramesPerSecond + 0.5));
	const USPHSolidsWorldSubsystem* Subsystem = World->GetSubsystem<USPHSolidsWorldSubsystem>();
	const std::string Stem = (std::filesystem::path(Options.Out) / std::filesystem::path(Options.Level).stem()).string();
	Play::FPainter Painter;
	FFigures Figures;
	int Drawn = 0;
	for (int Frame = 0; Frame <= Frames; ++Frame)
	{
		for (const Play::FMotion& Motion : Level.Motions)
			Motion.Actor->SetActorTransform(Motion.At(Frame / Level.FramesPerSecond));
		const auto Start = std::chrono::steady_clock::now();
		Engine.Tick(static_cast<float>(1.0 / Level.FramesPerSecond));
		const FSPHSolidsFrameStats Stats = Subsystem->GetFrameStats();
		Figures.Add(Stats, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - Start).count());
		if (Options.Pictures > 0 && Frame * std::max(1, Options.Pictures - 1) >= Drawn * Frames)
		{
			char Line[128];
			std::snprintf(Line, sizeof Line, "%.2f s, %d bodies awake, %d asleep, %d particles", Frame / Level.FramesPerSecond,
				Stats.AwakeBodies, Stats.SleepingBodies, Stats.SolidParticles + Stats.FluidParticles);
			char Name[16];
			std::snprintf(Name, sizeof Name, "_%04d.png", Frame);
			if (!Painter.Draw(Level, Engine.DrawnMeshes(World), {Line}, Stem + Name, Error))
				return Fail(Error);
			std::printf("%s%s\n", Stem.c_str(), Name);
			++Drawn;
		}
	}
	const FSPHSolidsFrameStats Stats = Subsystem->GetFrameStats();
	char Report[768];
	std::snprintf(Report, sizeof Report,
		"{\"level\": \"%s\", \"actors\": %d, \"frames\": %d, \"particles\": %d, \"awake\": %d, \"asleep\": %d, \"colliders\": %d,\n "
		"\"msPerFrame\": {\"whole\": %.4f, "
		"\"solver\": %.4f, \"skin\": %.4f, \"gameThread\": %.4f, \"wait\": %.4f}, \"hash\": \"%016llx\"}\n",
		TCHAR_TO_UTF8(*Level.Title), Level.NumActors, Frames + 1, Stats.SolidParticles + Stats.FluidParticles, Stats.AwakeBodies,
		Stats.SleepingBodies, Stats.Colliders, FFigures::Median(Figures.Whole), FFigures::Median(Figures.Solver),
		FFigures::Median(Figures.Skin), FFigures::Median(Figures.GameThread), FFigures::Median(Figures.Wait),
		static_cast<unsigned long long>(Subsystem->GetStateHash()));
	std::fputs(Report, stdout);
	if (!Options.Json.empty())
	{
		std::FILE* File = std::fopen(Options.Json.c_str(), "w");
		if (!File)
			return Fail(Options.Json + " cannot be written");
		std::fputs(Report, File);
		std::fclose(File);
	}
	Engine.DestroyWorld(World);
	return 0;
}

}

int main(int argc, char** argv)
{
	FOptions Options;
	if (!ReadOptions(argc, argv, Options))
	{
		const bool bHelp = argc > 1 && std::strcmp(argv[1], "--help") == 0;
		std::fputs(Usage, bHelp ? stdout : stderr);
		return bHelp ? 0 : 2;
	}
	Host::RegisterReflection();
	FModuleManager::Get().LoadModule(TEXT("SPHSolidsCore"));
	FModuleManager::Get().LoadModule(TEXT("SPHSolidsRuntime"));
	const int Result = PlayLevel(Options);
	Host::FEngine::Get().Shutdown();
	return Result;
}
