#include <Render/AtomicFile.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <unistd.h>

namespace SPHSolids::Render
{
namespace
{

/// Everything on the disk, or false with errno telling why not.
bool WriteAndFlush(const std::filesystem::path& path, std::span<const std::uint8_t> bytes)
{
	std::FILE* file = std::fopen(path.c_str(), "wb");
	if (!file)
		return false;
	const bool written =
		std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0 && fsync(fileno(file)) == 0;
	const int writeError = errno;
	const bool closed = std::fclose(file) == 0;
	if (!written)
		errno = writeError;
	return written && closed;
}

}

Status WriteFileAtomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes)
{
	std::filesystem::path partial = path;
	partial += ".part" + std::to_string(getpid());
	errno = 0;
	const bool done = WriteAndFlush(partial, bytes) && std::rename(partial.c_str(), path.c_str()) == 0;
	if (done)
		return {};
	const int reason = errno;
	std::error_code ignored;
	std::filesystem::remove(partial, ignored);
	return Error{"The file " + path.string() + " could not be written (" + std::strerror(reason)
		+ "); choose a folder that exists, may be written to and has room."};
}

Result<std::vector<std::uint8_t>> ReadWholeFile(const std::filesystem::path& path)
{
	std::error_code error;
	if (std::filesystem::is_directory(path, error))
		return Error{"The file " + path.string() + " is a folder; name a file inside it."};
	std::ifstream stream(path, std::ios::binary);
	if (!stream)
		return Error{"The file " + path.string() + " could not be opened; check its name and that it may be read."};
	return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(stream), {});
}

}
