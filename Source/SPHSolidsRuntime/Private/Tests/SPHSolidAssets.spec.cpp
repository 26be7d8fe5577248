// Copyright (c) 2026 The SPHSolids authors

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "SPHSolidBodyAsset.h"
#include "SPHSolidMaterial.h"
#include "UObject/Package.h"

BEGIN_DEFINE_SPEC(FSPHSolidAssetsSpec, "SPHSolids.Assets",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext
		| EAutomationTestFlags::ProductFilter)
USPHSolidBodyAsset* Asset = nullptr;
END_DEFINE_SPEC(FSPHSolidAssetsSpec)

void FSPHSolidAssetsSpec::Define()
{
	Describe(TEXT("A body asset"),
		[this]
		{
			BeforeEach([this] { Asset = NewObject<USPHSolidBodyAsset>(GetTransientPackage()); });
			It(TEXT("is empty when it is new"), [this] { TestFalse(TEXT("has a body"), Asset->HasBody()); });
			It(TEXT("refuses bytes that are no body and says why"),
				[this]
				{
					FString Message;
					const TArray<uint8> Bytes = {1, 2, 3, 4};
					TestFalse(TEXT("taken"), Asset->SetBytes(Bytes, Message));
					TestFalse(TEXT("silent"), Message.IsEmpty());
				});
		});
	Describe(TEXT("A material"),
		[this]
		{
			It(TEXT("has presets that it can take"),
				[this]
				{
					USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>(GetTransientPackage());
					for (const FName Name : USPHSolidMaterial::GetPresetNames())
						TestTrue(TEXT("taken"), Material->ApplyPreset(Name));
				});
		});
}

#endif
