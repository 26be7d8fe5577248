#include "Body/SmallBody.h"

#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Skin/SkinBuilder.h>

#include <Scenes/Lattice.h>

namespace SPHSolids::Tests
{

RenderMesh BoxWithHardEdges()
{
	RenderMesh mesh;
	for (int axis = 0; axis < 3; ++axis)
		for (const double side : {-1.0, 1.0})
		{
			const int u = (axis + 1) % 3, v = (axis + 2) % 3;
			Vec3d normal;
			normal[axis] = side;
			Vec3d tangent;
			tangent[u] = side;
			const auto base = static_cast<std::uint32_t>(mesh.positions.size());
			for (const auto& [cu, cv] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}})
			{
				Vec3d corner = normal;
				corner[u] = cu * side;
				corner[v] = cv;
				mesh.positions.push_back({corner.x, corner.y / 2, corner.z / 2});
				mesh.normals.push_back(normal.Cast<Real>());
				mesh.tangents.push_back({tangent.Cast<Real>(), 1.0f});
				mesh.uvs.push_back({static_cast<float>(cu), static_cast<float>(cv)});
			}
			mesh.triangles.push_back({base, base + 1, base + 2});
			mesh.triangles.push_back({base, base + 2, base + 3});
			mesh.sections.insert(mesh.sections.end(), 2, static_cast<std::uint16_t>(axis == 0 ? 1 : 0));
		}
	return mesh;
}

BakedBody SmallBody()
{
	auto tasks = MakeSerialTaskRunner();
	std::vector<Vec3d> points = Scenes::BlockLattice(8, 4, 4, 0.25);
	for (Vec3d& p : points)
		p -= Vec3d{1, 0.5, 0.5};
	const std::vector<double> volumes(points.size(), 1.0 / 64);
	RestStateInput input;
	input.positions = points;
	input.particleRadius = 0.125;
	input.volumes = volumes;

	BakedBody body;
	body.name = "small box";
	body.origin = {0, 0, 3};
	body.rest = BuildRestState(input, *tasks).TakeValue();
	body.skin = BindSkin(BoxWithHardEdges(), {}, body.rest, {}, *tasks).binding;
	body.diagnosis.findings = {{FindingSeverity::Problem, "holes", 3, {1, 2, 3}, "The mesh has 3 holes. Close them."},
		{FindingSeverity::Note, "scale", 1, {}, "The mesh is 2 m long."}};
	body.diagnosis.quality.densityErrorMean = 0.01;
	body.diagnosis.quality.surfaceCoverage = 0.75;
	body.settings.particleRadius = 0.125;
	body.settings.method = SamplingMethod::Grid;
	body.settings.seed = 0xFEDCBA9876543210u;
	body.sourceHash = 0x0123456789ABCDEFu;
	return body;
}

}
