// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidBodyAsset.h"

#include "Adapters/SPHSolidBody.h"
#include "Async/ParallelFor.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "Materials/MaterialInterface.h"
#include "Misc/FileHelper.h"
#include "Misc/ScopeLock.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "SPHSolidsCustomVersion.h"
#include "SPHSolidsLog.h"
#include "Serialization/BulkDataScopedLock.h"
#include "Serialization/CustomVersion.h"

#include <SPHSolids/Body/BodyArchive.h>

#include <numeric>

const FGuid FSPHSolidsCustomVersion::GUID(0x5B1D7A36, 0x9C0E4F52, 0xA4D86E13, 0x27F0B9C4);
static FCustomVersionRegistration GSPHSolidsCustomVersion(
	FSPHSolidsCustomVersion::GUID, FSPHSolidsCustomVersion::LatestVersion, TEXT("SPHSolidsVer"));

namespace
{

/// Bodies of huge meshes have hundreds of megabytes, and the editor waits for this: all workers help.
void CopyInPieces(uint8* To, TConstArrayView<uint8> From)
{
	constexpr int64 PieceSize = 4 * 1024 * 1024;
	const int64 Size = From.Num();
	ParallelFor(static_cast<int32>((Size + PieceSize - 1) / PieceSize),
		[To, &From, Size](int32 Piece)
		{
			const int64 Begin = Piece * PieceSize;
			FMemory::Memcpy(To + Begin, From.GetData() + Begin, static_cast<SIZE_T>(FMath::Min(PieceSize, Size - Begin)));
		});
}

SPHSolids::Result<SPHSolids::BakedBody> ReadBodyBytes(const uint8* Bytes, int64 Count)
{
	TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_ReadBody);
	return SPHSolids::ReadBody({reinterpret_cast<const std::byte*>(Bytes), static_cast<std::size_t>(Count)});
}

}

bool USPHSolidBodyAsset::SetBytes(TConstArrayView<uint8> Bytes, FString& OutMessage)
{
	check(IsInGameThread());
	SPHSolids::Result<SPHSolids::BakedBody> Read = ReadBodyBytes(Bytes.GetData(), Bytes.Num());
	if (!Read.IsOk())
	{
		OutMessage = SPHSolidsText::ToEngine(Read.Message());
		return false;
	}
	Adopt(MakeShared<FSPHSolidBody>(Read.TakeValue()), Bytes);
	OutMessage.Reset();
	return true;
}

void USPHSolidBodyAsset::SetBaked(const TSharedRef<const FSPHSolidBody>& NewBody, TConstArrayView<uint8> Bytes)
{
	check(IsInGameThread());
	Adopt(NewBody, Bytes);
}

void USPHSolidBodyAsset::Adopt(const TSharedRef<const FSPHSolidBody>& NewBody, TConstArrayView<uint8> Bytes)
{
	{
		FScopeLock Lock(&DecodeLock);
		BodyBytes.Lock(LOCK_READ_WRITE);
		CopyInPieces(BodyBytes.Realloc(Bytes.Num()), Bytes);
		BodyBytes.Unlock();
		Decoded = NewBody;
		bDecoded = true;
	}
	Summarise(*NewBody);
	OnBodyChanged.Broadcast();
}

#if WITH_EDITOR
void USPHSolidBodyAsset::PostEditUndo()
{
	Super::PostEditUndo();
	// The bytes are those of another moment: whoever simulates or draws the body takes it anew.
	OnBodyChanged.Broadcast();
}
#endif

TArray<uint8> USPHSolidBodyAsset::GetBytes() const
{
	FScopeLock Lock(&DecodeLock);
	TArray<uint8> Bytes;
	if (BodyBytes.GetBulkDataSize() > 0)
	{
		const TBulkDataScopedReadLock<uint8> View(BodyBytes);
		Bytes.Append(View.GetData(), static_cast<int32>(View.Num()));
	}
	return Bytes;
}

bool USPHSolidBodyAsset::LoadFromFile(const FString& FileName, FString& OutMessage)
{
	TArray<uint8> Bytes;
	if (!FFileHelper::LoadFileToArray(Bytes, *FileName))
	{
		OutMessage = FString::Printf(TEXT("The file %s cannot be read; check its path and that it is there."), *FileName);
		return false;
	}
	if (!SetBytes(Bytes, OutMessage))
	{
		OutMessage = FileName + TEXT(": ") + OutMessage;
		return false;
	}
	return true;
}

bool USPHSolidBodyAsset::HasBody() const
{
	return GetBody().IsValid();
}

TSharedPtr<const FSPHSolidBody> USPHSolidBodyAsset::GetBody() const
{
	FScopeLock Lock(&DecodeLock);
	if (!bDecoded)
	{
		Decoded = Decode();
		bDecoded = true;
	}
	return Decoded;
}

TSharedPtr<const FSPHSolidBody> USPHSolidBodyAsset::Decode() const
{
	if (BodyBytes.GetBulkDataSize() == 0)
		return nullptr;
	const TBulkDataScopedReadLock<uint8> View(BodyBytes);
	SPHSolids::Result<SPHSolids::BakedBody> Read = ReadBodyBytes(View.GetData(), View.Num());
	if (!Read.IsOk())
	{
		UE_LOG(LogSPHSolids, Error, TEXT("Body asset %s: %s"), *GetPathName(), *SPHSolidsText::ToEngine(Read.Message()));
		return nullptr;
	}
	return MakeShared<FSPHSolidBody>(Read.TakeValue());
}

void USPHSolidBodyAsset::Summarise(const FSPHSolidBody& Body)
{
	const SPHSolids::RestState& Rest = Body.Baked->rest;
	NumParticles = Body.NumParticles();
	ParticleRadius = static_cast<float>(SPHSolidsUnits::LengthToEngine(static_cast<double>(Rest.particleRadius)));
	constexpr double LitresPerCubicMetre = 1000.0;
	VolumeLitres = static_cast<float>(LitresPerCubicMetre
		* std::accumulate(Rest.volume.begin(), Rest.volume.end(), 0.0,
			[](double Sum, SPHSolids::Real Share) { return Sum + static_cast<double>(Share); }));
	NumVertices = Body.NumVertices();
	NumTriangles = Body.Topology->Indices.Num() / 3;
	int32 NumSlots = 0;
	for (const FSPHMeshTopology::FSection& Section : Body.Topology->Sections)
		NumSlots = FMath::Max(NumSlots, Section.MaterialSlot + 1);
	// Materials that somebody chose stay where they are.
	MaterialSlots.SetNum(NumSlots);
	for (int32 Slot = 0; Slot < NumSlots; ++Slot)
		if (MaterialSlots[Slot].SlotName.IsNone())
			MaterialSlots[Slot].SlotName = FName(*FString::Printf(TEXT("Slot%d"), Slot));
}

void USPHSolidBodyAsset::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(FSPHSolidsCustomVersion::GUID);
	FScopeLock Lock(&DecodeLock);
	if (Ar.IsLoading())
	{
		bDecoded = false;
		Decoded.Reset();
	}
	BodyBytes.Serialize(Ar, this);
}

void USPHSolidBodyAsset::GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize)
{
	Super::GetResourceSizeEx(CumulativeResourceSize);
	CumulativeResourceSize.AddDedicatedSystemMemoryBytes(static_cast<SIZE_T>(BodyBytes.GetBulkDataSize()));
}
