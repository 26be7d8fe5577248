// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TAttribute (Get, Set, IsBound, CreateLambda); slate-overview-for-unreal-engine.
#pragma once

#include "Templates/Function.h"

/// A value, or a function that is asked for it whenever it is needed.
template <typename T>
class TAttribute
{
public:
	TAttribute() = default;
	template <typename U>
		requires std::is_convertible_v<U, T>
	TAttribute(const U& InValue)
		: Value(InValue)
		, bSet(true)
	{
	}
	template <typename Functor>
	static TAttribute CreateLambda(Functor&& InFunctor)
	{
		TAttribute Attribute;
		Attribute.Getter = Forward<Functor>(InFunctor);
		Attribute.bSet = true;
		return Attribute;
	}
	bool IsSet() const { return bSet; }
	bool IsBound() const { return static_cast<bool>(Getter); }
	T Get() const { return Getter ? Getter() : Value; }
	T Get(const T& Default) const { return bSet ? Get() : Default; }

private:
	T Value{};
	TFunction<T()> Getter;
	bool bSet = false;
};
