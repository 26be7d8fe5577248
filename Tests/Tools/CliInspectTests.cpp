#include "Process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

const std::string GoodBody = SPHSOLIDS_TEST_DATA "/body_v1.sphbody";

void ExpectRefused(const std::string& file, const std::string& part)
{
	const ProcessOutput output = RunCli({"inspect", file});
	EXPECT_EQ(output.exitCode, 1);
	EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
	EXPECT_NE(output.err.find(file), std::string::npos) << output.err;
	EXPECT_NE(output.err.find(part), std::string::npos) << output.err;
	EXPECT_TRUE(output.out.empty());
}

}

TEST(CliInspect, ABodyIsDescribed)
{
	const TemporaryFolder folder;
	const ProcessOutput output = RunCli({"inspect", GoodBody, "--json", folder / "body.json"});
	EXPECT_EQ(output.exitCode, 0) << output.err;
	for (const char* part : {"small box", "128 of radius 0.125 m", "2 m^3", "24 vertices at 8 places", "The mesh has 3 holes. Close them.",
			 "0123456789abcdef", "All checks passed."})
		EXPECT_NE(output.out.find(part), std::string::npos) << part << "\n" << output.out;
	const auto report = nlohmann::json::parse(ReadTextFile(folder / "body.json"));
	EXPECT_EQ(report["particles"], 128);
	EXPECT_EQ(report["findings"][0]["code"], "holes");
	EXPECT_EQ(report["settings"]["method"], "grid");
}

TEST(CliInspect, DamagedTruncatedOversizedAndForeignFilesGiveASentence)
{
	const TemporaryFolder folder;
	const std::string good = ReadTextFile(GoodBody);
	std::string flipped = good;
	flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 4);
	WriteTextFile(folder / "flipped.sphbody", flipped);
	ExpectRefused(folder / "flipped.sphbody", "checksum");
	WriteTextFile(folder / "short.sphbody", good.substr(0, good.size() - 100));
	ExpectRefused(folder / "short.sphbody", "cut short");
	WriteTextFile(folder / "long.sphbody", good + std::string(1000, 'x'));
	ExpectRefused(folder / "long.sphbody", "damaged");
	WriteTextFile(folder / "head.sphbody", good.substr(0, 20));
	ExpectRefused(folder / "head.sphbody", "damaged");
	WriteTextFile(folder / "empty.sphbody", "");
	ExpectRefused(folder / "empty.sphbody", "empty");
	WriteTextFile(folder / "other.sphbody", std::string(5000, 'q'));
	ExpectRefused(folder / "other.sphbody", "no file of SPHSolids");
	WriteTextFile(folder / "mesh.obj", "v 0 0 0\n");
	ExpectRefused(folder / "mesh.obj", "sphsolids bake");
	WriteTextFile(folder / "scene.json", "{");
	ExpectRefused(folder / "scene.json", "JSON");
	ExpectRefused(folder / "missing.sphbody", "missing.sphbody");
}

TEST(CliInspect, ASceneIsDescribed)
{
	const TemporaryFolder folder;
	const ProcessOutput output = RunCli({"inspect", SPHSOLIDS_TEST_DATA "/scenes/design.json", "--json", folder / "scene.json"});
	EXPECT_EQ(output.exitCode, 0) << output.err;
	for (const char* part : {"beam", "beam.csv", "corotated", "cube", "water", "tip", "The scene is valid."})
		EXPECT_NE(output.out.find(part), std::string::npos) << part << "\n" << output.out;
	const auto report = nlohmann::json::parse(ReadTextFile(folder / "scene.json"));
	EXPECT_EQ(report["bodies"][1]["name"], "cube");
	WriteTextFile(folder / "bad.json", R"({"bodeis": []})");
	ExpectRefused(folder / "bad.json", "'bodies'");
}
