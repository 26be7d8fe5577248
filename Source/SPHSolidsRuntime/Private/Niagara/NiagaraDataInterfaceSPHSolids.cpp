// Copyright (c) 2026 The SPHSolids authors

#include "Niagara/NiagaraDataInterfaceSPHSolids.h"

#include "Components/SceneComponent.h"
#include "Engine/World.h"
#include "Misc/App.h"
#include "Niagara/SPHNiagaraParticles.h"
#include "NiagaraCompileHashVisitor.h"
#include "NiagaraRenderer.h"
#include "NiagaraShaderParametersBuilder.h"
#include "NiagaraSystemInstance.h"
#include "NiagaraTypes.h"
#include "RHIUtilities.h"
#include "RenderingThread.h"
#include "SPHSolidsWorldSubsystem.h"
#include "ShaderParameterMacros.h"
#include "Simulation/SPHSolidsSimulation.h"
#include "VectorVM.h"

// Signatures were checked against Epic's pages and plugins that build with 5.5 to 5.8; the host's headers name them one by one. What rests
// on one plugin alone (not on a page): FNiagaraRenderer::GetSrvOrDefaultFloat4, the spelling symbol + "_" + member in HLSL.

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace SPHNiagara
{

/// As the shader sees it: every member is called by the interface's symbol, an underscore and this name.
BEGIN_SHADER_PARAMETER_STRUCT(FShaderParameters, )
SHADER_PARAMETER(int32, NumParticles)
SHADER_PARAMETER(FVector3f, Origin)
SHADER_PARAMETER_SRV(Buffer<float4>, Places)
SHADER_PARAMETER_SRV(Buffer<float4>, Motions)
SHADER_PARAMETER_SRV(Buffer<float4>, States)
END_SHADER_PARAMETER_STRUCT()

/// Of one system on the game thread and in the virtual machine. Swapped before a tick, read by workers during it.
struct FInstance
{
	TSharedPtr<const FSPHNiagaraParticles> Particles;
	/// Of the particles' places, in the simulation's own space.
	FVector3f Origin = FVector3f(0.0f, 0.0f, 0.0f);

	int32 Num() const { return Particles ? Particles->Num() : 0; }
};

/// Of one system on the render thread.
struct FBuffers
{
	FReadBuffer Places, Motions, States;
	FVector3f Origin = FVector3f(0.0f, 0.0f, 0.0f);
	int32 Num = 0;

	void Release()
	{
		Places.Release();
		Motions.Release();
		States.Release();
		Num = 0;
	}
};

struct FProxy final : public FNiagaraDataInterfaceProxy
{
	virtual ~FProxy() override
	{
		for (TPair<FNiagaraSystemInstanceID, FBuffers>& Pair : Systems)
			Pair.Value.Release();
	}
	/// Nothing goes through Niagara: render commands of our own carry the particles.
	virtual int32 PerInstanceDataPassedToRenderThreadSize() const override { return 0; }
	virtual void ConsumePerInstanceDataFromGameThread(void*, const FNiagaraSystemInstanceID&) override {}

	TMap<FNiagaraSystemInstanceID, FBuffers> Systems;
};

static const FName GetNumParticlesName(TEXT("GetNumParticles"));
static const FName GetParticleName(TEXT("GetParticle"));

void Upload(FRHICommandListImmediate& RHICmdList, FReadBuffer& Buffer, const TCHAR* Name, const TArray<FVector4f>& Values)
{
	const uint32 Needed = static_cast<uint32>(Values.Num()) * sizeof(FVector4f);
	// Grows by half more than is needed, so that a fluid that is being poured does not make a buffer every frame.
	if (Buffer.NumBytes < Needed)
	{
		Buffer.Release();
		Buffer.Initialize(
			RHICmdList, Name, sizeof(FVector4f), static_cast<uint32>(Values.Num() + Values.Num() / 2), PF_A32B32G32R32F, BUF_Dynamic);
	}
	void* Memory = RHICmdList.LockBuffer(Buffer.Buffer, 0, Needed, RLM_WriteOnly);
	FMemory::Memcpy(Memory, Values.GetData(), Needed);
	RHICmdList.UnlockBuffer(Buffer.Buffer);
}

void SendToRenderThread(FProxy* Proxy, FNiagaraSystemInstanceID Id, const FInstance& Instance)
{
	ENQUEUE_RENDER_COMMAND(SPHNiagaraParticles)
	(
		[Proxy, Id, Particles = Instance.Particles, Origin = Instance.Origin](FRHICommandListImmediate& RHICmdList)
		{
			FBuffers& Buffers = Proxy->Systems.FindOrAdd(Id);
			Buffers.Origin = Origin;
			Buffers.Num = Particles ? Particles->Num() : 0;
			if (Buffers.Num == 0)
				return;
			Upload(RHICmdList, Buffers.Places, TEXT("SPHNiagaraPlaces"), Particles->Places);
			Upload(RHICmdList, Buffers.Motions, TEXT("SPHNiagaraMotions"), Particles->Motions);
			Upload(RHICmdList, Buffers.States, TEXT("SPHNiagaraStates"), Particles->States);
		});
}

void GetNumParticles(FVectorVMExternalFunctionContext& Context)
{
	VectorVM::FUserPtrHandler<FInstance> Instance(Context);
	FNDIOutputParam<int32> OutNum(Context);
	for (int32 Count = 0; Count < Context.GetNumInstances(); ++Count)
		OutNum.SetAndAdvance(Instance->Num());
}

void GetParticle(FVectorVMExternalFunctionContext& Context)
{
	VectorVM::FUserPtrHandler<FInstance> Instance(Context);
	FNDIInputParam<int32> InIndex(Context);
	FNDIOutputParam<FNiagaraBool> OutValid(Context);
	FNDIOutputParam<FVector3f> OutPosition(Context);
	FNDIOutputParam<FVector3f> OutVelocity(Context);
	FNDIOutputParam<float> OutRadius(Context);
	FNDIOutputParam<float> OutTemperature(Context);
	FNDIOutputParam<int32> OutBody(Context);
	FNDIOutputParam<float> OutJ(Context);
	const FVector4f Nothing(0.0f, 0.0f, 0.0f, 0.0f);
	for (int32 Count = 0; Count < Context.GetNumInstances(); ++Count)
	{
		const int32 Index = InIndex.GetAndAdvance();
		const bool bValid = Index >= 0 && Index < Instance->Num();
		const FVector4f Place = bValid ? Instance->Particles->Places[Index] : Nothing;
		const FVector4f Motion = bValid ? Instance->Particles->Motions[Index] : Nothing;
		const FVector4f State = bValid ? Instance->Particles->States[Index] : Nothing;
		OutValid.SetAndAdvance(bValid);
		OutPosition.SetAndAdvance(Instance->Origin + FVector3f(Place.X, Place.Y, Place.Z));
		OutVelocity.SetAndAdvance(FVector3f(Motion.X, Motion.Y, Motion.Z));
		OutRadius.SetAndAdvance(Place.W);
		OutTemperature.SetAndAdvance(Motion.W);
		OutBody.SetAndAdvance(static_cast<int32>(State.X));
		OutJ.SetAndAdvance(State.Y);
	}
}

#if WITH_EDITORONLY_DATA
/// What every GPU emitter that uses the interface declares.
static const TCHAR* const DefinitionHLSL = TEXT("int {Symbol}_NumParticles;\n"
												"float3 {Symbol}_Origin;\n"
												"Buffer<float4> {Symbol}_Places;\n"
												"Buffer<float4> {Symbol}_Motions;\n"
												"Buffer<float4> {Symbol}_States;\n");
static const TCHAR* const GetNumParticlesHLSL = TEXT("void {Function}(out int OutNum)\n"
													 "{\n"
													 "\tOutNum = {Symbol}_NumParticles;\n"
													 "}\n");
/// The same as GetParticle above, line by line.
static const TCHAR* const GetParticleHLSL =
	TEXT("void {Function}(int InIndex, out bool OutValid, out float3 OutPosition, out float3 OutVelocity, out float OutRadius, "
		 "out float OutTemperature, out int OutBody, out float OutJ)\n"
		 "{\n"
		 "\tOutValid = InIndex >= 0 && InIndex < {Symbol}_NumParticles;\n"
		 "\tfloat4 Place = OutValid ? {Symbol}_Places[InIndex] : float4(0, 0, 0, 0);\n"
		 "\tfloat4 Motion = OutValid ? {Symbol}_Motions[InIndex] : float4(0, 0, 0, 0);\n"
		 "\tfloat4 State = OutValid ? {Symbol}_States[InIndex] : float4(0, 0, 0, 0);\n"
		 "\tOutPosition = {Symbol}_Origin + Place.xyz;\n"
		 "\tOutVelocity = Motion.xyz;\n"
		 "\tOutRadius = Place.w;\n"
		 "\tOutTemperature = Motion.w;\n"
		 "\tOutBody = (int)State.x;\n"
		 "\tOutJ = State.y;\n"
		 "}\n");

FString FillIn(const TCHAR* Template, const FString& Symbol, const FString& Function = FString())
{
	return FString(Template).Replace(TEXT("{Symbol}"), *Symbol).Replace(TEXT("{Function}"), *Function);
}
#endif

}

UNiagaraDataInterfaceSPHSolids::UNiagaraDataInterfaceSPHSolids(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	Proxy.Reset(new SPHNiagara::FProxy());
}

void UNiagaraDataInterfaceSPHSolids::PostInitProperties()
{
	Super::PostInitProperties();
	// Without this the editor does not offer the interface.
	if (HasAnyFlags(RF_ClassDefaultObject))
		FNiagaraTypeRegistry::Register(
			FNiagaraTypeDefinition(GetClass()), ENiagaraTypeRegistryFlags::AllowAnyVariable | ENiagaraTypeRegistryFlags::AllowParameter);
}

bool UNiagaraDataInterfaceSPHSolids::CanExecuteOnTarget(ENiagaraSimTarget Target) const
{
	return Target == ENiagaraSimTarget::CPUSim || Target == ENiagaraSimTarget::GPUComputeSim;
}

int32 UNiagaraDataInterfaceSPHSolids::PerInstanceDataSize() const
{
	return sizeof(SPHNiagara::FInstance);
}

bool UNiagaraDataInterfaceSPHSolids::InitPerInstanceData(void* PerInstanceData, FNiagaraSystemInstance*)
{
	new (PerInstanceData) SPHNiagara::FInstance();
	return true;
}

void UNiagaraDataInterfaceSPHSolids::DestroyPerInstanceData(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance)
{
	static_cast<SPHNiagara::FInstance*>(PerInstanceData)->~FInstance();
	ENQUEUE_RENDER_COMMAND(SPHNiagaraForget)
	(
		[RenderProxy = GetProxyAs<SPHNiagara::FProxy>(), Id = SystemInstance->GetId()](FRHICommandListImmediate&)
		{
			if (SPHNiagara::FBuffers* Buffers = RenderProxy->Systems.Find(Id))
				Buffers->Release();
			RenderProxy->Systems.Remove(Id);
		});
}

bool UNiagaraDataInterfaceSPHSolids::PerInstanceTick(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance, float)
{
	SPHNiagara::FInstance& Instance = *static_cast<SPHNiagara::FInstance*>(PerInstanceData);
	const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(SystemInstance->GetWorld());
	FSPHSolidsSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	const USceneComponent* Attached = SystemInstance->GetAttachComponent();
	const TSharedPtr<const FSPHNiagaraParticles> Before = Instance.Particles;
	const FVector3f OriginBefore = Instance.Origin;
	Instance.Particles = Simulation ? Simulation->AskForParticles(Source, Attached ? Attached->GetOwner() : nullptr) : nullptr;
	if (Instance.Particles)
		Instance.Origin = FVector3f(SystemInstance->GetLWCConverter(false).ConvertWorldToSimulationPosition(Instance.Particles->Origin));
	const bool bChanged = Instance.Particles != Before || Instance.Origin != OriginBefore;
	if (bForGPUEmitters && bChanged && FApp::CanEverRender())
		SPHNiagara::SendToRenderThread(GetProxyAs<SPHNiagara::FProxy>(), SystemInstance->GetId(), Instance);
	// True would mean: throw the instance away and make it anew.
	return false;
}

void UNiagaraDataInterfaceSPHSolids::GetVMExternalFunction(
	const FVMExternalFunctionBindingInfo& BindingInfo, void*, FVMExternalFunction& OutFunc)
{
	if (BindingInfo.Name == SPHNiagara::GetNumParticlesName)
		OutFunc = FVMExternalFunction::CreateStatic(&SPHNiagara::GetNumParticles);
	else if (BindingInfo.Name == SPHNiagara::GetParticleName)
		OutFunc = FVMExternalFunction::CreateStatic(&SPHNiagara::GetParticle);
}

void UNiagaraDataInterfaceSPHSolids::BuildShaderParameters(FNiagaraShaderParametersBuilder& ShaderParametersBuilder) const
{
	ShaderParametersBuilder.AddNestedStruct<SPHNiagara::FShaderParameters>();
}

void UNiagaraDataInterfaceSPHSolids::SetShaderParameters(const FNiagaraDataInterfaceSetShaderParametersContext& Context) const
{
	// Every view must be set, so a system that was sent nothing yet reads the engine's empty buffers.
	static const SPHNiagara::FBuffers Empty;
	const SPHNiagara::FBuffers* Found = Context.GetProxy<SPHNiagara::FProxy>().Systems.Find(Context.GetSystemInstanceID());
	const SPHNiagara::FBuffers& Buffers = Found ? *Found : Empty;
	SPHNiagara::FShaderParameters& Parameters = *Context.GetParameterNestedStruct<SPHNiagara::FShaderParameters>();
	Parameters.NumParticles = Buffers.Num;
	Parameters.Origin = Buffers.Origin;
	Parameters.Places = FNiagaraRenderer::GetSrvOrDefaultFloat4(Buffers.Places.SRV);
	Parameters.Motions = FNiagaraRenderer::GetSrvOrDefaultFloat4(Buffers.Motions.SRV);
	Parameters.States = FNiagaraRenderer::GetSrvOrDefaultFloat4(Buffers.States.SRV);
}

bool UNiagaraDataInterfaceSPHSolids::Equals(const UNiagaraDataInterface* Other) const
{
	if (!Super::Equals(Other))
		return false;
	const UNiagaraDataInterfaceSPHSolids& Same = *static_cast<const UNiagaraDataInterfaceSPHSolids*>(Other);
	return Same.Source == Source && Same.bForGPUEmitters == bForGPUEmitters;
}

bool UNiagaraDataInterfaceSPHSolids::CopyToInternal(UNiagaraDataInterface* Destination) const
{
	if (!Super::CopyToInternal(Destination))
		return false;
	UNiagaraDataInterfaceSPHSolids& Copy = *static_cast<UNiagaraDataInterfaceSPHSolids*>(Destination);
	Copy.Source = Source;
	Copy.bForGPUEmitters = bForGPUEmitters;
	return true;
}

#if WITH_EDITORONLY_DATA
void UNiagaraDataInterfaceSPHSolids::GetFunctionsInternal(TArray<FNiagaraFunctionSignature>& OutFunctions) const
{
	const auto Start = [this](const FName& Name, const FText& Description)
	{
		FNiagaraFunctionSignature Signature;
		Signature.Name = Name;
		Signature.bMemberFunction = true;
		Signature.bRequiresContext = false;
		Signature.bSupportsCPU = true;
		Signature.bSupportsGPU = true;
		Signature.SetDescription(Description);
		Signature.AddInput(FNiagaraVariable(FNiagaraTypeDefinition(GetClass()), FName(TEXT("SPHSolids"))));
		return Signature;
	};
	FNiagaraFunctionSignature Number =
		Start(SPHNiagara::GetNumParticlesName, LOCTEXT("GetNumParticles", "How many particles there are in this frame."));
	Number.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetIntDef(), FName(TEXT("Num"))));
	OutFunctions.Add(Number);

	FNiagaraFunctionSignature Particle = Start(SPHNiagara::GetParticleName,
		LOCTEXT("GetParticle",
			"One particle: position in the simulation's space, velocity in cm/s, radius in cm, temperature in degrees Celsius, number of "
			"its "
			"body (fluids: -1, -2...) and J, its volume as a share of the undeformed one. Not valid if the index is not below the number "
			"of "
			"particles."));
	Particle.AddInput(FNiagaraVariable(FNiagaraTypeDefinition::GetIntDef(), FName(TEXT("Index"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetBoolDef(), FName(TEXT("Valid"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetPositionDef(), FName(TEXT("Position"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetVec3Def(), FName(TEXT("Velocity"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetFloatDef(), FName(TEXT("Radius"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetFloatDef(), FName(TEXT("Temperature"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetIntDef(), FName(TEXT("Body"))));
	Particle.AddOutput(FNiagaraVariable(FNiagaraTypeDefinition::GetFloatDef(), FName(TEXT("J"))));
	OutFunctions.Add(Particle);
}

bool UNiagaraDataInterfaceSPHSolids::AppendCompileHash(FNiagaraCompileHashVisitor* InVisitor) const
{
	bool bDone = Super::AppendCompileHash(InVisitor);
	bDone &= InVisitor->UpdateString(TEXT("SPHSolidsDefinition"), SPHNiagara::DefinitionHLSL);
	bDone &= InVisitor->UpdateString(TEXT("SPHSolidsGetNumParticles"), SPHNiagara::GetNumParticlesHLSL);
	bDone &= InVisitor->UpdateString(TEXT("SPHSolidsGetParticle"), SPHNiagara::GetParticleHLSL);
	bDone &= InVisitor->UpdateShaderParameters<SPHNiagara::FShaderParameters>();
	return bDone;
}

void UNiagaraDataInterfaceSPHSolids::GetParameterDefinitionHLSL(const FNiagaraDataInterfaceGPUParamInfo& ParamInfo, FString& OutHLSL)
{
	Super::GetParameterDefinitionHLSL(ParamInfo, OutHLSL);
	OutHLSL += SPHNiagara::FillIn(SPHNiagara::DefinitionHLSL, ParamInfo.DataInterfaceHLSLSymbol);
}

bool UNiagaraDataInterfaceSPHSolids::GetFunctionHLSL(const FNiagaraDataInterfaceGPUParamInfo& ParamInfo,
	const FNiagaraDataInterfaceGeneratedFunction& FunctionInfo, int FunctionInstanceIndex, FString& OutHLSL)
{
	if (Super::GetFunctionHLSL(ParamInfo, FunctionInfo, FunctionInstanceIndex, OutHLSL))
		return true;
	const FString& Symbol = ParamInfo.DataInterfaceHLSLSymbol;
	if (FunctionInfo.DefinitionName == SPHNiagara::GetNumParticlesName)
		OutHLSL += SPHNiagara::FillIn(SPHNiagara::GetNumParticlesHLSL, Symbol, FunctionInfo.InstanceName);
	else if (FunctionInfo.DefinitionName == SPHNiagara::GetParticleName)
		OutHLSL += SPHNiagara::FillIn(SPHNiagara::GetParticleHLSL, Symbol, FunctionInfo.InstanceName);
	else
		return false;
	return true;
}
#endif

#undef LOCTEXT_NAMESPACE
