// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Bake/SPHBakeJob.h"
#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class USPHSolidBakeOptions;
class USPHSolidBodyAsset;

/// What became of one thing that was to be baked.
struct FSPHBakeOutcome
{
	/// What was asked for, whatever it is.
	TWeakObjectPtr<UObject> Source;
	FString SourceName;
	/// None if it failed.
	TWeakObjectPtr<USPHSolidBodyAsset> Body;
	FString Error;
	TArray<FSPHBakeRemark> Remarks;
	bool bCancelled = false;
	/// Baked, but its package could not be written.
	bool bUnsaved = false;
	/// Nothing had to be done.
	bool bUnchanged = false;
	double Seconds = 0;

	bool Succeeded() const { return Error.IsEmpty() && !bCancelled; }
};

/// Bakes meshes into assets: several at a time on background tasks, with a bar and a cancel button on the game thread, which is never
/// away for longer than it takes to save one package. Bodies that were done before a cancel stay.
class FSPHBakeSession
{
public:
	/// @param Sources Static meshes; whatever else is among them comes back as an error.
	FSPHBakeSession(const TArray<UObject*>& Sources, const USPHSolidBakeOptions& InOptions);
	/// Bakes bodies again as they were baked, into themselves.
	FSPHBakeSession(const TArray<USPHSolidBodyAsset*>& Bodies, bool bSave);
	~FSPHBakeSession();
	FSPHBakeSession(const FSPHBakeSession&) = delete;

	/// Runs to the end, with a bar that can cancel. Reports to the message log.
	TArray<FSPHBakeOutcome> Run(const FText& Title);

private:
	struct FItem
	{
		FSPHBakeOutcome Outcome;
		TUniquePtr<FSPHBakeJob> Job;
		FString Claim;
	};
	FItem& AddItem(UObject* Source);
	void AddJob(FItem& Item, const FSPHBakeRequest& Request);
	/// Game thread, a few milliseconds. False when all is done.
	bool Advance();
	void Commit(FItem& Item);
	/// Null with an error if there is no place for it.
	USPHSolidBodyAsset* FindOrMakeAsset(const UStaticMesh& Mesh, bool& bOutIsNew, FString& OutError) const;
	double GetFraction() const;
	FText DescribeProgress() const;

	TArray<TUniquePtr<FItem>> Items;
	FString Folder, Prefix;
	bool bKeepBoth = false;
	bool bSave = true;
};

namespace SPHBakeReport
{

inline const FName LogName(TEXT("SPHSolids"));

/// A page in the message log: what was baked, what is wrong with each mesh and where, and what to do.
void Show(const TArray<FSPHBakeOutcome>& Outcomes, const FText& Title);

}
