// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/logging-in-unreal-engine (categories, verbosities; Fatal ends the program); LogCesium of CesiumGS/cesium-unreal, LogAGX of Algoryx/AGXUnreal.
#pragma once

#include "Containers/UnrealString.h"
#include "UObject/NameTypes.h"

namespace ELogVerbosity
{
enum Type : uint8
{
	NoLogging = 0,
	Fatal,
	Error,
	Warning,
	Display,
	Log,
	Verbose,
	VeryVerbose,
	All = VeryVerbose
};
}

struct FLogCategoryBase
{
	FLogCategoryBase(const TCHAR* InName, ELogVerbosity::Type InDefault);
	const FName& GetCategoryName() const { return Name; }
	ELogVerbosity::Type GetVerbosity() const { return Verbosity; }
	void SetVerbosity(ELogVerbosity::Type InVerbosity) { Verbosity = InVerbosity; }
	bool IsSuppressed(ELogVerbosity::Type Level) const { return Level > Verbosity; }

private:
	FName Name;
	ELogVerbosity::Type Verbosity;
};

namespace Host
{

void Log(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const FString& Message, const char* File, int32 Line);

}

#define DECLARE_LOG_CATEGORY_EXTERN(CategoryName, DefaultVerbosity, CompileTimeVerbosity)                                                  \
	extern struct FLogCategory##CategoryName : public FLogCategoryBase                                                                     \
	{                                                                                                                                      \
		FLogCategory##CategoryName()                                                                                                       \
			: FLogCategoryBase(TEXT(#CategoryName), ELogVerbosity::DefaultVerbosity)                                                       \
		{                                                                                                                                  \
		}                                                                                                                                  \
	} CategoryName
#define DEFINE_LOG_CATEGORY(CategoryName) FLogCategory##CategoryName CategoryName
#define DEFINE_LOG_CATEGORY_STATIC(CategoryName, DefaultVerbosity, CompileTimeVerbosity)                                                   \
	static struct FLogCategory##CategoryName : public FLogCategoryBase                                                                     \
	{                                                                                                                                      \
		FLogCategory##CategoryName()                                                                                                       \
			: FLogCategoryBase(TEXT(#CategoryName), ELogVerbosity::DefaultVerbosity)                                                       \
		{                                                                                                                                  \
		}                                                                                                                                  \
	} CategoryName

#if NO_LOGGING
// Shipping keeps only what ends the program; the arguments are still compiled, so that they cannot rot.
#define UE_LOG(CategoryName, Verbosity, Format, ...)                                                                                       \
	do                                                                                                                                     \
	{                                                                                                                                      \
		if constexpr (ELogVerbosity::Verbosity == ELogVerbosity::Fatal)                                                                    \
			::Host::Log(CategoryName, ELogVerbosity::Verbosity, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__), __FILE__, __LINE__);   \
		else if (false)                                                                                                                    \
			static_cast<void>(FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__));                                                         \
	} while (false)
#else
#define UE_LOG(CategoryName, Verbosity, Format, ...)                                                                                       \
	do                                                                                                                                     \
	{                                                                                                                                      \
		if (!(CategoryName).IsSuppressed(ELogVerbosity::Verbosity))                                                                        \
			::Host::Log(CategoryName, ELogVerbosity::Verbosity, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__), __FILE__, __LINE__);   \
	} while (false)
#endif
#define UE_CLOG(Condition, CategoryName, Verbosity, Format, ...)                                                                           \
	do                                                                                                                                     \
	{                                                                                                                                      \
		if (Condition)                                                                                                                     \
			UE_LOG(CategoryName, Verbosity, Format __VA_OPT__(, ) __VA_ARGS__);                                                            \
	} while (false)

DECLARE_LOG_CATEGORY_EXTERN(LogTemp, Log, All);
DECLARE_LOG_CATEGORY_EXTERN(LogOutputDevice, Log, All);
