// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidsSettings.h"

FName USPHSolidsSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
