// Copyright (c) 2026 The SPHSolids authors

#include "Components/PrimitiveComponent.h"
#include "DynamicMeshBuilder.h"
#include "Host/Program.h"
#include "Host/Scene.h"
#include "SceneManagement.h"
#include "StaticMeshResources.h"

namespace
{

FBufferRHIRef HostCreateBuffer(
	FRHICommandListBase& RHICmdList, const TCHAR* Name, const void* Data, int32 Size, uint32 Stride, EBufferUsageFlags Usage)
{
	if (Size == 0)
		return nullptr;
#if UE_VERSION_OLDER_THAN(5, 6, 0)
	FRHIResourceCreateInfo Info(Name);
	FBufferRHIRef Buffer = EnumHasAnyFlags(Usage, BUF_IndexBuffer)
		? RHICmdList.CreateIndexBuffer(Stride, static_cast<uint32>(Size), Usage, Info)
		: RHICmdList.CreateVertexBuffer(static_cast<uint32>(Size), Usage, Info);
#else
	FBufferRHIRef Buffer =
		RHICmdList.CreateBuffer(FRHIBufferCreateDesc::Create(Name, Usage).SetSize(static_cast<uint32>(Size)).SetStride(Stride));
#endif
	void* Memory = RHICmdList.LockBuffer(Buffer, 0, static_cast<uint32>(Size), RLM_WriteOnly);
	FMemory::Memcpy(Memory, Data, static_cast<SIZE_T>(Size));
	RHICmdList.UnlockBuffer(Buffer);
	return Buffer;
}

template <typename T>
FBufferRHIRef HostCreateBuffer(
	FRHICommandListBase& RHICmdList, const TCHAR* Name, const TArray<T>& Array, EBufferUsageFlags Usage = BUF_Static | BUF_VertexBuffer)
{
	return HostCreateBuffer(RHICmdList, Name, Array.GetData(), Array.Num() * static_cast<int32>(sizeof(T)), sizeof(T), Usage);
}

}

void FLocalVertexFactory::SetData(FRHICommandListBase&, const FDataType& InData)
{
	Host::CheckRenderThread("SetData of a vertex factory off the render thread");
	Data = InData;
	bHasData = true;
}

void FLocalVertexFactory::InitRHI(FRHICommandListBase&)
{
	HOST_CHECK(bHasData, "a vertex factory was initialised before SetData");
	HOST_CHECK(Data.PositionComponent.VertexBuffer && Data.PositionComponent.VertexBuffer->IsInitialized(),
		"a vertex factory whose position buffer is not initialised");
	HOST_CHECK(Data.TangentBasisComponents[0].VertexBuffer && Data.TextureCoordinates.VertexBuffer,
		"a vertex factory without tangents or texture coordinates");
}

void FPositionVertexBuffer::Init(uint32 InNumVertices, bool)
{
	NumVertices = InNumVertices;
	Positions.SetNumUninitialized(static_cast<int32>(InNumVertices));
}

void FPositionVertexBuffer::InitRHI(FRHICommandListBase& RHICmdList)
{
	VertexBufferRHI = HostCreateBuffer(RHICmdList, TEXT("FPositionVertexBuffer"), Positions);
}

void FPositionVertexBuffer::BindPositionVertexBuffer(const FVertexFactory*, FStaticMeshDataType& Data) const
{
	Data.PositionComponent = {this, 0, GetStride()};
}

void FStaticMeshVertexBuffer::Init(uint32 InNumVertices, uint32 InNumTexCoords, bool)
{
	NumVertices = InNumVertices;
	NumTexCoords = InNumTexCoords;
	Tangents.SetNumUninitialized(static_cast<int32>(2 * InNumVertices));
	TexCoords.SetNumUninitialized(static_cast<int32>(InNumVertices * InNumTexCoords));
}

void FStaticMeshVertexBuffer::SetVertexTangents(uint32 Index, FVector3f X, FVector3f Y, FVector3f Z)
{
	const float Sign = ((Z ^ X) | Y) < 0.0f ? -1.0f : 1.0f;
	Tangents[static_cast<int32>(2 * Index)] = FPackedNormal(FVector4f(X, 0));
	Tangents[static_cast<int32>(2 * Index + 1)] = FPackedNormal(FVector4f(Z, Sign));
}

void FStaticMeshVertexBuffer::SetVertexUV(uint32 Index, uint32 UVIndex, const FVector2f& UV)
{
	check(UVIndex < NumTexCoords);
	TexCoords[static_cast<int32>(Index * NumTexCoords + UVIndex)] = UV;
}

void FStaticMeshVertexBuffer::InitRHI(FRHICommandListBase& RHICmdList)
{
	TangentsVertexBuffer.InitResource(RHICmdList);
	TexCoordVertexBuffer.InitResource(RHICmdList);
	TangentsVertexBuffer.VertexBufferRHI = HostCreateBuffer(RHICmdList, TEXT("FTangentsVertexBuffer"), Tangents);
	TexCoordVertexBuffer.VertexBufferRHI = HostCreateBuffer(RHICmdList, TEXT("FTexcoordVertexBuffer"), TexCoords);
}

void FStaticMeshVertexBuffer::ReleaseRHI()
{
	TangentsVertexBuffer.ReleaseResource();
	TexCoordVertexBuffer.ReleaseResource();
}

void FStaticMeshVertexBuffer::BindTangentVertexBuffer(const FVertexFactory*, FStaticMeshDataType& Data) const
{
	Data.TangentBasisComponents[0] = {&TangentsVertexBuffer, 0, 2 * sizeof(FPackedNormal)};
	Data.TangentBasisComponents[1] = {&TangentsVertexBuffer, sizeof(FPackedNormal), 2 * sizeof(FPackedNormal)};
}

void FStaticMeshVertexBuffer::BindPackedTexCoordVertexBuffer(const FVertexFactory*, FStaticMeshDataType& Data) const
{
	Data.TextureCoordinates = {&TexCoordVertexBuffer, 0, static_cast<uint32>(NumTexCoords * sizeof(FVector2f))};
	Data.NumTexCoords = static_cast<int32>(NumTexCoords);
}

void FStaticMeshVertexBuffer::BindLightMapVertexBuffer(const FVertexFactory*, FStaticMeshDataType& Data, int LightMapCoordinateIndex) const
{
	Data.LightMapCoordinateIndex = LightMapCoordinateIndex;
}

void FColorVertexBuffer::Init(uint32 InNumVertices, bool)
{
	Colors.SetNum(static_cast<int32>(InNumVertices));
}

void FColorVertexBuffer::InitRHI(FRHICommandListBase& RHICmdList)
{
	VertexBufferRHI = HostCreateBuffer(RHICmdList, TEXT("ColorVertexBuffer"), Colors);
}

void FColorVertexBuffer::BindColorVertexBuffer(const FVertexFactory*, FStaticMeshDataType& Data) const
{
	Data.ColorComponent = {this, 0, sizeof(FColor)};
}

void FDynamicMeshIndexBuffer32::InitRHI(FRHICommandListBase& RHICmdList)
{
	IndexBufferRHI = HostCreateBuffer(RHICmdList, TEXT("FDynamicMeshIndexBuffer32"), Indices, BUF_Static | BUF_IndexBuffer);
}

FPrimitiveSceneProxy::FPrimitiveSceneProxy(const UPrimitiveComponent* InComponent, FName)
	: Scene(InComponent->GetScene())
	, OwnerName(InComponent->GetOwner() ? InComponent->GetOwner()->GetFName() : NAME_None)
	, LocalToWorld(InComponent->GetRenderMatrix())
	, Bounds(InComponent->Bounds)
	, LocalBounds(InComponent->CalcBounds(FTransform::Identity))
	, bShown(InComponent->IsVisible())
	, bCastShadow(InComponent->CastShadow)
	, bRenderCustomDepth(InComponent->bRenderCustomDepth)
	, bReceivesDecals(InComponent->bReceivesDecals)
{
	Host::CheckGameThread("a scene proxy was made off the game thread");
}

FPrimitiveSceneProxy::~FPrimitiveSceneProxy()
{
	Host::CheckRenderThread("a scene proxy was deleted off the render thread");
	HOST_CHECK(!bHostInScene, "a scene proxy was deleted while it is in the scene");
}

const FMatrix& FPrimitiveSceneProxy::GetLocalToWorld() const
{
	Host::CheckRenderThread("a scene proxy was read off the render thread");
	return LocalToWorld;
}

const FBoxSphereBounds& FPrimitiveSceneProxy::GetBounds() const
{
	Host::CheckRenderThread("a scene proxy was read off the render thread");
	return Bounds;
}

void FPrimitiveSceneProxy::HostSetTransform(
	FRHICommandListBase& RHICmdList, const FMatrix& InLocalToWorld, const FBoxSphereBounds& InBounds, const FBoxSphereBounds& InLocalBounds)
{
	LocalToWorld = InLocalToWorld;
	Bounds = InBounds;
	LocalBounds = InLocalBounds;
	OnTransformChanged(RHICmdList);
}

FMeshBatch& FMeshElementCollector::AllocateMesh()
{
	Allocated.Add(MakeShared<FMeshBatch>());
	return *Allocated.Last();
}

void FMeshElementCollector::AddMesh(int32, FMeshBatch& MeshBatch)
{
	HOST_CHECK(
		MeshBatch.VertexFactory && MeshBatch.VertexFactory->IsInitialized(), "a mesh whose vertex factory is not initialised was drawn");
	HOST_CHECK(MeshBatch.MaterialRenderProxy, "a mesh without material was drawn");
	Meshes.Add(&MeshBatch);
}

namespace Host
{
namespace
{

class FScene final : public FSceneInterface
{
public:
	explicit FScene(UWorld* InWorld)
		: World(InWorld)
	{
	}
	void AddPrimitive(UPrimitiveComponent* Primitive) override
	{
		FPrimitiveSceneProxy* Proxy = Primitive->CreateSceneProxy();
		Primitive->SceneProxy = Proxy;
		if (!Proxy)
			return;
		ENQUEUE_RENDER_COMMAND(AddPrimitive)
		(
			[this, Proxy](FRHICommandListImmediate& RHICmdList)
			{
				Proxy->CreateRenderThreadResources(RHICmdList);
				Proxy->bHostInScene = true;
				Proxies.Add(Proxy);
			});
	}
	void RemovePrimitive(UPrimitiveComponent* Primitive) override
	{
		FPrimitiveSceneProxy* Proxy = Exchange(Primitive->SceneProxy, nullptr);
		if (!Proxy)
			return;
		ENQUEUE_RENDER_COMMAND(RemovePrimitive)
		(
			[this, Proxy](FRHICommandListImmediate&)
			{
				Proxies.Remove(Proxy);
				Proxy->bHostInScene = false;
				Proxy->DestroyRenderThreadResources();
				delete Proxy;
			});
	}
	void UpdatePrimitiveTransform(UPrimitiveComponent* Primitive) override
	{
		FPrimitiveSceneProxy* Proxy = Primitive->SceneProxy;
		if (!Proxy)
			return;
		ENQUEUE_RENDER_COMMAND(UpdateTransform)
		([Proxy, Matrix = Primitive->GetRenderMatrix(), Bounds = Primitive->Bounds,
			 LocalBounds = Primitive->CalcBounds(FTransform::Identity)](FRHICommandListImmediate& RHICmdList)
			{ Proxy->HostSetTransform(RHICmdList, Matrix, Bounds, LocalBounds); });
	}
	UWorld* GetWorld() const override { return World; }

	void Draw(FRHICommandList& RHICmdList)
	{
		Drawn.Reset();
		const FSceneViewFamily Family;
		FSceneView View;
		View.Family = &Family;
		for (const FPrimitiveSceneProxy* Proxy : Proxies)
		{
			const FPrimitiveViewRelevance Relevance = Proxy->GetViewRelevance(&View);
			if (!Relevance.bDrawRelevance || !Relevance.bDynamicRelevance)
				continue;
			FMeshElementCollector Collector(RHICmdList);
			Proxy->GetDynamicMeshElements({&View}, Family, 1, Collector);
			for (const FMeshBatch* Mesh : Collector.HostMeshes())
				for (const FMeshBatchElement& Element : Mesh->Elements)
					Drawn.Add(Copy(*Proxy, *Mesh, Element));
		}
	}
	TArray<FDrawnMesh> Drawn; ///< of the render thread; read after a flush

private:
	template <typename T>
	static T ReadAt(const FVertexStreamComponent& Stream, uint32 Vertex)
	{
		const FRHIBuffer* Buffer = Stream.VertexBuffer->VertexBufferRHI;
		const uint32 At = Stream.Offset + Vertex * Stream.Stride;
		HOST_CHECK(Buffer && At + sizeof(T) <= Buffer->GetSize(), "a draw reads past the end of a vertex buffer");
		T Value;
		FMemory::Memcpy(&Value, Buffer->HostBytes.GetData() + At, sizeof(T));
		return Value;
	}
	/// What the card would fetch, with the checks that it would not make.
	static FDrawnMesh Copy(const FPrimitiveSceneProxy& Proxy, const FMeshBatch& Mesh, const FMeshBatchElement& Element)
	{
		FDrawnMesh Drawn;
		Drawn.Owner = Proxy.GetOwnerName();
		Drawn.Bounds = Proxy.GetBounds();
		Drawn.LocalToWorld = Proxy.GetLocalToWorld();
		Drawn.Material = Mesh.MaterialRenderProxy->HostName;
		Drawn.bReverseCulling = Mesh.ReverseCulling;
		const FLocalVertexFactory::FDataType& Data = static_cast<const FLocalVertexFactory*>(Mesh.VertexFactory)->HostData();
		const uint32 VertexCount = Element.MaxVertexIndex + 1;
		for (uint32 Vertex = 0; Vertex < VertexCount; ++Vertex)
		{
			Drawn.Positions.Add(ReadAt<FVector3f>(Data.PositionComponent, Vertex));
			Drawn.Normals.Add(ReadAt<FPackedNormal>(Data.TangentBasisComponents[1], Vertex).ToFVector3f());
			ReadAt<FVector2f>(Data.TextureCoordinates, Vertex);
			HOST_CHECK(!Drawn.Positions.Last().ContainsNaN(), "a vertex position is not a number");
		}
		HOST_CHECK(Element.IndexBuffer && Element.IndexBuffer->IsInitialized() && Element.IndexBuffer->IndexBufferRHI,
			"a draw without index buffer");
		const FRHIBuffer* Indices = Element.IndexBuffer->IndexBufferRHI;
		HOST_CHECK((Element.FirstIndex + 3 * Element.NumPrimitives) * sizeof(uint32) <= Indices->GetSize(),
			"a draw reads past the end of the index buffer");
		const uint32* Source = reinterpret_cast<const uint32*>(Indices->HostBytes.GetData());
		for (uint32 Index = 0; Index < 3 * Element.NumPrimitives; ++Index)
		{
			const uint32 Vertex = Source[Element.FirstIndex + Index];
			HOST_CHECK(Vertex >= Element.MinVertexIndex && Vertex <= Element.MaxVertexIndex,
				"an index is outside of the vertex range of its draw");
			Drawn.Indices.Add(Vertex);
		}
		return Drawn;
	}

	UWorld* World;
	TArray<FPrimitiveSceneProxy*> Proxies; ///< of the render thread
};

}

FSceneInterface* CreateScene(UWorld* World)
{
	return new FScene(World);
}

void DestroyScene(FSceneInterface* Scene)
{
	ENQUEUE_RENDER_COMMAND(DestroyScene)([Scene](FRHICommandListImmediate&) { delete Scene; });
}

void DrawScene(FSceneInterface* Scene)
{
	ENQUEUE_RENDER_COMMAND(DrawScene)([Scene](FRHICommandListImmediate& RHICmdList) { static_cast<FScene*>(Scene)->Draw(RHICmdList); });
}

TArray<FDrawnMesh> ReadDrawnMeshes(FSceneInterface* Scene)
{
	FlushRenderingCommands();
	return static_cast<FScene*>(Scene)->Drawn;
}

}
