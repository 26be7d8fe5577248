// Copyright (c) 2026 The SPHSolids authors

// How a soft body is drawn: scene proxy, bounds, materials.

#include "SPHSolidComponent.h"

#include "Adapters/SPHSolidBody.h"
#include "Render/SPHMeshSceneProxy.h"
#include "Render/SPHSolidVertices.h"
#include "RenderingThread.h"
#include "SPHSolidBodyAsset.h"

FPrimitiveSceneProxy* USPHSolidComponent::CreateSceneProxy()
{
	const TSharedPtr<const FSPHSolidBody> Decoded = GetDecodedBody();
	if (!Decoded || !Vertices || Decoded->Topology->Coarser.Num() < Vertices->Level
		|| Vertices->Positions.Num() != Decoded->Topology->NumVerticesOf(Vertices->Level))
		return nullptr;
	return new FSPHMeshSceneProxy(*this, *Decoded->Topology, *Vertices);
}

void USPHSolidComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	if (!SceneProxy || !Vertices || !bVerticesUnsent)
		return;
	bVerticesUnsent = false;
	FSPHSolidVertexPool::Share(*Vertices);
	ENQUEUE_RENDER_COMMAND(SPHSolidVertices)
	(
		[Proxy = static_cast<FSPHMeshSceneProxy*>(SceneProxy), Sent = Vertices](FRHICommandListImmediate& RHICmdList)
		{
			Proxy->UpdateVertices(RHICmdList, *Sent);
			FSPHSolidVertexPool::GiveBack(*Sent);
		});
}

FBoxSphereBounds USPHSolidComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	if (!LocalBounds.IsValid || LocalBounds.Min.ContainsNaN() || LocalBounds.Max.ContainsNaN() || LocalToWorld.ContainsNaN())
		return FBoxSphereBounds(
			LocalToWorld.ContainsNaN() ? FVector(0.0, 0.0, 0.0) : LocalToWorld.GetLocation(), FVector(1.0, 1.0, 1.0), 1.0);
	FBoxSphereBounds Result = FBoxSphereBounds(LocalBounds).TransformBy(LocalToWorld);
	Result.BoxExtent *= static_cast<double>(BoundsScale);
	Result.SphereRadius *= static_cast<double>(BoundsScale);
	return Result;
}

int32 USPHSolidComponent::GetNumMaterials() const
{
	return Body ? FMath::Max(Body->MaterialSlots.Num(), 1) : 0;
}

UMaterialInterface* USPHSolidComponent::GetMaterial(int32 ElementIndex) const
{
	if (UMaterialInterface* Override = Super::GetMaterial(ElementIndex))
		return Override;
	return Body && Body->MaterialSlots.IsValidIndex(ElementIndex) ? Body->MaterialSlots[ElementIndex].Material.Get() : nullptr;
}

int32 USPHSolidComponent::GetMaterialIndex(FName MaterialSlotName) const
{
	return Body ? Body->MaterialSlots.IndexOfByPredicate(
					  [MaterialSlotName](const FSPHSolidMaterialSlot& Slot) { return Slot.SlotName == MaterialSlotName; })
				: INDEX_NONE;
}

TArray<FName> USPHSolidComponent::GetMaterialSlotNames() const
{
	TArray<FName> Names;
	if (Body)
		for (const FSPHSolidMaterialSlot& Slot : Body->MaterialSlots)
			Names.Add(Slot.SlotName);
	return Names;
}

bool USPHSolidComponent::IsMaterialSlotNameValid(FName MaterialSlotName) const
{
	return GetMaterialIndex(MaterialSlotName) != INDEX_NONE;
}
