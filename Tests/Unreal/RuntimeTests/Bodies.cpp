// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"

#include "Engine/World.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsSettings.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>

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

const TArray<uint8>& BoxBytes(double HalfSize, double ParticleRadius)
{
	static std::map<std::pair<double, double>, TArray<uint8>> Baked;
	TArray<uint8>& Bytes = Baked[{HalfSize, ParticleRadius}];
	if (Bytes.IsEmpty())
	{
		SPHSolids::BakeSettings Settings;
		Settings.particleRadius = ParticleRadius;
		Settings.method = SPHSolids::SamplingMethod::Grid;
		const std::unique_ptr<SPHSolids::TaskRunner> Tasks = SPHSolids::MakeSerialTaskRunner();
		auto Body = SPHSolids::BakeBody(MakeBoxMesh({HalfSize, HalfSize, HalfSize}), Settings, *Tasks, nullptr);
		if (!Body.IsOk())
		{
			std::fprintf(stderr, "the test's box cannot be baked: %s\n", Body.Message().c_str());
			std::abort();
		}
		for (const std::byte Byte : SPHSolids::WriteBody(Body.Value()))
			Bytes.Add(static_cast<uint8>(Byte));
	}
	return Bytes;
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
	bInterpolate = Settings.bInterpolate;
	bDeterministic = Settings.bDeterministic;
}

FSettingsScope::~FSettingsScope()
{
	USPHSolidsSettings& Settings = *GetMutableDefault<USPHSolidsSettings>();
	Settings.StepSeconds = StepSeconds;
	Settings.BudgetMilliseconds = BudgetMilliseconds;
	Settings.MaxStepsPerFrame = MaxStepsPerFrame;
	Settings.Iterations = Iterations;
	Settings.bInterpolate = bInterpolate;
	Settings.bDeterministic = bDeterministic;
}

}
