#include <Lab/BodyMaker.h>

#include <Common/Files.h>
#include <Common/MeshReader.h>
#include <Lab/ParticleFile.h>
#include <Render/Shapes.h>
#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Body/BodyArchive.h>
#include <SPHSolids/Skin/SkinBuilder.h>
#include <Scenes/Models.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

namespace SPHSolids::Lab
{
namespace
{

constexpr int BallSteps = 40;
constexpr int BoxSteps = 20;
constexpr std::uint64_t MaxBodyFileBytes = std::uint64_t(4) << 30;

/// Equal for shapes that come out equal.
std::string KeyOf(const BodyDescription& body)
{
	std::ostringstream key;
	key.precision(17);
	const BodyShapeDescription& shape = body.shape;
	key << static_cast<int>(shape.kind) << '|' << shape.size.x << ' ' << shape.size.y << ' ' << shape.size.z << '|' << shape.radius << '|'
		<< shape.file << '|' << shape.name << '|' << shape.triangles << '|' << body.scale.x << ' ' << body.scale.y << ' ' << body.scale.z
		<< '|' << body.bake.particleRadius << '|' << body.bake.particleCount << '|' << static_cast<int>(body.bake.method) << '|'
		<< static_cast<int>(body.bake.sheet) << '|' << body.bake.sheetThickness;
	return key.str();
}

Vec3d Scaled(const Vec3d& v, const Vec3d& factors)
{
	return {v.x * factors.x, v.y * factors.y, v.z * factors.z};
}

RenderMesh ToRenderMesh(const Render::MeshObject& object)
{
	RenderMesh mesh;
	for (const Vec3& position : object.positions)
		mesh.positions.push_back(position.Cast<double>());
	mesh.normals = object.normals;
	mesh.triangles = object.triangles;
	return mesh;
}

/// The surface of a lattice that fills a block, or else of the ball of its height.
RenderMesh MeshAround(const RestState& rest)
{
	const auto radius = static_cast<double>(rest.particleRadius), spacing = 2 * radius;
	Box3d box;
	double volume = 0;
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		box.Include(rest.position[i].Cast<double>());
		volume += static_cast<double>(rest.volume[i]);
	}
	const Vec3 centre = box.Centre().Cast<float>();
	const Vec3d size = box.Size() + Vec3d{spacing, spacing, spacing};
	if (volume < 0.9 * size.x * size.y * size.z)
		return ToRenderMesh(Render::MakeBall(centre, static_cast<float>(0.5 * size.z), BallSteps, {}));
	const int steps = std::clamp(static_cast<int>(std::max({size.x, size.y, size.z}) / spacing), BoxSteps, 128);
	const float rounding = static_cast<float>(std::min(radius, 0.2 * std::min({size.x, size.y, size.z})));
	return ToRenderMesh(Render::MakeRoundedBox(centre, size.Cast<float>(), rounding, steps, {}));
}

/// The same shape larger or smaller. Particles are ordered anew, and the skin follows them.
Result<RestState> ScaleRest(const RestState& rest, double factor, TaskRunner& tasks, SkinBinding& skin)
{
	std::vector<Vec3d> positions;
	std::vector<double> volumes;
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		positions.push_back(rest.position[i].Cast<double>() * factor);
		volumes.push_back(static_cast<double>(rest.volume[i]) * factor * factor * factor);
	}
	const bool oneLayer = std::all_of(rest.rank.begin(), rest.rank.end(), [](std::uint8_t rank) { return rank <= 2; });
	std::vector<std::uint32_t> order;
	auto scaled = BuildRestState({positions, static_cast<double>(rest.particleRadius) * factor, volumes, oneLayer}, tasks, &order);
	if (!scaled.IsOk())
		return scaled;
	std::vector<std::uint32_t> newIndex(order.size());
	for (std::uint32_t i = 0; i < order.size(); ++i)
		newIndex[order[i]] = i;
	for (std::uint32_t& particle : skin.particle)
		particle = newIndex[particle];
	for (Vec3& position : skin.positions)
		position *= static_cast<Real>(factor);
	return scaled;
}

}

Result<std::shared_ptr<const MadeShape>> BodyMaker::Make(const BodyDescription& body, Progress* progress)
{
	const auto start = std::chrono::steady_clock::now();
	const std::string key = KeyOf(body);
	auto& known = made[key];
	if (known == nullptr)
	{
		auto shape = MakeNew(body, progress);
		if (!shape.IsOk())
			return Error{"body '" + body.name + "': " + shape.Message()};
		known = std::make_shared<const MadeShape>(shape.TakeValue());
	}
	particles += known->rest->state.ParticleCount();
	if (particles > SceneLimits::SolidParticles)
		return Error{"body '" + body.name + "': the scene has more than " + std::to_string(SceneLimits::SolidParticles)
			+ " solid particles; use a larger particleRadius."};
	seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
	return known;
}

Result<MadeShape> BodyMaker::MakeNew(const BodyDescription& body, Progress* progress)
{
	const BodyShapeDescription& shape = body.shape;
	switch (shape.kind)
	{
	case BodyShapeKind::Box: return MakeBox(body);
	case BodyShapeKind::Sphere:
		return MakeFromMesh(ToRenderMesh(Render::MakeBall({}, static_cast<float>(shape.radius), BallSteps, {})), body, progress);
	case BodyShapeKind::Body: return MakeFromFile(body);
	case BodyShapeKind::Particles: return MakeFromParticles(body);
	case BodyShapeKind::Solid: return MakeFromScene(body);
	case BodyShapeKind::Mesh:
	case BodyShapeKind::Model: break;
	}
	auto mesh = shape.kind == BodyShapeKind::Mesh ? Tools::ReadMesh(shape.file) : Scenes::BuildModel(shape.name, shape.triangles);
	if (!mesh.IsOk())
		return mesh.TakeError();
	auto result = MakeFromMesh(mesh.Value(), body, progress);
	if (result.IsOk())
		for (const Scenes::ModelInfo& model : Scenes::Models())
			if (shape.kind == BodyShapeKind::Model && model.name == shape.name)
				for (const Scenes::ModelSection& section : model.sections)
					result.Value().sectionColours.push_back(section.colour);
	return result;
}

Result<MadeShape> BodyMaker::MakeBox(const BodyDescription& body)
{
	const Vec3d size = Scaled(body.shape.size, body.scale);
	const double volume = size.x * size.y * size.z;
	const double spacing = body.bake.particleRadius > 0 ? 2 * body.bake.particleRadius : std::cbrt(volume / body.bake.particleCount);
	double counts[3], total = 1;
	for (int axis = 0; axis < 3; ++axis)
	{
		counts[axis] = std::max(1.0, std::round(size[axis] / spacing));
		total *= counts[axis];
	}
	if (total > static_cast<double>(SceneLimits::SolidParticles))
		return Error{"its box would hold more than " + std::to_string(SceneLimits::SolidParticles)
			+ " particles; use a larger particleRadius or a smaller box."};
	std::vector<Vec3d> places;
	for (int k = 0; k < static_cast<int>(counts[2]); ++k)
		for (int j = 0; j < static_cast<int>(counts[1]); ++j)
			for (int i = 0; i < static_cast<int>(counts[0]); ++i)
				places.push_back(Scaled({(i + 0.5) / counts[0] - 0.5, (j + 0.5) / counts[1] - 0.5, (k + 0.5) / counts[2] - 0.5}, size));
	const std::vector<double> volumes(places.size(), volume / total);
	const bool oneLayer = std::min({counts[0], counts[1], counts[2]}) == 1;
	auto rest = BuildRestState({places, spacing / 2, volumes, oneLayer}, tasks);
	if (!rest.IsOk())
		return rest.TakeError();
	const double shortest = std::min({size.x, size.y, size.z});
	const RenderMesh mesh = ToRenderMesh(
		Render::MakeRoundedBox({}, size.Cast<float>(), static_cast<float>(std::min(0.5 * spacing, 0.2 * shortest)), BoxSteps, {}));
	MadeShape result;
	result.skin = std::make_shared<const SkinBinding>(BindSkin(mesh, {}, rest.Value(), {}, tasks).binding);
	result.rest = MakeSolidRest(rest.TakeValue(), tasks);
	return result;
}

Result<MadeShape> BodyMaker::MakeFromMesh(const RenderMesh& mesh, const BodyDescription& body, Progress* progress)
{
	RenderMesh scaled = mesh;
	for (Vec3d& position : scaled.positions)
		position = Scaled(position, body.scale);
	for (Vec3& normal : scaled.normals) // by the inverse transpose
		normal = NormalizedOr(Vec3{normal.x / static_cast<Real>(body.scale.x), normal.y / static_cast<Real>(body.scale.y),
								  normal.z / static_cast<Real>(body.scale.z)},
			normal);
	auto baked = BakeBody(scaled, body.bake, tasks, progress);
	if (!baked.IsOk())
		return baked.TakeError();
	BakedBody& from = baked.Value();
	MadeShape result;
	result.origin = from.origin;
	for (const BodyFinding& finding : from.diagnosis.findings)
		if (finding.severity != FindingSeverity::Note)
			result.notes.emplace_back(finding.code, finding.sentence);
	result.skin = std::make_shared<const SkinBinding>(std::move(from.skin));
	result.rest = MakeSolidRest(std::move(from.rest), tasks);
	return result;
}

Result<MadeShape> BodyMaker::MakeFromFile(const BodyDescription& body)
{
	auto bytes = Tools::ReadWholeFile(body.shape.file, MaxBodyFileBytes);
	if (!bytes.IsOk())
		return bytes.TakeError();
	auto read = ReadBody(bytes.Value());
	if (!read.IsOk())
		return Error{body.shape.file.string() + ": " + read.Message()};
	BakedBody& from = read.Value();
	const double factor = body.scale.x;
	if (factor != 1)
	{
		auto scaled = ScaleRest(from.rest, factor, tasks, from.skin);
		if (!scaled.IsOk())
			return scaled.TakeError();
		from.rest = scaled.TakeValue();
		from.origin *= factor;
	}
	MadeShape result;
	result.origin = from.origin;
	if (from.skin.VertexCount() > 0)
		result.skin = std::make_shared<const SkinBinding>(std::move(from.skin));
	result.rest = MakeSolidRest(std::move(from.rest), tasks);
	for (const Scenes::ModelInfo& model : Scenes::Models()) // a baked model keeps the colours it was sculpted in
		if (model.name == from.name)
			for (const Scenes::ModelSection& section : model.sections)
				result.sectionColours.push_back(section.colour);
	return result;
}

Result<MadeShape> BodyMaker::MakeFromParticles(const BodyDescription& body)
{
	auto places = ReadParticleFile(body.shape.file, SceneLimits::SolidParticles);
	if (!places.IsOk())
		return places.TakeError();
	for (Vec3d& place : places.Value())
		place = Scaled(place, body.scale);
	auto rest = BuildRestState({places.Value(), body.bake.particleRadius, {}, false}, tasks);
	if (!rest.IsOk())
		return rest.TakeError();
	MadeShape result;
	result.rest = MakeSolidRest(rest.TakeValue(), tasks);
	return result;
}

Result<MadeShape> BodyMaker::MakeFromScene(const BodyDescription& body)
{
	auto scene = Scenes::FindSolidScene(body.shape.name);
	if (!scene.IsOk())
		return scene.TakeError();
	if (body.scale.x != 1)
		return Error{"an elastic scene cannot be scaled; remove 'scale'."};
	MadeShape result;
	result.rest = scene.Value().body.rest;
	result.skin = std::make_shared<const SkinBinding>(BindSkin(MeshAround(result.rest->state), {}, result.rest->state, {}, tasks).binding);
	result.pins = scene.Value().pins;
	result.scrambled = scene.Value().scrambled;
	return result;
}

}
