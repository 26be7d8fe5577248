// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHRecordingImport.h"

#include "Convert/SPHSolidsText.h"
#include "GeometryCache.h"
#include "Materials/MaterialInterface.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "Record/SPHRecordingExport.h"
#include "SPHSolidBodyAsset.h"

#include <algorithm>
#include <span>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

/// Number of the object that is the body; INDEX_NONE with a sentence if there is none or it is not clear which.
int32 FindObjectOfBody(
	const SPHSolids::CacheView& Frames, const FSPHSolidBody& Body, const FString& ObjectName, const FString& File, FString& OutError)
{
	const std::vector<std::string>& Names = Frames.Header().names;
	std::vector<int32> Counts(Names.size());
	// Bodies come and go, so all frames are asked.
	for (std::size_t Index = 0; Index < Frames.FrameCount(); ++Index)
		if (const auto Frame = Frames.ReadFrame(Index); Frame.IsOk())
		{
			std::vector<int32> Here(Names.size());
			for (const std::uint16_t Object : Frame.Value().object)
				if (Object < Here.size())
					++Here[Object];
			for (std::size_t Object = 0; Object < Names.size(); ++Object)
				Counts[Object] = std::max(Counts[Object], Here[Object]);
		}
	int32 Found = INDEX_NONE;
	FString All;
	for (int32 Object = 0; Object < static_cast<int32>(Names.size()); ++Object)
	{
		const FString Name = SPHSolidsText::ToEngine(Names[static_cast<std::size_t>(Object)]);
		const int32 Particles = Counts[static_cast<std::size_t>(Object)];
		All += FString::Printf(TEXT("%s%s (%d particles)"), All.IsEmpty() ? TEXT("") : TEXT(", "), *Name, Particles);
		if (Particles != Body.NumParticles() || !(ObjectName.IsEmpty() || Name == ObjectName))
			continue;
		if (Found != INDEX_NONE)
		{
			OutError = FString::Printf(TEXT("%s has several bodies with %d particles; name one of: %s."), *File, Particles, *All);
			return INDEX_NONE;
		}
		Found = Object;
	}
	if (Found == INDEX_NONE)
		OutError =
			FString::Printf(TEXT("%s has no such body with %d particles; in it are: %s. Record it with the body as it is baked now."),
				*File, Body.NumParticles(), *All);
	return Found;
}

}

UGeometryCache* SPHRecordingImport::MakeGeometryCache(
	const FString& File, const USPHSolidBodyAsset& Asset, const FString& ObjectName, const FString& Folder, FString& OutError)
{
	const TSharedPtr<const FSPHSolidBody> Body = Asset.GetBody();
	TArray<uint8> Bytes;
	if (!Body)
		OutError = TEXT("There is no body in this asset; bake a static mesh.");
	else if (!FFileHelper::LoadFileToArray(Bytes, *File))
		OutError = FString::Printf(TEXT("%s cannot be read; check the path."), *File);
	if (!OutError.IsEmpty())
		return nullptr;
	const SPHSolids::Result<SPHSolids::CacheView> Opened =
		SPHSolids::CacheView::Open(std::as_bytes(std::span<const uint8>(Bytes.GetData(), static_cast<std::size_t>(Bytes.Num()))));
	if (!Opened.IsOk())
	{
		OutError = FString::Printf(TEXT("%s: %s"), *File, *SPHSolidsText::ToEngine(Opened.Message()));
		return nullptr;
	}
	const SPHSolids::CacheView& Frames = Opened.Value();
	const int32 Number = FindObjectOfBody(Frames, *Body, ObjectName, File, OutError);
	if (Number == INDEX_NONE)
		return nullptr;
	// The other objects of the file are there by number only.
	FSPHRecording Recording;
	for (int32 Object = 0; Object <= Number; ++Object)
	{
		FSPHRecording::FObject Entry;
		if (Object == Number)
			Entry = FSPHRecording::FObject::Of(Asset, FPaths::GetBaseFilename(File) + TEXT("_") + Asset.GetName());
		Recording.AddObject(Entry);
	}
	FScopedSlowTask Bar(static_cast<float>(Frames.FrameCount() + 1), LOCTEXT("ImportingRecording", "Making a Geometry Cache"));
	Bar.MakeDialog(true);
	FSPHExportOutcome Outcome;
	SPHRecordingExport::SaveGeometryCaches(Recording, Frames, Folder, Bar, Outcome);
	if (!Outcome.Errors.IsEmpty())
		OutError = Outcome.Errors[0];
	return Outcome.Assets.IsEmpty() ? nullptr : Outcome.Assets[0];
}

#undef LOCTEXT_NAMESPACE
