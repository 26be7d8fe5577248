// The text of a scene becomes a description or a sentence, and so does a change from the command line; no file outside the scene's folder
// is named by what is accepted.

#include "Fuzz.h"

#include <Lab/SceneReader.h>

using namespace SPHSolids;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	auto json = Lab::ParseSceneText(Fuzz::Text(data, size));
	if (!json.IsOk())
		return 0;
	const auto scene = Lab::ReadScene(json.Value(), "/scenes/one");
	if (scene.IsOk())
		for (const Lab::BodyDescription& body : scene.Value().bodies)
			if (!body.shape.file.empty())
				Fuzz::Expect(body.shape.file.lexically_normal().string().starts_with("/scenes/one/"), "a scene led out of its folder");
	static_cast<void>(Lab::ApplyOverride(json.Value(), Fuzz::Text(data, std::min<size_t>(size, 100))));
	return 0;
}
