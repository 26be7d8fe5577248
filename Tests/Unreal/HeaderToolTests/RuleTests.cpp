#include "Checked.h"

#include <gtest/gtest.h>

// Each rule refuses at least one text and accepts a neighbour of it.

namespace
{

const std::string Good = "USTRUCT(BlueprintType)\nstruct FSPHThing\n{\n\tGENERATED_BODY()\n\n\t/** Kilopascal. */\n"
						 "\tUPROPERTY(EditAnywhere, BlueprintReadWrite, Category = \"SPHSolids\")\n\tfloat Stiffness = 1.0f;\n};\n";

std::vector<NamedText> OneHeader(const std::string& text)
{
	return {{"Source/SPHSolidsRuntime/Public/SPHThing.h", text}};
}

const std::string Copyright = "// Copyright (c) 2026 The SPHSolids authors\n";

}

TEST(HeaderRules, ASmallCorrectHeaderBreaksNothing)
{
	EXPECT_CLEAN(CheckHeader(Good));
}

TEST(HeaderRules, MessagesNameFileLineRuleAndCure)
{
	const Checked checked = CheckMembers("\tUPROPERTY()\n\tstd::vector<int> Values;");
	ASSERT_TRUE(checked.Breaks("R10"));
	EXPECT_EQ(checked.First("R10").ToString(),
		"Source/SPHSolidsRuntime/Public/SPHThing.h:9: R10: USPHThing::Values: std::vector<int> is of the standard library, which "
		"reflection does not know; "
		"use the engine's type.");
}

TEST(HeaderRules, R00RefusesAMisspeltSpecifier)
{
	EXPECT_BREAKS("R00", CheckMembers("\tUPROPERTY(EditAnywere)\n\tfloat A = 0;"));
	EXPECT_BREAKS(
		"R00", CheckHeader("UCLASS(Blueprintible)\nclass SPHSOLIDSRUNTIME_API USPHThing : public UObject\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R00", CheckMembers("\tUFUNCTION(BlueprintCalable)\n\tvoid F();"));
	EXPECT_CLEAN(CheckMembers("\tUPROPERTY(Transient, DuplicateTransient)\n\tfloat A = 0;"));
}

TEST(HeaderRules, R01WantsTheGeneratedHeaderOnceAndLast)
{
	EXPECT_BREAKS("R01", CheckFiles(OneHeader(Copyright + "#pragma once\n#include \"CoreMinimal.h\"\n" + Good)));
	EXPECT_BREAKS(
		"R01", CheckFiles(OneHeader(Copyright + "#pragma once\n#include \"SPHThing.generated.h\"\n#include \"CoreMinimal.h\"\n" + Good)));
	EXPECT_BREAKS("R01",
		CheckFiles(OneHeader(Copyright + "#pragma once\n#include \"SPHThing.generated.h\"\n#include \"SPHThing.generated.h\"\n" + Good)));
	EXPECT_CLEAN(CheckFiles(OneHeader(Copyright + "#pragma once\n#include \"SPHThing.generated.h\"\n" + Good)));
	// A header without reflection needs none.
	EXPECT_CLEAN(CheckFiles(OneHeader(Copyright + "#pragma once\nstruct FPlain\n{\n\tint32 A = 0;\n};\n")));
	// A dynamic delegate alone is reflection too.
	EXPECT_BREAKS("R01", CheckFiles(OneHeader(Copyright + "#pragma once\nDECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnSleep);\n")));
}

TEST(HeaderRules, R02WantsTheFilesOwnGeneratedHeaderAndUniqueNames)
{
	EXPECT_BREAKS("R02", CheckFiles(OneHeader(Copyright + "#pragma once\n#include \"SPHOther.generated.h\"\n" + Good)));
	std::vector<NamedText> twins = OneHeader(Header(Good));
	twins.push_back({"Source/SPHSolidsRuntime/Private/Deep/SPHThing.h", Header("UENUM()\nenum class ESPHOther : uint8\n{\n\tA\n};\n")});
	EXPECT_BREAKS("R02", CheckFiles(twins));
	twins[1] = {"Source/SPHSolidsRuntime/Private/SPHThing.cpp", Copyright + "#include \"SPHThing.h\"\n"};
	EXPECT_CLEAN(CheckFiles(twins));
}

TEST(HeaderRules, R03WantsPragmaOnceFirst)
{
	EXPECT_BREAKS(
		"R03", CheckFiles(OneHeader(Copyright + "#include \"CoreMinimal.h\"\n#pragma once\n#include \"SPHThing.generated.h\"\n" + Good)));
	EXPECT_BREAKS(
		"R03", CheckFiles(OneHeader(Copyright + "#ifndef X\n#define X\n#include \"SPHThing.generated.h\"\n" + Good + "#endif\n")));
	EXPECT_CLEAN(CheckFiles(OneHeader(Copyright + "// What it is for.\n#pragma once\n#include \"SPHThing.generated.h\"\n" + Good)));
}

TEST(HeaderRules, R04WantsGeneratedBodyFirst)
{
	EXPECT_BREAKS("R04", CheckHeader("USTRUCT()\nstruct FSPHThing\n{\n\tUPROPERTY()\n\tfloat A = 0;\n};"));
	EXPECT_BREAKS("R04", CheckHeader("USTRUCT()\nstruct FSPHThing\n{\n\tUPROPERTY()\n\tfloat A = 0;\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R04", CheckHeader("UENUM()\nenum class ESPHThing : uint8\n{\n\tGENERATED_BODY()\n\tA\n};"));
	// An access label may stand before it.
	EXPECT_CLEAN(CheckHeader("UCLASS()\nclass SPHSOLIDSRUNTIME_API USPHThing : public UObject\n{\npublic:\n\tGENERATED_BODY()\n};"));
}

TEST(HeaderRules, R04WantsInterfacesInPairs)
{
	const std::string outer = "UINTERFACE()\nclass SPHSOLIDSRUNTIME_API USPHHeat : public UInterface\n{\n\tGENERATED_BODY()\n};\n";
	EXPECT_BREAKS("R04", CheckHeader(outer));
	EXPECT_BREAKS("R04", CheckHeader(outer + "class SPHSOLIDSRUNTIME_API ISPHHeat\n{\npublic:\n\tvirtual float Heat() const = 0;\n};\n"));
	EXPECT_BREAKS("R04",
		CheckHeader(
			"UINTERFACE()\nclass SPHSOLIDSRUNTIME_API USPHHeat\n{\n\tGENERATED_BODY()\n};\nclass ISPHHeat\n{\n\tGENERATED_BODY()\n};\n"));
	EXPECT_CLEAN(CheckHeader(
		outer + "class SPHSOLIDSRUNTIME_API ISPHHeat\n{\n\tGENERATED_BODY()\npublic:\n\tvirtual float Heat() const = 0;\n};\n"));
}

TEST(HeaderRules, R05WantsReflectedTypesAtFileScope)
{
	EXPECT_BREAKS("R05", CheckHeader("namespace SPH\n{\n" + Good + "}\n"));
	EXPECT_BREAKS("R05", CheckHeader("class FOuter\n{\npublic:\n" + Good + "};\n"));
	EXPECT_CLEAN(CheckHeader("namespace SPH\n{\nclass FInner;\n}\n" + Good));
}

TEST(HeaderRules, R06AllowsOnlyTheEditorsConditions)
{
	EXPECT_BREAKS("R06", CheckHeader("#if SPH_EXTRA\n" + Good + "#endif\n"));
	EXPECT_BREAKS("R06", CheckMembers("#if WITH_EDITOR\n\tUPROPERTY()\n\tfloat A = 0;\n#endif"));
	EXPECT_BREAKS("R06", CheckMembers("#if WITH_EDITORONLY_DATA\n#else\n\tUPROPERTY()\n\tfloat A = 0;\n#endif"));
	EXPECT_BREAKS("R06", CheckMembers("#if WITH_EDITORONLY_DATA\n\tUFUNCTION()\n\tvoid F();\n#endif"));
	EXPECT_CLEAN(CheckMembers(
		"#if WITH_EDITORONLY_DATA\n\tUPROPERTY()\n\tfloat A = 0;\n#endif\n#if WITH_EDITOR\n\tUFUNCTION()\n\tvoid F();\n#endif\n"
		"#if SPH_EXTRA\n\tvoid Plain();\n#endif"));
}

TEST(HeaderRules, R07WantsTheLettersOfTheEngine)
{
	EXPECT_BREAKS("R07", CheckHeader("USTRUCT()\nstruct SPHThing\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R07", CheckHeader("UENUM()\nenum class SPHThing : uint8\n{\n\tA\n};"));
	EXPECT_BREAKS("R07", CheckHeader("UCLASS()\nclass SPHSOLIDSRUNTIME_API USPHThing : public AActor\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R07", CheckHeader("UCLASS()\nclass SPHSOLIDSRUNTIME_API ASPHThing : public UObject\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R07", CheckHeader("USTRUCT()\ntemplate <class T>\nstruct FSPHThing\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_CLEAN(CheckHeader("UCLASS()\nclass SPHSOLIDSRUNTIME_API ASPHThing : public AActor\n{\n\tGENERATED_BODY()\n};"));
}

TEST(HeaderRules, R08WantsTheModulesExportMacro)
{
	EXPECT_BREAKS("R08", CheckHeader("UCLASS()\nclass SPHSOLIDSEDITOR_API USPHThing : public UObject\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R08", CheckHeader("UCLASS()\nclass USPHThing : public UObject\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_BREAKS("R08", CheckHeader("UENUM()\nenum class SPHSOLIDSRUNTIME_API ESPHThing : uint8\n{\n\tA\n};"));
	EXPECT_CLEAN(CheckHeader("UCLASS(MinimalAPI)\nclass USPHThing : public UObject\n{\n\tGENERATED_BODY()\n};"));
	EXPECT_CLEAN(CheckHeader("USTRUCT()\nstruct FSPHThing\n{\n\tGENERATED_BODY()\n};"));
}

TEST(HeaderRules, R09WantsEnumsThatBlueprintsCanHold)
{
	EXPECT_BREAKS("R09", CheckHeader("UENUM(BlueprintType)\nenum class ESPHThing : int32\n{\n\tA\n};"));
	EXPECT_BREAKS("R09", CheckHeader("UENUM()\nenum ESPHThing\n{\n\tA\n};"));
	EXPECT_BREAKS("R09", CheckHeader("UENUM()\nenum class ESPHThing : uint8\n{\n\tA = 1,\n\tB = 2\n};"));
	EXPECT_BREAKS("R09", CheckHeader("UENUM()\nenum class ESPHThing : uint8\n{\n\tA UMETA(DisplayName = Jelly)\n};"));
	EXPECT_CLEAN(
		CheckHeader("UENUM(BlueprintType)\nenum class ESPHThing : uint8\n{\n\tA = 2,\n\tB = 0 UMETA(DisplayName = \"Jelly\")\n};"));
}

TEST(HeaderRules, R10RefusesTypesThatReflectionDoesNotKnow)
{
	for (const char* type : {"std::string", "TArray<TArray<int32>>", "TMap<FName, TArray<int32>>", "TSharedPtr<FVector>",
			 "TUniquePtr<FVector>", "TOptional<float>", "FUnknownThing", "const FVector&", "TFunction<void()>", "float*"})
		EXPECT_BREAKS("R10", CheckMembers(std::string("\tUPROPERTY()\n\t") + type + " A;"));
	EXPECT_BREAKS(
		"R10", CheckMembers("\t/** A */\n\tUPROPERTY(BlueprintReadWrite, Category = \"A\", meta = (AllowPrivateAccess))\n\tuint32 A = 0;"));
	EXPECT_BREAKS(
		"R10", CheckMembers("\t/** A */\n\tUPROPERTY(BlueprintReadWrite, Category = \"A\", meta = (AllowPrivateAccess))\n\tFVector3f A;"));
	EXPECT_BREAKS(
		"R10", CheckMembers("\t/** A */\n\tUPROPERTY(BlueprintReadOnly, Category = \"A\", meta = (AllowPrivateAccess))\n\tint32 A[3];"));
	EXPECT_BREAKS("R10", CheckMembers("\tUPROPERTY()\n\tint32 A : 3;"));
}

TEST(HeaderRules, R10AcceptsWhatReflectionKnows)
{
	for (const char* type : {"bool", "uint32", "FVector3f", "TArray<FVector>", "TMap<FName, int32>", "TSet<FName>", "TObjectPtr<UObject>",
			 "TArray<TObjectPtr<UObject>>", "TSubclassOf<AActor>", "TSoftObjectPtr<UObject>", "TWeakObjectPtr<AActor>", "FTransform",
			 "TEnumAsByte<ECollisionChannel>"})
		EXPECT_CLEAN(CheckMembers(std::string("\tUPROPERTY()\n\t") + type + " A;"));
	EXPECT_CLEAN(CheckMembers("\tUPROPERTY()\n\tuint8 bFlag : 1;\n\tUPROPERTY()\n\tint32 Values[4];"));
	// Without the macro anything goes.
	EXPECT_CLEAN(CheckMembers("\tstd::vector<int> Values;\n\tTSharedPtr<FVector> Shared;"));
}

TEST(HeaderRules, R11WantsObjectPointersThatTheCollectorSees)
{
	EXPECT_BREAKS("R11", CheckMembers("\tUPROPERTY()\n\tUObject* A = nullptr;"));
	EXPECT_BREAKS("R11", CheckMembers("\tUPROPERTY()\n\tTArray<AActor*> A;"));
	EXPECT_BREAKS("R11", CheckMembers("\tUObject* A = nullptr;"));
	EXPECT_BREAKS("R11", CheckMembers("\tTObjectPtr<UObject> A;"));
	EXPECT_CLEAN(CheckMembers("\tUPROPERTY()\n\tTObjectPtr<UObject> A;\n\tTWeakObjectPtr<UObject> B;\n\tvoid F(UObject* Raw);"));
}

TEST(HeaderRules, R12RefusesContradictoryAccess)
{
	const auto check = [](const std::string& specifiers)
	{ return CheckMembers("\t/** A */\n\tUPROPERTY(" + specifiers + ", Category = \"A\")\n\tfloat A = 0;"); };
	EXPECT_BREAKS("R12", check("BlueprintReadWrite"));
	EXPECT_BREAKS("R12", check("BlueprintReadWrite, BlueprintReadOnly"));
	EXPECT_BREAKS("R12", check("EditAnywhere, VisibleAnywhere"));
	EXPECT_CLEAN(check("BlueprintReadWrite, meta = (AllowPrivateAccess = \"true\")"));
	EXPECT_CLEAN(CheckMembers("public:\n\t/** A */\n\tUPROPERTY(EditAnywhere, BlueprintReadOnly, Category = \"A\")\n\tfloat A = 0;"));
}

TEST(HeaderRules, R13WantsACategoryWhereUsersLook)
{
	EXPECT_BREAKS("R13", CheckMembers("\t/** A */\n\tUPROPERTY(EditAnywhere)\n\tfloat A = 0;"));
	EXPECT_BREAKS("R13", CheckMembers("\t/** A */\n\tUFUNCTION(BlueprintCallable)\n\tvoid F();"));
	EXPECT_CLEAN(CheckMembers("\tUPROPERTY(Transient)\n\tfloat A = 0;\n\tUFUNCTION()\n\tvoid F();"));
}

TEST(HeaderRules, R14RefusesOverloadsAndSignaturesThatNoPinHas)
{
	EXPECT_BREAKS("R14", CheckMembers("\tUFUNCTION()\n\tvoid F(int32 A);\n\tUFUNCTION()\n\tvoid F(float A);"));
	EXPECT_BREAKS("R14", CheckMembers("\tUFUNCTION()\n\tvoid Activate(bool bReset);"));
	EXPECT_BREAKS("R14", CheckMembers("\tUFUNCTION()\n\tvoid F(FTransform A = FTransform::Identity);"));
	EXPECT_BREAKS("R14", CheckMembers("\tUFUNCTION()\n\tvoid F(std::string A);"));
	EXPECT_BREAKS("R14", CheckMembers("\t/** A */\n\tUFUNCTION(BlueprintCallable, Category = \"A\")\n\tvoid F(uint32 A);"));
	EXPECT_BREAKS("R14", CheckMembers("\t/** A */\n\tUFUNCTION(BlueprintPure, Category = \"A\")\n\tfloat F();"));
	EXPECT_CLEAN(CheckMembers(
		"\tUFUNCTION()\n\tvoid F(const TArray<FVector>& In, TArray<FVector>& Out, FVector At = FVector(0, 0, 1), UObject* Who = nullptr);\n"
		"\tvoid F(int32 NotReflected);\n\t/** A */\n\tUFUNCTION(BlueprintPure, Category = \"A\")\n\tfloat G() const;"));
}

TEST(HeaderRules, R15WantsEventsInTheirForm)
{
	const std::string native = "\t/** A */\n\tUFUNCTION(BlueprintNativeEvent, Category = \"A\")\n\tvoid OnHit(float Impulse);";
	EXPECT_BREAKS("R15", CheckMembers(native));
	EXPECT_BREAKS("R15", CheckMembers(native + "\n\tvoid OnHit_Implementation(float Impulse);"));
	EXPECT_BREAKS("R15", CheckMembers("\t/** A */\n\tUFUNCTION(BlueprintImplementableEvent, Category = \"A\")\n\tvirtual void OnHit();"));
	EXPECT_BREAKS("R15", CheckMembers("\t/** A */\n\tUFUNCTION(BlueprintImplementableEvent, Category = \"A\")\n\tvoid OnHit() {}"));
	EXPECT_CLEAN(CheckMembers(native + "\n\tvirtual void OnHit_Implementation(float Impulse);"));
	EXPECT_CLEAN(CheckMembers("\t/** A */\n\tUFUNCTION(BlueprintImplementableEvent, Category = \"A\")\n\tvoid OnHit();"));
}

TEST(HeaderRules, R16WantsReplicationToBeComplete)
{
	const std::string property = "\tUPROPERTY(ReplicatedUsing = OnRep_A)\n\tfloat A = 0;\n";
	const std::string props = "\tvirtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& Out) const override;\n";
	const std::string notify = "\tUFUNCTION()\n\tvoid OnRep_A();\n";
	const std::string source =
		"void USPHThing::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& Out) const\n{\n\tDOREPLIFETIME(USPHThing, A);\n}\n";
	EXPECT_CLEAN(CheckMembers(property + props + notify, source));
	EXPECT_BREAKS("R16", CheckMembers(property + notify, source));
	EXPECT_BREAKS("R16", CheckMembers(property + props + notify, "int X;"));
	EXPECT_BREAKS("R16", CheckMembers(property + props + "\tvoid OnRep_A();\n", source));
	EXPECT_BREAKS("R16", CheckMembers("\tUPROPERTY(meta = (ReplicatedUsing = \"OnRep_A\"))\n\tfloat A = 0;\n"));
}

TEST(HeaderRules, R17WantsStructsOfInitialisedPublicData)
{
	const auto check = [](const std::string& body)
	{ return CheckHeader("USTRUCT()\nstruct FSPHThing\n{\n\tGENERATED_BODY()\n" + body + "\n};"); };
	EXPECT_BREAKS("R17", check("\tUPROPERTY()\n\tfloat A;"));
	EXPECT_BREAKS("R17", check("\tUPROPERTY()\n\tbool bA;"));
	EXPECT_BREAKS("R17", check("\tUFUNCTION()\n\tvoid F();"));
	EXPECT_BREAKS("R17", check("private:\n\tUPROPERTY()\n\tfloat A = 0;"));
	EXPECT_CLEAN(
		check("\tUPROPERTY()\n\tfloat A = 0;\n\tUPROPERTY()\n\tint32 B{1};\n\tUPROPERTY()\n\tFString C;\n\tfloat Length() const;"));
	// A struct on a pin is a BlueprintType.
	const std::string plain = "USTRUCT()\nstruct FSPHInner\n{\n\tGENERATED_BODY()\n};\n";
	const std::string holder = "USTRUCT(BlueprintType)\nstruct FSPHOuter\n{\n\tGENERATED_BODY()\n\t/** A "
							   "*/\n\tUPROPERTY(BlueprintReadWrite, Category = \"A\")\n\tFSPHInner A;\n};\n";
	EXPECT_BREAKS("R17", CheckHeader(plain + holder));
	EXPECT_CLEAN(CheckHeader("USTRUCT(BlueprintType)\nstruct FSPHInner\n{\n\tGENERATED_BODY()\n};\n" + holder));
}

TEST(HeaderRules, R18WantsDelegatesWithMatchingCounts)
{
	EXPECT_BREAKS("R18", CheckHeader("DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnHit, FVector, Where);\n"));
	EXPECT_BREAKS("R18", CheckHeader("DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnHit, FVector Where);\n"));
	EXPECT_BREAKS("R18", CheckHeader("DECLARE_DYNAMIC_MULTICAST_DELEGATE(OnHit);\n"));
	EXPECT_BREAKS("R18", CheckMembers("\tDECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnHit);"));
	const std::string component = "UCLASS()\nclass SPHSOLIDSRUNTIME_API USPHThing : public UObject\n{\n\tGENERATED_BODY()\npublic:\n";
	const std::string declared = "DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnHit, FVector, Where, float, Impulse);\n" + component;
	EXPECT_BREAKS("R18", CheckHeader(declared + "\tUPROPERTY()\n\tFOnHit OnHit;\n};"));
	EXPECT_CLEAN(CheckHeader(declared + "\t/** A */\n\tUPROPERTY(BlueprintAssignable, Category = \"A\")\n\tFOnHit OnHit;\n};"));
	// Plain delegates count differently and may stand in a class.
	EXPECT_CLEAN(CheckMembers("\tDECLARE_MULTICAST_DELEGATE_OneParam(FOnHit, FVector);"));
}

TEST(HeaderRules, R19WantsMetaThatMeansSomething)
{
	const auto check = [](const std::string& meta)
	{
		return CheckMembers("\tUPROPERTY()\n\tbool bFlag = false;\n\t/** A */\n\tUPROPERTY(EditAnywhere, Category = \"A\", meta = (" + meta
			+ "))\n\tfloat A = 0;");
	};
	EXPECT_BREAKS("R19", check("ClampMin = 0"));
	EXPECT_BREAKS("R19", check("ClampMin = \"zero\""));
	EXPECT_BREAKS("R19", check("Units = \"furlong\""));
	EXPECT_BREAKS("R19", check("EditCondition = \"bNoSuchFlag\""));
	EXPECT_CLEAN(check("ClampMin = \"0.0\", UIMax = \"1e6\", Units = \"cm\", EditCondition = \"bFlag && A > 0\", EditConditionHides"));
	// The names of an enum and its value are no properties.
	EXPECT_CLEAN(check("EditCondition = \"A == ESPHMode::Play\""));
}

TEST(HeaderRules, R20KeepsTheCoreOutOfReflectedPublicHeaders)
{
	const std::string text = Copyright + "#pragma once\n#include <SPHSolids/World/World.h>\n#include \"SPHThing.generated.h\"\n" + Good;
	EXPECT_BREAKS("R20", CheckFiles({{"Source/SPHSolidsRuntime/Public/SPHThing.h", text}}));
	EXPECT_BREAKS(
		"R20", CheckFiles(OneHeader(Copyright + "#pragma once\n#include <Eigen/Dense>\n#include \"SPHThing.generated.h\"\n" + Good)));
	EXPECT_CLEAN(CheckFiles({{"Source/SPHSolidsRuntime/Private/SPHThing.h", text}}));
}

TEST(HeaderRules, R23WantsTextAroundLiterals)
{
	for (const char* code : {"FString A(\"x\");", "FString A = \"x\";", "Use(FName(\"x\"));", "Use(FString::Printf(\"%d\", 1));",
			 "UE_LOG(LogSPH, Warning, \"x\");", "UE_CLOG(bBad, LogSPH, Warning, \"x\");"})
		EXPECT_BREAKS("R23", CheckHeader(Good, std::string("void F()\n{\n\t") + code + "\n}\n"));
	EXPECT_CLEAN(CheckHeader(
		Good, "void F()\n{\n\tFString A(TEXT(\"x\"));\n\tUE_LOG(LogSPH, Warning, TEXT(\"%s\"), *A);\n\tconst char* Plain = \"x\";\n}\n"));
}

TEST(HeaderRules, R23WantsALocalisationNamespaceThatEnds)
{
	EXPECT_BREAKS("R23", CheckHeader(Good, "FText F()\n{\n\treturn LOCTEXT(\"A\", \"B\");\n}\n"));
	EXPECT_BREAKS("R23", CheckHeader(Good, "#define LOCTEXT_NAMESPACE \"SPH\"\nFText F()\n{\n\treturn LOCTEXT(\"A\", \"B\");\n}\n"));
	EXPECT_CLEAN(CheckHeader(
		Good, "#define LOCTEXT_NAMESPACE \"SPH\"\nFText F()\n{\n\treturn LOCTEXT(\"A\", \"B\");\n}\n#undef LOCTEXT_NAMESPACE\n"));
}

TEST(HeaderRules, R24WantsOverrideAndPlainConstructors)
{
	EXPECT_BREAKS("R24", CheckMembers("\tvirtual void BeginPlay();"));
	EXPECT_BREAKS("R24", CheckMembers("\tvoid PostLoad();"));
	EXPECT_BREAKS("R24", CheckMembers("\tUSPHThing(int32 A);"));
	EXPECT_CLEAN(CheckMembers("\tvirtual void BeginPlay() override;\n\tvirtual void Own();\n\tvoid BeginPlay(int32 "
							  "Other);\n\tUSPHThing(const FObjectInitializer& Init);"));
}

TEST(HeaderRules, R24KeepsConstructorsToWhatConstructorsCanDo)
{
	const std::string members = "public:\n\tUSPHThing();\n\tvoid Later();";
	EXPECT_BREAKS("R24", CheckMembers(members, "USPHThing::USPHThing()\n{\n\tGetWorld();\n}\n"));
	EXPECT_BREAKS("R24", CheckMembers(members, "void USPHThing::Later()\n{\n\tCreateDefaultSubobject<UObject>(TEXT(\"A\"));\n}\n"));
	EXPECT_BREAKS("R24", CheckMembers("public:\n\tUSPHThing()\n\t{\n\t\tGetWorld();\n\t}"));
	EXPECT_CLEAN(CheckMembers(members,
		"USPHThing::USPHThing()\n\t: A{1}\n\t, B(2)\n{\n\tCreateDefaultSubobject<UObject>(TEXT(\"A\"));\n}\nvoid "
		"USPHThing::Later()\n{\n\tGetWorld();\n}\n"));
}

TEST(HeaderRules, W25WantsTheCopyrightLine)
{
	const std::string rest = "#pragma once\n#include \"SPHThing.generated.h\"\n" + Good;
	const Checked checked = CheckFiles(OneHeader(rest));
	EXPECT_TRUE(checked.Breaks("W25")) << checked.All();
	EXPECT_FALSE(checked.First("W25").IsError());
	EXPECT_CLEAN(CheckFiles(OneHeader(Copyright + rest)));
}

TEST(HeaderRules, W26SeesMixedIndentation)
{
	EXPECT_BREAKS("W26", CheckHeader(Good, "void F()\n{\n\t int A;\n}\n"));
	EXPECT_BREAKS("W26", CheckHeader(Good, "void F()\n{\n  \tint A;\n}\n"));
	EXPECT_CLEAN(CheckHeader(Good, "int F(bool B)\n{\n\treturn B ? 1\n\t         : 2;\n}\n"));
	EXPECT_CLEAN(CheckHeader(Good, "/**\n\t * Inside a comment the star is one space in.\n\t */\nvoid F()\n{\n\tint A;\n}\n"));
}

TEST(HeaderRules, W27WantsTooltipsWithoutMarkup)
{
	EXPECT_BREAKS("W27", CheckMembers("\tUPROPERTY(EditAnywhere, Category = \"A\")\n\tfloat A = 0;"));
	EXPECT_BREAKS("W27", CheckMembers("\t/** **Bold** */\n\tUPROPERTY(EditAnywhere, Category = \"A\")\n\tfloat A = 0;"));
	EXPECT_BREAKS("W27", CheckMembers("\tUFUNCTION(BlueprintCallable, Category = \"A\")\n\tvoid F();"));
	EXPECT_CLEAN(CheckMembers("\t// Metres, 2 * radius.\n\tUPROPERTY(EditAnywhere, Category = \"A\")\n\tfloat A = 0;"));
}

TEST(HeaderRules, W28KeepsAwayFromMacrosOfOthers)
{
	EXPECT_BREAKS("W28", CheckMembers("\tvoid check();"));
	EXPECT_BREAKS("W28", CheckHeader("UENUM()\nenum class ESPHThing : uint8\n{\n\tNone,\n\tA\n};"));
	EXPECT_BREAKS("W28", CheckMembers("\tvoid F(int32 MAX);"));
	EXPECT_CLEAN(CheckMembers("\tvoid CheckAll(int32 Max);"));
}
