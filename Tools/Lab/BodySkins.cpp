#include <Lab/BodySkins.h>

#include <Render/Shapes.h>

namespace SPHSolids::Lab
{

const BodySkins::Skin& BodySkins::Evaluate(const ScenePlayer& player, std::size_t index, const FrameMeter& meter, TaskRunner& tasks)
{
	if (kept.size() <= index)
		kept.resize(index + 1);
	Kept& keep = kept[index];
	const SkinBinding& binding = *player.bodies[index].shape->skin;
	const SolidBody& body = player.BodyAt(index);
	if (keep.evaluator == nullptr)
		keep.evaluator = std::make_unique<SkinEvaluator>(body.Rest().state, binding);
	keep.skin.positions.resize(binding.VertexCount());
	keep.skin.normals.resize(binding.normals.size());
	keep.evaluator->Evaluate(body.position, meter.Gradients(index), tasks, keep.scratch, {keep.skin.positions, keep.skin.normals, {}});
	if (binding.normals.empty())
		keep.skin.normals = Render::SmoothNormals(keep.skin.positions, binding.triangles);
	return keep.skin;
}

std::vector<double> SpreadToVertices(const SkinBinding& binding, std::span<const double> ofParticles)
{
	std::vector<double> ofPoint(binding.PointCount(), 0.0), ofVertex;
	for (std::size_t p = 0; p < ofPoint.size(); ++p)
		for (std::uint32_t k = binding.first[p]; k < binding.first[p + 1]; ++k)
			ofPoint[p] += static_cast<double>(binding.weight[k]) * ofParticles[binding.particle[k]];
	for (const std::uint32_t point : binding.point)
		ofVertex.push_back(ofPoint[point]);
	return ofVertex;
}

}
