#pragma once

#include <Render/Image.h>
#include <SPHSolids/Base/Result.h>

#include <filesystem>
#include <memory>

namespace SPHSolids::Lab
{

/// Pictures into an MP4, or a GIF where the file is named so, through the program ffmpeg, as they come. The file has its name only when it is whole: until then, and for ever
/// if something goes wrong, it is NAME.part. Ctrl-C at the terminal does not reach ffmpeg, so that a video can be ended early.
class VideoWriter
{
public:
	/// An Error says what to install where there is no ffmpeg.
	static Result<std::unique_ptr<VideoWriter>> Start(const std::filesystem::path& file, int width, int height, double fps);
	~VideoWriter();
	VideoWriter(const VideoWriter&) = delete;
	VideoWriter& operator=(const VideoWriter&) = delete;

	/// @pre The picture has the size given at the start, and both sides are even.
	Status Add(const Render::Image& image);
	Status Finish();

private:
	VideoWriter() = default;
	std::string PartName() const { return target.string() + ".part"; }
	void Stop();

	std::filesystem::path target;
	int width = 0, height = 0;
	int input = -1;
	int process = -1;
	std::vector<std::uint8_t> row;
};

/// Whether there is a program of this name on the PATH.
bool HasProgram(const std::string& name);

}
