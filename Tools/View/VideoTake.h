#pragma once

#include <Common/BackgroundWriter.h>
#include <Lab/VideoWriter.h>

#include <chrono>

namespace SPHSolids::View
{

/// What the window shows as an MP4. Pictures are encoded on a thread of their own; only the end of the program waits for them.
class VideoTake
{
public:
	/// An Error says what to install where there is no ffmpeg.
	static Result<std::unique_ptr<VideoTake>> Start(const std::filesystem::path& file, int width, int height);

	const std::filesystem::path& File() const { return file; }
	int Width() const { return width; }
	int Height() const { return height; }

	/// Whether it is time for another picture and there is room for one. What had no room is made up for within a second.
	bool IsDue();
	/// @return What went wrong with an earlier picture.
	Status Add(Render::Image picture);
	/// No more pictures come.
	void End();
	/// After End: whether the file is whole, once that is known.
	std::optional<Status> Ended() { return queue.FinishedAlready(); }

private:
	using Clock = std::chrono::steady_clock;
	static constexpr double PicturesPerSecond = 30;
	static constexpr std::size_t MostWaiting = 30; ///< pictures

	VideoTake() = default;

	std::filesystem::path file;
	int width = 0, height = 0;
	Clock::time_point next = Clock::now();
	std::unique_ptr<Lab::VideoWriter> video;
	Tools::BackgroundWriter queue{MostWaiting}; ///< ends before the video does
};

}
