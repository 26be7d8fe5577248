// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/IFileManager (Get, FileExists, IsReadOnly, MakeDirectory, Delete).
#pragma once

#include "Containers/UnrealString.h"

class IFileManager
{
public:
	static IFileManager& Get();
	bool FileExists(const TCHAR* Filename);
	bool IsReadOnly(const TCHAR* Filename);
	bool MakeDirectory(const TCHAR* Path, bool Tree = false);
	bool Delete(const TCHAR* Filename, bool RequireExists = false, bool EvenReadOnly = false, bool Quiet = false);
};
