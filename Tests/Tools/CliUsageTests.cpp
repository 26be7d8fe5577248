#include "Process.h"

#include <Common/Suggest.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

void ExpectUsageError(const std::vector<std::string>& arguments, const std::string& part)
{
	const ProcessOutput output = RunCli(arguments);
	EXPECT_EQ(output.exitCode, 2);
	EXPECT_TRUE(output.out.empty());
	EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
	EXPECT_NE(output.err.find(part), std::string::npos) << output.err;
	EXPECT_NE(output.err.find("--help"), std::string::npos) << output.err;
}

}

TEST(CliUsage, EveryCommandHasHelpWithAnExample)
{
	EXPECT_NE(RunCli({"--help"}).out.find("sphsolids bake"), std::string::npos);
	for (const char* command : {"bake", "inspect", "models"})
	{
		const ProcessOutput output = RunCli({command, "--help"});
		EXPECT_EQ(output.exitCode, 0);
		EXPECT_NE(output.out.find("Example"), std::string::npos) << command;
		EXPECT_NE(output.out.find(std::string("sphsolids ")), std::string::npos) << command;
		EXPECT_TRUE(output.err.empty());
	}
}

TEST(CliUsage, VersionIsPrinted)
{
	const ProcessOutput output = RunCli({"--version"});
	EXPECT_EQ(output.exitCode, 0);
	EXPECT_TRUE(output.out.starts_with("sphsolids ")) << output.out;
}

TEST(CliUsage, ModelsAreListedWithADescription)
{
	const ProcessOutput output = RunCli({"models"});
	EXPECT_EQ(output.exitCode, 0);
	for (const char* model : {"bunny ", "gear ", "shirt "})
		EXPECT_NE(output.out.find(model), std::string::npos) << model;
}

TEST(CliUsage, MisspeltCommandsAndOptionsAreToldTheNearest)
{
	ExpectUsageError({"bkae"}, "'bake'");
	ExpectUsageError({"inspct"}, "'inspect'");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--raduis", "1"}, "'--radius'");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--particle=5"}, "'--particles'");
	ExpectUsageError({"bake", "x.obj", "--outptu", "y"}, "'--output'");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--method", "gird"}, "'grid'");
	ExpectUsageError({"--versoin"}, "'--version'");
	ExpectUsageError({"quetzalcoatl"}, "no command");
}

TEST(CliUsage, MissingAndImpossibleValuesAreNamed)
{
	ExpectUsageError({}, "command is needed");
	ExpectUsageError({"bake"}, "required");
	ExpectUsageError({"bake", "x.obj"}, "--output");
	ExpectUsageError({"bake", "x.obj", "-o"}, "--output");
	ExpectUsageError({"inspect"}, "FILE");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--radius", "1", "--particles", "5"}, "--particles");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "extra"}, "extra");
	for (const char* radius : {"0", "-1", "abc", "nan", "inf", "", "1e400", "0.1m"})
		ExpectUsageError({"bake", "x.obj", "-o", "y", "--radius", radius}, "--radius");
	for (const char* count : {"0", "-1", "abc", "1.5", "99999999999"})
		ExpectUsageError({"bake", "x.obj", "-o", "y", "--particles", count}, "--particles");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--scale", "0"}, "--scale");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--threads", "0"}, "--threads");
	ExpectUsageError({"bake", "x.obj", "-o", "y", "--sheet", "maybe"}, "--sheet");
}

TEST(Suggest, CountsAddedDroppedChangedAndSwappedLetters)
{
	EXPECT_EQ(Tools::EditDistance("radius", "radius"), 0);
	EXPECT_EQ(Tools::EditDistance("raduis", "radius"), 1);
	EXPECT_EQ(Tools::EditDistance("radus", "radius"), 1);
	EXPECT_EQ(Tools::EditDistance("radiuss", "radius"), 1);
	EXPECT_EQ(Tools::EditDistance("rodius", "radius"), 1);
	EXPECT_EQ(Tools::EditDistance("", "abc"), 3);
	EXPECT_EQ(Tools::EditDistance("kitten", "sitting"), 3);
}

TEST(Suggest, FindsTheNearestWordOrNone)
{
	const std::vector<std::string> words = {"bake", "inspect", "models"};
	EXPECT_EQ(Tools::NearestWord("baek", words), "bake");
	EXPECT_EQ(Tools::NearestWord("insp", words), "inspect");
	EXPECT_EQ(Tools::NearestWord("zzzzzz", words), "");
	EXPECT_EQ(Tools::NearestWord("", words), "");
	EXPECT_EQ(Tools::NearestWord("x", {}), "");
}
