// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailCustomization (CustomizeDetails(IDetailLayoutBuilder&)); Algoryx/AGXUnreal.
#pragma once

#include "Templates/SharedPointer.h"

class IDetailLayoutBuilder;

class IDetailCustomization : public TSharedFromThis<IDetailCustomization>
{
public:
	virtual ~IDetailCustomization() = default;
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) = 0;
};
