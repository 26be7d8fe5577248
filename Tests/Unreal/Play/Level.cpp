// Copyright (c) 2026 The SPHSolids authors

#include "Level.h"

#include "Components/BoxComponent.h"
#include "Components/SphereComponent.h"
#include "Engine/World.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsSettings.h"
#include "Templates/Casts.h"
#include "UObject/UnrealType.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>

#include <Scenes/Models.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#define JSON_NOEXCEPTION 1
#include <nlohmann/json.hpp>

namespace Play
{
namespace
{

using FJson = nlohmann::json;

FString Text(const std::string& Utf8)
{
	return FString(UTF8_TO_TCHAR(Utf8.c_str()));
}

double Number(const FJson& Object, const char* Key, double Default)
{
	return Object.contains(Key) && Object[Key].is_number() ? Object[Key].get<double>() : Default;
}

std::string String(const FJson& Object, const char* Key, const std::string& Default = {})
{
	return Object.contains(Key) && Object[Key].is_string() ? Object[Key].get<std::string>() : Default;
}

FVector Vector(const FJson& Object, const char* Key, const FVector& Default)
{
	if (!Object.contains(Key) || !Object[Key].is_array() || Object[Key].size() != 3)
		return Default;
	const FJson& Array = Object[Key];
	for (const FJson& Value : Array)
		if (!Value.is_number())
			return Default;
	return FVector(Array[0].get<double>(), Array[1].get<double>(), Array[2].get<double>());
}

FTransform Place(const FJson& Object)
{
	const FVector Angles = Vector(Object, "rotation", FVector(0));
	const double Scale = Number(Object, "scale", 1);
	return FTransform(FRotator(Angles.X, Angles.Y, Angles.Z), Vector(Object, "at", FVector(0)), FVector(Scale));
}

/// Sets properties by name, as the details panel would. Values are texts, numbers, booleans, three numbers, or "@Name" for an actor of the level.
bool SetProperties(UObject& Target, const FJson& Values, const FLevel& Level, std::string& OutError)
{
	for (const auto& [Name, Value] : Values.items())
	{
		FProperty* Property = Target.GetClass()->FindPropertyByName(FName(*Text(Name)));
		if (!Property)
		{
			OutError = "there is no property " + Name + " in " + TCHAR_TO_UTF8(*Target.GetClass()->GetName());
			return false;
		}
		std::string Written = Value.is_string() ? Value.get<std::string>() : Value.dump();
		if (Value.is_array() && Value.size() == 3)
			Written = "(X=" + Value[0].dump() + ",Y=" + Value[1].dump() + ",Z=" + Value[2].dump() + ")";
		if (Written[0] == '@')
		{
			AActor* const* Named = Level.Named.Find(Text(Written.substr(1)));
			if (!Named)
			{
				OutError = "there is no actor " + Written.substr(1) + " above";
				return false;
			}
			Written = TCHAR_TO_UTF8(*(*Named)->GetPathName());
		}
		if (!Property->ImportInContainer(&Target, Text(Written)))
		{
			OutError = "property " + Name + " does not take " + Written;
			return false;
		}
	}
	return true;
}

SPHSolids::RenderMesh BoxMesh(const FVector& Size)
{
	// Each side cut into squares, so that it can bend.
	constexpr int Cuts = 12;
	SPHSolids::RenderMesh Mesh;
	const SPHSolids::Vec3d Half{Size.X / 200, Size.Y / 200, Size.Z / 200};
	for (int Axis = 0; Axis < 3; ++Axis)
		for (const double Side : {-1.0, 1.0})
		{
			SPHSolids::Vec3d Normal, U, V;
			Normal[Axis] = Side;
			U[(Axis + 1) % 3] = Side;
			V[(Axis + 2) % 3] = 1;
			const auto First = static_cast<std::uint32_t>(Mesh.positions.size());
			for (int Row = 0; Row <= Cuts; ++Row)
				for (int Column = 0; Column <= Cuts; ++Column)
				{
					const SPHSolids::Vec3d P = Normal + U * (2.0 * Column / Cuts - 1) + V * (2.0 * Row / Cuts - 1);
					Mesh.positions.push_back({P.x * Half.x, P.y * Half.y, P.z * Half.z});
					Mesh.normals.push_back(Normal.Cast<SPHSolids::Real>());
				}
			for (std::uint32_t Row = 0; Row < Cuts; ++Row)
				for (std::uint32_t Column = 0; Column < Cuts; ++Column)
				{
					const std::uint32_t A = First + Row * (Cuts + 1) + Column, B = A + Cuts + 1;
					Mesh.triangles.push_back({A, A + 1, B + 1});
					Mesh.triangles.push_back({A, B + 1, B});
				}
		}
	return Mesh;
}

/// Bakes a body, or reads one from a file; the same description gives the same asset.
USPHSolidBodyAsset* BodyOf(const FJson& Description, const std::filesystem::path& Folder, std::string& OutError)
{
	static std::map<std::string, USPHSolidBodyAsset*> Known;
	USPHSolidBodyAsset*& Asset = Known[Description.dump()];
	if (Asset)
		return Asset;
	USPHSolidBodyAsset* Made = NewObject<USPHSolidBodyAsset>();
	Made->AddToRoot();
	FString Message;
	if (Description.is_string())
	{
		if (!Made->LoadFromFile(Text((Folder / Description.get<std::string>()).string()), Message))
		{
			OutError = TCHAR_TO_UTF8(*Message);
			return nullptr;
		}
		return Asset = Made;
	}
	SPHSolids::RenderMesh Mesh;
	if (Description.contains("box"))
		Mesh = BoxMesh(Vector(Description, "box", FVector(40)));
	else
	{
		auto Built =
			SPHSolids::Scenes::BuildModel(String(Description, "model"), static_cast<std::size_t>(Number(Description, "triangles", 6000)));
		if (!Built.IsOk())
		{
			OutError = Built.Message();
			return nullptr;
		}
		Mesh = Built.TakeValue();
		const double Factor = Number(Description, "size", 1);
		for (SPHSolids::Vec3d& P : Mesh.positions)
			P *= Factor;
	}
	SPHSolids::BakeSettings Settings;
	Settings.particleCount = static_cast<std::uint32_t>(Number(Description, "particles", 0));
	if (Settings.particleCount == 0)
		Settings.particleRadius = Number(Description, "radius", 3) / 100;
	const auto Tasks = SPHSolids::MakeParallelTaskRunner();
	auto Baked = SPHSolids::BakeBody(Mesh, Settings, *Tasks, nullptr);
	if (!Baked.IsOk())
	{
		OutError = Baked.Message();
		return nullptr;
	}
	const std::vector<std::byte> Bytes = SPHSolids::WriteBody(Baked.Value());
	Made->SetBytes(TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size())), Message);
	return Asset = Made;
}

bool AddComponents(AActor& Actor, const FJson& Description, const FLevel& Level, std::string& OutError)
{
	for (const FJson& Entry : Description)
	{
		UClass* Class = FindObject<UClass>(nullptr, *Text("/Script/" + String(Entry, "class")));
		if (!Class || !Class->IsChildOf(UActorComponent::StaticClass()))
		{
			OutError =
				"there is no component class " + String(Entry, "class") + "; write it with its module, as SPHSolidsRuntime.SPHPinComponent";
			return false;
		}
		UActorComponent* Component = NewObject<UActorComponent>(&Actor, Class);
		if (USceneComponent* Scene = Cast<USceneComponent>(Component))
		{
			Scene->SetupAttachment(Actor.GetRootComponent());
			Scene->SetRelativeTransform(Place(Entry));
		}
		if (Entry.contains("set") && !SetProperties(*Component, Entry["set"], Level, OutError))
			return false;
	}
	return true;
}

/// A box or ball of the engine, simulating if it has a mass.
AActor* SpawnProp(UWorld& World, const FJson& Entry, const FTransform& At)
{
	AActor* Actor = World.SpawnActorDeferred<AActor>(AActor::StaticClass(), At);
	UPrimitiveComponent* Root = nullptr;
	if (String(Entry, "class") == "Ball")
	{
		USphereComponent* Ball = NewObject<USphereComponent>(Actor);
		Ball->SetSphereRadius(static_cast<float>(Number(Entry, "radius", 30)));
		Root = Ball;
	}
	else
	{
		UBoxComponent* Box = NewObject<UBoxComponent>(Actor);
		Box->SetBoxExtent(Vector(Entry, "extent", FVector(50)));
		Root = Box;
	}
	Actor->SetRootComponent(Root);
	const double Mass = Number(Entry, "mass", 0);
	Root->SetSimulatePhysics(Mass > 0);
	Root->SetMassOverrideInKg(NAME_None, static_cast<float>(FMath::Max(Mass, 1.0)));
	return Actor;
}

bool SpawnEntry(
	UWorld& World, const FJson& Entry, const std::filesystem::path& Folder, const FVector& Offset, FLevel& Level, std::string& OutError)
{
	FTransform At = Place(Entry);
	At.AddToTranslation(Offset);
	const std::string ClassName = String(Entry, "class", "SPHSolidsRuntime.SPHSolidActor");
	AActor* Actor = nullptr;
	if (ClassName == "Box" || ClassName == "Ball")
	{
		Actor = SpawnProp(World, Entry, At);
		Level.Props.push_back(Actor);
	}
	else
	{
		UClass* Class = FindObject<UClass>(nullptr, *Text("/Script/" + ClassName));
		if (!Class || !Class->IsChildOf(AActor::StaticClass()))
		{
			OutError =
				"there is no actor class " + ClassName + "; write Box, Ball, or the module and name, as SPHSolidsRuntime.SPHSolidActor";
			return false;
		}
		Actor = World.SpawnActorDeferred<AActor>(Class, At);
	}
	if (ASPHSolidActor* Solid = Cast<ASPHSolidActor>(Actor))
	{
		Solid->Solid->Body = BodyOf(Entry.contains("body") ? Entry["body"] : FJson{{"box", {40, 40, 40}}}, Folder, OutError);
		if (!Solid->Solid->Body)
			return false;
		if (const std::string Preset = String(Entry, "material"); !Preset.empty())
		{
			Solid->Solid->SolidMaterial = NewObject<USPHSolidMaterial>(Actor);
			Solid->Solid->SolidMaterial->ApplyPreset(FName(*Text(Preset)));
		}
		if (Entry.contains("solid") && !SetProperties(*Solid->Solid, Entry["solid"], Level, OutError))
			return false;
	}
	if (Entry.contains("set") && !SetProperties(*Actor, Entry["set"], Level, OutError))
		return false;
	if (Entry.contains("components") && !AddComponents(*Actor, Entry["components"], Level, OutError))
		return false;
	if (const std::string Name = String(Entry, "name"); !Name.empty())
	{
		Level.Named.Add(Text(Name), Actor);
#if WITH_EDITOR
		Actor->SetActorLabel(Text(Name));
#endif
	}
	if (Entry.contains("colour"))
		Level.Colours.Add(Actor->GetFName(), FVector3f(Vector(Entry, "colour", FVector(0.7))));
	if (Entry.contains("move"))
	{
		FMotion Motion;
		Motion.Actor = Actor;
		for (const FJson& Key : Entry["move"])
			Motion.Keys.push_back({Number(Key, "time", 0), Place(Key)});
		Level.Motions.push_back(std::move(Motion));
	}
	Actor->FinishSpawning(At);
	++Level.NumActors;
	return true;
}

bool Load(const std::string& File, FJson& Json, std::string& OutError)
{
	std::ifstream Stream(File);
	if (!Stream)
	{
		OutError = File + " cannot be read";
		return false;
	}
	Json = FJson::parse(Stream, nullptr, false, true);
	if (Json.is_discarded() || !Json.is_object())
	{
		OutError = File + " is not a JSON object";
		return false;
	}
	static const char* Known[] = {"title", "seconds", "fps", "camera", "settings", "actors"};
	for (const auto& [Key, Value] : Json.items())
		if (std::none_of(std::begin(Known), std::end(Known), [&](const char* Name) { return Key == Name; }))
		{
			OutError = File + ": unknown key " + Key + "; known are title, seconds, fps, camera, settings, actors";
			return false;
		}
	return true;
}

}

FTransform FMotion::At(double Time) const
{
	if (Time <= Keys.front().Time)
		return Keys.front().Place;
	for (std::size_t Next = 1; Next < Keys.size(); ++Next)
		if (Time < Keys[Next].Time)
		{
			const FKey &A = Keys[Next - 1], &B = Keys[Next];
			const double Share = (Time - A.Time) / (B.Time - A.Time);
			return FTransform(FQuat::Slerp(A.Place.GetRotation(), B.Place.GetRotation(), Share),
				A.Place.GetLocation() * (1 - Share) + B.Place.GetLocation() * Share, A.Place.GetScale3D());
		}
	return Keys.back().Place;
}

bool ReadLevelSettings(const std::string& File, FLevel& Level, std::string& OutError)
{
	FJson Json;
	if (!Load(File, Json, OutError))
		return false;
	Level.Title = Text(String(Json, "title", std::filesystem::path(File).stem().string()));
	Level.Seconds = Number(Json, "seconds", Level.Seconds);
	Level.FramesPerSecond = Number(Json, "fps", Level.FramesPerSecond);
	if (Json.contains("camera"))
	{
		Level.CameraFrom = Vector(Json["camera"], "from", Level.CameraFrom);
		Level.CameraAt = Vector(Json["camera"], "at", Level.CameraAt);
	}
	return !Json.contains("settings") || SetProperties(*GetMutableDefault<USPHSolidsSettings>(), Json["settings"], Level, OutError);
}

bool SpawnLevel(const std::string& File, UWorld& World, FLevel& Level, std::string& OutError)
{
	FJson Json;
	if (!Load(File, Json, OutError))
		return false;
	if (!Json.contains("actors"))
		return true;
	const std::filesystem::path Folder = std::filesystem::path(File).parent_path();
	for (const FJson& Entry : Json["actors"])
	{
		const FVector Counts = Vector(Entry, "grid", FVector(1)), Step = Vector(Entry, "spacing", FVector(100));
		for (int32 Z = 0; Z < static_cast<int32>(Counts.Z); ++Z)
			for (int32 Y = 0; Y < static_cast<int32>(Counts.Y); ++Y)
				for (int32 X = 0; X < static_cast<int32>(Counts.X); ++X)
					if (!SpawnEntry(World, Entry, Folder, FVector(X, Y, Z) * Step, Level, OutError))
						return false;
	}
	return true;
}

}
