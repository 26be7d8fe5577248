// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Plugins/NiagaraShader/FNiagaraShaderParametersBuilder (AddNestedStruct: a member MyFloat is the shader's UniqueDataInterfaceName_MyFloat).
#pragma once

#include "CoreMinimal.h"

class FNiagaraShaderParametersBuilder
{
public:
	template <typename T>
	void AddNestedStruct()
	{
		HostStructSize = static_cast<int32>(sizeof(T));
		HostMembers = T::HostMembers();
	}
	int32 HostStructSize = 0;
	/// Type and name of every member as the shader has to declare it.
	TArray<FString> HostMembers;
};
