#include <Common/Files.h>

#include <TemporaryFolder.h>

#include <csignal>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace SPHSolids::Tools
{

namespace
{

std::string TextOf(const std::filesystem::path& file)
{
	const auto content = ReadWholeFile(file, 1 << 20);
	EXPECT_TRUE(content.IsOk());
	return {reinterpret_cast<const char*>(content.Value().data()), content.Value().size()};
}

std::size_t FilesIn(const std::filesystem::path& folder)
{
	std::size_t count = 0;
	for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
		++count;
	return count;
}

}

TEST(Files, WhatIsWrittenIsRead)
{
	const TemporaryFolder folder;
	std::string content = "line\nwith a zero ";
	content.push_back('\0');
	ASSERT_TRUE(WriteFileAtomically(folder / "a.txt", content).IsOk());
	EXPECT_EQ(TextOf(folder / "a.txt"), content);
	ASSERT_TRUE(WriteFileAtomically(folder / "a.txt", "").IsOk());
	EXPECT_EQ(TextOf(folder / "a.txt"), "");
	EXPECT_EQ(FilesIn(folder.Path()), 1u) << "a temporary was left behind";
}

TEST(Files, AnExistingFileKeepsItsPermissionsAndALinkItsTarget)
{
	const TemporaryFolder folder;
	ASSERT_TRUE(WriteFileAtomically(folder / "a.txt", "old").IsOk());
	ASSERT_EQ(chmod((folder / "a.txt").c_str(), 0640), 0);
	std::filesystem::create_symlink(folder / "a.txt", folder / "link.txt");
	ASSERT_TRUE(WriteFileAtomically(folder / "link.txt", "new").IsOk());
	EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
	EXPECT_EQ(TextOf(folder / "a.txt"), "new");
	struct stat info = {};
	ASSERT_EQ(stat((folder / "a.txt").c_str(), &info), 0);
	EXPECT_EQ(info.st_mode & 07777, 0640u);
}

TEST(Files, ReadingNamesWhatIsWrong)
{
	const TemporaryFolder folder;
	ASSERT_TRUE(WriteFileAtomically(folder / "big.bin", std::string(100, 'x')).IsOk());
	ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
	EXPECT_NE(ReadWholeFile(folder / "none.bin", 10).Message().find("none.bin' does not exist"), std::string::npos);
	EXPECT_NE(ReadWholeFile(folder.Path(), 10).Message().find("is a folder"), std::string::npos);
	EXPECT_NE(ReadWholeFile(folder / "pipe", 10).Message().find("not a regular file"), std::string::npos);
	EXPECT_NE(ReadWholeFile(folder / "big.bin", 99).Message().find("more than"), std::string::npos);
	EXPECT_TRUE(ReadWholeFile(folder / "big.bin", 100).IsOk());
}

TEST(Files, WritingNamesWhatIsWrong)
{
	const TemporaryFolder folder;
	std::filesystem::create_directory(folder / "sub");
	EXPECT_NE(WriteFileAtomically(folder / "none" / "a.txt", "x").Message().find("folder does not exist"), std::string::npos);
	EXPECT_NE(WriteFileAtomically(folder / "sub", "x").Message().find("not a regular file"), std::string::npos);
	EXPECT_NE(WriteFileAtomically("/proc/self/a.txt", "x").Message().find("could not be written"), std::string::npos);
	EXPECT_NE(WriteFileAtomically(folder / std::string(300, 'n'), "x").Message().find("too long"), std::string::npos);
}

TEST(Files, AFullDiskLeavesTheOldFileAndNoRest)
{
	const TemporaryFolder folder;
	ASSERT_TRUE(WriteFileAtomically(folder / "a.txt", "old").IsOk());
	// A child may write 4 KiB per file only: what a full disk looks like from inside.
	const pid_t child = fork();
	if (child == 0)
	{
		std::signal(SIGXFSZ, SIG_IGN);
		const rlimit small = {4096, 4096};
		setrlimit(RLIMIT_FSIZE, &small);
		const Status status = WriteFileAtomically(folder / "a.txt", std::string(100000, 'x'));
		_exit(!status.IsOk() && status.Message().find("disk is full") != std::string::npos ? 0 : 1);
	}
	int outcome = -1;
	ASSERT_EQ(waitpid(child, &outcome, 0), child);
	EXPECT_EQ(outcome, 0);
	EXPECT_EQ(TextOf(folder / "a.txt"), "old");
	EXPECT_EQ(FilesIn(folder.Path()), 1u);
}

}
