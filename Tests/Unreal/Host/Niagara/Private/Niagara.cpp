// Copyright (c) 2026 The SPHSolids authors

#include "Host/Program.h"
#include "NiagaraDataInterfaceArrayFunctionLibrary.h"

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
