// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidRecording.h"

#include "Adapters/SPHRecordingFrames.h"
#include "SPHSolidsLog.h"

namespace
{

struct FRecordedHead
{
	double Origin[3];
	float Low[3], Size[3];
};
constexpr float HighestShare = 65535.0f;

int64 RecordedFrameBytes(int32 NumParticles)
{
	return static_cast<int64>(sizeof(FRecordedHead)) + 3 * static_cast<int64>(sizeof(uint16)) * NumParticles;
}

/// One moment added with a weight, relative to a common origin.
void AddFrame(const USPHSolidRecording& Recording, int32 Frame, float Weight, const SPHSolids::Vec3d& Origin,
	SPHSolids::AlignedArray<SPHSolids::Vec3>& Positions)
{
	const uint8* Bytes = Recording.Frames.GetData() + RecordedFrameBytes(Recording.NumParticles) * Frame;
	FRecordedHead Head;
	FMemory::Memcpy(&Head, Bytes, sizeof(Head));
	const uint8* Shares = Bytes + sizeof(Head);
	const SPHSolids::Vec3d Offset = SPHSolids::Vec3d{Head.Origin[0], Head.Origin[1], Head.Origin[2]} - Origin;
	for (SPHSolids::Vec3& Position : Positions)
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			uint16 Share = 0;
			FMemory::Memcpy(&Share, Shares, sizeof(Share));
			Shares += sizeof(Share);
			Position[Axis] +=
				Weight * (static_cast<float>(Offset[Axis]) + Head.Low[Axis] + Head.Size[Axis] * (static_cast<float>(Share) / HighestShare));
		}
}

}

void SPHRecordingFrames::Begin(USPHSolidRecording& Recording, int32 NumParticles, float SecondsPerFrame)
{
	Recording.Clear();
	Recording.NumParticles = NumParticles;
	Recording.SecondsPerFrame = SecondsPerFrame;
}

void SPHRecordingFrames::Append(USPHSolidRecording& Recording, const SPHSolids::Vec3d& Origin, std::span<const SPHSolids::Vec3> Positions)
{
	check(static_cast<int32>(Positions.size()) == Recording.NumParticles);
	SPHSolids::Box3 Box;
	for (const SPHSolids::Vec3& Position : Positions)
		Box.Include(Position);
	const SPHSolids::Vec3 Size = Box.max - Box.min;
	const FRecordedHead Head = {{Origin.x, Origin.y, Origin.z}, {Box.min.x, Box.min.y, Box.min.z}, {Size.x, Size.y, Size.z}};
	const int32 First = Recording.Frames.Num();
	Recording.Frames.SetNumUninitialized(First + static_cast<int32>(RecordedFrameBytes(Recording.NumParticles)));
	uint8* Bytes = Recording.Frames.GetData() + First;
	FMemory::Memcpy(Bytes, &Head, sizeof(Head));
	Bytes += sizeof(Head);
	for (const SPHSolids::Vec3& Position : Positions)
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			const float Share = Size[Axis] > 0 ? (Position[Axis] - Box.min[Axis]) / Size[Axis] : 0.0f;
			const uint16 Rounded = static_cast<uint16>(FMath::Clamp(Share, 0.0f, 1.0f) * HighestShare + 0.5f);
			FMemory::Memcpy(Bytes, &Rounded, sizeof(Rounded));
			Bytes += sizeof(Rounded);
		}
	++Recording.NumFrames;
}

bool SPHRecordingFrames::Sample(const USPHSolidRecording& Recording, double Seconds, SPHSolids::Vec3d& OutOrigin,
	SPHSolids::AlignedArray<SPHSolids::Vec3>& OutPositions)
{
	if (Recording.NumFrames <= 0 || Recording.NumParticles <= 0 || !(Recording.SecondsPerFrame > 0.0f) || !FMath::IsFinite(Seconds)
		|| Recording.Frames.Num() != RecordedFrameBytes(Recording.NumParticles) * Recording.NumFrames)
		return false;
	const double Moment =
		FMath::Clamp(Seconds / static_cast<double>(Recording.SecondsPerFrame), 0.0, static_cast<double>(Recording.NumFrames - 1));
	const int32 Before = FMath::Min(static_cast<int32>(Moment), FMath::Max(0, Recording.NumFrames - 2));
	const int32 After = FMath::Min(Before + 1, Recording.NumFrames - 1);
	const float Share = static_cast<float>(Moment - static_cast<double>(Before));
	FRecordedHead Head;
	FMemory::Memcpy(&Head, Recording.Frames.GetData() + RecordedFrameBytes(Recording.NumParticles) * Before, sizeof(Head));
	OutOrigin = {Head.Origin[0], Head.Origin[1], Head.Origin[2]};
	OutPositions.assign(static_cast<std::size_t>(Recording.NumParticles), SPHSolids::Vec3{});
	AddFrame(Recording, Before, 1.0f - Share, OutOrigin, OutPositions);
	if (Share > 0.0f)
		AddFrame(Recording, After, Share, OutOrigin, OutPositions);
	return true;
}

float USPHSolidRecording::GetDuration() const
{
	return SecondsPerFrame * static_cast<float>(FMath::Max(0, NumFrames - 1));
}

void USPHSolidRecording::Clear()
{
	Frames.Empty();
	NumFrames = 0;
}

void USPHSolidRecording::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar << Frames;
	if (Ar.IsLoading() && Frames.Num() != RecordedFrameBytes(NumParticles) * NumFrames)
	{
		UE_LOG(LogSPHSolids, Error, TEXT("Recording %s is damaged and shows nothing; record it again."), *GetPathName());
		Clear();
	}
}
