// Copyright (c) 2026 The SPHSolids authors

#include "Tests/SPHSpecBody.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Adapters/SPHSolidsTaskRunner.h"
#include "SPHSolidBodyAsset.h"
#include "UObject/Package.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>

namespace
{

SPHSolids::RenderMesh MakeSpecCubeMesh()
{
	SPHSolids::RenderMesh Mesh;
	for (int32 Corner = 0; Corner < 8; ++Corner)
		Mesh.positions.push_back({(Corner & 1) != 0 ? 0.2 : -0.2, (Corner & 2) != 0 ? 0.2 : -0.2, (Corner & 4) != 0 ? 0.2 : -0.2});
	Mesh.triangles = {
		{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
	return Mesh;
}

}

USPHSolidBodyAsset* BakeSPHSpecCube()
{
	SPHSolids::BakeSettings Settings;
	Settings.particleRadius = 0.04;
	Settings.method = SPHSolids::SamplingMethod::Grid;
	FSPHSolidsTaskRunner Tasks;
	const SPHSolids::Result<SPHSolids::BakedBody> Body = SPHSolids::BakeBody(MakeSpecCubeMesh(), Settings, Tasks, nullptr);
	TArray<uint8> Bytes;
	if (Body.IsOk())
		for (const std::byte Byte : SPHSolids::WriteBody(Body.Value()))
			Bytes.Add(static_cast<uint8>(Byte));
	USPHSolidBodyAsset* Asset = NewObject<USPHSolidBodyAsset>(GetTransientPackage());
	FString Message;
	Asset->SetBytes(Bytes, Message);
	return Asset;
}

#endif
