// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

class UObject;
class USPHSolidBakeOptions;

namespace SPHBakeDialog
{

/// Shows the options with a live estimate for the meshes. False if the user thought better of it, and the options are as before.
/// Without a user (command line, unattended) the answer is yes.
bool Ask(USPHSolidBakeOptions& Options, const TArray<UObject*>& Sources);

}
