// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Commandlets/Commandlet.h"

#include "SPHSolidsBakeCommandlet.generated.h"

/**
 * Bakes meshes on build machines:
 *
 *   UnrealEditor-Cmd Project.uproject -run=SPHSolidsBake -Folder=/Game/Props -Particles=5000 -Shard=1/8 -Report=bake.json
 *
 *   -Folder=/Game/A     all static meshes below a folder
 *   -Meshes=/Game/A/B.B+/Game/A/C.C   these
 *   -List=File          one path a line; empty lines and lines with # are skipped
 *   -Rebake             all bodies whose mesh has changed, instead of meshes
 *   -Particles=N | -Radius=CM, -Method=Relaxed|Grid|BlueNoise, -SourceLOD=N, -SkinLOD=N, -Into=/Game/Bodies
 *   -Force              also what is up to date
 *   -Shard=I/N          only the I-th of N equal parts, I from 1
 *   -Report=File        JSON of what was done
 *
 * A mesh whose body is up to date and was baked with the same settings is left alone, so a run that was stopped can be started again.
 * Ends with 0 if all is well, 1 if a mesh failed, 2 if the command line makes no sense, 3 if something could not be written.
 */
UCLASS()
class USPHSolidsBakeCommandlet : public UCommandlet
{
	GENERATED_BODY()

public:
	USPHSolidsBakeCommandlet();
	virtual int32 Main(const FString& Params) override;
};
