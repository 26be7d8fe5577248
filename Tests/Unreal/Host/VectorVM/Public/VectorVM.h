// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Runtime/VectorVM/FVectorVMExternalFunctionContext (GetNumInstances), .../FUserPtrHandler (operator->, Get), .../FExternalFuncInputHandler, .../FExternalFuncRegisterHandler.
#pragma once

#include "CoreMinimal.h"

/// What a function gets that Niagara's virtual machine calls: one register (a column of numbers, one per particle) for each input and output.
class FVectorVMExternalFunctionContext
{
public:
	int32 GetNumInstances() const { return HostNumInstances; }

	/// Registers are taken in the order in which handlers are made: a handler too many stops the program.
	uint32* HostTakeRegister()
	{
		checkf(HostNextRegister < HostRegisters.Num(), TEXT("a VM function takes more registers than its signature has"));
		return HostRegisters[HostNextRegister++].GetData();
	}
	int32 HostNumInstances = 0;
	int32 HostNextRegister = 0;
	TArray<TArray<uint32>> HostRegisters;
	void* HostUserPointer = nullptr;
};

namespace VectorVM
{

template <typename T>
struct FUserPtrHandler
{
	explicit FUserPtrHandler(FVectorVMExternalFunctionContext& Context)
		: Ptr(static_cast<T*>(Context.HostUserPointer))
	{
	}
	T* Get() { return Ptr; }
	T* operator->() { return Ptr; }
	T* Ptr;
};

template <typename T>
struct FExternalFuncInputHandler
{
	explicit FExternalFuncInputHandler(FVectorVMExternalFunctionContext& Context)
		: Register(Context.HostTakeRegister())
	{
	}
	T Get() const
	{
		T Value;
		FMemory::Memcpy(&Value, Register, sizeof(T));
		return Value;
	}
	T GetAndAdvance()
	{
		const T Value = Get();
		++Register;
		return Value;
	}
	uint32* Register;
};

template <typename T>
struct FExternalFuncRegisterHandler
{
	explicit FExternalFuncRegisterHandler(FVectorVMExternalFunctionContext& Context)
		: Register(Context.HostTakeRegister())
	{
	}
	T* GetDestAndAdvance() { return reinterpret_cast<T*>(Register++); }
	uint32* Register;
};

}
