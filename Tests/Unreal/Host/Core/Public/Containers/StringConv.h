// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TStringConversion (include path Containers/StringConv.h); macros UTF8_TO_TCHAR and TCHAR_TO_UTF8.
#pragma once

#include "Containers/UnrealString.h"
