// Copyright (c) 2026 The SPHSolids authors

#include "HostWorldTypes.h"

#include "DynamicMeshBuilder.h"
#include "Host/Engine.h"
#include "Host/Program.h"
#include "Materials/Material.h"
#include "SceneManagement.h"
#include "StaticMeshResources.h"

#include <thread>

#include <gtest/gtest.h>

namespace
{

/// After the recipe of API_FACTS section 4.4.
class FHostTriangleProxy final : public FPrimitiveSceneProxy
{
public:
	explicit FHostTriangleProxy(UHostTriangleComponent* InComponent, float Height)
		: FPrimitiveSceneProxy(InComponent)
		, VertexFactory(GetScene().GetFeatureLevel(), "FHostTriangleProxy")
		, Component(InComponent)
		, bForgetRelease(InComponent->bForgetRelease)
		, bTouchComponent(InComponent->bTouchComponent)
	{
#if UE_VERSION_OLDER_THAN(5, 7, 0)
		Relevance = InComponent->GetMaterialRelevance(GetScene().GetFeatureLevel());
#else
		Relevance = InComponent->GetMaterialRelevance(GetScene().GetShaderPlatform());
#endif
		Material = UMaterial::GetDefaultMaterial(MD_Surface)->GetRenderProxy();
		Buffers.PositionVertexBuffer.Init(3);
		Buffers.StaticMeshVertexBuffer.Init(3, 1);
		Buffers.ColorVertexBuffer.Init(3);
		for (uint32 Index = 0; Index < 3; ++Index)
		{
			Buffers.PositionVertexBuffer.VertexPosition(Index) = Corner(Index, Height);
			Buffers.StaticMeshVertexBuffer.SetVertexTangents(Index, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
			Buffers.StaticMeshVertexBuffer.SetVertexUV(Index, 0, {0, 0});
			Buffers.ColorVertexBuffer.VertexColor(Index) = FColor::White;
		}
		IndexBuffer.Indices = {0, 1, 2};
	}
	~FHostTriangleProxy() override
	{
		if (bForgetRelease)
			return;
		Buffers.PositionVertexBuffer.ReleaseResource();
		Buffers.StaticMeshVertexBuffer.ReleaseResource();
		Buffers.ColorVertexBuffer.ReleaseResource();
		IndexBuffer.ReleaseResource();
		VertexFactory.ReleaseResource();
	}
	static FVector3f Corner(uint32 Index, float Height) { return {Index == 1 ? 100.0f : 0.0f, Index == 2 ? 100.0f : 0.0f, Height}; }

	SIZE_T GetTypeHash() const override
	{
		static SIZE_T Unique;
		return reinterpret_cast<SIZE_T>(&Unique);
	}
	uint32 GetMemoryFootprint() const override { return sizeof(*this) + GetAllocatedSize(); }
	void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override
	{
		Buffers.PositionVertexBuffer.InitResource(RHICmdList);
		Buffers.StaticMeshVertexBuffer.InitResource(RHICmdList);
		Buffers.ColorVertexBuffer.InitResource(RHICmdList);
		FLocalVertexFactory::FDataType Data;
		Buffers.PositionVertexBuffer.BindPositionVertexBuffer(&VertexFactory, Data);
		Buffers.StaticMeshVertexBuffer.BindTangentVertexBuffer(&VertexFactory, Data);
		Buffers.StaticMeshVertexBuffer.BindPackedTexCoordVertexBuffer(&VertexFactory, Data);
		Buffers.StaticMeshVertexBuffer.BindLightMapVertexBuffer(&VertexFactory, Data, 0);
		Buffers.ColorVertexBuffer.BindColorVertexBuffer(&VertexFactory, Data);
		VertexFactory.SetData(RHICmdList, Data);
		VertexFactory.InitResource(RHICmdList);
		IndexBuffer.InitResource(RHICmdList);
	}
	FPrimitiveViewRelevance GetViewRelevance(const FSceneView* View) const override
	{
		FPrimitiveViewRelevance Result;
		Result.bDrawRelevance = IsShown(View);
		Result.bShadowRelevance = IsShadowCast(View);
		Result.bDynamicRelevance = true;
		Relevance.SetPrimitiveViewRelevance(Result);
		return Result;
	}
	void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily, uint32 VisibilityMap,
		FMeshElementCollector& Collector) const override
	{
		if (bTouchComponent)
			Component->GetComponentTransform();
		for (int32 ViewIndex = 0; ViewIndex < Views.Num(); ++ViewIndex)
		{
			if (!(VisibilityMap & (1u << ViewIndex)))
				continue;
			FMeshBatch& Mesh = Collector.AllocateMesh();
			FMeshBatchElement& Element = Mesh.Elements[0];
			Element.IndexBuffer = &IndexBuffer;
			Element.NumPrimitives = 1;
			Element.MaxVertexIndex = 2;
			FDynamicPrimitiveUniformBuffer& Uniforms = Collector.AllocateOneFrameResource<FDynamicPrimitiveUniformBuffer>();
			Uniforms.Set(Collector.GetRHICommandList(), GetLocalToWorld(), GetLocalToWorld(), GetBounds(), GetLocalBounds(),
				ReceivesDecals(), false, false);
			Element.PrimitiveUniformBufferResource = &Uniforms.UniformBuffer;
			Mesh.VertexFactory = &VertexFactory;
			Mesh.MaterialRenderProxy = Material;
			Mesh.ReverseCulling = IsLocalToWorldDeterminantNegative();
			Collector.AddMesh(ViewIndex, Mesh);
		}
	}
	void SetHeight(FRHICommandListBase& RHICmdList, float Height)
	{
		FRHIBuffer* Buffer = Buffers.PositionVertexBuffer.VertexBufferRHI;
		FVector3f* Positions = static_cast<FVector3f*>(RHICmdList.LockBuffer(Buffer, 0, 3 * sizeof(FVector3f), RLM_WriteOnly));
		for (uint32 Index = 0; Index < 3; ++Index)
			Positions[Index] = Corner(Index, Height);
		RHICmdList.UnlockBuffer(Buffer);
	}

private:
	FStaticMeshVertexBuffers Buffers;
	FDynamicMeshIndexBuffer32 IndexBuffer;
	FLocalVertexFactory VertexFactory;
	FMaterialRelevance Relevance;
	FMaterialRenderProxy* Material;
	UHostTriangleComponent* Component;
	bool bForgetRelease, bTouchComponent;
};

}

FPrimitiveSceneProxy* UHostTriangleComponent::CreateSceneProxy()
{
	return new FHostTriangleProxy(this, Height);
}

FBoxSphereBounds UHostTriangleComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	return FBoxSphereBounds(FBox(FVector(0, 0, Height), FVector(100, 100, Height))).TransformBy(LocalToWorld);
}

void UHostTriangleComponent::Move(float InHeight)
{
	Height = InHeight;
	UpdateBounds();
	MarkRenderTransformDirty();
	MarkRenderDynamicDataDirty();
}

void UHostTriangleComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	FHostTriangleProxy* Proxy = static_cast<FHostTriangleProxy*>(SceneProxy);
	ENQUEUE_RENDER_COMMAND(HostMoveTriangle)
	([Proxy, NewHeight = Height](FRHICommandListImmediate& RHICmdList) { Proxy->SetHeight(RHICmdList, NewHeight); });
}

namespace
{

struct FHostRender : testing::Test
{
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World = nullptr;
	UHostTriangleComponent* Triangle = nullptr;
	void SetUp() override
	{
		World = Engine.CreateWorld(EWorldType::Game);
		AActor* Actor = World->SpawnActor<AActor>();
		Triangle = NewObject<UHostTriangleComponent>(Actor);
	}
	void TearDown() override
	{
		Engine.DestroyWorld(World);
		EXPECT_EQ(FRHIBuffer::HostCount(), 0);
		EXPECT_EQ(FRenderResource::HostCount(), 0);
	}
};

}

TEST_F(FHostRender, CommandsRunLaterOnAnotherThreadInOrder)
{
	const std::thread::id GameThread = std::this_thread::get_id();
	TArray<int32> Order;
	Host::PauseRenderThread(true);
	for (int32 Index = 0; Index < 5; ++Index)
		ENQUEUE_RENDER_COMMAND(HostNote)
	(
		[&Order, Index, GameThread](FRHICommandListImmediate&)
		{
			EXPECT_NE(std::this_thread::get_id(), GameThread);
			EXPECT_TRUE(IsInRenderingThread());
			Order.Add(Index);
		});
	FRenderCommandFence Fence;
	Fence.BeginFence();
	EXPECT_FALSE(Fence.IsFenceComplete());
	EXPECT_TRUE(Order.IsEmpty());
	Host::PauseRenderThread(false);
	FlushRenderingCommands();
	EXPECT_TRUE(Fence.IsFenceComplete());
	EXPECT_TRUE((Order == TArray<int32>{0, 1, 2, 3, 4}));
	EXPECT_FALSE(IsInRenderingThread());
}

TEST_F(FHostRender, WhatTheComponentSendsIsWhatIsDrawn)
{
	Triangle->RegisterComponent();
	Engine.Tick(0.1f);
	TArray<Host::FDrawnMesh> Drawn = Engine.DrawnMeshes(World);
	ASSERT_EQ(Drawn.Num(), 1);
	EXPECT_EQ(Drawn[0].Positions.Num(), 3);
	EXPECT_EQ(Drawn[0].Positions[1].X, 100.0f);
	EXPECT_NEAR(Drawn[0].Normals[0].Z, 1.0f, 0.01f);
	EXPECT_TRUE((Drawn[0].Indices == TArray<uint32>{0, 1, 2}));
	for (int32 Step = 1; Step <= 5; ++Step)
	{
		Triangle->Move(static_cast<float>(Step));
		Engine.Tick(0.1f);
		Drawn = Engine.DrawnMeshes(World);
		EXPECT_EQ(Drawn[0].Positions[2].Z, static_cast<float>(Step));
		EXPECT_EQ(Drawn[0].Bounds.Origin.Z, static_cast<double>(Step)) << "the bounds go along";
	}
	Triangle->SetRelativeScale3D(FVector(1, -1, 1));
	Engine.Tick(0.1f);
	EXPECT_TRUE(Engine.DrawnMeshes(World)[0].bReverseCulling);
	Triangle->SetVisibility(false);
	Engine.Tick(0.1f);
	EXPECT_TRUE(Engine.DrawnMeshes(World).IsEmpty());
	Triangle->SetVisibility(true);
	Engine.Tick(0.1f);
	EXPECT_EQ(Engine.DrawnMeshes(World).Num(), 1);
	Triangle->DestroyComponent();
	Engine.Tick(0.1f);
	EXPECT_TRUE(Engine.DrawnMeshes(World).IsEmpty());
}

TEST_F(FHostRender, AServerHasNoRenderState)
{
	Host::ProgramFlags().bDedicatedServer = true;
	Triangle->RegisterComponent();
	Triangle->Move(1);
	Engine.Tick(0.1f);
	EXPECT_EQ(Triangle->SceneProxy, nullptr);
	EXPECT_TRUE(World->IsNetMode(NM_DedicatedServer));
	Host::ProgramFlags().bDedicatedServer = false;
}

TEST_F(FHostRender, MisuseOfTheRenderThreadStopsTheProgram)
{
	EXPECT_DEATH(
		{
			Triangle->bForgetRelease = true;
			Triangle->RegisterComponent();
			Engine.Tick(0.1f);
			Triangle->DestroyComponent();
			FlushRenderingCommands();
		},
		"deleted without being released");
	EXPECT_DEATH(
		{
			Triangle->bTouchComponent = true;
			Triangle->RegisterComponent();
			Engine.Tick(0.1f);
			FlushRenderingCommands();
		},
		"touched on the render thread");
	EXPECT_DEATH(
		{
			FRHICommandListImmediate CommandList;
			FDynamicMeshIndexBuffer32 Buffer;
			Buffer.InitResource(CommandList);
		},
		"off the render thread");
	EXPECT_DEATH(
		{
			ENQUEUE_RENDER_COMMAND(HostMake)([](FRHICommandListImmediate&) { NewObject<UHostTriangleComponent>(GetTransientPackage()); });
			FlushRenderingCommands();
		},
		"off the game thread");
	EXPECT_DEATH(
		{
			ENQUEUE_RENDER_COMMAND(HostLock)
			(
				[](FRHICommandListImmediate& RHICmdList)
				{
					FDynamicMeshIndexBuffer32 Buffer;
					Buffer.Indices = {0, 1, 2};
					Buffer.InitResource(RHICmdList);
					RHICmdList.LockBuffer(Buffer.IndexBufferRHI, 0, 100, RLM_WriteOnly);
				});
			FlushRenderingCommands();
		},
		"past the end of the buffer");
}

TEST_F(FHostRender, PackedTangentsKeepDirectionAndHandedness)
{
	FStaticMeshVertexBuffer Buffer;
	Buffer.Init(2, 1);
	Buffer.SetVertexTangents(0, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
	Buffer.SetVertexTangents(1, {1, 0, 0}, {0, -1, 0}, {0, 0, 1});
	EXPECT_EQ(Buffer.VertexTangentZ(0).W, 1.0f);
	EXPECT_EQ(Buffer.VertexTangentZ(1).W, -1.0f);
	const FVector3f Normal = FVector3f(1, 2, 3).GetSafeNormal();
	EXPECT_LT(FVector3f::Dist(FPackedNormal(Normal).ToFVector3f(), Normal), 0.01f);
}
