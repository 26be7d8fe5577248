// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Developer/MessageLog/FMessageLogModule (RegisterLogListing(name, label, options), UnregisterLogListing, IsRegisteredLogListing).
#pragma once

#include "Internationalization/Text.h"
#include "MessageLogInitializationOptions.h"
#include "Modules/ModuleManager.h"

class FMessageLogModule : public IModuleInterface
{
public:
	void RegisterLogListing(const FName& LogName, const FText& LogLabel,
		const FMessageLogInitializationOptions& InitializationOptions = FMessageLogInitializationOptions());
	bool UnregisterLogListing(const FName& LogName) { return Listings.Remove(LogName) > 0; }
	bool IsRegisteredLogListing(const FName& LogName) const { return Listings.Contains(LogName); }

private:
	TSet<FName> Listings;
};
