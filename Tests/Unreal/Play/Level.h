// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <string>
#include <vector>

class AActor;
class UWorld;

namespace Play
{

/// Something of a level that moves along given places: what an animation would do.
struct FMotion
{
	struct FKey
	{
		double Time;
		FTransform Place;
	};
	AActor* Actor = nullptr;
	std::vector<FKey> Keys;
	FTransform At(double Time) const;
};

/// A level of engine actors, described in a JSON file (README.md says how) and spawned into a world.
struct FLevel
{
	FString Title;
	double Seconds = 2;
	double FramesPerSecond = 60;
	FVector CameraFrom = FVector(-400, 300, 200), CameraAt = FVector(0, 0, 50);
	std::vector<FMotion> Motions;
	/// Boxes and balls of the engine, which the host does not draw: shown grey in pictures.
	std::vector<AActor*> Props;
	/// Linear red, green, blue of actors by name.
	TMap<FName, FVector3f> Colours;
	TMap<FString, AActor*> Named;
	int32 NumActors = 0;
};

/// Reads settings that the world takes when it begins play. False with a sentence about what is wrong.
bool ReadLevelSettings(const std::string& File, FLevel& Level, std::string& OutError);
bool SpawnLevel(const std::string& File, UWorld& World, FLevel& Level, std::string& OutError);

}
