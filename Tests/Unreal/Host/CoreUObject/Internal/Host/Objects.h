// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "UObject/UObjectGlobals.h"

namespace Host
{

/// Objects alive, without classes and other descriptions: a test compares it before and after.
int32 CountObjects();

/// Some functions of the engine's classes must reach the base class. The base says so with NoteSuperCall; RoutedCall stops the program if it did not.
void NoteSuperCall();
void RoutedCall(const UObject* Object, const char* Function, TFunctionRef<void()> Call);

}
