// Copyright (c) 2026 The SPHSolids authors

#include "Picture.h"

#include "Components/BoxComponent.h"
#include "Components/SphereComponent.h"
#include "Convert/SPHSolidsUnits.h"
#include "Templates/Casts.h"

#include <Render/Colourmap.h>
#include <Render/Overlay.h>
#include <Render/Png.h>
#include <Render/Renderer.h>

namespace Play
{
namespace
{

using namespace SPHSolids;

Vec3 ToPicture(const FVector& Place)
{
	return SPHSolidsUnits::VectorToCore(Place).Cast<Real>();
}

Render::MeshObject ObjectOf(const Host::FDrawnMesh& Mesh, const Render::Colour& Colour)
{
	Render::MeshObject Object;
	const auto World = [&](const FVector4& V) { return FVector(V.X, V.Y, V.Z); };
	for (int32 Index = 0; Index < Mesh.Positions.Num(); ++Index)
	{
		Object.positions.push_back(ToPicture(World(Mesh.LocalToWorld.TransformPosition(FVector(Mesh.Positions[Index])))));
		const FVector Normal = World(Mesh.LocalToWorld.TransformVector(FVector(Mesh.Normals[Index]))).GetSafeNormal();
		Object.normals.push_back(SPHSolidsUnits::DirectionToCore(Normal).Cast<Real>());
	}
	// The engine's corners run the other way round in coordinates, but the mirroring back turns them outwards again.
	for (int32 Index = 0; Index + 2 < Mesh.Indices.Num(); Index += 3)
		Object.triangles.push_back({Mesh.Indices[Index], Mesh.Indices[Index + 1], Mesh.Indices[Index + 2]});
	Object.material = Render::MakeGlossy(Colour);
	return Object;
}

void AddBox(Render::Scene& Scene, const FTransform& Place, const FVector& Half)
{
	Render::MeshObject Object;
	for (int Corner = 0; Corner < 8; ++Corner)
		Object.positions.push_back(
			ToPicture(Place.TransformPosition(Half * FVector(Corner & 1 ? 1 : -1, Corner & 2 ? 1 : -1, Corner & 4 ? 1 : -1))));
	for (const Triangle& Face :
		{Triangle{0, 2, 1}, Triangle{1, 2, 3}, Triangle{4, 5, 6}, Triangle{5, 7, 6}, Triangle{0, 1, 4}, Triangle{1, 5, 4},
			Triangle{2, 6, 3}, Triangle{3, 6, 7}, Triangle{0, 4, 2}, Triangle{2, 4, 6}, Triangle{1, 3, 5}, Triangle{3, 7, 5}})
		Object.triangles.push_back(Face);
	Object.material = Render::MakeMatte({0.35f, 0.36f, 0.38f});
	Scene.meshes.push_back(std::move(Object));
}

}

struct FPainter::FState
{
	Render::Renderer Renderer;
	Render::TextPainter Text;
	std::unique_ptr<TaskRunner> Tasks = MakeParallelTaskRunner();
};

FPainter::FPainter()
	: State(new FState)
{
}

FPainter::~FPainter()
{
	delete State;
}

bool FPainter::Draw(const FLevel& Level, const TArray<Host::FDrawnMesh>& Meshes, const std::vector<std::string>& Lines,
	const std::string& File, std::string& OutError)
{
	Render::Scene Scene = Render::MakeStudio();
	Scene.floor.height = 0;
	Scene.floor.pattern = Render::FloorPattern::Grid;
	std::vector<FName> Owners;
	for (const Host::FDrawnMesh& Mesh : Meshes)
	{
		if (std::find(Owners.begin(), Owners.end(), Mesh.Owner) == Owners.end())
			Owners.push_back(Mesh.Owner);
		const auto Index = static_cast<std::size_t>(std::find(Owners.begin(), Owners.end(), Mesh.Owner) - Owners.begin());
		const FVector3f* Chosen = Level.Colours.Find(Mesh.Owner);
		Scene.meshes.push_back(ObjectOf(Mesh, Chosen ? Render::Colour{Chosen->X, Chosen->Y, Chosen->Z} : Render::CategoryColour(Index)));
	}
	for (AActor* Prop : Level.Props)
	{
		const FTransform Place = Prop->GetActorTransform();
		// What lies under the ground is the ground, which the picture has already.
		if (const USceneComponent* Root = Prop->GetRootComponent(); Root->Bounds.Origin.Z + Root->Bounds.BoxExtent.Z < 1.0)
			continue;
		if (const UBoxComponent* Box = Cast<UBoxComponent>(Prop->GetRootComponent()))
			AddBox(Scene, Place, Box->GetUnscaledBoxExtent());
		else if (const USphereComponent* Ball = Cast<USphereComponent>(Prop->GetRootComponent()))
		{
			Render::SphereObject Sphere;
			Sphere.centres = {ToPicture(Place.GetLocation())};
			Sphere.radius = static_cast<float>(SPHSolidsUnits::LengthToCore(static_cast<double>(Ball->GetUnscaledSphereRadius())));
			Sphere.material = Render::MakeMatte({0.35f, 0.36f, 0.38f});
			Scene.spheres.push_back(std::move(Sphere));
		}
	}
	Render::Camera Camera;
	Camera.eye = ToPicture(Level.CameraFrom);
	Camera.target = ToPicture(Level.CameraAt);
	Camera.fieldOfView = 40;
	Render::RenderSettings Settings;
	Settings.width = 960;
	Settings.height = 540;
	auto Image = State->Renderer.Render(Scene, Camera, Settings, *State->Tasks);
	if (!Image.IsOk())
	{
		OutError = Image.Message();
		return false;
	}
	Render::DrawCaption(Image.Value(), TCHAR_TO_UTF8(*Level.Title), Lines, Render::StyleFor(Image.Value()), State->Text);
	const Status Written = Render::WritePng(File, Image.Value());
	if (!Written.IsOk())
		OutError = Written.Message();
	return Written.IsOk();
}

}
