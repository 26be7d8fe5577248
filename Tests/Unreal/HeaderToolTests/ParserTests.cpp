#include "Checked.h"

#include <gtest/gtest.h>

using namespace HeaderTool;

namespace
{

ParsedFile ParseText(const std::string& text)
{
	Diagnostics diagnostics;
	ParsedFile file = Parse("Public/Thing.h", text, diagnostics);
	EXPECT_TRUE(diagnostics.empty()) << (diagnostics.empty() ? "" : diagnostics[0].ToString());
	return file;
}

}

TEST(HeaderParser, ReadsPropertiesWithTypesValuesAndTooltips)
{
	const ParsedFile file = ParseText(R"(
UCLASS(ClassGroup = (SPH), meta = (BlueprintSpawnableComponent, DisplayName = "A (b), c"))
class X_API UThing final : public UBase, public IOther<int>
{
	GENERATED_BODY()
public:
	/**
	 * First line.
	 * Second line.
	 */
	UPROPERTY(EditAnywhere, Category = "A|B", meta = (ClampMin = "0.1", UIMax = "10"))
	TMap<FName, TObjectPtr<UObject>> Table; // not this
	// Half of it.
	UPROPERTY()
	float Half = 0.5f;
	UPROPERTY()
	uint8 bFlag : 1;
	UPROPERTY()
	int32 Values[4] = {1, 2, 3, 4};
};
)");
	ASSERT_EQ(file.types.size(), 1u);
	const ReflectedType& type = file.types[0];
	EXPECT_EQ(type.name, "UThing");
	EXPECT_EQ(type.apiMacro, "X_API");
	ASSERT_EQ(type.bases.size(), 2u);
	EXPECT_EQ(type.bases[0], "UBase");
	ASSERT_TRUE(type.specifiers.FindMeta("DisplayName"));
	EXPECT_EQ(type.specifiers.FindMeta("DisplayName")->value, "A (b), c");
	ASSERT_EQ(type.properties.size(), 4u);
	EXPECT_EQ(type.properties[0].name, "Table");
	EXPECT_EQ(type.properties[0].comment, "First line.\nSecond line.");
	ASSERT_EQ(type.properties[0].type.arguments.size(), 2u);
	EXPECT_EQ(type.properties[0].type.arguments[1].name, "TObjectPtr");
	EXPECT_EQ(type.properties[1].initialiser, "0.5f");
	EXPECT_EQ(type.properties[1].comment, "Half of it.");
	EXPECT_EQ(type.properties[2].bitWidth, "1");
	EXPECT_EQ(type.properties[3].arraySize, "4");
}

TEST(HeaderParser, ReadsFunctionsAndTheirBodies)
{
	const ParsedFile file = ParseText(R"(
UCLASS()
class UThing : public UBase
{
	GENERATED_BODY()
public:
	UThing() : A{1}, B(2) { Use(A); }
	UFUNCTION(BlueprintCallable, Category = "A")
	static TArray<FVector> Points(const UObject* World, TMap<int32, FVector>& Out, float Scale = FMath::Max(1.0f, 2.0f), bool bAll = true);
	virtual FString Name() const override { return FString(); }
	virtual void Pure() PURE_VIRTUAL(UThing::Pure, );
	bool operator==(const UThing& Other) const;
	TArray<int32> Field = {1, 2};
	template <class T>
	void Generic(T Value) { Use(Value); }
};
)");
	ASSERT_EQ(file.types.size(), 1u);
	const ReflectedType& type = file.types[0];
	ASSERT_EQ(type.functions.size(), 5u);
	const Function& points = type.functions[1];
	EXPECT_TRUE(points.reflected);
	EXPECT_TRUE(points.isStatic);
	ASSERT_EQ(points.parameters.size(), 4u);
	EXPECT_EQ(points.parameters[1].name, "Out");
	EXPECT_TRUE(points.parameters[1].type.isReference);
	EXPECT_EQ(points.parameters[2].defaultValue, "FMath::Max(1.0f,2.0f)");
	EXPECT_EQ(points.parameters[0].type.pointers, 1);
	EXPECT_TRUE(type.functions[2].isOverride);
	EXPECT_TRUE(type.functions[2].isConst);
	EXPECT_TRUE(type.functions[3].isPure);
	ASSERT_GE(file.bodies.size(), 2u);
	EXPECT_EQ(file.bodies[0].name, "UThing");
	ASSERT_EQ(type.plainMembers.size(), 1u);
	EXPECT_EQ(type.plainMembers[0].name, "Field");
}

TEST(HeaderParser, ReportsWhatItCannotRead)
{
	EXPECT_BREAKS("parse", CheckMembers("\tUPROPERTY()\n\tfloat A, B;"));
	EXPECT_BREAKS("parse", CheckMembers("\tUFUNCTION()\n\tfloat NotAFunction;"));
	EXPECT_BREAKS("parse", CheckHeader("UCLASS()\nint32 NotAClass;\n"));
}

TEST(HeaderParser, SurvivesBrokenText)
{
	// Whatever half a file contains, the tool ends: it must never hang or read past the end.
	const std::string whole =
		Header("UCLASS()\nclass X_API UThing : public UBase\n{\n\tGENERATED_BODY()\n\tUPROPERTY(EditAnywhere, meta = (A = \"b\"))\n"
			   "\tTMap<FName, TArray<int32>> A = {};\n\tUFUNCTION()\n\tvoid F(int32 X = (1 + 2)) { Use(\"}\"); }\n};\nUENUM()\nenum class "
			   "EA : uint8 { A = 1 UMETA(X) };\n");
	for (std::size_t length = 0; length <= whole.size(); ++length)
	{
		Diagnostics diagnostics;
		Parse("Public/Thing.h", whole.substr(0, length), diagnostics);
		Parse("Public/Thing.h", whole.substr(length), diagnostics);
	}
}
