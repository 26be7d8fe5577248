// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHRecording.h"

#include "Convert/SPHSolidsText.h"
#include "Materials/MaterialInterface.h"
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
