// OBJ, PLY and STL by their first byte ('o', 'p', 's'), the file behind it: every triangle names vertices that exist, or a sentence.

#include "Fuzz.h"

#include <Common/MeshFormats.h>

using namespace SPHSolids;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	if (size == 0)
		return 0;
	const auto content = Fuzz::Bytes(data + 1, size - 1);
	Result<RenderMesh> mesh = Error{""};
	if (data[0] == 'o')
		mesh = Tools::MeshFromObj(Fuzz::Text(data + 1, size - 1));
	else if (data[0] == 'p')
		mesh = Tools::MeshFromPly(content);
	else
		mesh = Tools::MeshFromStl(content);
	if (!mesh.IsOk())
		return 0;
	for (const Triangle& triangle : mesh.Value().triangles)
		for (const std::uint32_t vertex : triangle)
			Fuzz::Expect(vertex < mesh.Value().positions.size(), "a triangle names a vertex that does not exist");
	return 0;
}
