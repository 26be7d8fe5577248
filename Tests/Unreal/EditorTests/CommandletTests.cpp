// Copyright (c) 2026 The SPHSolids authors

#include "Commandlet/SPHSolidsBakeCommandlet.h"

#include "Engine/StaticMesh.h"
#include "Host/Program.h"
#include "Meshes.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "SPHSolidBodyAsset.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>

using namespace EditorTests;

class Commandlet : public FEditorTest
{
protected:
	void SetUp() override
	{
		FEditorTest::SetUp();
		Host::ProgramFlags().bCommandlet = true;
		Report = Editor.ContentFolder + TEXT("_report.json");
	}
	void TearDown() override
	{
		std::filesystem::remove(Host::ToUtf8(*Report));
		FEditorTest::TearDown();
	}
	int32 Run(const FString& Arguments)
	{
		const Host::FLogCapture Quiet;
		USPHSolidsBakeCommandlet* Made = NewObject<USPHSolidsBakeCommandlet>();
		return Made->Main(Arguments + TEXT(" -Report=") + Report);
	}
	/// Result by the name of the mesh.
	std::map<std::string, std::string> Results() const
	{
		FString Text;
		EXPECT_TRUE(FFileHelper::LoadFileToString(Text, *Report));
		std::map<std::string, std::string> Found;
		const nlohmann::json Parsed = nlohmann::json::parse(Host::ToUtf8(*Text));
		for (const auto& Mesh : Parsed["meshes"])
		{
			const std::string Path = Mesh["source"];
			Found[Path.substr(Path.rfind('.') + 1)] = Mesh["result"];
		}
		return Found;
	}
	static UStaticMesh* InFolder(const TCHAR* Name, double HalfSize)
	{
		UStaticMesh* Mesh =
			NewObject<UStaticMesh>(CreatePackage(*(FString(TEXT("/Game/Farm/")) + Name)), FName(Name), RF_Public | RF_Standalone);
		Mesh->CreateMeshDescription(0, BoxDescription(FVector(HalfSize)));
		return Mesh;
	}
	FString Report;
};

TEST_F(Commandlet, BakesAFolderInShardsThatMeetNowhereAndASecondRunChangesNothing)
{
	for (const TCHAR* Name : {TEXT("A"), TEXT("B"), TEXT("C"), TEXT("D"), TEXT("E")})
		InFolder(Name, 16.0);
	const FString Common(TEXT("-Folder=/Game/Farm -Radius=4 -Method=Grid -Into=/Game/Baked"));
	std::map<std::string, int> Baked;
	for (int32 Shard = 1; Shard <= 3; ++Shard)
	{
		EXPECT_EQ(Run(Common + FString::Printf(TEXT(" -Shard=%d/3"), Shard)), 0);
		for (const auto& [Name, Result] : Results())
		{
			EXPECT_EQ(Result, "baked");
			++Baked[Name];
		}
	}
	EXPECT_EQ(Baked.size(), 5u);
	for (const auto& [Name, Times] : Baked)
		EXPECT_EQ(Times, 1) << Name;
	EXPECT_TRUE(FPackageName::DoesPackageExist(TEXT("/Game/Baked/SB_E")));

	EXPECT_EQ(Run(Common), 0);
	for (const auto& [Name, Result] : Results())
		EXPECT_EQ(Result, "unchanged");
	EXPECT_EQ(Run(Common + TEXT(" -Force")), 0);
	for (const auto& [Name, Result] : Results())
		EXPECT_EQ(Result, "baked");
	EXPECT_EQ(Run(TEXT("-Folder=/Game/Farm -Radius=2 -Method=Grid -Into=/Game/Baked")), 0);
	EXPECT_EQ(Results()["A"], "baked") << "other settings are other bodies";
}

TEST_F(Commandlet, RebakesWhatIsOutOfDate)
{
	UStaticMesh* Mesh = InFolder(TEXT("Stale"), 16.0);
	ASSERT_EQ(Run(TEXT("-Meshes=/Game/Farm/Stale.Stale -Radius=4 -Method=Grid")), 0);
	Mesh->CreateMeshDescription(0, BoxDescription(FVector(24)));
	ASSERT_EQ(Run(TEXT("-Rebake")), 0);
	EXPECT_EQ(Results()["SB_Stale"], "baked");
	ASSERT_EQ(Run(TEXT("-Rebake")), 0);
	for (const auto& [Name, Result] : Results())
		EXPECT_EQ(Result, "unchanged") << Name;
}

TEST_F(Commandlet, SaysByItsExitCodeWhatWentWrong)
{
	EXPECT_EQ(Run(TEXT("")), 2);
	EXPECT_EQ(Run(TEXT("-Folder=/Game/Farm -Shard=4/3")), 2);
	EXPECT_EQ(Run(TEXT("-Folder=/Game/Farm -Shard=two")), 2);
	EXPECT_EQ(Run(TEXT("-Folder=/Game/Farm -Method=Magic")), 2);
	EXPECT_EQ(Run(TEXT("-List=/nowhere/list.txt")), 2);
	InFolder(TEXT("Good"), 16.0);
	EXPECT_EQ(Run(TEXT("-Meshes=/Game/Farm/Good.Good+/Game/Farm/Missing.Missing -Radius=4 -Method=Grid")), 1);
	EXPECT_EQ(Results()["Good"], "baked");
	EXPECT_EQ(Results()["Missing"], "failed");
	Report = TEXT("/nowhere/report.json");
	EXPECT_EQ(Run(TEXT("-Meshes=/Game/Farm/Good.Good -Radius=4 -Method=Grid")), 3);
}

TEST_F(Commandlet, ReadsAListAndShowsNoDialog)
{
	InFolder(TEXT("Listed"), 16.0);
	const FString List = Editor.ContentFolder + TEXT("_list.txt");
	FFileHelper::SaveStringToFile(TEXT("# props\n\n/Game/Farm/Listed.Listed\n/Game/Farm/Listed.Listed\n"), *List);
	EXPECT_EQ(Run(FString(TEXT("-Radius=4 -Method=Grid -List=")) + List), 0);
	EXPECT_EQ(Results().size(), 1u);
	for (const TSharedPtr<Host::FSlowTaskRecord>& Bar : Editor.SlowTasks)
		EXPECT_FALSE(Bar->bDialog);
	std::filesystem::remove(Host::ToUtf8(*List));
}
