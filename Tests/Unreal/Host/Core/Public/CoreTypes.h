// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core (module page, GenericPlatform types), dev.epicgames.com/documentation/unreal-engine/epic-cplusplus-coding-standard-for-unreal-engine
// (portable aliases); char16_t for TCHAR is what the engine uses on Linux, so that wchar_t habits do not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = long long;
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = unsigned long long;
using SIZE_T = std::size_t;
using SSIZE_T = std::ptrdiff_t;
using PTRINT = std::intptr_t;
using UPTRINT = std::uintptr_t;
using ANSICHAR = char;
using UTF8CHAR = char;
using WIDECHAR = char16_t;
using TCHAR = WIDECHAR;

#define TEXT_PASTE(x) u##x
#define TEXT(x) TEXT_PASTE(x)

#define FORCEINLINE inline
#define FORCENOINLINE __attribute__((noinline))
#define RESTRICT __restrict
#define UE_NODISCARD [[nodiscard]]
#define UE_DEPRECATED(Version, Message) [[deprecated(Message)]]
#define PREPROCESSOR_JOIN_INNER(x, y) x##y
#define PREPROCESSOR_JOIN(x, y) PREPROCESSOR_JOIN_INNER(x, y)
#define UE_ARRAY_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END
#define PRAGMA_DISABLE_DEPRECATION_WARNINGS                                                                                                \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wdeprecated-declarations\"")
#define PRAGMA_ENABLE_DEPRECATION_WARNINGS _Pragma("clang diagnostic pop")

#define MAX_int32 (static_cast<int32>(0x7fffffff))
#define MIN_int32 (static_cast<int32>(0x80000000))
#define MAX_uint32 (static_cast<uint32>(0xffffffff))
#define MAX_uint8 (static_cast<uint8>(0xff))
#define MAX_flt (3.402823466e+38F)
#define MAX_dbl (1.7976931348623158e+308)

#define PLATFORM_LINUX 1
#define PLATFORM_WINDOWS 0
#define PLATFORM_MAC 0
#define PLATFORM_LITTLE_ENDIAN 1

// What the build tool defines per target; the host's CMake file sets them per configuration.
#if !defined(WITH_EDITOR) || !defined(UE_BUILD_SHIPPING) || !defined(UE_BUILD_DEVELOPMENT)
#error "The build must define WITH_EDITOR, UE_BUILD_SHIPPING and UE_BUILD_DEVELOPMENT to 0 or 1, as the engine's build tool does."
#endif
#define UE_BUILD_DEBUG 0
#define UE_BUILD_TEST 0
#define WITH_EDITORONLY_DATA WITH_EDITOR
#define DO_CHECK (!UE_BUILD_SHIPPING)
#define DO_ENSURE (!UE_BUILD_SHIPPING)
#define NO_LOGGING UE_BUILD_SHIPPING
#define STATS (!UE_BUILD_SHIPPING)
#define WITH_DEV_AUTOMATION_TESTS (!UE_BUILD_SHIPPING)
#define ENABLE_DRAW_DEBUG (!UE_BUILD_SHIPPING)
#define UE_ENABLE_DEBUG_DRAWING (!UE_BUILD_SHIPPING)
#define UE_SERVER 0
#define RHI_RAYTRACING 0

#define CORE_API
#define COREUOBJECT_API
#define ENGINE_API
#define RENDERCORE_API
#define RHI_API

enum
{
	INDEX_NONE = -1
};
enum EForceInit
{
	ForceInit,
	ForceInitToZero
};
enum ENoInit
{
	NoInit
};
enum EInPlace
{
	InPlace
};
