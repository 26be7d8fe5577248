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
if (!video)
	tell('nothing');
else
{
video.muted = true;
video.addEventListener('timeupdate', () => { if (video.currentTime > 0) tell(video.videoWidth + 'x' + video.videoHeight); });
video.play();
setTimeout(() => tell('never'), 60000);
}
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

/// What LookAround says of a page, which must be all that the browser says.
std::string LookAt(const TemporaryFolder& folder, const std::string& file)
{
	std::string page = ReadTextFile(file);
	EXPECT_EQ(page.find("src=\"http"), std::string::npos) << "the page fetches something";
	const std::size_t end = page.rfind("</body>");
	if (end == std::string::npos)
		return "the page has no end";
	WriteTextFile(folder / "with_script.html", page.insert(end, LookAround));
	const std::vector<std::string> console = ConsoleOf(folder, folder / "with_script.html");
	EXPECT_EQ(console.size(), 1u);
	return console.empty() ? "nothing was said" : console.front();
}

int PlotsIn(const std::string& said)
{
	const std::size_t plots = said.find("plots=");
	return plots == std::string::npos ? -1 : std::stoi(said.substr(plots + 6));
}

}

TEST(ReportPage, ABrowserShowsItsPlotsPlaysItsVideoAndComplainsAboutNothing)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "cube.json", R"({ "bodies": [ { "shape": { "box": { "size": [0.1, 0.1, 0.1] } }, "particleRadius": 0.0125,
		"position": [0, 0, 0.1] } ], "fluids": [ { "name": "water", "particleRadius": 0.0125, "blocks": [ { "min": [0.2, 0, 0],
		"max": [0.3, 0.1, 0.1] } ] } ], "boundaries": [ { "plane": {} } ] })");
	const auto made = RunCli({"run", folder / "cube.json", "--frames", "12", "--video", "--width", "160", "--height", "90", "--quality",
		"draft", "--report", folder / "page"});
	ASSERT_EQ(made.exitCode, 0) << made.err;
	const std::string said = LookAt(folder, folder / "page/report.html");
	EXPECT_NE(said.find("played=160x90"), std::string::npos) << said;
	EXPECT_GE(PlotsIn(said), 9) << said;
	const std::string page = ReadTextFile(folder / "page/report.html");
	for (const char* part : {"Energy", "Volume ratio", "Range of J", "Iterations per solve", "Milliseconds per step", "Density error",
			 "&quot;particleRadius&quot;", "<h2>Issues</h2>", "machine", "hash of the end state"})
		EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(ReportPage, ABrowserShowsThePlotsOfABenchAndComplainsAboutNothing)
{
	const TemporaryFolder folder;
	const auto made = RunCli({"bench", "cantilever", "reference_beam", "--compare", "twolevel,diagonal", "--steps", "3", "--gap-frames",
		"1", "--report", folder / "page"});
	ASSERT_EQ(made.exitCode, 0) << made.err;
	const std::string page = ReadTextFile(folder / "page/report.html");
	for (const char* part : {"Against each other", "cantilever", "diagonal", "All figures"})
		EXPECT_NE(page.find(part), std::string::npos) << part;
	const std::string said = LookAt(folder, folder / "page/report.html");
	EXPECT_NE(said.find("played=nothing"), std::string::npos) << said;
	EXPECT_GE(PlotsIn(said), 1) << said;
}
