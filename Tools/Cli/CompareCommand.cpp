#include "Command.h"

#include <Common/Files.h>
#include <Lab/ReportCompare.h>

#include <cstdio>
#include <memory>

namespace SPHSolids::Tools
{
namespace
{

int RunCompare(const std::string& first, const std::string& second, bool all)
{
	constexpr std::uint64_t largest = std::uint64_t(256) << 20;
	nlohmann::ordered_json reports[2];
	for (int k = 0; k < 2; ++k)
	{
		const std::string& file = k == 0 ? first : second;
		const auto bytes = ReadWholeFile(file, largest);
		if (!bytes.IsOk())
			return Fail(bytes.Message());
		const auto* text = reinterpret_cast<const char*>(bytes.Value().data());
		reports[k] = nlohmann::ordered_json::parse(text, text + bytes.Value().size(), nullptr, false);
		if (reports[k].is_discarded() || !reports[k].is_object())
			return Fail(file + ": this is not the JSON report of a run; write one with 'sphsolids run --json'.");
	}
	for (const Lab::ReportDifference& difference : Lab::CompareReports(reports[0], reports[1], all))
		std::printf("%-44s %16s %16s %10s\n", difference.path.c_str(), difference.first.c_str(), difference.second.c_str(),
			difference.ratio.c_str());
	return 0;
}

}

void AddCompareCommand(CLI::App& app, Action& action)
{
	struct Options
	{
		std::string first, second;
		bool all = false;
	};
	const auto options = std::make_shared<Options>();
	CLI::App* command = app.add_subcommand("compare", "Show where the reports of two runs differ, and by how much");
	command->footer("Example:\n  sphsolids compare before.json after.json");
	command->add_option("A", options->first, "JSON report of a run")->required()->type_name("");
	command->add_option("B", options->second, "JSON report of another")->required()->type_name("");
	command->add_flag("--all", options->all, "Show equal values too");
	command->callback([options, &action] { action = [options] { return RunCompare(options->first, options->second, options->all); }; });
}

}
