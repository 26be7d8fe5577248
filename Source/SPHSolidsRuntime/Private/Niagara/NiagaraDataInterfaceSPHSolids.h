// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "NiagaraDataInterface.h"
#include "NiagaraDataInterfaceBase.h"
#include "SPHParticlesComponent.h"

#include "NiagaraDataInterfaceSPHSolids.generated.h"

/**
 * Lets Niagara emitters read the particles of soft bodies and fluids, on the CPU and on the GPU: position, velocity, radius, temperature, body
 * and compression. Offers Get Num Particles and Get Particle; see Docs/guides/unreal-niagara.md for a system built step by step.
 *
 * Particles are those of the last published frame. Every system instance keeps the set that it read for the whole of its tick.
 */
UCLASS(EditInlineNew, CollapseCategories, meta = (DisplayName = "SPH Solids Particles"))
class UNiagaraDataInterfaceSPHSolids : public UNiagaraDataInterface
{
	GENERATED_BODY()

public:
	UNiagaraDataInterfaceSPHSolids(const FObjectInitializer& ObjectInitializer);

	/** Which particles are read. The soft body of an actor is that of the actor which the Niagara component belongs to. */
	UPROPERTY(EditAnywhere, Category = "SPHSolids")
	ESPHParticleSource Source = ESPHParticleSource::AllSolids;

	/** Whether GPU emitters read from it. Switch it off where only CPU emitters do: the particles are then not copied to the graphics card. */
	UPROPERTY(EditAnywhere, Category = "SPHSolids")
	bool bForGPUEmitters = true;

	virtual void PostInitProperties() override;
	virtual bool CanExecuteOnTarget(ENiagaraSimTarget Target) const override;
	virtual int32 PerInstanceDataSize() const override;
	virtual bool InitPerInstanceData(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance) override;
	virtual void DestroyPerInstanceData(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance) override;
	virtual bool HasPreSimulateTick() const override { return true; }
	virtual bool PerInstanceTick(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance, float DeltaSeconds) override;
	virtual void GetVMExternalFunction(
		const FVMExternalFunctionBindingInfo& BindingInfo, void* InstanceData, FVMExternalFunction& OutFunc) override;
	virtual void BuildShaderParameters(FNiagaraShaderParametersBuilder& ShaderParametersBuilder) const override;
	virtual void SetShaderParameters(const FNiagaraDataInterfaceSetShaderParametersContext& Context) const override;
	virtual bool Equals(const UNiagaraDataInterface* Other) const override;
#if WITH_EDITORONLY_DATA
	virtual bool AppendCompileHash(FNiagaraCompileHashVisitor* InVisitor) const override;
	virtual void GetParameterDefinitionHLSL(const FNiagaraDataInterfaceGPUParamInfo& ParamInfo, FString& OutHLSL) override;
	virtual bool GetFunctionHLSL(const FNiagaraDataInterfaceGPUParamInfo& ParamInfo,
		const FNiagaraDataInterfaceGeneratedFunction& FunctionInfo, int FunctionInstanceIndex, FString& OutHLSL) override;
#endif

protected:
#if WITH_EDITORONLY_DATA
	virtual void GetFunctionsInternal(TArray<FNiagaraFunctionSignature>& OutFunctions) const override;
#endif
	virtual bool CopyToInternal(UNiagaraDataInterface* Destination) const override;
};
