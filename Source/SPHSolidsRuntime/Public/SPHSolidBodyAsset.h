// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "HAL/CriticalSection.h"
#include "SPHBodyRegion.h"
#include "Serialization/BulkData.h"
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"
#include "UObject/SoftObjectPtr.h"

#include "SPHSolidBodyAsset.generated.h"

class UMaterialInterface;
struct FSPHSolidBody;

/** One material slot of a body's render mesh. */
USTRUCT(BlueprintType)
struct FSPHSolidMaterialSlot
{
	GENERATED_BODY()

	/** Name of the slot, for finding it from Blueprints. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FName SlotName;

	/** Material of the triangles in this slot. Empty: the engine's default material. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<UMaterialInterface> Material;
};

/**
 * A mesh turned into particles: the baked body that components simulate. Made once from a static mesh (or by the command line), never changed
 * while playing, shared by all components that use it.
 *
 * Holds the bytes of a .sphbody file and reads them when they are first needed. A file of a newer plugin version is refused with a message
 * in the log, and components that use it stay empty.
 */
UCLASS(BlueprintType, meta = (DisplayName = "SPH Solid Body"))
class SPHSOLIDSRUNTIME_API USPHSolidBodyAsset : public UObject
{
	GENERATED_BODY()

public:
	/** Takes the bytes of a .sphbody file. If they are not a body, nothing changes and the message says why. */
	bool SetBytes(TConstArrayView<uint8> Bytes, FString& OutMessage);

	/** Takes a body that was just baked, with the bytes of its file. For code inside the plugin: nothing is read again. */
	void SetBaked(const TSharedRef<const FSPHSolidBody>& NewBody, TConstArrayView<uint8> Bytes);

	/** The bytes of the .sphbody file; empty if there is none. */
	TArray<uint8> GetBytes() const;

	/** Reads a .sphbody file, as written by the command line, into this asset. Returns false, with a message that says why, if it cannot. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	bool LoadFromFile(const FString& FileName, FString& OutMessage);

	/** Whether the asset holds a body that can be simulated. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	bool HasBody() const;

	/** The body itself, decoded once and shared; null if there is none. For code inside the plugin; safe on any thread. */
	TSharedPtr<const FSPHSolidBody> GetBody() const;

	/** Called on the game thread after the bytes were replaced, so that whoever uses the body starts again with the new one. */
	FSimpleMulticastDelegate OnBodyChanged;

	virtual void Serialize(FArchive& Ar) override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;
#if WITH_EDITOR
	virtual void PostEditUndo() override;
#endif

	/** How many particles the body has. More cost more per frame. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "SPHSolids")
	int32 NumParticles = 0;

	/** Radius of a particle in centimetres: details smaller than this are not simulated. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "SPHSolids", meta = (Units = "cm"))
	float ParticleRadius = 0.0f;

	/** Volume of the body in litres (cubic decimetres). */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	float VolumeLitres = 0.0f;

	/** Vertices of the render mesh that follows the particles; 0 if the body was baked without one. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "SPHSolids")
	int32 NumVertices = 0;

	/** Triangles of the render mesh. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	int32 NumTriangles = 0;

	/** One entry for each material slot of the render mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TArray<FSPHSolidMaterialSlot> MaterialSlots;

	/** Parts of the body that are held or stiffer than the rest. Kept when the body is baked again; a body that is simulated already does not notice changes. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (TitleProperty = "Name"))
	TArray<FSPHBodyRegion> Regions;

#if WITH_EDITORONLY_DATA
	/** The static mesh that was baked. */
	UPROPERTY(VisibleAnywhere, AssetRegistrySearchable, Category = "SPHSolids")
	TSoftObjectPtr<UObject> SourceMesh;

	/** Level of detail of the mesh that was filled with particles. -1 for the high-resolution source. */
	UPROPERTY(VisibleAnywhere, Category = "SPHSolids")
	int32 SourceLOD = 0;

	/** Level of detail of the mesh that is drawn. -1 for the high-resolution source. */
	UPROPERTY(VisibleAnywhere, Category = "SPHSolids")
	int32 SkinLOD = 0;
#endif

private:
	TSharedPtr<const FSPHSolidBody> Decode() const;
	void Summarise(const FSPHSolidBody& Body);
	void Adopt(const TSharedRef<const FSPHSolidBody>& NewBody, TConstArrayView<uint8> Bytes);

	FByteBulkData BodyBytes;
	mutable FCriticalSection DecodeLock;
	/** Read at most once: set even if reading failed, so that the log says so once. */
	mutable bool bDecoded = false;
	mutable TSharedPtr<const FSPHSolidBody> Decoded;
};
