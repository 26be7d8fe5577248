// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHTestDrop.h"

#include "Adapters/SPHSolidBody.h"
#include "Adapters/SPHSolidsCoreAccess.h"
#include "Engine/World.h"
#include "HAL/PlatformTime.h"
#include "PreviewScene.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsWorldSubsystem.h"
#include "UObject/Package.h"

namespace
{

constexpr double Tilt = 0.15; // radians

}

FSPHTestDrop::FSPHTestDrop() = default;

FSPHTestDrop::~FSPHTestDrop()
{
	Stop();
}

bool FSPHTestDrop::Start(USPHSolidBodyAsset& Asset, FName Preset, FString& OutMessage)
{
	Stop();
	const TSharedPtr<const FSPHSolidBody> Decoded = Asset.GetBody();
	if (!Decoded)
	{
		OutMessage = TEXT("There is no body in this asset; bake a static mesh.");
		return false;
	}
	FloorHeight = Decoded->Bounds.Min.Z - Decoded->Bounds.GetSize().Z / 2;
	Body.Reset(NewObject<USPHSolidComponent>(GetTransientPackage(), NAME_None, RF_Transient));
	Body->Body = &Asset;
	Body->bGatherLevel = false;
	if (!Preset.IsNone())
	{
		Body->SolidMaterial = NewObject<USPHSolidMaterial>(Body.Get(), NAME_None, RF_Transient);
		Body->SolidMaterial->ApplyPreset(Preset);
	}
	Scene = MakeUnique<FPreviewScene>(FPreviewScene::ConstructionValues());
	// About the middle of the body, so that it stays over the floor's middle.
	const FQuat Turn(FVector(1.0, 0.0, 0.0), Tilt);
	Scene->AddComponent(Body.Get(), FTransform(Turn, Decoded->RestCentre - Turn.RotateVector(Decoded->RestCentre)));
	if (GetSubsystem()->StartPreview(*Body, FloorHeight, OutMessage))
		return true;
	Stop();
	return false;
}

void FSPHTestDrop::Stop()
{
	if (!Scene)
		return;
	GetSubsystem()->StopPreview();
	Scene->RemoveComponent(Body.Get());
	Body.Reset();
	Scene.Reset();
}

USPHSolidsWorldSubsystem* FSPHTestDrop::GetSubsystem() const
{
	return Scene->GetWorld()->GetSubsystem<USPHSolidsWorldSubsystem>();
}

void FSPHTestDrop::Advance(double Seconds)
{
	if (!Scene)
		return;
	const double Start = FPlatformTime::Seconds();
	GetSubsystem()->AdvancePreview(static_cast<float>(Seconds));
	Milliseconds = 1000.0 * (FPlatformTime::Seconds() - Start);
}

const SPHSolids::SolidBody* FSPHTestDrop::FindSolid() const
{
	return Body ? SPHSolidsCoreAccess::BodyOf(*Body) : nullptr;
}

void FSPHTestDrop::GetParticles(TArray<FVector>& OutPlaces) const
{
	OutPlaces.Reset();
	if (Body)
		OutPlaces = Body->GetParticleLocations();
}
