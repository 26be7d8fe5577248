// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHRecording.h"

#include "AssetToolsModule.h"
#include "Convert/SPHSolidsText.h"
#include "Materials/MaterialInterface.h"
#include "Misc/PackageName.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"

FSPHRecording::FObject FSPHRecording::FObject::Of(const USPHSolidComponent& Component)
{
	FObject Object;
	Object.Name = Component.GetReadableOwnerName();
	Object.Body = Component.Body ? Component.Body->GetBody() : nullptr;
	Object.StartPlace = Component.GetComponentTransform();
	for (int32 Slot = 0; Slot < Component.GetNumMaterials(); ++Slot)
		Object.Materials.Add(TStrongObjectPtr<UMaterialInterface>(Component.GetMaterial(Slot)));
	Object.SlotNames = Component.GetMaterialSlotNames();
	return Object;
}

FSPHRecording::FObject FSPHRecording::FObject::Of(const USPHSolidBodyAsset& Asset, const FString& Name)
{
	FObject Object;
	Object.Name = Name;
	Object.Body = Asset.GetBody();
	for (const FSPHSolidMaterialSlot& Slot : Asset.MaterialSlots)
	{
		Object.Materials.Add(TStrongObjectPtr<UMaterialInterface>(Slot.Material.Get()));
		Object.SlotNames.Add(Slot.SlotName);
	}
	return Object;
}

bool FSPHRecording::FObject::FindPlace(
	const FString& Folder, const TCHAR* Prefix, FString& OutPackageName, FString& OutAssetName, FString& OutError) const
{
	// Labels of actors may have any letter; names of packages may not.
	FString Plain;
	for (int32 Index = 0; Index < Name.Len(); ++Index)
	{
		const TCHAR Letter = Name[Index];
		const bool bPlain = (Letter >= 'a' && Letter <= 'z') || (Letter >= 'A' && Letter <= 'Z') || (Letter >= '0' && Letter <= '9');
		Plain.AppendChar(bPlain ? Letter : TEXT('_'));
	}
	const FString Base = Folder / (FString(Prefix) + Plain);
	if (!FPackageName::IsValidLongPackageName(Base))
	{
		OutError =
			FString::Printf(TEXT("%s is no name for an asset; set the folder for recordings to one such as /Game/Recordings."), *Base);
		return false;
	}
	FModuleManager::LoadModuleChecked<FAssetToolsModule>(TEXT("AssetTools"))
		.Get()
		.CreateUniqueAssetName(Base, FString(), OutPackageName, OutAssetName);
	return true;
}

bool FSPHRecording::TakeParticles(
	const SPHSolids::RecordedFrame& Frame, int32 Object, int32 Count, std::vector<SPHSolids::Vec3>& OutPlaces, SPHSolids::Vec3d& OutOrigin)
{
	OutPlaces.clear();
	for (std::size_t Index = 0; Index < Frame.position.size(); ++Index)
	{
		if (Frame.object[Index] != Object)
			continue;
		if (OutPlaces.empty())
			OutOrigin = Frame.position[Index];
		OutPlaces.push_back((Frame.position[Index] - OutOrigin).Cast<SPHSolids::Real>());
	}
	return static_cast<int32>(OutPlaces.size()) == Count;
}

uint16 FSPHRecording::AddObject(const FObject& Object)
{
	Objects.Add(Object);
	return static_cast<uint16>(Objects.Num() - 1);
}

void FSPHRecording::AddFrame(const SPHSolids::RecordedFrame& Frame)
{
	if (Frames.empty())
		FirstTime = Frame.time;
	LastTime = Frame.time;
	Frames.push_back(SPHSolids::EncodeCacheFrame(Frame, ErrorBound));
	Bytes += static_cast<int64>(Frames.back().size());
}

std::vector<std::string> FSPHRecording::GetNames() const
{
	std::vector<std::string> Names;
	for (const FObject& Object : Objects)
		Names.push_back(SPHSolidsText::ToCore(Object.Name));
	return Names;
}

std::vector<std::byte> FSPHRecording::MakeCache() const
{
	const double Seconds = LastTime - FirstTime;
	std::vector<std::byte> File =
		SPHSolids::EncodeCacheHeader({ErrorBound, Seconds > 0 ? static_cast<double>(Frames.size() - 1) / Seconds : 0.0, GetNames()});
	File.reserve(File.size() + static_cast<std::size_t>(Bytes));
	std::vector<std::uint64_t> Offsets;
	for (const std::vector<std::byte>& Frame : Frames)
	{
		Offsets.push_back(File.size());
		File.insert(File.end(), Frame.begin(), Frame.end());
	}
	const std::vector<std::byte> Index = SPHSolids::EncodeCacheIndex(Offsets);
	File.insert(File.end(), Index.begin(), Index.end());
	return File;
}
