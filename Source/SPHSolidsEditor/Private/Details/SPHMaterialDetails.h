// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "IDetailCustomization.h"

/// Panel of a soft body material: the stress in a bar that is pulled or pressed.
class FSPHMaterialDetails final : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
