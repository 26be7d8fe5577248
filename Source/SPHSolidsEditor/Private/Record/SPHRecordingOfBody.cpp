// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHRecordingAssets.h"

#include "Adapters/SPHRecordingFrames.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "Misc/ScopedSlowTask.h"
#include "SPHSolidRecording.h"
#include "UObject/Package.h"

namespace
{

/// Particles of a body at one time, relative to the first moment's origin.
struct FMoment
{
	double Time = 0;
	std::vector<SPHSolids::Vec3> Places;
};

constexpr double LeastSecondsPerFrame = 0.001;

}

USPHSolidRecording* SPHRecordingAssets::MakeRecording(const FSPHRecordedBody& Recorded, FString& OutError)
{
	const FSPHRecording::FObject& Object = Recorded.GetObject();
	const SPHSolids::CacheView& Frames = Recorded.Frames;
	SPHSolids::Vec3d Origin;
	std::vector<FMoment> Moments;
	for (std::size_t Index = 0; Index < Frames.FrameCount(); ++Index)
	{
		Recorded.Bar.EnterProgressFrame(1.0f);
		const SPHSolids::Result<SPHSolids::RecordedFrame> Frame = Frames.ReadFrame(Index);
		FMoment Moment;
		SPHSolids::Vec3d Here;
		if (!Frame.IsOk()
			|| !FSPHRecording::TakeParticles(Frame.Value(), Recorded.Object, Object.Body->NumParticles(), Moment.Places, Here))
			continue;
		Origin = Moments.empty() ? Here : Origin;
		for (SPHSolids::Vec3& Place : Moment.Places)
			Place += (Here - Origin).Cast<SPHSolids::Real>();
		Moment.Time = Frame.Value().time;
		Moments.push_back(MoveTemp(Moment));
	}
	FString PackageName, AssetName;
	if (Moments.empty())
		OutError = Recorded.NotInAnyFrame();
	if (Moments.empty() || !Object.FindPlace(Recorded.Folder, TEXT("REC_"), PackageName, AssetName, OutError))
		return nullptr;
	USPHSolidRecording* Made =
		NewObject<USPHSolidRecording>(CreatePackage(*PackageName), FName(*AssetName), RF_Public | RF_Standalone | RF_Transactional);
	const double Start = Moments.front().Time, Seconds = Moments.back().Time - Start;
	const double Step = FMath::Max(Moments.size() > 1 ? Seconds / static_cast<double>(Moments.size() - 1) : 0.0, LeastSecondsPerFrame);
	SPHRecordingFrames::Begin(*Made, Object.Body->NumParticles(), static_cast<float>(Step));
	// Frames of a game are of uneven length; the asset's are even, by what lies between two of them.
	std::vector<SPHSolids::Vec3> Places;
	for (std::size_t Index = 0, Before = 0; Index < Moments.size(); ++Index)
	{
		const double Time = Start + Step * static_cast<double>(Index);
		while (Before + 2 < Moments.size() && Moments[Before + 1].Time <= Time)
			++Before;
		const FMoment &A = Moments[Before], &B = Moments[FMath::Min(Before + 1, Moments.size() - 1)];
		const double Share = B.Time > A.Time ? FMath::Clamp((Time - A.Time) / (B.Time - A.Time), 0.0, 1.0) : 0.0;
		Places = A.Places;
		for (std::size_t Particle = 0; Particle < Places.size(); ++Particle)
			Places[Particle] += (B.Places[Particle] - A.Places[Particle]) * static_cast<SPHSolids::Real>(Share);
		SPHRecordingFrames::Append(*Made, Origin, Places);
	}
	Made->MarkPackageDirty();
	FAssetRegistryModule::AssetCreated(Made);
	return Made;
}
