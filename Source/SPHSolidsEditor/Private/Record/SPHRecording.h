// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Adapters/SPHSolidBody.h"
#include "CoreMinimal.h"
#include "UObject/StrongObjectPtr.h"

#include <SPHSolids/Record/CacheFormat.h>

#include <vector>

class UMaterialInterface;
class USPHSolidBodyAsset;
class USPHSolidComponent;

/// A simulation that was watched: what was in it, and its frames, which are kept as the .sphcache file keeps them (some 12 bytes a particle).
class FSPHRecording
{
public:
	/// A soft body, or all fluids together.
	struct FObject
	{
		FString Name;
		/// None for fluids.
		TSharedPtr<const FSPHSolidBody> Body;
		/// Of the component when it was first seen: where an exported mesh has to be put.
		FTransform StartPlace;
		TArray<TStrongObjectPtr<UMaterialInterface>> Materials;
		TArray<FName> SlotNames;

		static FObject Of(const USPHSolidComponent& Component);
		/// A body by itself, at the origin.
		static FObject Of(const USPHSolidBodyAsset& Asset, const FString& Name);
		/// A free name in the content browser for something made of it. False with a sentence if the folder is none.
		bool FindPlace(const FString& Folder, const TCHAR* Prefix, FString& OutPackageName, FString& OutAssetName, FString& OutError) const;
	};

	/// @return Its number, which frames name it by.
	uint16 AddObject(const FObject& Object);
	void AddFrame(const SPHSolids::RecordedFrame& Frame);

	const TArray<FObject>& GetObjects() const { return Objects; }
	int32 NumFrames() const { return static_cast<int32>(Frames.size()); }
	/// Memory of the frames.
	int64 NumBytes() const { return Bytes; }
	/// The .sphcache file.
	std::vector<std::byte> MakeCache() const;
	std::vector<std::string> GetNames() const;

	/// Particles of one object relative to the first of them. False if it is not in the frame whole.
	static bool TakeParticles(const SPHSolids::RecordedFrame& Frame, int32 Object, int32 Count, std::vector<SPHSolids::Vec3>& OutPlaces,
		SPHSolids::Vec3d& OutOrigin);

	/// Most that a coordinate is off, m: a hundredth of a millimetre.
	static constexpr double ErrorBound = 1e-5;

private:
	TArray<FObject> Objects;
	std::vector<std::vector<std::byte>> Frames;
	int64 Bytes = 0;
	double FirstTime = 0, LastTime = 0;
};
