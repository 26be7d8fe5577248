// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "IDetailCustomization.h"

/// Panel of a soft body component: what its body costs, whether it is out of date, and a button that bakes the mesh of its actor for it.
class FSPHSolidDetails final : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
