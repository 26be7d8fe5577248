#include <Lab/VideoWriter.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace SPHSolids::Lab
{
namespace
{

/// H.264 wants even sides; a frame rate that players know.
std::vector<std::string> EncoderArguments(const std::string& file, int width, int height, double fps)
{
	const std::string size = std::to_string(width) + "x" + std::to_string(height);
	return {"ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", std::to_string(fps), "-i", "-",
		"-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", file};
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
	const std::vector<std::string> arguments = EncoderArguments(writer->PartName(), width, height, fps);
	std::vector<char*> pointers;
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
	if (rename(PartName().c_str(), target.c_str()) != 0)
		return Error{"The video " + PartName() + " could not be given its name (" + std::strerror(errno) + ")."};
	return {};
}

}
