// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"

#include "Engine/World.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsSettings.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>

#include <Body/FileFrame.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace RuntimeTests
{

SPHSolids::RenderMesh MakeBoxMesh(const SPHSolids::Vec3d& HalfSize, const SPHSolids::Vec3d& Centre)
{
	SPHSolids::RenderMesh Mesh;
	for (int Axis = 0; Axis < 3; ++Axis)
		for (const double Side : {-1.0, 1.0})
		{
			// u x v points out of the face, so that 0 1 2 and 0 2 3 are counter-clockwise seen from outside.
			SPHSolids::Vec3d Normal, U, V;
			Normal[Axis] = Side;
			U[(Axis + 1) % 3] = Side;
			V[(Axis + 2) % 3] = 1;
			const std::uint32_t First = static_cast<std::uint32_t>(Mesh.positions.size());
			for (const auto& [AlongU, AlongV] : {std::pair(-1.0, -1.0), std::pair(1.0, -1.0), std::pair(1.0, 1.0), std::pair(-1.0, 1.0)})
			{
				const SPHSolids::Vec3d Corner = Normal + U * AlongU + V * AlongV;
				Mesh.positions.push_back(Centre + SPHSolids::Vec3d{Corner.x * HalfSize.x, Corner.y * HalfSize.y, Corner.z * HalfSize.z});
				Mesh.normals.push_back(Normal.Cast<SPHSolids::Real>());
				Mesh.tangents.push_back({U.Cast<SPHSolids::Real>(), 1});
				Mesh.uvs.push_back({static_cast<float>(AlongU + 1) / 2, static_cast<float>(AlongV + 1) / 2});
			}
			Mesh.triangles.push_back({First, First + 1, First + 2});
			Mesh.triangles.push_back({First, First + 2, First + 3});
			const std::uint16_t Section = Axis == 2 && Side > 0 ? 0 : 1;
			Mesh.sections.insert(Mesh.sections.end(), 2, Section);
		}
	return Mesh;
}

SPHSolids::RenderMesh MakeBallMesh(double Radius, int Rings)
{
	SPHSolids::RenderMesh Mesh;
	const int Columns = 2 * Rings;
	for (int Ring = 0; Ring <= Rings; ++Ring)
		for (int Column = 0; Column <= Columns; ++Column)
		{
			const double Down = UE_DOUBLE_PI * Ring / Rings, Round = 2 * UE_DOUBLE_PI * (Column % Columns) / Columns;
			const SPHSolids::Vec3d Normal{std::sin(Down) * std::cos(Round), std::sin(Down) * std::sin(Round), std::cos(Down)};
			Mesh.positions.push_back(Normal * Radius);
			Mesh.normals.push_back(Normal.Cast<SPHSolids::Real>());
			Mesh.uvs.push_back(
				{static_cast<float>(Column) / static_cast<float>(Columns), static_cast<float>(Ring) / static_cast<float>(Rings)});
			if (Ring == Rings || Column == Columns)
				continue;
			const std::uint32_t At = static_cast<std::uint32_t>(Mesh.positions.size() - 1),
								Below = At + static_cast<std::uint32_t>(Columns) + 1;
			if (Ring > 0)
				Mesh.triangles.push_back({At, Below, At + 1});
			if (Ring < Rings - 1)
				Mesh.triangles.push_back({At + 1, Below, Below + 1});
		}
	return Mesh;
}

TArray<uint8> BakeQuickly(const SPHSolids::RenderMesh& Mesh, double ParticleRadius)
{
	SPHSolids::BakeSettings Settings;
	Settings.particleRadius = ParticleRadius;
	Settings.method = SPHSolids::SamplingMethod::Grid;
	const std::unique_ptr<SPHSolids::TaskRunner> Tasks = SPHSolids::MakeSerialTaskRunner();
	auto Body = SPHSolids::BakeBody(Mesh, Settings, *Tasks, nullptr);
	if (!Body.IsOk())
	{
		std::fprintf(stderr, "the test's mesh cannot be baked: %s\n", Body.Message().c_str());
		std::abort();
	}
	TArray<uint8> Bytes;
	for (const std::byte Byte : SPHSolids::WriteBody(Body.Value()))
		Bytes.Add(static_cast<uint8>(Byte));
	return Bytes;
}

const TArray<uint8>& BoxBytes(double HalfSize, double ParticleRadius)
{
	static std::map<std::pair<double, double>, TArray<uint8>> Baked;
	TArray<uint8>& Bytes = Baked[{HalfSize, ParticleRadius}];
	if (Bytes.IsEmpty())
		Bytes = BakeQuickly(MakeBoxMesh({HalfSize, HalfSize, HalfSize}), ParticleRadius);
	return Bytes;
}

TArray<uint8> NewerBoxBytes()
{
	SPHSolids::Tests::Bytes Frame;
	for (const uint8 Byte : BoxBytes())
		Frame.push_back(static_cast<std::byte>(Byte));
	SPHSolids::Tests::SetAt<std::uint32_t>(Frame, SPHSolids::Tests::VersionAt, 99);
	SPHSolids::Tests::RepairFrame(Frame);
	TArray<uint8> Newer;
	for (const std::byte Byte : Frame)
		Newer.Add(static_cast<uint8>(Byte));
	return Newer;
}

USPHSolidBodyAsset* NewAsset(const TArray<uint8>& Bytes)
{
	USPHSolidBodyAsset* Asset = NewObject<USPHSolidBodyAsset>();
	FString Message;
	if (!Asset->SetBytes(Bytes, Message))
		std::fprintf(stderr, "%s\n", TCHAR_TO_UTF8(*Message));
	return Asset;
}

USPHSolidBodyAsset* BoxAsset()
{
	static USPHSolidBodyAsset* Asset = nullptr;
	if (!Asset)
	{
		Asset = NewAsset(BoxBytes());
		Asset->AddToRoot();
	}
	return Asset;
}

ASPHSolidActor* SpawnSolid(UWorld* World, USPHSolidBodyAsset* Asset, const FTransform& Place)
{
	ASPHSolidActor* Actor = World->SpawnActorDeferred<ASPHSolidActor>(ASPHSolidActor::StaticClass(), Place);
	Actor->Solid->Body = Asset;
	Actor->FinishSpawning(Place);
	return Actor;
}

FSettingsScope::FSettingsScope()
{
	const USPHSolidsSettings& Settings = *GetDefault<USPHSolidsSettings>();
	StepSeconds = Settings.StepSeconds;
	BudgetMilliseconds = Settings.BudgetMilliseconds;
	MaxStepsPerFrame = Settings.MaxStepsPerFrame;
	Iterations = Settings.Iterations;
	RecordedSteps = Settings.RecordedSteps;
	bInterpolate = Settings.bInterpolate;
	bDeterministic = Settings.bDeterministic;
	MeshError = Settings.MeshError;
}

FSettingsScope::~FSettingsScope()
{
	USPHSolidsSettings& Settings = *GetMutableDefault<USPHSolidsSettings>();
	Settings.StepSeconds = StepSeconds;
	Settings.BudgetMilliseconds = BudgetMilliseconds;
	Settings.MaxStepsPerFrame = MaxStepsPerFrame;
	Settings.Iterations = Iterations;
	Settings.RecordedSteps = RecordedSteps;
	Settings.bInterpolate = bInterpolate;
	Settings.bDeterministic = bDeterministic;
	Settings.MeshError = MeshError;
}

}
