#include "Process.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

// Counts the plots that can be seen, plays the video, and tells the console when its clock has moved.
constexpr const char* LookAround = R"(<script>
const video = document.querySelector('video');
let plots = 0, told = false;
for (const plot of document.querySelectorAll('svg'))
{
	const box = plot.getBoundingClientRect();
	if (box.width > 100 && box.height > 50 && plot.querySelector('path, polyline'))
		++plots;
}
const tell = played => { if (!told) { told = true; console.log('RESULT plots=' + plots + ' played=' + played + ' END'); } };
video.muted = true;
video.addEventListener('timeupdate', () => { if (video.currentTime > 0) tell(video.videoWidth + 'x' + video.videoHeight); });
video.play();
setTimeout(() => tell('never'), 60000);
</script>)";

/// What a browser says on its console about a page, line by line, until LookAround has spoken.
std::vector<std::string> ConsoleOf(const TemporaryFolder& folder, const std::string& page)
{
	ProcessOptions options;
	options.signal = SIGTERM;
	options.signalAfter = " END\"";
	const auto done = RunProcess({SPHSOLIDS_CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
									 "--autoplay-policy=no-user-gesture-required", "--enable-logging=stderr",
									 "--user-data-dir=" + folder / "profile", "file://" + page},
		options);
	std::vector<std::string> console;
	std::istringstream lines(done.err);
	for (std::string line; std::getline(lines, line);)
		if (const std::size_t start = line.find("CONSOLE"); start != std::string::npos)
			console.push_back(line.substr(start));
	return console;
}

}

TEST(ReportPage, ABrowserShowsItsPlotsPlaysItsVideoAndComplainsAboutNothing)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "cube.json", R"({ "bodies": [ { "shape": { "box": { "size": [0.1, 0.1, 0.1] } }, "particleRadius": 0.0125,
		"position": [0, 0, 0.1] } ], "boundaries": [ { "plane": {} } ] })");
	const auto made = RunCli({"run", folder / "cube.json", "--frames", "12", "--video", "--width", "160", "--height", "90", "--quality",
		"draft", "--report", folder / "page"});
	ASSERT_EQ(made.exitCode, 0) << made.err;
	std::string page = ReadTextFile(folder / "page/report.html");
	EXPECT_EQ(page.find("src=\"http"), std::string::npos) << "the page fetches something";
	const std::size_t end = page.rfind("</body>");
	ASSERT_NE(end, std::string::npos);
	WriteTextFile(folder / "with_script.html", page.insert(end, LookAround));

	const std::vector<std::string> console = ConsoleOf(folder, folder / "with_script.html");
	ASSERT_EQ(console.size(), 1u) << (console.empty() ? "nothing was said" : console.front());
	EXPECT_NE(console[0].find("played=160x90"), std::string::npos) << console[0];
	const std::size_t plots = console[0].find("plots=");
	ASSERT_NE(plots, std::string::npos) << console[0];
	EXPECT_GE(std::stoi(console[0].substr(plots + 6)), 4) << console[0];
}
