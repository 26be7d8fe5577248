#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace SPHSolids::Tools
{

/// A folder of its own for one test, gone with it.
class TemporaryFolder
{
public:
	TemporaryFolder()
	{
		std::string name = (std::filesystem::temp_directory_path() / "sphsolids-test-XXXXXX").string();
		EXPECT_NE(mkdtemp(name.data()), nullptr);
		path = name;
	}
	TemporaryFolder(const TemporaryFolder&) = delete;
	TemporaryFolder& operator=(const TemporaryFolder&) = delete;
	~TemporaryFolder()
	{
		std::error_code ignored;
		std::filesystem::remove_all(path, ignored);
	}

	const std::filesystem::path& Path() const { return path; }
	std::filesystem::path operator/(const std::filesystem::path& name) const { return path / name; }

private:
	std::filesystem::path path;
};

}
