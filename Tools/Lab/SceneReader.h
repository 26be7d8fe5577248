#pragma once

#include <Lab/SceneDescription.h>
#include <Lab/SceneNode.h>
#include <SPHSolids/Base/Result.h>

#include <span>

namespace SPHSolids::Lab
{

/// Text of a scene file to JSON. An Error says where it stops being JSON; a key given twice and nesting deeper than any scene needs are
/// refused too. Comments (// and /* */) are allowed.
Result<Json> ParseSceneText(std::string_view text);

/// A change of one value from the command line: "solver.iterations=5", "bodies[0].material.young=1e5", "bodies.cube.position=[0,0,1]".
/// null removes a key. Entries of lists are found by number or by name; objects on the way are made where they are missing, and a key that no scene knows is
/// found by ReadScene.
Status ApplyOverride(Json& scene, std::string_view change);

/// Checks a scene and fills in what it leaves out. An Error names the path of the key, what is wrong and the cure.
Result<SceneDescription> ReadScene(const Json& scene, const SceneFolder& folder);

}
