#include <Lab/CacheFile.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace SPHSolids::Lab
{
namespace
{

class CacheRecorder final : public FrameRecorder
{
public:
	CacheRecorder(std::FILE* openedFile, std::string fileName, double positionError)
		: file(openedFile)
		, name(std::move(fileName))
		, errorBound(positionError)
	{
	}
	CacheRecorder(const CacheRecorder&) = delete;
	CacheRecorder& operator=(const CacheRecorder&) = delete;
	~CacheRecorder() override
	{
		if (file != nullptr)
			std::fclose(file);
	}

	Status Write(const std::vector<std::byte>& bytes)
	{
		// Flushed frame by frame: what the program has written survives its end.
		if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fflush(file) != 0)
			return Error{"The recording '" + name + "' could not be written (" + std::strerror(errno)
				+ "); free some space or choose another folder. The frames before this one can be read."};
		written += bytes.size();
		return {};
	}
	Status Add(const RecordedFrame& frame, std::size_t) override
	{
		offsets.push_back(written);
		return Write(EncodeCacheFrame(frame, errorBound));
	}
	Status Finish() override
	{
		Status status = Write(EncodeCacheIndex(offsets));
		const bool isClosed = std::fclose(file) == 0;
		file = nullptr;
		if (status.IsOk() && !isClosed)
			return Error{"The recording '" + name + "' could not be finished (" + std::strerror(errno) + "); its frames can be read."};
		return status;
	}

private:
	std::FILE* file;
	std::string name;
	double errorBound;
	std::uint64_t written = 0;
	std::vector<std::uint64_t> offsets;
};

}

Result<std::unique_ptr<FrameRecorder>> MakeCacheRecorder(const std::filesystem::path& path, const CacheHeader& header)
{
	std::FILE* file = std::fopen(path.c_str(), "wb");
	if (file == nullptr)
		return Error{"The recording '" + path.string() + "' could not be written (" + std::strerror(errno) + "); choose another folder."};
	auto recorder = std::make_unique<CacheRecorder>(file, path.string(), header.errorBound);
	if (Status status = recorder->Write(EncodeCacheHeader(header)); !status.IsOk())
		return Error{status.Message()};
	return std::unique_ptr<FrameRecorder>(std::move(recorder));
}

}
