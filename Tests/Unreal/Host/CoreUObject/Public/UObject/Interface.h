// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/interfaces-in-unreal-engine (UINTERFACE pair; Cast to the I half, Implements of the U half).
#pragma once

#include "UObject/Class.h"

class UInterface : public UObject
{
public:
	using Super = UObject;
	using ThisClass = UInterface;
	static UClass* StaticClass();
	explicit UInterface(const FObjectInitializer& ObjectInitializer)
		: UObject(ObjectInitializer)
	{
	}
};

class IInterface
{
protected:
	virtual ~IInterface() = default;
};
