// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBakeSettings.h"

#include "Convert/SPHSolidsUnits.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidMaterial.h"

TArray<FName> USPHSolidBakeOptions::GetPresetNames()
{
	return USPHSolidMaterial::GetPresetNames();
}

SPHSolids::BakeSettings SPHBakeSettingsOf(const USPHSolidBakeOptions& Options)
{
	SPHSolids::BakeSettings Settings;
	if (Options.Size == ESPHBakeSize::Radius)
		Settings.particleRadius = SPHSolidsUnits::LengthToCore(static_cast<double>(Options.ParticleRadius));
	else
		Settings.particleCount = static_cast<std::uint32_t>(FMath::Max(Options.ParticleCount, 0));
	switch (Options.Method)
	{
	case ESPHBakeMethod::Relaxed: Settings.method = SPHSolids::SamplingMethod::Relaxed; break;
	case ESPHBakeMethod::Grid: Settings.method = SPHSolids::SamplingMethod::Grid; break;
	case ESPHBakeMethod::BlueNoise: Settings.method = SPHSolids::SamplingMethod::BlueNoise; break;
	}
	switch (Options.Shell)
	{
	case ESPHBakeShell::Auto: Settings.sheet = SPHSolids::SheetMode::Auto; break;
	case ESPHBakeShell::Always: Settings.sheet = SPHSolids::SheetMode::Always; break;
	case ESPHBakeShell::Never: Settings.sheet = SPHSolids::SheetMode::Never; break;
	}
	Settings.sheetThickness = SPHSolidsUnits::LengthToCore(static_cast<double>(Options.ShellThickness));
	// A skin of another level of detail is bound afterwards.
	Settings.skin = Options.bSkin && Options.SkinLOD == Options.SourceLOD;
	return Settings;
}

void SPHBakeOptionsFrom(const SPHSolids::BakeSettings& Settings, USPHSolidBakeOptions& Options)
{
	Options.Size = Settings.particleCount > 0 ? ESPHBakeSize::Count : ESPHBakeSize::Radius;
	if (Settings.particleCount > 0)
		Options.ParticleCount = static_cast<int32>(Settings.particleCount);
	else
		Options.ParticleRadius = static_cast<float>(SPHSolidsUnits::LengthToEngine(Settings.particleRadius));
	switch (Settings.method)
	{
	case SPHSolids::SamplingMethod::Relaxed: Options.Method = ESPHBakeMethod::Relaxed; break;
	case SPHSolids::SamplingMethod::Grid: Options.Method = ESPHBakeMethod::Grid; break;
	case SPHSolids::SamplingMethod::BlueNoise: Options.Method = ESPHBakeMethod::BlueNoise; break;
	}
	switch (Settings.sheet)
	{
	case SPHSolids::SheetMode::Auto: Options.Shell = ESPHBakeShell::Auto; break;
	case SPHSolids::SheetMode::Always: Options.Shell = ESPHBakeShell::Always; break;
	case SPHSolids::SheetMode::Never: Options.Shell = ESPHBakeShell::Never; break;
	}
	Options.ShellThickness = static_cast<float>(SPHSolidsUnits::LengthToEngine(Settings.sheetThickness));
}
