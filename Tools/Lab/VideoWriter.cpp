#include <Lab/VideoWriter.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace SPHSolids::Lab
{
namespace
{

constexpr double FastestGif = 25; // pictures per second: many viewers slow down what is faster

/// H.264 wants even sides. A GIF has a palette of its own, made of all of its pictures.
std::vector<std::string> EncoderArguments(const std::string& file, bool isGif, int width, int height, double fps)
{
	std::vector<std::string> arguments = {"ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
		std::to_string(width) + "x" + std::to_string(height), "-r", std::to_string(fps), "-i", "-", "-an"};
	const std::string rate = std::to_string(std::min(fps, FastestGif));
	const std::vector<std::string> encoder = isGif
		? std::vector<std::string>{"-filter_complex",
			  "fps=" + rate
				  + ",scale='min(640,iw)':-1:flags=area,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer",
			  "-f", "gif"}
		: std::vector<std::string>{
			  "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"};
	arguments.insert(arguments.end(), encoder.begin(), encoder.end());
	arguments.push_back(file);
	return arguments;
}

/// An MP4 is a row of boxes, each with its size and name, that must fill the file and hold an index (moov); a GIF ends with a semicolon.
bool IsWholeVideo(const std::string& name)
{
	std::ifstream file(name, std::ios::binary | std::ios::ate);
	const auto length = static_cast<std::int64_t>(file.tellg());
	const auto byteAt = [&](std::int64_t place)
	{
		file.seekg(place);
		return file.get();
	};
	if (length > 6 && byteAt(0) == 'G')
		return byteAt(length - 1) == ';';
	bool hasIndex = false;
	std::int64_t place = 0;
	while (place + 8 <= length)
	{
		unsigned char head[8];
		file.seekg(place);
		file.read(reinterpret_cast<char*>(head), sizeof head);
		const std::int64_t size = std::int64_t(head[0]) << 24 | head[1] << 16 | head[2] << 8 | head[3];
		hasIndex |= std::memcmp(head + 4, "moov", 4) == 0;
		if (!file || size < 8) // also boxes beyond 4 GB, which have size 1 and are told apart by nothing that a short file lacks
			return hasIndex && size == 1;
		place += size;
	}
	return hasIndex && place == length;
}

}

bool HasProgram(const std::string& name)
{
	const char* path = std::getenv("PATH");
	std::string folders = path == nullptr ? "" : path;
	for (std::size_t begin = 0; begin <= folders.size();)
	{
		const std::size_t end = std::min(folders.find(':', begin), folders.size());
		const std::string program = folders.substr(begin, end - begin) + "/" + name;
		if (access(program.c_str(), X_OK) == 0)
			return true;
		begin = end + 1;
	}
	return false;
}

Result<std::unique_ptr<VideoWriter>> VideoWriter::Start(const std::filesystem::path& file, int width, int height, double fps)
{
	if (!HasProgram("ffmpeg"))
		return Error{
			"There is no ffmpeg, which makes the video, so there are pictures instead; install it (apt-get install ffmpeg) and run again."};
	if (width % 2 != 0 || height % 2 != 0)
		return Error{"A video needs an even width and height in pixels."};
	std::unique_ptr<VideoWriter> writer(new VideoWriter());
	writer->target = file;
	writer->width = width;
	writer->height = height;
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return Error{std::string("No pipe to ffmpeg could be made (") + std::strerror(errno) + ")."};
	writer->input = ends[1];
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
	posix_spawnattr_t attributes;
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // out of reach of the terminal's Ctrl-C
	posix_spawnattr_setpgroup(&attributes, 0);
	const std::vector<std::string> arguments = EncoderArguments(writer->PartName(), file.extension() == ".gif", width, height, fps);
	std::vector<char*> pointers;
	pointers.reserve(arguments.size() + 1);
	for (const std::string& argument : arguments)
		pointers.push_back(const_cast<char*>(argument.c_str()));
	pointers.push_back(nullptr);
	pid_t child = -1;
	const int code = posix_spawnp(&child, "ffmpeg", &actions, &attributes, pointers.data(), environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	close(ends[0]);
	if (code != 0)
		return Error{std::string("ffmpeg could not be started (") + std::strerror(code) + ")."};
	writer->process = child;
	std::signal(SIGPIPE, SIG_IGN); // a write to an encoder that has ended fails instead
	return writer;
}

VideoWriter::~VideoWriter()
{
	Stop();
}

void VideoWriter::Stop()
{
	if (input >= 0)
		close(input);
	input = -1;
	if (process > 0)
		waitpid(process, nullptr, 0);
	process = -1;
}

Status VideoWriter::Add(const Render::Image& image)
{
	if (image.Width() != width || image.Height() != height)
		return Error{"The pictures of a video must all have the same size."};
	row.clear();
	for (const Render::Rgba8& pixel : image.Pixels())
		row.insert(row.end(), {pixel.r, pixel.g, pixel.b});
	for (std::size_t written = 0; written < row.size();)
	{
		const ssize_t count = write(input, row.data() + written, row.size() - written);
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return Error{"ffmpeg ended before the video " + target.string() + " did; is the disk full?"};
		written += static_cast<std::size_t>(count);
	}
	return {};
}

Status VideoWriter::Finish()
{
	close(input);
	input = -1;
	int status = 0;
	while (waitpid(process, &status, 0) < 0 && errno == EINTR)
		;
	process = -1;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return Error{"ffmpeg could not finish the video " + target.string() + "; what it wrote is in " + PartName() + "."};
	// ffmpeg ends well even where the disk was too full for the end of the file.
	if (!IsWholeVideo(PartName()))
		return Error{"The video " + target.string() + " was cut off, probably by a full disk; free some space. What there is of it is in "
			+ PartName() + "."};
	if (rename(PartName().c_str(), target.c_str()) != 0)
		return Error{"The video " + PartName() + " could not be given its name (" + std::strerror(errno) + ")."};
	return {};
}

}
