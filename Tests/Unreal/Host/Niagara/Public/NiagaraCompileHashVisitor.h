// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/FNiagaraCompileHashVisitor/UpdateShaderParameters?application_version=5.4, .../UpdateString?application_version=5.5.
#pragma once

#include "CoreMinimal.h"

class FNiagaraCompileHashVisitor
{
public:
	template <typename T>
	bool UpdateShaderParameters()
	{
		for (const FString& Member : T::HostMembers())
			HostHashed += Member;
		return true;
	}
	/// The engine's takes a view of a string.
	bool UpdateString(const TCHAR* InDebugName, const FString& InData)
	{
		HostHashed += InData;
		return true;
	}
	FString HostHashed;
};
