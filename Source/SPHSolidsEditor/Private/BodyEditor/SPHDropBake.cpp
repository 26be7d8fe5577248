// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHDropBake.h"

#include "BodyEditor/SPHTestDrop.h"
#include "GeometryCache.h"
#include "Misc/PackageName.h"
#include "Misc/ScopedSlowTask.h"
#include "SPHSolidBodyAsset.h"
#include "UObject/Package.h"

#include <SPHSolids/Record/CaptureFrame.h>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

constexpr double DropFramesPerSecond = 30;

}

FSPHExportOutcome SPHDropBake::Bake(USPHSolidBodyAsset& Asset, FName Preset, double Seconds)
{
	FSPHExportOutcome Outcome;
	FSPHRecording Recording;
	const uint16 Number = Recording.AddObject(FSPHRecording::FObject::Of(Asset, Asset.GetName() + TEXT("_Drop")));
	const FString Folder = FPackageName::GetLongPackagePath(Asset.GetPackage()->GetName());
	FSPHTestDrop Drop;
	FString Trouble;
	if (!Drop.Start(Asset, Preset, Trouble))
	{
		Outcome.Errors.Add(Trouble);
		SPHRecordingExport::Report(Outcome, Recording, Folder);
		return Outcome;
	}
	const int32 Count = FMath::Max(1, static_cast<int32>(FMath::RoundToInt(Seconds * DropFramesPerSecond))) + 1;
	FScopedSlowTask Bar(static_cast<float>(2 * Count), LOCTEXT("BakingDrop", "Baking the drop"));
	Bar.MakeDialog(true);
	for (int32 Index = 0; Index < Count && !Outcome.bCancelled; ++Index)
	{
		Bar.EnterProgressFrame(1.0f);
		Outcome.bCancelled = Bar.ShouldCancel();
		if (Index > 0)
			Drop.Advance(1 / DropFramesPerSecond);
		SPHSolids::RecordedFrame Frame;
		Frame.time = Index / DropFramesPerSecond;
		SPHSolids::CaptureBody(*Drop.FindSolid(), Number, Frame);
		Recording.AddFrame(Frame);
	}
	if (!Outcome.bCancelled)
	{
		const std::vector<std::byte> Cache = Recording.MakeCache();
		SPHRecordingExport::SaveGeometryCaches(Recording, SPHSolids::CacheView::Open(Cache).Value(), Folder, Bar, Outcome);
	}
	SPHRecordingExport::Report(Outcome, Recording, Folder);
	return Outcome;
}

#undef LOCTEXT_NAMESPACE
