// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

namespace Host
{

/// What stands in the project's ini files, in memory: section, key, value.
class FConfig
{
public:
	static FConfig& Get()
	{
		static FConfig Config;
		return Config;
	}
	bool Find(const FString& Section, const FString& Key, FString& OutValue) const
	{
		const FString* Found = Values.Find(Section + TEXT("|") + Key);
		if (Found)
			OutValue = *Found;
		return Found != nullptr;
	}
	void Set(const FString& Section, const FString& Key, const FString& Value) { Values.Add(Section + TEXT("|") + Key, Value); }
	void Clear() { Values.Empty(); }

private:
	TMap<FString, FString> Values;
};

}
