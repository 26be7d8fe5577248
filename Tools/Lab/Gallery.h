#pragma once

#include <Lab/SceneNode.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace SPHSolids::Lab
{

struct GallerySettings
{
	std::filesystem::path page;    ///< Markdown; pictures and figures go to images/gallery beside it
	std::vector<std::string> only; ///< Scenes to play anew; empty: all. The others keep what is there.
	double secondsPerScene = 30;   ///< of real time; a scene that needs longer is shown as far as it got
	int width = 800, height = 450;
};

/// Plays scenes of the library to a good moment, draws them, and writes a page with their pictures, parameters and timings beside those of
/// the papers. @param tell Called with the name of each scene; false stops after the one before.
Status MakeGallery(const GallerySettings& settings, TaskRunner& tasks, const std::function<bool(const std::string&)>& tell);

/// The page of what has been played so far. @param figures By the name of the scene.
std::string WriteGalleryPage(const Json& figures);

}
