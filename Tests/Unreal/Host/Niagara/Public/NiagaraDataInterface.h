// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/UNiagaraDataInterface (GetFunctionsInternal 5.5, GetVMExternalFunction 5.5, PerInstanceTick 5.5, SetShaderParameters), .../FNDIInputParam (GetAndAdvance), .../FNDIOutputParam (SetAndAdvance), .../FNDIOutputParam_FNiagaraBool, .../FNDIOutputParam_FVector3f?application_version=5.5, .../FNiagaraDataInterfaceSetShaderPa-?application_version=5.5 (GetProxy, GetParameterNestedStruct, GetSystemInstanceID), .../FNiagaraDataInterfaceProxy; CesiumGS/cesium-unreal, Algoryx/AGXUnreal, Shadertech/UE5NiagaraComputeExample override the same functions; sideeffects/HoudiniNiagara for Equals and CopyToInternal.
#pragma once

#include "NiagaraCommon.h"
#include "NiagaraDataInterfaceBase.h"
#include "NiagaraShared.h"
#include "Templates/UniquePtr.h"

#include "NiagaraDataInterface.generated.h"

class FNiagaraCompileHashVisitor;
class FNiagaraSystemInstance;

template <typename T>
struct FNDIInputParam
{
	explicit FNDIInputParam(FVectorVMExternalFunctionContext& Context)
		: Data(Context)
	{
	}
	T GetAndAdvance() { return Data.GetAndAdvance(); }
	VectorVM::FExternalFuncInputHandler<T> Data;
};

template <typename T>
struct FNDIOutputParam
{
	explicit FNDIOutputParam(FVectorVMExternalFunctionContext& Context)
		: Data(Context)
	{
	}
	void SetAndAdvance(T Value) { *Data.GetDestAndAdvance() = Value; }
	VectorVM::FExternalFuncRegisterHandler<T> Data;
};

template <>
struct FNDIOutputParam<FNiagaraBool>
{
	explicit FNDIOutputParam(FVectorVMExternalFunctionContext& Context)
		: Data(Context)
	{
	}
	void SetAndAdvance(bool bValue) { Data.GetDestAndAdvance()->SetValue(bValue); }
	VectorVM::FExternalFuncRegisterHandler<FNiagaraBool> Data;
};

template <>
struct FNDIOutputParam<FVector3f>
{
	explicit FNDIOutputParam(FVectorVMExternalFunctionContext& Context)
		: X(Context)
		, Y(Context)
		, Z(Context)
	{
	}
	void SetAndAdvance(FVector3f Value)
	{
		*X.GetDestAndAdvance() = Value.X;
		*Y.GetDestAndAdvance() = Value.Y;
		*Z.GetDestAndAdvance() = Value.Z;
	}
	VectorVM::FExternalFuncRegisterHandler<float> X, Y, Z;
};

/// The render thread's side of a data interface: dies there.
struct FNiagaraDataInterfaceProxy
{
	virtual ~FNiagaraDataInterfaceProxy() = default;
	virtual int32 PerInstanceDataPassedToRenderThreadSize() const = 0;
	virtual void ConsumePerInstanceDataFromGameThread(void* PerInstanceData, const FNiagaraSystemInstanceID& Instance) {}
};

struct FNiagaraDataInterfaceSetShaderParametersContext
{
	template <typename T>
	T& GetProxy() const
	{
		return static_cast<T&>(*HostProxy);
	}
	template <typename T>
	T* GetParameterNestedStruct() const
	{
		return static_cast<T*>(HostParameters);
	}
	FNiagaraSystemInstanceID GetSystemInstanceID() const { return HostId; }

	FNiagaraDataInterfaceProxy* HostProxy = nullptr;
	void* HostParameters = nullptr;
	FNiagaraSystemInstanceID HostId = 0;
};

UCLASS(Abstract, EditInlineNew)
class UNiagaraDataInterface : public UNiagaraDataInterfaceBase
{
	GENERATED_BODY()

public:
	UNiagaraDataInterface(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get())
		: Super(ObjectInitializer)
	{
	}
	/// The render thread may still work for it.
	virtual ~UNiagaraDataInterface();

	virtual bool InitPerInstanceData(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance) { return true; }
	virtual void DestroyPerInstanceData(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance) {}
	virtual bool PerInstanceTick(void* PerInstanceData, FNiagaraSystemInstance* SystemInstance, float DeltaSeconds) { return false; }
	virtual int32 PerInstanceDataSize() const { return 0; }
	virtual bool HasPreSimulateTick() const { return false; }
	virtual bool CanExecuteOnTarget(ENiagaraSimTarget Target) const { return false; }
	virtual void GetVMExternalFunction(const FVMExternalFunctionBindingInfo& BindingInfo, void* InstanceData, FVMExternalFunction& OutFunc)
	{
	}
	virtual bool Equals(const UNiagaraDataInterface* Other) const { return Other && Other->GetClass() == GetClass(); }
	bool CopyTo(UNiagaraDataInterface* Destination) const { return CopyToInternal(Destination); }
	virtual void SetShaderParameters(const FNiagaraDataInterfaceSetShaderParametersContext& Context) const {}
#if WITH_EDITORONLY_DATA
	void GetFunctionSignatures(TArray<FNiagaraFunctionSignature>& OutFunctions) const { GetFunctionsInternal(OutFunctions); }
	virtual bool AppendCompileHash(FNiagaraCompileHashVisitor* InVisitor) const { return true; }
	virtual void GetParameterDefinitionHLSL(const FNiagaraDataInterfaceGPUParamInfo& ParamInfo, FString& OutHLSL) {}
	virtual bool GetFunctionHLSL(const FNiagaraDataInterfaceGPUParamInfo& ParamInfo,
		const FNiagaraDataInterfaceGeneratedFunction& FunctionInfo, int FunctionInstanceIndex, FString& OutHLSL)
	{
		return false;
	}
#endif
	template <typename T>
	T* GetProxyAs()
	{
		return static_cast<T*>(Proxy.Get());
	}

protected:
#if WITH_EDITORONLY_DATA
	virtual void GetFunctionsInternal(TArray<FNiagaraFunctionSignature>& OutFunctions) const {}
#endif
	virtual bool CopyToInternal(UNiagaraDataInterface* Destination) const { return Destination && Destination->GetClass() == GetClass(); }

	TUniquePtr<FNiagaraDataInterfaceProxy> Proxy;
};
