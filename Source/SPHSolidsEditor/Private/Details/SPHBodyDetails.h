// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "IDetailCustomization.h"

/// Panel of a body asset: a banner if it is out of date, its quality, the buttons to bake it again.
class FSPHBodyDetails final : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
