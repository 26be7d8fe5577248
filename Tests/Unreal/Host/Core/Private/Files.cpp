// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "HAL/FileManager.h"
#include "Host/Program.h"
#include "Misc/Paths.h"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace fs = std::filesystem;

namespace
{

fs::path ToPath(const FString& Text)
{
	return fs::path(Host::ToUtf8(*Text));
}

}

IFileManager& IFileManager::Get()
{
	static IFileManager Manager;
	return Manager;
}

bool IFileManager::FileExists(const TCHAR* Filename)
{
	std::error_code Ignored;
	return fs::is_regular_file(Host::ToUtf8(Filename), Ignored);
}

bool IFileManager::IsReadOnly(const TCHAR* Filename)
{
	std::error_code Ignored;
	const fs::path File(Host::ToUtf8(Filename));
	return fs::exists(File, Ignored) && (fs::status(File, Ignored).permissions() & fs::perms::owner_write) == fs::perms::none;
}

bool IFileManager::MakeDirectory(const TCHAR* Path, bool)
{
	std::error_code Ignored;
	fs::create_directories(Host::ToUtf8(Path), Ignored);
	return fs::is_directory(Host::ToUtf8(Path), Ignored);
}

bool IFileManager::Delete(const TCHAR* Filename, bool, bool, bool)
{
	std::error_code Ignored;
	return fs::remove(Host::ToUtf8(Filename), Ignored);
}

FString FPaths::GetPath(const FString& InPath)
{
	return FString(ToPath(InPath).parent_path().string().c_str());
}

FString FPaths::GetBaseFilename(const FString& InPath, bool)
{
	return FString(ToPath(InPath).stem().string().c_str());
}

FString FPaths::ProjectSavedDir()
{
	if (!Host::ProgramFlags().SavedFolder.IsEmpty())
		return Host::ProgramFlags().SavedFolder;
	const std::string OfProcess = "sphsolids_host_" + std::to_string(::getpid());
	return FString((fs::temp_directory_path() / OfProcess / "Saved").string().c_str()) + TEXT("/");
}
