// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Plugins/NiagaraCore/UNiagaraDataInterfaceBase/BuildShaderParameters (BEGIN_SHADER_PARAMETER_STRUCT, SHADER_PARAMETER, SHADER_PARAMETER_SRV); CesiumGaussianSplatDataInterface.h of CesiumGS/cesium-unreal. The engine's macros build their metadata otherwise; members have the same types.
#pragma once

#include "RHIResources.h"

namespace Host
{
struct FShaderStructLister
{
	TArray<FString>& Members;
	void Add(const TCHAR* Type, const TCHAR* Name) const { Members.Add(FString(Type) + TEXT(" ") + Name); }
};
/// Counts the members of a struct while it is being declared.
template <int N>
struct TShaderMember : TShaderMember<N - 1>
{
};
template <>
struct TShaderMember<0>
{
};
}

#define BEGIN_SHADER_PARAMETER_STRUCT(StructTypeName, DllStorage)                                                                          \
	struct StructTypeName                                                                                                                  \
	{                                                                                                                                      \
	private:                                                                                                                               \
		using FHostSelf = StructTypeName;                                                                                                  \
		static constexpr int HostFirst = __COUNTER__;                                                                                      \
		template <int N>                                                                                                                   \
		static void HostList(const Host::FShaderStructLister&, Host::TShaderMember<N>)                                                     \
		{                                                                                                                                  \
		}                                                                                                                                  \
                                                                                                                                           \
	public:

#define HOST_SHADER_MEMBER(CppType, ShaderType, MemberName, Number)                                                                        \
public:                                                                                                                                    \
	CppType MemberName = {};                                                                                                               \
                                                                                                                                           \
private:                                                                                                                                   \
	static void HostList(const Host::FShaderStructLister& Lister, Host::TShaderMember<(Number) - HostFirst>)                               \
	{                                                                                                                                      \
		HostList(Lister, Host::TShaderMember<(Number) - HostFirst - 1>());                                                                 \
		Lister.Add(TEXT(#ShaderType), TEXT(#MemberName));                                                                                  \
	}                                                                                                                                      \
                                                                                                                                           \
public:

#define SHADER_PARAMETER(MemberType, MemberName) HOST_SHADER_MEMBER(MemberType, MemberType, MemberName, __COUNTER__)
#define SHADER_PARAMETER_SRV(ShaderType, MemberName) HOST_SHADER_MEMBER(FRHIShaderResourceView*, ShaderType, MemberName, __COUNTER__)

#define END_SHADER_PARAMETER_STRUCT()                                                                                                      \
	static TArray<FString> HostMembers()                                                                                                   \
	{                                                                                                                                      \
		TArray<FString> Members;                                                                                                           \
		HostList(Host::FShaderStructLister{Members}, Host::TShaderMember<__COUNTER__ - HostFirst - 1>());                                  \
		return Members;                                                                                                                    \
	}                                                                                                                                      \
	}                                                                                                                                      \
	;
