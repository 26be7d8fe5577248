#include <View/VideoTake.h>

#include <algorithm>
#include <utility>

namespace SPHSolids::View
{

Result<std::unique_ptr<VideoTake>> VideoTake::Start(const std::filesystem::path& file, int width, int height)
{
	std::unique_ptr<VideoTake> take(new VideoTake());
	take->file = file;
	// Encoders want even sides.
	take->width = width - width % 2;
	take->height = height - height % 2;
	auto started = Lab::VideoWriter::Start(file, take->width, take->height, PicturesPerSecond);
	if (!started.IsOk())
		return started.TakeError();
	take->video = started.TakeValue();
	return take;
}

bool VideoTake::IsDue()
{
	return Clock::now() >= next && !queue.IsFull();
}

Status VideoTake::Add(Render::Image picture)
{
	const auto interval = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / PicturesPerSecond));
	next = std::max(next + interval, Clock::now() - std::chrono::seconds(1));
	const auto kept = std::make_shared<const Render::Image>(std::move(picture));
	return queue.Add([this, kept] { return video->Add(*kept); });
}

void VideoTake::End()
{
	(void)queue.Add([this] { return video->Finish(); }); // Ended tells
}

}
