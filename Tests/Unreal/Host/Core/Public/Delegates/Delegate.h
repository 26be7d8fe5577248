// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/delegates-and-lambda-functions-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/multicast-delegates-in-unreal-engine (order of calls is not defined: here last added first).
#pragma once

#include "Containers/Array.h"
#include "Templates/Function.h"
#include "Templates/SharedPointer.h"

template <typename T>
struct TWeakObjectPtr;

class FDelegateHandle
{
public:
	FDelegateHandle() = default;
	bool IsValid() const { return Id != 0; }
	void Reset() { Id = 0; }
	bool operator==(const FDelegateHandle&) const = default;
	friend uint32 GetTypeHash(const FDelegateHandle& Handle) { return ::GetTypeHash(Handle.Id); }
	static FDelegateHandle HostNew();

private:
	uint64 Id = 0;
};

namespace Host
{

template <typename Ret, typename... Params>
struct TBinding
{
	TFunction<Ret(Params...)> Call;
	TFunction<bool()> IsAlive; ///< unset: always
	const void* UserObject = nullptr;
	FDelegateHandle Handle;

	bool Alive() const { return !IsAlive || IsAlive(); }
};

template <typename Ret, typename... Params>
struct TBindingMaker
{
	using FBinding = TBinding<Ret, Params...>;

	template <typename Functor>
	static FBinding Lambda(Functor&& InFunctor)
	{
		return {TFunction<Ret(Params...)>(Forward<Functor>(InFunctor)), nullptr, nullptr, FDelegateHandle::HostNew()};
	}
	template <typename U, typename Method>
	static FBinding Raw(U* Object, Method InMethod)
	{
		return {[Object, InMethod](Params... Arguments) -> Ret { return (Object->*InMethod)(Forward<Params>(Arguments)...); }, nullptr,
			Object, FDelegateHandle::HostNew()};
	}
	template <typename U, typename Method>
	static FBinding Shared(const TSharedRef<U>& Object, Method InMethod)
	{
		const TWeakPtr<U> Weak(Object);
		U* Pointer = &Object.Get();
		return {[Pointer, InMethod](Params... Arguments) -> Ret { return (Pointer->*InMethod)(Forward<Params>(Arguments)...); },
			[Weak] { return Weak.IsValid(); }, Pointer, FDelegateHandle::HostNew()};
	}
	template <typename U, typename Method>
	static FBinding Object(U* InObject, Method InMethod)
	{
		const TWeakObjectPtr<U> Weak(InObject);
		return {[InObject, InMethod](Params... Arguments) -> Ret { return (InObject->*InMethod)(Forward<Params>(Arguments)...); },
			[Weak] { return Weak.IsValid(); }, InObject, FDelegateHandle::HostNew()};
	}
	template <typename U, typename Functor>
	static FBinding WeakLambda(U* InObject, Functor&& InFunctor)
	{
		const TWeakObjectPtr<U> Weak(InObject);
		return {TFunction<Ret(Params...)>(Forward<Functor>(InFunctor)), [Weak] { return Weak.IsValid(); }, InObject,
			FDelegateHandle::HostNew()};
	}
};

}

template <typename Signature>
class TDelegate;

template <typename Ret, typename... Params>
class TDelegate<Ret(Params...)>
{
	using FMaker = Host::TBindingMaker<Ret, Params...>;

public:
	using FBinding = Host::TBinding<Ret, Params...>;

	TDelegate() = default;
	explicit TDelegate(FBinding InBinding)
		: Binding(MoveTemp(InBinding))
	{
	}
	template <typename Functor>
	static TDelegate CreateLambda(Functor&& InFunctor)
	{
		return TDelegate(FMaker::Lambda(Forward<Functor>(InFunctor)));
	}
	static TDelegate CreateStatic(Ret (*Function)(Params...)) { return TDelegate(FMaker::Lambda(Function)); }
	template <typename U, typename Method>
	static TDelegate CreateRaw(U* Object, Method InMethod)
	{
		return TDelegate(FMaker::Raw(Object, InMethod));
	}
	template <typename U, typename Method>
	static TDelegate CreateSP(const TSharedRef<U>& Object, Method InMethod)
	{
		return TDelegate(FMaker::Shared(Object, InMethod));
	}
	template <typename U, typename Method>
	static TDelegate CreateUObject(U* Object, Method InMethod)
	{
		return TDelegate(FMaker::Object(Object, InMethod));
	}
	template <typename U, typename Functor>
	static TDelegate CreateWeakLambda(U* Object, Functor&& InFunctor)
	{
		return TDelegate(FMaker::WeakLambda(Object, Forward<Functor>(InFunctor)));
	}
	template <typename Functor>
	void BindLambda(Functor&& InFunctor)
	{
		*this = CreateLambda(Forward<Functor>(InFunctor));
	}
	void BindStatic(Ret (*Function)(Params...)) { *this = CreateStatic(Function); }
	template <typename U, typename Method>
	void BindRaw(U* Object, Method InMethod)
	{
		*this = CreateRaw(Object, InMethod);
	}
	template <typename U, typename Method>
	void BindUObject(U* Object, Method InMethod)
	{
		*this = CreateUObject(Object, InMethod);
	}
	template <typename U, typename Functor>
	void BindWeakLambda(U* Object, Functor&& InFunctor)
	{
		*this = CreateWeakLambda(Object, Forward<Functor>(InFunctor));
	}
	void Unbind() { Binding = FBinding(); }
	bool IsBound() const { return Binding.Call && Binding.Alive(); }
	bool IsBoundToObject(const void* Object) const { return IsBound() && Binding.UserObject == Object; }
	FDelegateHandle GetHandle() const { return Binding.Handle; }
	/// Calling an unbound delegate stops the program.
	Ret Execute(Params... Arguments) const
	{
		checkf(IsBound(), TEXT("Execute of a delegate that is not bound"));
		const TFunction<Ret(Params...)> Call = Binding.Call; // the callee may rebind
		return Call(Forward<Params>(Arguments)...);
	}
	bool ExecuteIfBound(Params... Arguments) const
	{
		if (!IsBound())
			return false;
		Execute(Forward<Params>(Arguments)...);
		return true;
	}
	const FBinding& HostBinding() const { return Binding; }

private:
	FBinding Binding;
};

template <typename Signature>
class TMulticastDelegate;

template <typename... Params>
class TMulticastDelegate<void(Params...)>
{
	using FMaker = Host::TBindingMaker<void, Params...>;
	using FBinding = Host::TBinding<void, Params...>;

public:
	using FDelegate = TDelegate<void(Params...)>;

	FDelegateHandle Add(const FDelegate& Delegate) { return Insert(Delegate.HostBinding()); }
	template <typename Functor>
	FDelegateHandle AddLambda(Functor&& InFunctor)
	{
		return Insert(FMaker::Lambda(Forward<Functor>(InFunctor)));
	}
	FDelegateHandle AddStatic(void (*Function)(Params...)) { return Insert(FMaker::Lambda(Function)); }
	template <typename U, typename Method>
	FDelegateHandle AddRaw(U* Object, Method InMethod)
	{
		return Insert(FMaker::Raw(Object, InMethod));
	}
	template <typename U, typename Method>
	FDelegateHandle AddSP(const TSharedRef<U>& Object, Method InMethod)
	{
		return Insert(FMaker::Shared(Object, InMethod));
	}
	template <typename U, typename Method>
	FDelegateHandle AddUObject(U* Object, Method InMethod)
	{
		return Insert(FMaker::Object(Object, InMethod));
	}
	template <typename U, typename Functor>
	FDelegateHandle AddWeakLambda(U* Object, Functor&& InFunctor)
	{
		return Insert(FMaker::WeakLambda(Object, Forward<Functor>(InFunctor)));
	}
	bool Remove(FDelegateHandle Handle)
	{
		return Bindings.RemoveAll([&](const FBinding& Binding) { return Binding.Handle == Handle; }) > 0;
	}
	int32 RemoveAll(const void* UserObject)
	{
		return Bindings.RemoveAll([&](const FBinding& Binding) { return Binding.UserObject == UserObject; });
	}
	void Clear() { Bindings.Empty(); }
	bool IsBound() const
	{
		return Bindings.ContainsByPredicate([](const FBinding& Binding) { return Binding.Alive(); });
	}
	bool IsBoundToObject(const void* UserObject) const
	{
		return Bindings.ContainsByPredicate([&](const FBinding& Binding) { return Binding.UserObject == UserObject && Binding.Alive(); });
	}
	/// A binding removed by another one meanwhile is not called any more; one added meanwhile is called the next time.
	void Broadcast(Params... Arguments) const
	{
		const TArray<FBinding> Snapshot = Bindings;
		for (int32 Index = Snapshot.Num() - 1; Index >= 0; --Index)
		{
			const FBinding& Binding = Snapshot[Index];
			const bool bStillThere = Bindings.ContainsByPredicate([&](const FBinding& Other) { return Other.Handle == Binding.Handle; });
			if (bStillThere && Binding.Alive())
				Binding.Call(Arguments...);
		}
	}

private:
	FDelegateHandle Insert(FBinding Binding)
	{
		const FDelegateHandle Handle = Binding.Handle;
		Bindings.Add(MoveTemp(Binding));
		return Handle;
	}
	TArray<FBinding> Bindings;
};

using FSimpleDelegate = TDelegate<void()>;
using FSimpleMulticastDelegate = TMulticastDelegate<void()>;

#define DECLARE_DELEGATE(DelegateName) typedef TDelegate<void()> DelegateName
#define DECLARE_DELEGATE_OneParam(DelegateName, P1) typedef TDelegate<void(P1)> DelegateName
#define DECLARE_DELEGATE_TwoParams(DelegateName, P1, P2) typedef TDelegate<void(P1, P2)> DelegateName
#define DECLARE_DELEGATE_ThreeParams(DelegateName, P1, P2, P3) typedef TDelegate<void(P1, P2, P3)> DelegateName
#define DECLARE_DELEGATE_RetVal(RetValType, DelegateName) typedef TDelegate<RetValType()> DelegateName
#define DECLARE_DELEGATE_RetVal_OneParam(RetValType, DelegateName, P1) typedef TDelegate<RetValType(P1)> DelegateName
#define DECLARE_DELEGATE_RetVal_TwoParams(RetValType, DelegateName, P1, P2) typedef TDelegate<RetValType(P1, P2)> DelegateName
#define DECLARE_MULTICAST_DELEGATE(DelegateName) typedef TMulticastDelegate<void()> DelegateName
#define DECLARE_MULTICAST_DELEGATE_OneParam(DelegateName, P1) typedef TMulticastDelegate<void(P1)> DelegateName
#define DECLARE_MULTICAST_DELEGATE_TwoParams(DelegateName, P1, P2) typedef TMulticastDelegate<void(P1, P2)> DelegateName
#define DECLARE_MULTICAST_DELEGATE_ThreeParams(DelegateName, P1, P2, P3) typedef TMulticastDelegate<void(P1, P2, P3)> DelegateName
#define DECLARE_MULTICAST_DELEGATE_FourParams(DelegateName, P1, P2, P3, P4) typedef TMulticastDelegate<void(P1, P2, P3, P4)> DelegateName
