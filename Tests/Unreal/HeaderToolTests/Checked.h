#pragma once

#include "Parser.h"
#include "Rules.h"
#include "Writer.h"

#include <algorithm>
#include <string>
#include <vector>

/// A small module in memory, checked as the header tool would.
struct Checked
{
	HeaderTool::Diagnostics diagnostics;

	bool Breaks(const std::string& rule) const
	{
		return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const auto& d) { return d.rule == rule; });
	}
	bool IsClean() const { return diagnostics.empty(); }
	/// Every sentence, for the failure message of a test.
	std::string All() const
	{
		std::string all;
		for (const auto& diagnostic : diagnostics)
			all += diagnostic.ToString() + "\n";
		return all;
	}
	const HeaderTool::Diagnostic& First(const std::string& rule) const
	{
		return *std::find_if(diagnostics.begin(), diagnostics.end(), [&](const auto& d) { return d.rule == rule; });
	}
};

struct NamedText
{
	std::string path, text;
};

/// What the host's headers tell the rules: the engine's classes with their virtual functions.
inline const NamedText EngineHeader{"Host/Engine/Public/Engine.h", R"(
UCLASS() class UObject { public: GENERATED_BODY() virtual void PostLoad(); virtual void Serialize(FArchive& Ar); };
UCLASS() class UActorComponent : public UObject { public: GENERATED_BODY() virtual void BeginPlay();
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& Out) const; UFUNCTION(BlueprintCallable) void Activate(bool bReset = false); };
UCLASS() class AActor : public UObject { public: GENERATED_BODY() virtual void Tick(float DeltaSeconds); };
UCLASS() class UInterface : public UObject { GENERATED_BODY() };
)"};

inline Checked CheckFiles(const std::vector<NamedText>& files, const std::string& module = "SPHSolidsRuntime")
{
	Checked checked;
	HeaderTool::Diagnostics ignored;
	std::vector<HeaderTool::ParsedFile> parsed, others{HeaderTool::Parse(EngineHeader.path, EngineHeader.text, ignored)};
	others[0].path = "Host/Engine/Public/Engine.txt"; // not a header of ours: no rule looks at it
	for (const NamedText& file : files)
		parsed.push_back(HeaderTool::Parse(file.path, file.text, checked.diagnostics));
	HeaderTool::CheckModule({module, &parsed, &others}, checked.diagnostics);
	for (const HeaderTool::ParsedFile& file : parsed)
		HeaderTool::CheckSpecifiers(file, checked.diagnostics);
	return checked;
}

/// `declarations` in a header that is otherwise right.
inline std::string Header(const std::string& declarations)
{
	return "// Copyright (c) 2026 The SPHSolids authors\n#pragma once\n#include \"CoreMinimal.h\"\n#include \"SPHThing.generated.h\"\n"
		+ declarations;
}

inline Checked CheckHeader(const std::string& declarations, const std::string& source = "")
{
	std::vector<NamedText> files{{"Source/SPHSolidsRuntime/Public/SPHThing.h", Header(declarations)}};
	if (!source.empty())
		files.push_back({"Source/SPHSolidsRuntime/Private/SPHThing.cpp", "// Copyright (c) 2026 The SPHSolids authors\n" + source});
	return CheckFiles(files);
}

/// `members` in a component that is otherwise right. They begin as private.
inline Checked CheckMembers(const std::string& members, const std::string& source = "")
{
	return CheckHeader(
		"UCLASS()\nclass SPHSOLIDSRUNTIME_API USPHThing : public UActorComponent\n{\n\tGENERATED_BODY()\n" + members + "\n};\n", source);
}

#define EXPECT_BREAKS(rule, checked)                                                                                                       \
	do                                                                                                                                     \
	{                                                                                                                                      \
		const Checked result = (checked);                                                                                                  \
		EXPECT_TRUE(result.Breaks(rule)) << "expected " << rule << ", got:\n" << result.All();                                             \
	} while (false)
#define EXPECT_CLEAN(checked)                                                                                                              \
	do                                                                                                                                     \
	{                                                                                                                                      \
		const Checked result = (checked);                                                                                                  \
		EXPECT_TRUE(result.IsClean()) << result.All();                                                                                     \
	} while (false)
