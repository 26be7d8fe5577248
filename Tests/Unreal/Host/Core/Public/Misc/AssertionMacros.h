// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/asserts-in-unreal-engine (check, verify, ensure families; ensure reports once per place and goes on).
#pragma once

#include "Misc/VarArgs.h"

namespace Host
{

/// Prints and aborts: what a crash of the engine is here. Never returns.
[[noreturn]] void Fatal(const char* Kind, const char* Expression, const char* File, int32 Line, const char* Message = "");
/// Logs an error and returns false, so that `if (ensure(x))` works. `bReported` keeps it to once per place.
bool EnsureFailed(const char* Expression, const char* File, int32 Line, bool& bReported, const char* Message = "");

}

#define HOST_EVALUATE_ENSURE(InExpression, ...)                                                                                            \
	[&]() -> bool                                                                                                                          \
	{                                                                                                                                      \
		static bool bHostReported = false;                                                                                                 \
		return !!(InExpression)                                                                                                            \
			|| ::Host::EnsureFailed(#InExpression, __FILE__, __LINE__, bHostReported __VA_OPT__(, ::Host::FormatAssertion(__VA_ARGS__)));  \
	}()

#if DO_CHECK
#define check(InExpression)                                                                                                                \
	do                                                                                                                                     \
	{                                                                                                                                      \
		if (!(InExpression)) [[unlikely]]                                                                                                  \
			::Host::Fatal("Assertion failed", #InExpression, __FILE__, __LINE__);                                                          \
	} while (false)
#define checkf(InExpression, ...)                                                                                                          \
	do                                                                                                                                     \
	{                                                                                                                                      \
		if (!(InExpression)) [[unlikely]]                                                                                                  \
			::Host::Fatal("Assertion failed", #InExpression, __FILE__, __LINE__, ::Host::FormatAssertion(__VA_ARGS__));                    \
	} while (false)
#define verify(InExpression) check(InExpression)
#define verifyf(InExpression, ...) checkf(InExpression, __VA_ARGS__)
#define checkNoEntry() ::Host::Fatal("Assertion failed", "this line is never reached", __FILE__, __LINE__)
#define unimplemented() ::Host::Fatal("Assertion failed", "unimplemented", __FILE__, __LINE__)
#else
#define check(InExpression) static_cast<void>(sizeof(!(InExpression)))
#define checkf(InExpression, ...) static_cast<void>(sizeof(!(InExpression)))
#define verify(InExpression) static_cast<void>(!(InExpression))
#define verifyf(InExpression, ...) static_cast<void>(!(InExpression))
#define checkNoEntry() static_cast<void>(0)
#define unimplemented() static_cast<void>(0)
#endif
#define checkSlow(InExpression) static_cast<void>(sizeof(!(InExpression)))

#if DO_ENSURE
#define ensure(InExpression) HOST_EVALUATE_ENSURE(InExpression)
#define ensureMsgf(InExpression, ...) HOST_EVALUATE_ENSURE(InExpression, __VA_ARGS__)
#define ensureAlways(InExpression) HOST_EVALUATE_ENSURE(InExpression)
#define ensureAlwaysMsgf(InExpression, ...) HOST_EVALUATE_ENSURE(InExpression, __VA_ARGS__)
#else
#define ensure(InExpression) (!!(InExpression))
#define ensureMsgf(InExpression, ...) (!!(InExpression))
#define ensureAlways(InExpression) (!!(InExpression))
#define ensureAlwaysMsgf(InExpression, ...) (!!(InExpression))
#endif

/// A check of the host itself: holds in every configuration, because a misuse that crashes the engine must not pass here.
#define HOST_CHECK(InExpression, Message)                                                                                                  \
	do                                                                                                                                     \
	{                                                                                                                                      \
		if (!(InExpression)) [[unlikely]]                                                                                                  \
			::Host::Fatal("Misuse", #InExpression, __FILE__, __LINE__, Message);                                                           \
	} while (false)
