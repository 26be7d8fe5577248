// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/HHitProxy, .../EHitProxyPriority, DECLARE_HIT_PROXY / IMPLEMENT_HIT_PROXY (type names instead of RTTI; IsA(HType::StaticGetType())); Algoryx/AGXUnreal (wire visualizer).
#pragma once

#include "CoreMinimal.h"

enum EHitProxyPriority
{
	HPP_World,
	HPP_Wireframe,
	HPP_Foreground,
	HPP_UI
};

using HHitProxyType = const char*;

class HHitProxy
{
public:
	explicit HHitProxy(EHitProxyPriority) {}
	virtual ~HHitProxy() = default;
	static HHitProxyType* StaticGetType()
	{
		static HHitProxyType Type = "HHitProxy";
		return &Type;
	}
	virtual HHitProxyType* GetType() const { return StaticGetType(); }
	bool IsA(HHitProxyType* Type) const { return GetType() == Type; }
};

#define DECLARE_HIT_PROXY(...)                                                                                                             \
public:                                                                                                                                    \
	static HHitProxyType* StaticGetType();                                                                                                 \
	virtual HHitProxyType* GetType() const override;
#define IMPLEMENT_HIT_PROXY(TClass, TSuperClass)                                                                                           \
	HHitProxyType* TClass::StaticGetType()                                                                                                 \
	{                                                                                                                                      \
		static HHitProxyType Type = #TClass;                                                                                               \
		return &Type;                                                                                                                      \
	}                                                                                                                                      \
	HHitProxyType* TClass::GetType() const                                                                                                 \
	{                                                                                                                                      \
		return StaticGetType();                                                                                                            \
	}
