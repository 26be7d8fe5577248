// glTF, text or binary: our guard looks through it before the importer library sees what is left.

#include "Fuzz.h"

#include <Common/MeshFormats.h>

using namespace SPHSolids;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const auto mesh = Tools::MeshFromGltf(Fuzz::Bytes(data, size), "/nowhere", 1 << 20);
	if (mesh.IsOk())
		for (const Triangle& triangle : mesh.Value().triangles)
			for (const std::uint32_t vertex : triangle)
				Fuzz::Expect(vertex < mesh.Value().positions.size(), "a triangle names a vertex that does not exist");
	return 0;
}
