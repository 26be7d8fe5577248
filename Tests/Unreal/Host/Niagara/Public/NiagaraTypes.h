// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/FNiagaraVariable (GetName), .../FNiagaraUserRedirectionParameterStore, .../FNiagaraTypeDefinition (class, GetIntDef and its like), .../FNiagaraPosition, .../FNiagaraBool, .../FNiagaraLWCConverter?application_version=5.5 (ConvertWorldToSimulationPosition); used as in AGX_SoilParticleRendererComponent.cpp and AGX_ParticleUpsamplingDI.cpp of Algoryx/AGXUnreal.
#pragma once

#include "CoreMinimal.h"
#include "UObject/Class.h"

class UClass;

struct FNiagaraTypeDefinition
{
	FNiagaraTypeDefinition() = default;
	explicit FNiagaraTypeDefinition(UClass* Class);
	static FNiagaraTypeDefinition GetIntDef() { return Of(TEXT("int")); }
	static FNiagaraTypeDefinition GetFloatDef() { return Of(TEXT("float")); }
	static FNiagaraTypeDefinition GetBoolDef() { return Of(TEXT("bool")); }
	static FNiagaraTypeDefinition GetVec3Def() { return Of(TEXT("float3")); }
	static FNiagaraTypeDefinition GetPositionDef() { return Of(TEXT("position")); }

	FString HostName;

private:
	static FNiagaraTypeDefinition Of(const TCHAR* Name)
	{
		FNiagaraTypeDefinition Type;
		Type.HostName = Name;
		return Type;
	}
};

struct FNiagaraVariable
{
	FNiagaraVariable() = default;
	FNiagaraVariable(const FNiagaraTypeDefinition& InType, const FName& InName)
		: HostType(InType)
		, HostName(InName)
	{
	}
	const FName& GetName() const { return HostName; }
	FNiagaraTypeDefinition HostType;
	FName HostName;
};

struct FNiagaraUserRedirectionParameterStore
{
	void GetParameters(TArray<FNiagaraVariable>& OutParameters) const { OutParameters = HostParameters; }
	TArray<FNiagaraVariable> HostParameters;
};

enum class ENiagaraTypeRegistryFlags : uint32
{
	None = 0,
	AllowUserVariable = 1 << 0,
	AllowSystemVariable = 1 << 1,
	AllowEmitterVariable = 1 << 2,
	AllowParticleVariable = 1 << 3,
	AllowAnyVariable = 0xF,
	AllowParameter = 1 << 4
};
ENUM_CLASS_FLAGS(ENiagaraTypeRegistryFlags)

class FNiagaraTypeRegistry
{
public:
	static void Register(const FNiagaraTypeDefinition& NewType, ENiagaraTypeRegistryFlags Flags);
	/// Types that the editor would offer as user parameters.
	static const TArray<FString>& HostParameterTypes();
};

/// A place in the simulation: a float vector relative to the system's tile of the world.
struct FNiagaraPosition : FVector3f
{
	FNiagaraPosition() = default;
	explicit FNiagaraPosition(const FVector3f& Other)
		: FVector3f(Other)
	{
	}
};

struct FNiagaraBool
{
	void SetValue(bool bValue) { Value = bValue ? INDEX_NONE : 0; }
	bool GetValue() const { return Value != 0; }

private:
	int32 Value = 0;
};

struct FNiagaraLWCConverter
{
	explicit FNiagaraLWCConverter(FVector InSystemWorldPos)
		: SystemWorldPos(InSystemWorldPos)
	{
	}
	FNiagaraPosition ConvertWorldToSimulationPosition(FVector WorldPosition) const
	{
		return FNiagaraPosition(FVector3f(WorldPosition - SystemWorldPos));
	}

protected:
	FVector SystemWorldPos;
};
