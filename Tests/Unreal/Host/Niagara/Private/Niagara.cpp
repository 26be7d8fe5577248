// Copyright (c) 2026 The SPHSolids authors

#include "Components/SceneComponent.h"
#include "Engine/World.h"
#include "Host/Program.h"
#include "NiagaraDataInterface.h"
#include "NiagaraDataInterfaceArrayFunctionLibrary.h"
#include "NiagaraRenderer.h"
#include "NiagaraSystemInstance.h"
#include "RenderingThread.h"

DEFINE_LOG_CATEGORY_STATIC(LogNiagara, Log, All);

void UNiagaraComponent::HostAddParameter(const TCHAR* Name)
{
	FNiagaraVariable Variable;
	Variable.HostName = FName(*(FString(TEXT("User.")) + Name));
	HostStore.HostParameters.Add(Variable);
}

bool UNiagaraComponent::HostKnows(FName Name) const
{
	Host::CheckGameThread("a Niagara parameter was set off the game thread");
	const FName Full(*(FString(TEXT("User.")) + Name.ToString()));
	for (const FNiagaraVariable& Variable : HostStore.HostParameters)
		if (Variable.HostName == Name || Variable.HostName == Full)
			return true;
	UE_LOG(LogNiagara, Warning, TEXT("There is no user parameter %s"), *Name.ToString());
	return false;
}

void UNiagaraComponent::SetVariableInt(FName InVariableName, int32 InValue)
{
	if (HostKnows(InVariableName))
		HostIntegers.Add(InVariableName, InValue);
}

void UNiagaraComponent::SetVariableFloat(FName InVariableName, float InValue)
{
	if (HostKnows(InVariableName))
		HostFloats.Add(InVariableName, InValue);
}

void UNiagaraDataInterfaceArrayFunctionLibrary::SetNiagaraArrayPosition(
	UNiagaraComponent* NiagaraSystem, FName OverrideName, const TArray<FVector>& ArrayData)
{
	if (NiagaraSystem && NiagaraSystem->HostKnows(OverrideName))
		NiagaraSystem->HostPositions.Add(OverrideName, ArrayData);
}

void UNiagaraDataInterfaceArrayFunctionLibrary::SetNiagaraArrayVector4(
	UNiagaraComponent* NiagaraSystem, FName OverrideName, const TArray<FVector4>& ArrayData)
{
	if (NiagaraSystem && NiagaraSystem->HostKnows(OverrideName))
		NiagaraSystem->HostVectors.Add(OverrideName, ArrayData);
}

FNiagaraTypeDefinition::FNiagaraTypeDefinition(UClass* Class)
	: HostName(Class->GetName())
{
}

namespace
{
TArray<FString>& ParameterTypes()
{
	static TArray<FString> Types;
	return Types;
}
}

void FNiagaraTypeRegistry::Register(const FNiagaraTypeDefinition& NewType, ENiagaraTypeRegistryFlags Flags)
{
	if (EnumHasAnyFlags(Flags, ENiagaraTypeRegistryFlags::AllowParameter))
		ParameterTypes().AddUnique(NewType.HostName);
}

const TArray<FString>& FNiagaraTypeRegistry::HostParameterTypes()
{
	return ParameterTypes();
}

UWorld* FNiagaraSystemInstance::GetWorld() const
{
	return AttachComponent->GetWorld();
}

FRHIShaderResourceView* FNiagaraRenderer::GetSrvOrDefaultFloat4(const FShaderResourceViewRHIRef& SRV)
{
	Host::CheckRenderThread("a view was asked for off the render thread");
	static FRHIShaderResourceView Default{nullptr};
	return SRV ? SRV.GetReference() : &Default;
}

UNiagaraDataInterface::~UNiagaraDataInterface()
{
	if (FNiagaraDataInterfaceProxy* Dying = Proxy.Release())
		ENQUEUE_RENDER_COMMAND(NiagaraProxyDies)([Dying](FRHICommandListImmediate&) { delete Dying; });
}
