#include <Lab/FrameSource.h>

#include <Common/Files.h>
#include <Lab/ParticleFile.h>

#include <algorithm>

namespace SPHSolids::Lab
{
namespace
{

namespace fs = std::filesystem;

constexpr std::uint64_t MaxCacheBytes = std::uint64_t(32) << 30;
constexpr std::size_t MaxFrameParticles = 50'000'000;

class CacheSource final : public FrameSource
{
public:
	static Result<std::unique_ptr<FrameSource>> Open(const fs::path& path)
	{
		auto source = std::make_unique<CacheSource>();
		source->name = path.string();
		auto read = Tools::ReadWholeFile(path, MaxCacheBytes);
		if (!read.IsOk())
			return read.TakeError();
		source->bytes = read.TakeValue();
		auto opened = CacheView::Open(source->bytes);
		if (!opened.IsOk())
			return Error{source->name + ": " + opened.Message()};
		source->view = opened.TakeValue();
		return std::unique_ptr<FrameSource>(std::move(source));
	}

	const CacheHeader& Header() const override { return view.Header(); }
	std::size_t FrameCount() const override { return view.FrameCount(); }
	bool IsComplete() const override { return view.IsComplete(); }
	Result<RecordedFrame> Read(std::size_t index) const override
	{
		auto frame = view.ReadFrame(index);
		if (!frame.IsOk())
			return Error{name + ": " + frame.Message()};
		return frame;
	}

private:
	std::string name;
	std::vector<std::byte> bytes;
	CacheView view; // borrows them
};

/// Files of particles, one for each frame.
class SequenceSource final : public FrameSource
{
public:
	static Result<std::unique_ptr<FrameSource>> Open(std::vector<fs::path> frameFiles)
	{
		auto source = std::make_unique<SequenceSource>();
		source->files = std::move(frameFiles);
		auto first = ReadParticleTable(source->files.front(), MaxFrameParticles);
		if (!first.IsOk())
			return first.TakeError();
		CacheHeader& header = source->header;
		header.names = std::move(first.Value().names);
		const std::vector<std::uint16_t>& objects = first.Value().frame.object;
		while (header.names.size() <= *std::max_element(objects.begin(), objects.end()))
			header.names.push_back("object" + std::to_string(header.names.size()));
		if (source->files.size() == 1)
			return std::unique_ptr<FrameSource>(std::move(source));
		auto second = ReadParticleTable(source->files[1], MaxFrameParticles);
		if (!second.IsOk())
			return second.TakeError();
		if (const double interval = second.Value().frame.time - first.Value().frame.time; interval > 0)
			header.fps = 1 / interval;
		return std::unique_ptr<FrameSource>(std::move(source));
	}

	const CacheHeader& Header() const override { return header; }
	std::size_t FrameCount() const override { return files.size(); }
	Result<RecordedFrame> Read(std::size_t index) const override
	{
		auto table = ReadParticleTable(files[index], MaxFrameParticles);
		if (!table.IsOk())
			return table.TakeError();
		RecordedFrame& frame = table.Value().frame;
		if (frame.time == 0 && index > 0)
			frame.time = static_cast<double>(index) / header.fps; // it does not say
		return std::move(frame);
	}

private:
	static constexpr double UsualRate = 50;

	std::vector<fs::path> files;
	CacheHeader header = {1e-5, UsualRate, {}};
};

bool IsParticleFile(const fs::path& path)
{
	return path.extension() == ".ply" || path.extension() == ".csv";
}

}

Result<std::unique_ptr<FrameSource>> OpenFrames(const fs::path& path)
{
	std::error_code code;
	if (!fs::is_directory(path, code))
		return IsParticleFile(path) ? SequenceSource::Open({path}) : CacheSource::Open(path);
	std::vector<fs::path> files;
	for (fs::directory_iterator entry(path, code), end; !code && entry != end; entry.increment(code))
		if (IsParticleFile(entry->path()))
			files.push_back(entry->path());
	if (code)
		return Error{"The folder '" + path.string() + "' could not be read (" + code.message() + ")."};
	if (files.empty())
		return Error{"There is no .ply or .csv file of particles in the folder '" + path.string() + "'."};
	std::sort(files.begin(), files.end());
	return SequenceSource::Open(std::move(files));
}

}
