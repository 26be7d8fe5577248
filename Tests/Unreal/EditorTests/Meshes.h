// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Host/EditorShell.h"
#include "MeshDescription.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

class UStaticMesh;
class USPHSolidBakeOptions;
class USPHSolidBodyAsset;

namespace EditorTests
{

/// Corners as the engine has them: clockwise seen from outside in its left-handed space. Every corner of a triangle is an instance of its own,
/// as importers write them. Centimetres.
FMeshDescription BoxDescription(const FVector& HalfSize, const FVector& Centre = FVector(0.0, 0.0, 0.0));
/// A ball of 2 * Rings^2 * 4 triangles or so, with a texture seam.
FMeshDescription BallDescription(double Radius, int32 Rings);
FMeshDescription OpenSheetDescription(double HalfSize, int32 Cells);

/// An asset in /Game/Meshes. A second of the same name replaces the first's geometry.
UStaticMesh* MakeMesh(const TCHAR* Name, const FMeshDescription& Description);
UStaticMesh* MakeBox(const TCHAR* Name, double HalfSize = 20.0);

/// Few particles on a lattice, quick; nothing saved, nothing opened.
USPHSolidBakeOptions* QuickOptions();
USPHSolidBodyAsset* BakeQuickly(UStaticMesh* Mesh);

/// While it lives, no file can grow beyond so many bytes: what a full disk looks like to a program.
class FSmallDisk
{
public:
	explicit FSmallDisk(uint64 Bytes);
	~FSmallDisk();
	FSmallDisk(const FSmallDisk&) = delete;

private:
	rlimit Old;
	void (*OldHandler)(int);
};

/// Forgets what the editor showed before the test, and bakes' names do not clash with those of other tests.
class FEditorTest : public testing::Test
{
protected:
	void SetUp() override { Host::FEditor::Get().ClearRecords(); }
	void TearDown() override;
	Host::FEditor& Editor = Host::FEditor::Get();
};

}
