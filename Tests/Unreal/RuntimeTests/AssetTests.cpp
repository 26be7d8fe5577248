// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidBody.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Async/ParallelFor.h"
#include "Bodies.h"
#include "Host/Config.h"
#include "Host/Packages.h"
#include "Host/Program.h"
#include "Misc/FileHelper.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsSettings.h"
#include "Templates/Casts.h"
#include "UObject/UnrealType.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

TEST(BodyAsset, KnowsWhatItHolds)
{
	const USPHSolidBodyAsset* Asset = BoxAsset();
	EXPECT_TRUE(Asset->HasBody());
	EXPECT_EQ(Asset->NumParticles, 125);
	EXPECT_FLOAT_EQ(Asset->ParticleRadius, 4.0f);
	EXPECT_NEAR(Asset->VolumeLitres, 64.0f, 0.7f);
	EXPECT_EQ(Asset->NumVertices, 24);
	EXPECT_EQ(Asset->NumTriangles, 12);
	ASSERT_EQ(Asset->MaterialSlots.Num(), 2);
	EXPECT_EQ(Asset->MaterialSlots[1].SlotName, FName(TEXT("Slot1")));
}

TEST(BodyAsset, SurvivesSavingAndLoading)
{
	const TArray<uint8> File = Host::SaveAsset(BoxAsset());
	USPHSolidBodyAsset* Loaded = CastChecked<USPHSolidBodyAsset>(Host::LoadAsset(File, GetTransientPackage(), TEXT("LoadedBox")));
	EXPECT_EQ(Loaded->GetBytes(), BoxBytes());
	EXPECT_EQ(Loaded->NumParticles, 125);
	EXPECT_EQ(Loaded->MaterialSlots.Num(), 2);
	EXPECT_TRUE(Loaded->HasBody());
}

TEST(BodyAsset, IsDecodedOnceWhoeverAsks)
{
	USPHSolidBodyAsset* Loaded =
		CastChecked<USPHSolidBodyAsset>(Host::LoadAsset(Host::SaveAsset(BoxAsset()), GetTransientPackage(), TEXT("SharedBox")));
	TArray<TSharedPtr<const FSPHSolidBody>> Seen;
	Seen.SetNum(16);
	ParallelFor(16, [&](int32 Index) { Seen[Index] = Loaded->GetBody(); });
	for (const TSharedPtr<const FSPHSolidBody>& Body : Seen)
		EXPECT_EQ(Body, Seen[0]);
}

TEST(BodyAsset, RefusesWhatIsNoBodyAndKeepsWhatItHas)
{
	USPHSolidBodyAsset* Asset = NewAsset(BoxBytes());
	FString Message;
	EXPECT_FALSE(Asset->SetBytes({}, Message));
	EXPECT_FALSE(Message.IsEmpty());
	TArray<uint8> Cut = BoxBytes();
	Cut.SetNum(Cut.Num() / 2);
	EXPECT_FALSE(Asset->SetBytes(Cut, Message));
	TArray<uint8> Bent = BoxBytes();
	Bent[Bent.Num() / 2] ^= 0x40;
	EXPECT_FALSE(Asset->SetBytes(Bent, Message));
	EXPECT_EQ(Asset->GetBytes(), BoxBytes());
	EXPECT_TRUE(Asset->HasBody());
}

TEST(BodyAsset, ABodyOfANewerVersionIsRefusedWithOneLineThatNamesTheAsset)
{
	TArray<uint8> File = Host::SaveAsset(BoxAsset());
	// The body is in the asset's file as it is; one of a newer version is as long.
	const TArray<uint8>& Body = BoxBytes();
	const TArray<uint8> Newer = NewerBoxBytes();
	int32 At = 0;
	while (FMemory::Memcmp(&File[At], Body.GetData(), 8) != 0)
		++At;
	FMemory::Memcpy(&File[At], Newer.GetData(), static_cast<SIZE_T>(Newer.Num()));
	USPHSolidBodyAsset* Loaded = CastChecked<USPHSolidBodyAsset>(Host::LoadAsset(File, GetTransientPackage(), TEXT("NewerBox")));
	const Host::FLogCapture Log;
	EXPECT_FALSE(Loaded->HasBody());
	EXPECT_FALSE(Loaded->HasBody());
	EXPECT_EQ(Log.Count(ELogVerbosity::Error, TEXT("NewerBox")), 1);
	EXPECT_TRUE(Log.Contains(TEXT("Update SPHSolids")));
}

TEST(BodyAsset, ReadsFilesOfTheCommandLine)
{
	const FString File(TEXT("/tmp/sphsolids_runtime_test.sphbody"));
	ASSERT_TRUE(FFileHelper::SaveArrayToFile(BoxBytes(), *File));
	USPHSolidBodyAsset* Asset = NewObject<USPHSolidBodyAsset>();
	FString Message;
	EXPECT_TRUE(Asset->LoadFromFile(File, Message));
	EXPECT_EQ(Asset->NumParticles, 125);
	EXPECT_FALSE(Asset->LoadFromFile(TEXT("/nowhere/at/all.sphbody"), Message));
	EXPECT_TRUE(Message.Contains(TEXT("/nowhere/at/all.sphbody")));
}

TEST(BodyAsset, TrianglesAreSortedBySlotAndFaceTheEnginesWay)
{
	const TSharedPtr<const FSPHSolidBody> Body = BoxAsset()->GetBody();
	ASSERT_EQ(Body->Topology->Sections.Num(), 2);
	EXPECT_EQ(Body->Topology->Sections[0].NumTriangles, 2u);
	EXPECT_EQ(Body->Topology->Sections[1].FirstIndex, 6u);
	EXPECT_EQ(Body->Topology->Sections[1].NumTriangles, 10u);
	EXPECT_TRUE(Body->Bounds.Min.Equals(FVector(-24), 1e-3)) << "half a side and a particle's radius";
	EXPECT_TRUE(Body->RestCentre.IsNearlyZero(1e-3));
}

TEST(BodyAsset, AnotherScaleIsTheSameBodyInAnotherSize)
{
	const TSharedPtr<const FSPHSolidBody> Body = BoxAsset()->GetBody();
	const auto Tasks = SPHSolids::MakeSerialTaskRunner();
	const auto Double = Body->RestAtScale(2.0, *Tasks);
	EXPECT_EQ(Double, Body->RestAtScale(2.0, *Tasks)) << "shared";
	const SPHSolids::RestState& Rest = Body->Baked->rest;
	double Volume = 0, DoubleVolume = 0;
	for (std::size_t Index = 0; Index < Rest.ParticleCount(); ++Index)
	{
		Volume += static_cast<double>(Rest.volume[Index]);
		DoubleVolume += static_cast<double>(Double->state.volume[Index]);
	}
	EXPECT_NEAR(DoubleVolume, 8 * Volume, 1e-5);
	EXPECT_EQ(Double->state.position[7], Rest.position[7] * 2.0f);
}

TEST(Material, PresetsAreTheCores)
{
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>();
	const TArray<FName> Names = USPHSolidMaterial::GetPresetNames();
	EXPECT_TRUE(Names.Contains(FName(TEXT("Jelly"))));
	for (const FName Name : Names)
	{
		EXPECT_TRUE(Material->ApplyPreset(Name));
		const SPHSolids::Material Core = SPHSolidMaterialValues(Material).Material;
		for (const SPHSolids::MaterialPreset& Preset : SPHSolids::MaterialPresets())
			if (FName(UTF8_TO_TCHAR(std::string(Preset.name).c_str())) == Name)
			{
				EXPECT_NEAR(Core.young, Preset.material.young, 1e-5 * Preset.material.young);
				EXPECT_NEAR(Core.poisson, Preset.material.poisson, 1e-6);
				EXPECT_EQ(Core.model, Preset.material.model);
				EXPECT_NEAR(Core.density, Preset.material.density, 1e-3);
			}
	}
	const Host::FLogCapture Log;
	EXPECT_FALSE(Material->ApplyPreset(TEXT("Adamantium")));
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("Adamantium")), 1);
}

TEST(Material, KilopascalsArePascalsInTheCore)
{
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>();
	Material->StiffnessKPa = 12.5f;
	EXPECT_DOUBLE_EQ(SPHSolidMaterialValues(Material).Material.young, 12500.0);
	EXPECT_DOUBLE_EQ(SPHSolidMaterialValues(Material, 2.0f).Material.young, 25000.0);
	Material->FibreDirection = FVector(0, 1, 0);
	EXPECT_DOUBLE_EQ(SPHSolidMaterialValues(Material).Material.fibreDirection.y, -1.0);
}

#if WITH_EDITOR
TEST(Material, ChoosingAPresetInTheDetailsFillsTheValuesAndTellsTheBodies)
{
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>();
	int32 Told = 0;
	Material->OnMaterialChanged.AddLambda([&Told] { ++Told; });
	Material->Preset = FName(TEXT("Rubber"));
	FPropertyChangedEvent Event(USPHSolidMaterial::StaticClass()->FindPropertyByName(TEXT("Preset")));
	Material->PostEditChangeProperty(Event);
	EXPECT_GE(Material->StiffnessKPa, 500.0f);
	EXPECT_EQ(Told, 1);
}
#endif

TEST(Settings, ComeFromTheProjectsIniFile)
{
	Host::FConfig::Get().Set(TEXT("/Script/SPHSolidsRuntime.SPHSolidsSettings"), TEXT("MaxStepsPerFrame"), TEXT("7"));
	USPHSolidsSettings* Settings = NewObject<USPHSolidsSettings>();
	Settings->LoadConfig();
	EXPECT_EQ(Settings->MaxStepsPerFrame, 7);
	EXPECT_EQ(Settings->GetCategoryName(), FName(TEXT("Plugins")));
	Host::FConfig::Get().Clear();
}
