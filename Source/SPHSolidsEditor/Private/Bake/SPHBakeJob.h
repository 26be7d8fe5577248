// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Adapters/SPHSolidBody.h"
#include "Bake/SPHMeshReader.h"
#include "CoreMinimal.h"
#include "Tasks/Task.h"
#include "UObject/StrongObjectPtr.h"

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Body/BakeSettings.h>

#include <atomic>

class UStaticMesh;
class USPHSolidBodyAsset;

/// One remark of a bake about its mesh, for the message log.
struct FSPHBakeRemark
{
	bool bProblem = false;
	bool bWarning = false;
	FString Text;
};

/// What a mesh is baked with and into.
struct FSPHBakeRequest
{
	UStaticMesh* Mesh = nullptr;
	/// Baked again in its place; none: a new body.
	USPHSolidBodyAsset* Target = nullptr;
	SPHSolids::BakeSettings Settings;
	int32 SourceLOD = 0;
	int32 SkinLOD = 0;
	bool bSkin = true;
	int32 MaxTriangles = 0;
};

/// One mesh on its way to a body. Reads the mesh on the game thread in slices, bakes on a background task.
class FSPHBakeJob
{
public:
	explicit FSPHBakeJob(const FSPHBakeRequest& InRequest);
	~FSPHBakeJob();
	FSPHBakeJob(const FSPHBakeJob&) = delete;

	enum class EState
	{
		Reading,
		Ready,
		Baking,
		Done
	};
	/// Game thread: reads for about so many seconds, or sees whether the task is done. True if it changed state.
	bool Advance(double Seconds);
	void StartBaking();
	/// The bake ends soon; nothing comes of it.
	void Cancel() { Shared->bCancel = true; }

	EState GetState() const { return State; }
	/// 0 to 1, never falling.
	double GetFraction() const;
	FString GetStage() const;
	const FSPHBakeRequest& GetRequest() const { return Request; }

	// When done.
	bool IsCancelled() const { return Shared->bCancelled; }
	const FString& GetError() const { return Shared->Error; }
	TSharedPtr<const FSPHSolidBody> GetBody() const { return Shared->Body; }
	const TArray<uint8>& GetBytes() const { return Shared->Bytes; }
	const TArray<FSPHBakeRemark>& GetRemarks() const { return Shared->Remarks; }
	double GetSeconds() const { return Shared->Seconds; }

private:
	/// What the task and the game thread share. The task alone writes the results, and the game thread reads them after it.
	struct FShared final : public SPHSolids::Progress
	{
		bool Report(const char* Stage, double Fraction) override;

		std::atomic<bool> bCancel{false};
		std::atomic<double> Fraction{0};
		std::atomic<const char*> Stage{""};

		SPHSolids::RenderMesh Mesh;
		TOptional<SPHSolids::RenderMesh> SkinMesh;
		std::string Name;
		SPHSolids::BakeSettings Settings;

		bool bCancelled = false;
		FString Error;
		TSharedPtr<const FSPHSolidBody> Body;
		TArray<uint8> Bytes;
		TArray<FSPHBakeRemark> Remarks;
		double Seconds = 0;

		void Bake();
	};
	void Fail(const FString& Message);
	bool OpenReader(int32 LOD);

	FSPHBakeRequest Request;
	TStrongObjectPtr<UStaticMesh> KeepsMesh;
	EState State = EState::Reading;
	TUniquePtr<FSPHMeshReader> Reader;
	bool bReadingSkin = false;
	TSharedRef<FShared> Shared = MakeShared<FShared>();
	UE::Tasks::FTask Task;
};

/// Hash of everything that a bake would read of a mesh; the same as a body's if the body is up to date.
uint64 SPHHashOfSource(const SPHSolids::RenderMesh& Mesh, const SPHSolids::RenderMesh* SkinMesh);
