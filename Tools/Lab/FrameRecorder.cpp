#include <Lab/FrameRecorder.h>

#include <Common/Files.h>
#include <Lab/CacheFile.h>

#include <SPHSolids/Record/CaptureFrame.h>

#include <algorithm>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

using FrameText = std::string (*)(const RecordedFrame&, const std::vector<std::string>&);

/// One file per frame.
class SequenceRecorder final : public FrameRecorder
{
public:
	SequenceRecorder(
		std::filesystem::path targetFolder, std::string fileExtension, std::vector<std::string> objectNames, FrameText makeText)
		: folder(std::move(targetFolder))
		, extension(std::move(fileExtension))
		, names(std::move(objectNames))
		, make(makeText)
	{
	}
	Status Add(const RecordedFrame& frame, std::size_t index) override
	{
		char name[32];
		std::snprintf(name, sizeof name, "frame_%05zu.", index);
		return Tools::WriteFileAtomically(folder / (name + extension), make(frame, names));
	}

private:
	std::filesystem::path folder;
	std::string extension;
	std::vector<std::string> names;
	FrameText make;
};

}

RecordedFrame CaptureFrame(const ScenePlayer& player)
{
	RecordedFrame frame;
	frame.time = player.GetWorld().Time();
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
		CaptureBody(player.BodyAt(k), static_cast<std::uint16_t>(k), frame);
	std::vector<std::uint16_t> objectOfFluid;
	for (std::size_t k = 0; k < player.fluids.size(); ++k)
	{
		const std::size_t index = player.fluids[k].id.index;
		objectOfFluid.resize(std::max(objectOfFluid.size(), index + 1));
		objectOfFluid[index] = static_cast<std::uint16_t>(player.bodies.size() + k);
	}
	CaptureFluids(player.GetWorld().Fluid(), objectOfFluid, frame);
	return frame;
}

std::vector<std::string> ObjectNames(const ScenePlayer& player)
{
	std::vector<std::string> names;
	for (const PlayedBody& body : player.bodies)
		names.push_back(body.name);
	for (const PlayedFluid& fluid : player.fluids)
		names.push_back(fluid.name);
	return names;
}

const std::vector<std::string>& RecordFormats()
{
	static const std::vector<std::string> formats = {"ply", "vtk", "sphcache"};
	return formats;
}

Result<std::unique_ptr<FrameRecorder>> MakeRecorder(const RecorderSettings& settings)
{
	const auto makeSequence = [&](FrameText makeText)
	{
		return std::unique_ptr<FrameRecorder>(
			std::make_unique<SequenceRecorder>(settings.folder, settings.format, settings.names, makeText));
	};
	if (settings.format == "ply")
		return makeSequence(MakePly);
	if (settings.format == "vtk")
		return makeSequence(MakeVtk);
	if (settings.format == "sphcache")
		return MakeCacheRecorder(settings.folder / "recording.sphcache", {settings.errorBound, settings.fps, settings.names});
	return Error{"'" + settings.format + "' is no format that can be recorded."};
}

}
