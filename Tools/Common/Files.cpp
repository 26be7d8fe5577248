#include <Common/Files.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace SPHSolids::Tools
{

namespace
{

namespace fs = std::filesystem;

/// Closes its descriptor when it goes out of scope.
class OpenedFile
{
public:
	explicit OpenedFile(int opened)
		: descriptor(opened)
	{
	}
	OpenedFile(const OpenedFile&) = delete;
	OpenedFile& operator=(const OpenedFile&) = delete;
	~OpenedFile() { Close(); }

	bool IsOpen() const { return descriptor >= 0; }
	int Get() const { return descriptor; }
	bool Close()
	{
		const int closing = descriptor;
		descriptor = -1;
		return closing < 0 || close(closing) == 0;
	}

private:
	int descriptor;
};

std::string Quoted(const fs::path& file)
{
	std::string quoted("'");
	quoted += file.string();
	return quoted += '\'';
}

Error ReadError(const fs::path& file, int code)
{
	if (code == ENOENT || code == ENOTDIR)
		return {"File " + Quoted(file) + " does not exist; check the path."};
	if (code == EACCES || code == EPERM)
		return {"File " + Quoted(file) + " may not be read; check its permissions."};
	return {"File " + Quoted(file) + " could not be read (" + std::strerror(code) + "); check the disk and try again."};
}

Error WriteError(const fs::path& file, int code)
{
	switch (code)
	{
	case ENOENT:
	case ENOTDIR: return {"File " + Quoted(file) + " could not be written because its folder does not exist; create the folder first."};
	case EACCES:
	case EPERM:
	case EROFS: return {"File " + Quoted(file) + " could not be written because its folder may not be written to; choose another folder."};
	case ENOSPC:
	case EDQUOT:
	case EFBIG: return {"File " + Quoted(file) + " could not be written because the disk is full; free some space or choose another disk."};
	case ENAMETOOLONG: return {"File " + Quoted(file) + " could not be written because its name is too long; choose a shorter one."};
	default: return {"File " + Quoted(file) + " could not be written (" + std::strerror(code) + "); check the disk and try again."};
	}
}

/// The whole span, across interruptions and partial writes. Returns 0 or the error's number.
int WriteAll(int descriptor, std::span<const std::byte> content)
{
	while (!content.empty())
	{
		constexpr std::size_t atOnce = std::size_t(1) << 30;
		const ssize_t written = write(descriptor, content.data(), std::min(content.size(), atOnce));
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return errno;
		content = content.subspan(static_cast<std::size_t>(written));
	}
	return 0;
}

/// Writes, syncs and renames. Returns 0 or the error's number.
int WriteAndRename(OpenedFile& opened, const std::string& temporary, const fs::path& target, std::span<const std::byte> content)
{
	if (const int code = WriteAll(opened.Get(), content); code != 0)
		return code;
	struct stat replaced = {};
	if (stat(target.c_str(), &replaced) == 0 && fchmod(opened.Get(), replaced.st_mode & 07777) != 0)
		return errno;
	if (fsync(opened.Get()) != 0 || !opened.Close())
		return errno;
	return rename(temporary.c_str(), target.c_str()) == 0 ? 0 : errno;
}

/// Creates a new file in the folder with the permissions new files get. The name is left in temporary.
int CreateTemporary(const fs::path& folder, std::string& temporary)
{
	for (int attempt = 0;; ++attempt)
	{
		temporary = (folder / (".sphsolids-" + std::to_string(getpid()) + "-" + std::to_string(attempt) + ".tmp")).string();
		const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (descriptor >= 0 || errno != EEXIST || attempt == 1000)
			return descriptor;
	}
}

/// Tried rather than asked: rights alone do not tell of read-only disks and folders that hold no files.
bool CanMakeFilesIn(const std::filesystem::path& folder)
{
	std::string name = (folder / ".sphsolids-XXXXXX").string();
	const int file = mkstemp(name.data());
	if (file < 0)
		return false;
	close(file);
	unlink(name.c_str());
	return true;
}

}

bool IsBelow(const fs::path& folder, const fs::path& file)
{
	std::error_code failed;
	const auto follow = [&](const fs::path& path)
	{
		const fs::path whole = fs::absolute(path.empty() ? fs::path(".") : path, failed);
		return failed ? fs::path() : fs::weakly_canonical(whole, failed);
	};
	fs::path root = follow(folder);
	const fs::path target = failed ? fs::path() : follow(file);
	if (failed)
		return false;
	if (!root.has_filename()) // of "models/"
		root = root.parent_path();
	return std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first == root.end();
}

Result<std::vector<std::byte>> ReadWholeFile(const fs::path& file, std::uint64_t limit)
{
	// Without O_NONBLOCK a pipe without a writer would hang here.
	const OpenedFile opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
	if (!opened.IsOpen())
		return ReadError(file, errno);
	struct stat info = {};
	if (fstat(opened.Get(), &info) != 0)
		return ReadError(file, errno);
	if (S_ISDIR(info.st_mode))
		return Error{Quoted(file) + " is a folder; name a file in it."};
	if (!S_ISREG(info.st_mode))
		return Error{Quoted(file) + " is not a regular file; name a file on disk."};
	const auto size = static_cast<std::uint64_t>(info.st_size);
	if (size > limit)
		return Error{"File " + Quoted(file) + " is " + std::to_string(size >> 20) + " MiB, more than the " + std::to_string(limit >> 20)
			+ " MiB that can be read; reduce it or split it."};
	std::vector<std::byte> content(static_cast<std::size_t>(size));
	std::size_t have = 0;
	while (have < content.size())
	{
		const ssize_t got = read(opened.Get(), content.data() + have, content.size() - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return ReadError(file, errno);
		if (got == 0)
			return Error{"File " + Quoted(file) + " became shorter while it was read; wait until it is complete and try again."};
		have += static_cast<std::size_t>(got);
	}
	return content;
}

Status WriteFileAtomically(const fs::path& file, std::span<const std::byte> content)
{
	std::error_code ignored;
	// A link keeps pointing where it points; its target is replaced.
	const fs::path target = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : file;
	if (!target.has_filename())
		return Error{Quoted(file) + " does not name a file; add a file name."};
	const fs::file_status status = fs::status(target, ignored);
	if (fs::exists(status) && !fs::is_regular_file(status))
		return Error{Quoted(file) + " exists and is not a regular file; choose another name."};

	const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
	std::string temporary;
	OpenedFile opened(CreateTemporary(folder, temporary));
	if (!opened.IsOpen())
		return WriteError(file, errno);
	if (const int code = WriteAndRename(opened, temporary, target, content); code != 0)
	{
		unlink(temporary.c_str());
		return WriteError(file, code);
	}
	// Puts the new name on disk as well. Some file systems refuse to sync folders; the file itself is safe by now.
	const OpenedFile directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	if (directory.IsOpen())
		fsync(directory.Get());
	return {};
}

Status WriteFileAtomically(const fs::path& file, std::string_view content)
{
	return WriteFileAtomically(file, std::as_bytes(std::span(content)));
}

Status CheckTarget(const std::string& file, const char* option)
{
	const fs::path path(file), folder = path.has_parent_path() ? path.parent_path() : ".";
	std::error_code ignored;
	if (!fs::is_directory(folder, ignored))
		return Error{file + ": the folder of this file, given by " + option + ", does not exist. Make it first."};
	if (fs::is_directory(path, ignored))
		return Error{file + ": this is a folder, and " + option + " needs the name of a file. Add one."};
	if (!CanMakeFilesIn(folder))
		return Error{
			file + ": the folder of this file, given by " + option + ", cannot be written to. Choose another or change its rights."};
	return {};
}

}
