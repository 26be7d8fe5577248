#pragma once

#include <Lab/SceneLibrary.h>
#include <View/Script.h>

#include <filesystem>

namespace SPHSolids::View
{

struct WindowOptions
{
	Lab::LoadedScene scene;
	int threads = 0;                ///< 0: all
	int width = 0, height = 0;      ///< 0: as last time
	std::vector<ScriptLine> script; ///< played instead of waiting for a person; the window closes after it
	std::filesystem::path settings; ///< where settings are remembered; empty: nowhere
	std::filesystem::path folder;   ///< for screenshots
};

/// Opens the window and returns when it is closed. An Error says why it could not be opened.
Status RunWindow(const WindowOptions& options);

}
