// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/Cast, .../CastChecked (interfaces too).
#pragma once

#include "UObject/Class.h"
#include "UObject/ObjectPtr.h"

namespace Host
{
void* CastToInterface(UObject* Object, const UClass* Interface);
}

/// Null if it is something else.
template <typename To>
To* Cast(UObject* Object)
{
	Host::CheckAlive(Object, "Cast");
	if constexpr (!std::is_base_of_v<UObject, To>)
		return static_cast<To*>(Host::CastToInterface(Object, To::UClassType::StaticClass()));
	else
		return Object && Object->IsA(To::StaticClass()) ? static_cast<To*>(Object) : nullptr;
}

template <typename To>
const To* Cast(const UObject* Object)
{
	return Cast<To>(const_cast<UObject*>(Object));
}

template <typename To, typename From>
To* Cast(const TObjectPtr<From>& Object)
{
	return Cast<To>(static_cast<UObject*>(Object.Get()));
}

template <typename To>
To* CastChecked(UObject* Object)
{
	To* Result = Cast<To>(Object);
	checkf(Result, TEXT("Cast of %s to a class that it does not have"), Object ? *Object->GetFullName() : TEXT("null"));
	return Result;
}

template <typename To>
const To* CastChecked(const UObject* Object)
{
	return CastChecked<To>(const_cast<UObject*>(Object));
}
