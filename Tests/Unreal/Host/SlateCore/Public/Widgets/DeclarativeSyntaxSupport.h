// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore (SNew, SAssignNew, SLATE_BEGIN_ARGS, SLATE_ARGUMENT, SLATE_ATTRIBUTE, SLATE_EVENT, SLATE_END_ARGS); slate-overview-for-unreal-engine.
#pragma once

#include "Delegates/Delegate.h"
#include "Widgets/SWidget.h"

template <typename WidgetType>
struct THostSlateBaseArgs
{
	using ArgumentsType = typename WidgetType::FArguments;
	TArray<TSharedRef<SWidget>> HostContent;
	TAttribute<FText> HostToolTip;
	TAttribute<bool> HostEnabled{true};
};

#define SLATE_BEGIN_ARGS(InWidgetType)                                                                                                     \
public:                                                                                                                                    \
	struct FArguments                                                                                                                      \
	{                                                                                                                                      \
		using WidgetArgsType = FArguments;                                                                                                 \
		TArray<TSharedRef<SWidget>> HostContent;                                                                                           \
		TAttribute<bool> _IsEnabled = TAttribute<bool>(true);                                                                              \
		FArguments& operator[](const TSharedRef<SWidget>& Content)                                                                         \
		{                                                                                                                                  \
			HostContent.Add(Content);                                                                                                      \
			return *this;                                                                                                                  \
		}                                                                                                                                  \
		template <typename SlotType>                                                                                                       \
		FArguments& operator+(const SlotType& Slot)                                                                                        \
		{                                                                                                                                  \
			HostContent.Add(Slot.HostContent.ToSharedRef());                                                                               \
			return *this;                                                                                                                  \
		}                                                                                                                                  \
		FArguments& ToolTipText(const TAttribute<FText>&)                                                                                  \
		{                                                                                                                                  \
			return *this;                                                                                                                  \
		}                                                                                                                                  \
		FArguments& IsEnabled(const TAttribute<bool>& Value)                                                                               \
		{                                                                                                                                  \
			_IsEnabled = Value;                                                                                                            \
			return *this;                                                                                                                  \
		}                                                                                                                                  \
		template <typename Functor>                                                                                                        \
		FArguments& IsEnabled_Lambda(Functor&& InFunctor)                                                                                  \
		{                                                                                                                                  \
			_IsEnabled = TAttribute<bool>::CreateLambda(Forward<Functor>(InFunctor));                                                      \
			return *this;                                                                                                                  \
		}                                                                                                                                  \
		FArguments()

#define SLATE_END_ARGS()                                                                                                                   \
	}                                                                                                                                      \
	;

#define SLATE_ARGUMENT(ArgType, ArgName)                                                                                                   \
	ArgType _##ArgName{};                                                                                                                  \
	WidgetArgsType& ArgName(ArgType InArg)                                                                                                 \
	{                                                                                                                                      \
		_##ArgName = InArg;                                                                                                                \
		return *this;                                                                                                                      \
	}

#define SLATE_ATTRIBUTE(AttrType, AttrName)                                                                                                \
	TAttribute<AttrType> _##AttrName;                                                                                                      \
	WidgetArgsType& AttrName(const TAttribute<AttrType>& InAttribute)                                                                      \
	{                                                                                                                                      \
		_##AttrName = InAttribute;                                                                                                         \
		return *this;                                                                                                                      \
	}                                                                                                                                      \
	template <typename Functor>                                                                                                            \
	WidgetArgsType& AttrName##_Lambda(Functor&& InFunctor)                                                                                 \
	{                                                                                                                                      \
		_##AttrName = TAttribute<AttrType>::CreateLambda(Forward<Functor>(InFunctor));                                                     \
		return *this;                                                                                                                      \
	}

#define SLATE_EVENT(DelegateName, EventName)                                                                                               \
	DelegateName _##EventName;                                                                                                             \
	WidgetArgsType& EventName(const DelegateName& InDelegate)                                                                              \
	{                                                                                                                                      \
		_##EventName = InDelegate;                                                                                                         \
		return *this;                                                                                                                      \
	}                                                                                                                                      \
	template <typename Functor>                                                                                                            \
	WidgetArgsType& EventName##_Lambda(Functor&& InFunctor)                                                                                \
	{                                                                                                                                      \
		_##EventName = DelegateName::CreateLambda(Forward<Functor>(InFunctor));                                                            \
		return *this;                                                                                                                      \
	}

namespace Host
{
template <typename WidgetType>
struct TWidgetDeclaration
{
	TSharedRef<WidgetType> operator<<=(const typename WidgetType::FArguments& Arguments) const
	{
		const TSharedRef<WidgetType> Widget = MakeShared<WidgetType>();
		Widget->Construct(Arguments);
		return Widget;
	}
};
}

#define SNew(WidgetType, ...) Host::TWidgetDeclaration<WidgetType>() <<= WidgetType::FArguments()
#define SAssignNew(ExposeAs, WidgetType, ...) ExposeAs = SNew(WidgetType)
