// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Containers/StringConv.h"
#include "Containers/UnrealString.h"

#include <string>
#include <string_view>

namespace SPHSolidsText
{

inline FString ToEngine(std::string_view Utf8)
{
	return FString(UTF8_TO_TCHAR(std::string(Utf8).c_str()));
}

inline std::string ToCore(const FString& Text)
{
	return std::string(TCHAR_TO_UTF8(*Text));
}

}
