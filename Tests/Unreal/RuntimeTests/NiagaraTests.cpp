// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "Host/Engine.h"
#include "Niagara/NiagaraDataInterfaceSPHSolids.h"
#include "NiagaraCompileHashVisitor.h"
#include "NiagaraComponent.h"
#include "NiagaraShaderParametersBuilder.h"
#include "NiagaraSystemInstance.h"
#include "RenderingThread.h"
#include "SPHFluidVolume.h"
#include "SPHHeatSourceComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

/// What an emitter reads of one particle.
struct FRead
{
	bool bValid = false;
	FVector3f Position, Velocity;
	float Radius = 0, Temperature = 0, J = 0;
	int32 Body = 0;
};

/// Stands in for a Niagara system with the interface as user parameter: makes the instance data, ticks it, calls its functions.
class FPlayedSystem
{
public:
	FPlayedSystem(UNiagaraDataInterfaceSPHSolids& InInterface, USceneComponent* Component, FNiagaraSystemInstanceID Id)
		: Interface(InInterface)
		, System(Component, Id)
		, Memory(static_cast<std::size_t>(InInterface.PerInstanceDataSize() + 16))
		, Data(reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(Memory.data()) + 15) & ~std::uintptr_t(15)))
	{
		EXPECT_TRUE(Interface.InitPerInstanceData(Data, &System));
	}
	~FPlayedSystem() { Interface.DestroyPerInstanceData(Data, &System); }

	void Tick() { EXPECT_FALSE(Interface.PerInstanceTick(Data, &System, 1.0f / 60.0f)) << "true would make the instance anew"; }
	int32 Num()
	{
		FVectorVMExternalFunctionContext Context = Call(TEXT("GetNumParticles"), {}, 1, 1);
		return static_cast<int32>(Context.HostRegisters[0][0]);
	}
	std::vector<FRead> Read(const TArray<int32>& Indices)
	{
		const FVectorVMExternalFunctionContext Context = Call(TEXT("GetParticle"), Indices, 11, Indices.Num());
		const auto Float = [&Context](int32 Register, int32 Row)
		{
			float Value;
			std::memcpy(&Value, &Context.HostRegisters[Register][Row], sizeof(Value));
			return Value;
		};
		std::vector<FRead> All;
		for (int32 Row = 0; Row < Indices.Num(); ++Row)
			All.push_back({Context.HostRegisters[1][Row] != 0, {Float(2, Row), Float(3, Row), Float(4, Row)},
				{Float(5, Row), Float(6, Row), Float(7, Row)}, Float(8, Row), Float(9, Row), Float(11, Row),
				static_cast<int32>(Context.HostRegisters[10][Row])});
		return All;
	}
	FRead ReadOne(int32 Index) { return Read({Index})[0]; }

	/// What a GPU emitter gets: the parameters with copies of their buffers.
	struct FOnCard
	{
		int32 Num = -1;
		FVector3f Origin;
		TArray<FVector4f> Places, Motions, States;
	};
	FOnCard OnCard()
	{
		// Laid out as the interface declares it.
		struct FMirror
		{
			int32 NumParticles;
			FVector3f Origin;
			FRHIShaderResourceView *Places, *Motions, *States;
		};
		FNiagaraShaderParametersBuilder Builder;
		GetDefault<UNiagaraDataInterfaceSPHSolids>()->BuildShaderParameters(Builder);
		EXPECT_EQ(Builder.HostStructSize, static_cast<int32>(sizeof(FMirror)));
		FOnCard Card;
		ENQUEUE_RENDER_COMMAND(ReadNiagara)
		(
			[this, &Card](FRHICommandListImmediate&)
			{
				FMirror Mirror;
				FNiagaraDataInterfaceSetShaderParametersContext Context;
				Context.HostProxy = Interface.GetProxyAs<FNiagaraDataInterfaceProxy>();
				Context.HostParameters = &Mirror;
				Context.HostId = System.GetId();
				Interface.SetShaderParameters(Context);
				Card.Num = Mirror.NumParticles;
				Card.Origin = Mirror.Origin;
				const auto Copy = [&Card](FRHIShaderResourceView* View)
				{
					TArray<FVector4f> Values;
					EXPECT_NE(View, nullptr) << "a shader is never handed nothing";
					if (Card.Num > 0)
						Values.Append(reinterpret_cast<const FVector4f*>(View->HostBuffer->HostBytes.GetData()), Card.Num);
					return Values;
				};
				Card.Places = Copy(Mirror.Places);
				Card.Motions = Copy(Mirror.Motions);
				Card.States = Copy(Mirror.States);
			});
		FlushRenderingCommands();
		return Card;
	}

	UNiagaraDataInterfaceSPHSolids& Interface;
	FNiagaraSystemInstance System;

private:
	FVectorVMExternalFunctionContext Call(const TCHAR* Name, const TArray<int32>& Inputs, int32 Outputs, int32 Rows)
	{
		FVMExternalFunctionBindingInfo Info;
		Info.Name = Name;
		FVMExternalFunction Function;
		Interface.GetVMExternalFunction(Info, Data, Function);
		EXPECT_TRUE(Function.IsBound());
		FVectorVMExternalFunctionContext Context;
		Context.HostNumInstances = Rows;
		Context.HostUserPointer = Data;
		if (!Inputs.IsEmpty())
		{
			TArray<uint32>& Register = Context.HostRegisters.AddDefaulted_GetRef();
			for (const int32 Value : Inputs)
				Register.Add(static_cast<uint32>(Value));
		}
		for (int32 Count = 0; Count < Outputs; ++Count)
			Context.HostRegisters.AddDefaulted_GetRef().SetNum(Rows);
		Function.Execute(Context);
		EXPECT_EQ(Context.HostNextRegister, Context.HostRegisters.Num()) << "every register of the signature is used";
		return Context;
	}

	std::vector<std::byte> Memory;
	void* Data;
};

class FNiagaraPlay : public testing::Test
{
protected:
	FNiagaraPlay()
	{
		// Drawn where the last step put them, so that places can be compared.
		GetMutableDefault<USPHSolidsSettings>()->bInterpolate = false;
		World = Engine.CreateWorld(EWorldType::Game);
		Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(100, 200, 300)));
		Component = NewObject<UNiagaraComponent>(Actor);
		Component->RegisterComponent();
		Interface = NewObject<UNiagaraDataInterfaceSPHSolids>(Component);
	}
	~FNiagaraPlay() override { Engine.DestroyWorld(World); }
	/// Niagara ticks after our publishing.
	void Play(int32 Frames, FPlayedSystem& System)
	{
		for (int32 Count = 0; Count < Frames; ++Count)
		{
			Engine.Tick(1.0f / 60.0f);
			System.Tick();
		}
	}

	FSettingsScope Keep;
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World;
	ASPHSolidActor* Actor;
	UNiagaraComponent* Component;
	UNiagaraDataInterfaceSPHSolids* Interface;
};

}

TEST_F(FNiagaraPlay, TheEditorOffersTheInterfaceForBothKindsOfEmitters)
{
	EXPECT_TRUE(FNiagaraTypeRegistry::HostParameterTypes().Contains(FString(TEXT("NiagaraDataInterfaceSPHSolids"))));
	EXPECT_TRUE(Interface->CanExecuteOnTarget(ENiagaraSimTarget::CPUSim));
	EXPECT_TRUE(Interface->CanExecuteOnTarget(ENiagaraSimTarget::GPUComputeSim));
	EXPECT_TRUE(Interface->HasPreSimulateTick()) << "else it is never ticked";
}

TEST_F(FNiagaraPlay, ACPUEmitterReadsPlaceVelocityRadiusBodyAndJ)
{
	Actor->Solid->SetBodyVelocity(FVector(50, -30, 0));
	FPlayedSystem System(*Interface, Component, 1);
	System.System.HostTile = FVector(1000, 0, 0);
	System.Tick();
	EXPECT_EQ(System.Num(), 0) << "nothing was published yet";
	Play(5, System);
	const TArray<FVector> Places = Actor->Solid->GetParticleLocations();
	ASSERT_EQ(System.Num(), Places.Num());
	for (const int32 Index : {0, 7, Places.Num() - 1})
	{
		const FRead Read = System.ReadOne(Index);
		EXPECT_TRUE(Read.bValid);
		const FVector Expected = Places[Index] - System.System.HostTile;
		EXPECT_NEAR(static_cast<double>(Read.Position.X), Expected.X, 1e-3);
		EXPECT_NEAR(static_cast<double>(Read.Position.Y), Expected.Y, 1e-3);
		EXPECT_NEAR(static_cast<double>(Read.Position.Z), Expected.Z, 1e-3);
		EXPECT_NEAR(static_cast<double>(Read.Velocity.X), 50.0, 0.1);
		EXPECT_NEAR(static_cast<double>(Read.Velocity.Y), -30.0, 0.1);
		EXPECT_NEAR(static_cast<double>(Read.Velocity.Z), Actor->Solid->GetBodyVelocity().Z, 0.1);
		EXPECT_NEAR(Read.Radius, 4.0f, 1e-4f);
		EXPECT_NEAR(Read.J, 1.0f, 1e-3f) << "free fall deforms nothing";
		EXPECT_NEAR(Read.Temperature, 20.0f, 1e-4f);
		EXPECT_EQ(Read.Body, Actor->Solid->GetBodyNumber());
	}
	for (const int32 Outside : {-1, Places.Num(), 1 << 30})
		EXPECT_FALSE(System.ReadOne(Outside).bValid);
}

TEST_F(FNiagaraPlay, JIsTheVolumeOfASqueezedBodyAtAnyScale)
{
	ASPHSolidActor* Large = SpawnSolid(World, BoxAsset(), FTransform(FQuat::Identity, FVector(500, 0, 300), FVector(2)));
	UNiagaraComponent* Other = NewObject<UNiagaraComponent>(Large);
	Other->RegisterComponent();
	Interface->Source = ESPHParticleSource::SolidOfActor;
	FPlayedSystem System(*Interface, Other, 1);
	Play(3, System);
	EXPECT_EQ(System.Num(), 125);
	EXPECT_NEAR(System.ReadOne(60).J, 1.0f, 1e-3f) << "a larger body is not a stretched one";
	EXPECT_NEAR(System.ReadOne(60).Radius, 8.0f, 1e-4f);
}

TEST_F(FNiagaraPlay, AllSolidsComeWithTheNumbersOfTheirBodies)
{
	ASPHSolidActor* Second = SpawnSolid(World, BoxAsset(), FTransform(FVector(300, 0, 0)));
	FPlayedSystem System(*Interface, Component, 1);
	Play(3, System);
	ASSERT_EQ(System.Num(), 250);
	EXPECT_EQ(System.ReadOne(0).Body, Actor->Solid->GetBodyNumber());
	EXPECT_EQ(System.ReadOne(249).Body, Second->Solid->GetBodyNumber());
	EXPECT_NE(Actor->Solid->GetBodyNumber(), Second->Solid->GetBodyNumber());
	Second->Destroy();
	Play(2, System);
	EXPECT_EQ(System.Num(), 125);
}

TEST_F(FNiagaraPlay, FluidsHaveNegativeNumbers)
{
	Actor->Destroy();
	ASPHFluidVolume* Volume = World->SpawnActorDeferred<ASPHFluidVolume>(ASPHFluidVolume::StaticClass(), FTransform(FVector(0, 0, 500)));
	Volume->BoxExtent = FVector(10);
	Volume->FinishSpawning(FTransform(FVector(0, 0, 500)));
	UNiagaraComponent* Other = NewObject<UNiagaraComponent>(Volume);
	Other->RegisterComponent();
	UNiagaraDataInterfaceSPHSolids* Fluids = NewObject<UNiagaraDataInterfaceSPHSolids>(Other);
	Fluids->Source = ESPHParticleSource::Fluids;
	FPlayedSystem System(*Fluids, Other, 1);
	Play(3, System);
	ASSERT_GT(System.Num(), 0);
	EXPECT_EQ(System.ReadOne(0).Body, -1);
	EXPECT_LT(System.ReadOne(0).Velocity.Z, -10.0f);
}

TEST_F(FNiagaraPlay, AHeatSourceWarmsWhatItReaches)
{
	USPHHeatSourceComponent* Heat = NewObject<USPHHeatSourceComponent>(Actor);
	Heat->SetWorldTransform(FTransform(FVector(100, 200, 300)));
	Heat->Temperature = 220.0f;
	Heat->Reach = 200.0f;
	Heat->RegisterComponent();
	FPlayedSystem System(*Interface, Component, 1);
	Play(2, System);
	const TArray<FVector> Places = Actor->Solid->GetParticleLocations();
	for (const int32 Index : {0, 62})
	{
		const double Distance = (Places[Index] - FVector(100, 200, 300)).Size();
		EXPECT_NEAR(static_cast<double>(System.ReadOne(Index).Temperature), 220.0 - Distance, 1.0);
	}
	const USPHSolidsWorldSubsystem* Subsystem = World->GetSubsystem<USPHSolidsWorldSubsystem>();
	EXPECT_NEAR(Subsystem->GetTemperatureAt(FVector(100, 200, 400)), 120.0f, 1e-3f);
	EXPECT_NEAR(Subsystem->GetTemperatureAt(FVector(100, 200, 600)), 20.0f, 1e-3f);
	Heat->bIsOn = false;
	EXPECT_NEAR(Subsystem->GetTemperatureAt(FVector(100, 200, 300)), 20.0f, 1e-3f);
}

TEST_F(FNiagaraPlay, AGPUEmitterFindsTheSameOnTheCard)
{
	FPlayedSystem System(*Interface, Component, 7);
	System.System.HostTile = FVector(-2000, 500, 0);
	EXPECT_EQ(System.OnCard().Num, 0) << "a system that was sent nothing yet reads nothing";
	Play(4, System);
	const FPlayedSystem::FOnCard Card = System.OnCard();
	ASSERT_EQ(Card.Num, System.Num());
	for (int32 Index = 0; Index < Card.Num; ++Index)
	{
		const FRead Read = System.ReadOne(Index);
		EXPECT_EQ(Card.Origin + FVector3f(Card.Places[Index].X, Card.Places[Index].Y, Card.Places[Index].Z), Read.Position);
		EXPECT_EQ(FVector3f(Card.Motions[Index].X, Card.Motions[Index].Y, Card.Motions[Index].Z), Read.Velocity);
		EXPECT_EQ(Card.Places[Index].W, Read.Radius);
		EXPECT_EQ(Card.Motions[Index].W, Read.Temperature);
		EXPECT_EQ(static_cast<int32>(Card.States[Index].X), Read.Body);
		EXPECT_EQ(Card.States[Index].Y, Read.J);
	}
}

TEST_F(FNiagaraPlay, WithoutGPUEmittersNothingIsUploaded)
{
	Interface->bForGPUEmitters = false;
	FPlayedSystem System(*Interface, Component, 7);
	Play(3, System);
	EXPECT_EQ(System.OnCard().Num, 0);
	EXPECT_EQ(System.Num(), 125);
}

TEST_F(FNiagaraPlay, AReaderKeepsItsSetWhileTheSimulationGoesOn)
{
	FPlayedSystem System(*Interface, Component, 1);
	Play(3, System);
	const FRead Before = System.ReadOne(0);
	for (int32 Count = 0; Count < 5; ++Count)
		Engine.Tick(1.0f / 60.0f);
	EXPECT_EQ(System.ReadOne(0).Position, Before.Position);
	System.Tick();
	EXPECT_LT(System.ReadOne(0).Position.Z, Before.Position.Z);
}

TEST_F(FNiagaraPlay, TwoSystemsOfOneInterfaceDoNotMixUpTheirBuffers)
{
	FPlayedSystem Near(*Interface, Component, 1);
	{
		FPlayedSystem Far(*Interface, Component, 2);
		Far.System.HostTile = FVector(1e6, 0, 0);
		Play(2, Near);
		Far.Tick();
		EXPECT_NEAR(Far.OnCard().Origin.X - Near.OnCard().Origin.X, -1e6f, 1.0f);
	}
	FlushRenderingCommands();
	EXPECT_EQ(Near.OnCard().Num, 125) << "the other's end takes nothing from it";
}

TEST_F(FNiagaraPlay, InAWorldWithoutSimulationThereIsNothingToRead)
{
	UWorld* Editor = Engine.CreateWorld(EWorldType::Editor);
	AActor* Placed = Editor->SpawnActor<AActor>();
	UNiagaraComponent* Shown = NewObject<UNiagaraComponent>(Placed);
	Placed->SetRootComponent(Shown);
	Shown->RegisterComponent();
	{
		FPlayedSystem System(*Interface, Shown, 9);
		Play(2, System);
		EXPECT_EQ(System.Num(), 0);
		EXPECT_FALSE(System.ReadOne(0).bValid);
	}
	Engine.DestroyWorld(Editor);
}

TEST_F(FNiagaraPlay, CopiesAreEqualAndUserSettingsGoWithThem)
{
	UNiagaraDataInterfaceSPHSolids* Copy = NewObject<UNiagaraDataInterfaceSPHSolids>(Component);
	Interface->Source = ESPHParticleSource::Fluids;
	Interface->bForGPUEmitters = false;
	EXPECT_FALSE(Interface->Equals(Copy));
	EXPECT_TRUE(Interface->CopyTo(Copy));
	EXPECT_EQ(Copy->Source, ESPHParticleSource::Fluids);
	EXPECT_FALSE(Copy->bForGPUEmitters);
	EXPECT_TRUE(Interface->Equals(Copy));
	EXPECT_FALSE(Interface->Equals(nullptr));
}

#if WITH_EDITORONLY_DATA
TEST_F(FNiagaraPlay, EverySignatureHasItsFunctionOnTheCPUAndItsHLSLForTheGPU)
{
	TArray<FNiagaraFunctionSignature> Signatures;
	Interface->GetFunctionSignatures(Signatures);
	ASSERT_EQ(Signatures.Num(), 2);
	FNiagaraDataInterfaceGPUParamInfo Info;
	Info.DataInterfaceHLSLSymbol = TEXT("SPHSolids_Emitter1");
	for (const FNiagaraFunctionSignature& Signature : Signatures)
	{
		EXPECT_FALSE(Signature.HostDescription.IsEmpty());
		EXPECT_TRUE(Signature.bMemberFunction && Signature.bSupportsCPU && Signature.bSupportsGPU && !Signature.bRequiresContext);
		EXPECT_EQ(Signature.Inputs[0].HostType.HostName, FString(TEXT("NiagaraDataInterfaceSPHSolids"))) << "the interface comes first";
		FVMExternalFunctionBindingInfo Binding;
		Binding.Name = Signature.Name;
		FVMExternalFunction Function;
		Interface->GetVMExternalFunction(Binding, nullptr, Function);
		EXPECT_TRUE(Function.IsBound());
		FString HLSL;
		EXPECT_TRUE(Interface->GetFunctionHLSL(Info, {Signature.Name, TEXT("Called_0")}, 0, HLSL));
		EXPECT_TRUE(HLSL.Contains(TEXT("void Called_0(")));
		EXPECT_TRUE(HLSL.Contains(TEXT("SPHSolids_Emitter1_NumParticles")));
		EXPECT_FALSE(HLSL.Contains(TEXT("{Symbol}")) || HLSL.Contains(TEXT("{Function}")));
	}
	FString Unknown;
	EXPECT_FALSE(Interface->GetFunctionHLSL(Info, {TEXT("NoSuchFunction"), TEXT("Called_1")}, 0, Unknown));
}

TEST_F(FNiagaraPlay, TheShaderDeclaresWhatTheParameterStructHasByTheSameNames)
{
	FNiagaraShaderParametersBuilder Builder;
	Interface->BuildShaderParameters(Builder);
	FNiagaraDataInterfaceGPUParamInfo Info;
	Info.DataInterfaceHLSLSymbol = TEXT("Sym");
	FString HLSL;
	Interface->GetParameterDefinitionHLSL(Info, HLSL);
	ASSERT_EQ(Builder.HostMembers.Num(), 5);
	for (const FString& Member : Builder.HostMembers)
	{
		FString Type, Name;
		ASSERT_TRUE(Member.Split(TEXT(" "), &Type, &Name));
		Type = Type.Replace(TEXT("FVector3f"), TEXT("float3")).Replace(TEXT("int32"), TEXT("int"));
		const FString Declared = Type + TEXT(" Sym_") + Name + TEXT(";");
		EXPECT_TRUE(HLSL.Contains(*Declared)) << TCHAR_TO_UTF8(*Declared);
	}
}

TEST_F(FNiagaraPlay, TheShaderTextCompilesAsHLSL)
{
	FNiagaraDataInterfaceGPUParamInfo Info;
	Info.DataInterfaceHLSLSymbol = TEXT("SPHSolids_Emitter1");
	FString HLSL;
	Interface->GetParameterDefinitionHLSL(Info, HLSL);
	EXPECT_TRUE(Interface->GetFunctionHLSL(Info, {TEXT("GetNumParticles"), TEXT("Number")}, 0, HLSL));
	EXPECT_TRUE(Interface->GetFunctionHLSL(Info, {TEXT("GetParticle"), TEXT("Particle")}, 1, HLSL));
	// A shader around it, as an emitter would call it.
	HLSL +=
		TEXT("RWBuffer<float> Result;\n[numthreads(64, 1, 1)]\nvoid Main(uint3 Id : SV_DispatchThreadID)\n{\n\tint Num;\n\tNumber(Num);\n"
			 "\tbool Valid;\n\tfloat3 Position, Velocity;\n\tfloat Radius, Temperature, J;\n\tint Body;\n"
			 "\tParticle(int(Id.x), Valid, Position, Velocity, Radius, Temperature, Body, J);\n"
			 "\tResult[Id.x] = Valid ? Position.x + Velocity.y + Radius + Temperature + float(Body + Num) + J : 0;\n}\n");
	const std::string Name = testing::TempDir() + "sphsolids_niagara.hlsl";
	{
		std::ofstream File(Name);
		File << TCHAR_TO_UTF8(*HLSL);
	}
	const std::string Command = "glslangValidator -D -V -e Main -S comp --target-env vulkan1.1 --auto-map-bindings --auto-map-locations -o "
		+ Name + ".spv " + Name + " > " + Name + ".log 2>&1";
	EXPECT_EQ(std::system(Command.c_str()), 0) << "look into " << Name << ".log; the Debian package is glslang-tools";
}

TEST_F(FNiagaraPlay, AnotherShaderTextMakesSystemsCompileAnew)
{
	FNiagaraCompileHashVisitor Visitor;
	EXPECT_TRUE(Interface->AppendCompileHash(&Visitor));
	EXPECT_TRUE(Visitor.HostHashed.Contains(TEXT("OutTemperature")));
	EXPECT_TRUE(Visitor.HostHashed.Contains(TEXT("Motions")));
}
#endif
