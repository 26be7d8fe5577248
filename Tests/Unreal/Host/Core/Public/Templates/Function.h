// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TFunction, .../TFunctionRef, .../TUniqueFunction.
#pragma once

#include "Templates/UnrealTemplate.h"

#include <memory>

namespace Host
{

template <typename Ret, typename... Params>
struct TCallable
{
	virtual ~TCallable() = default;
	virtual Ret Invoke(Params... Arguments) = 0;
	virtual std::unique_ptr<TCallable> Clone() const = 0;
};

template <typename Functor, bool bCopyable, typename Ret, typename... Params>
struct TBoundCallable final : TCallable<Ret, Params...>
{
	template <typename F>
	explicit TBoundCallable(F&& InFunctor)
		: Target(Forward<F>(InFunctor))
	{
	}
	Ret Invoke(Params... Arguments) override
	{
		if constexpr (std::is_void_v<Ret>)
			Target(Forward<Params>(Arguments)...);
		else
			return Target(Forward<Params>(Arguments)...);
	}
	std::unique_ptr<TCallable<Ret, Params...>> Clone() const override
	{
		if constexpr (bCopyable)
			return std::make_unique<TBoundCallable>(Target);
		else
			return nullptr;
	}
	Functor Target;
};

}

template <typename Signature>
class TUniqueFunction;

/// Owns a callable that cannot be copied.
template <typename Ret, typename... Params>
class TUniqueFunction<Ret(Params...)>
{
public:
	TUniqueFunction(std::nullptr_t = nullptr) {}
	template <typename Functor>
		requires(!std::is_same_v<std::decay_t<Functor>, TUniqueFunction> && std::is_invocable_r_v<Ret, std::decay_t<Functor>&, Params...>)
	TUniqueFunction(Functor&& InFunctor)
		: Callable(std::make_unique<Host::TBoundCallable<std::decay_t<Functor>, false, Ret, Params...>>(Forward<Functor>(InFunctor)))
	{
	}
	Ret operator()(Params... Arguments) const
	{
		checkf(Callable, TEXT("Attempting to call an unbound TUniqueFunction!"));
		return Callable->Invoke(Forward<Params>(Arguments)...);
	}
	explicit operator bool() const { return Callable != nullptr; }
	bool IsSet() const { return Callable != nullptr; }
	void Reset() { Callable.reset(); }

private:
	std::unique_ptr<Host::TCallable<Ret, Params...>> Callable;
};

template <typename Signature>
class TFunction;

/// Owns a copyable callable.
template <typename Ret, typename... Params>
class TFunction<Ret(Params...)>
{
public:
	TFunction(std::nullptr_t = nullptr) {}
	template <typename Functor>
		requires(!std::is_same_v<std::decay_t<Functor>, TFunction> && std::is_invocable_r_v<Ret, std::decay_t<Functor>&, Params...>)
	TFunction(Functor&& InFunctor)
		: Callable(std::make_unique<Host::TBoundCallable<std::decay_t<Functor>, true, Ret, Params...>>(Forward<Functor>(InFunctor)))
	{
		static_assert(std::is_copy_constructible_v<std::decay_t<Functor>>, "TFunction needs a copyable functor; use TUniqueFunction");
	}
	TFunction(const TFunction& Other)
		: Callable(Other.Callable ? Other.Callable->Clone() : nullptr)
	{
	}
	TFunction(TFunction&&) = default;
	TFunction& operator=(TFunction Other)
	{
		Callable = std::move(Other.Callable);
		return *this;
	}
	Ret operator()(Params... Arguments) const
	{
		checkf(Callable, TEXT("Attempting to call an unbound TFunction!"));
		return Callable->Invoke(Forward<Params>(Arguments)...);
	}
	explicit operator bool() const { return Callable != nullptr; }
	bool IsSet() const { return Callable != nullptr; }
	void Reset() { Callable.reset(); }

private:
	std::unique_ptr<Host::TCallable<Ret, Params...>> Callable;
};

template <typename Signature>
class TFunctionRef;

/// Borrows a callable for the length of a call.
template <typename Ret, typename... Params>
class TFunctionRef<Ret(Params...)>
{
public:
	template <typename Functor>
		requires(!std::is_same_v<std::decay_t<Functor>, TFunctionRef> && std::is_invocable_r_v<Ret, Functor&, Params...>)
	TFunctionRef(Functor&& InFunctor)
		: Object(const_cast<void*>(static_cast<const void*>(&InFunctor)))
		, Call([](void* Target, Params... Arguments) -> Ret
			  { return (*static_cast<std::remove_reference_t<Functor>*>(Target))(Forward<Params>(Arguments)...); })
	{
	}
	Ret operator()(Params... Arguments) const { return Call(Object, Forward<Params>(Arguments)...); }

private:
	void* Object;
	Ret (*Call)(void*, Params...);
};
