#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptTorus()
{
	return {{"torus", "A ring lying on its side, 0.4 m across, 0.1 m thick.", {{"ring", {0.75f, 0.25f, 0.18f}}}},
		Torus({0, 0, 0.05}, 0.15, 0.05), {}, {}};
}

}
