#include <Lab/FrameRecorder.h>

#include <Common/BackgroundWriter.h>
#include <Common/Files.h>
#include <Lab/CacheFile.h>
#include <Lab/FluidSurface.h>
#include <Lab/ObstacleMesh.h>

#include <SPHSolids/Record/CaptureFrame.h>

#include <algorithm>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

using FrameText = std::string (*)(const RecordedFrame&, const std::vector<std::string>&);

/// One file per frame.
class SequenceRecorder final : public FrameRecorder
{
public:
	SequenceRecorder(
		std::filesystem::path targetFolder, std::string fileExtension, std::vector<std::string> objectNames, FrameText makeText)
		: folder(std::move(targetFolder))
		, extension(std::move(fileExtension))
		, names(std::move(objectNames))
		, make(makeText)
	{
	}
	bool WantsMeshes() const override { return make == &MakeObj; }
	Status Add(const RecordedFrame& frame, std::size_t index) override
	{
		char name[32];
		std::snprintf(name, sizeof name, "frame_%05zu.", index);
		return Tools::WriteFileAtomically(folder / (name + extension), make(frame, names));
	}

private:
	std::filesystem::path folder;
	std::string extension;
	std::vector<std::string> names;
	FrameText make;
};

class BackgroundRecorder final : public FrameRecorder
{
public:
	explicit BackgroundRecorder(std::unique_ptr<FrameRecorder> frameRecorder)
		: recorder(std::move(frameRecorder))
		, writer(MostWaiting)
	{
	}
	Status Add(const RecordedFrame& frame, std::size_t index) override
	{
		return writer.Add([this, index, copy = std::make_shared<const RecordedFrame>(frame)] { return recorder->Add(*copy, index); });
	}
	bool WantsMeshes() const override { return recorder->WantsMeshes(); }
	Status Finish() override
	{
		if (Status status = writer.Finish(); !status.IsOk())
			return status;
		return recorder->Finish();
	}

private:
	static constexpr std::size_t MostWaiting = 8; // frames

	std::unique_ptr<FrameRecorder> recorder;
	Tools::BackgroundWriter writer; // ends before the recorder does
};

}

RecordedFrame CaptureFrame(const ScenePlayer& player)
{
	RecordedFrame frame;
	frame.time = player.GetWorld().Time();
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
		CaptureBody(player.BodyAt(k), static_cast<std::uint16_t>(k), frame);
	std::vector<std::uint16_t> objectOfFluid;
	for (std::size_t k = 0; k < player.fluids.size(); ++k)
	{
		const std::size_t index = player.fluids[k].id.index;
		objectOfFluid.resize(std::max(objectOfFluid.size(), index + 1));
		objectOfFluid[index] = static_cast<std::uint16_t>(player.bodies.size() + k);
	}
	CaptureFluids(player.GetWorld().Fluid(), objectOfFluid, frame);
	return frame;
}

Result<std::vector<RecordedMesh>> CaptureMeshes(const ScenePlayer& player, const FrameMeter& meter, BodySkins& skins, TaskRunner& tasks)
{
	std::vector<RecordedMesh> meshes;
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
	{
		if (player.bodies[k].shape->skin == nullptr)
			continue;
		const BodySkins::Skin& skin = skins.Evaluate(player, k, meter, tasks);
		RecordedMesh mesh{player.bodies[k].name, {}, skin.normals, player.bodies[k].shape->skin->triangles};
		for (const Vec3& position : skin.positions)
			mesh.positions.push_back(player.BodyAt(k).origin + position.Cast<double>());
		meshes.push_back(std::move(mesh));
	}
	const FluidView view = player.GetWorld().Fluid();
	for (const PlayedFluid& fluid : player.fluids)
	{
		std::vector<Vec3> particles;
		for (std::size_t i = 0; i < view.position.size(); ++i)
			if (view.fluid[i] == fluid.id.index)
				particles.push_back(view.position[i].Xyz());
		auto surface = MakeFluidSurface(particles, {fluid.particleRadius, 0}, tasks);
		if (!surface.IsOk())
			return surface.TakeError();
		RecordedMesh mesh{fluid.name, {}, std::move(surface.Value().normals), std::move(surface.Value().triangles)};
		for (const Vec3& position : surface.Value().positions)
			mesh.positions.push_back(view.origin + position.Cast<double>());
		meshes.push_back(std::move(mesh));
	}
	for (const PlayedObstacle& obstacle : player.obstacles)
	{
		const Render::MeshObject shape = MakeObstacleMesh(obstacle, {});
		const Pose pose = PoseOf(player.GetWorld(), obstacle);
		RecordedMesh mesh{obstacle.name, {}, {}, shape.triangles};
		for (const Vec3& position : shape.positions)
			mesh.positions.push_back(pose.ToWorld(position.Cast<double>()));
		for (const Vec3& normal : shape.normals)
			mesh.normals.push_back((pose.rotation * normal.Cast<double>()).Cast<float>());
		if (!mesh.triangles.empty())
			meshes.push_back(std::move(mesh));
	}
	return meshes;
}

std::vector<std::string> ObjectNames(const ScenePlayer& player)
{
	std::vector<std::string> names;
	names.reserve(player.bodies.size() + player.fluids.size());
	for (const PlayedBody& body : player.bodies)
		names.push_back(body.name);
	for (const PlayedFluid& fluid : player.fluids)
		names.push_back(fluid.name);
	return names;
}

std::unique_ptr<FrameRecorder> RecordInBackground(std::unique_ptr<FrameRecorder> recorder)
{
	return std::make_unique<BackgroundRecorder>(std::move(recorder));
}

const std::vector<std::string>& RecordFormats()
{
	static const std::vector<std::string> formats = {"ply", "vtk", "sphcache", "obj"};
	return formats;
}

const std::vector<std::string>& ParticleFormats()
{
	static const std::vector<std::string> formats = {"ply", "vtk", "sphcache"};
	return formats;
}

Result<std::unique_ptr<FrameRecorder>> MakeRecorder(const RecorderSettings& settings)
{
	const auto makeSequence = [&](FrameText makeText)
	{
		return std::unique_ptr<FrameRecorder>(
			std::make_unique<SequenceRecorder>(settings.folder, settings.format, settings.names, makeText));
	};
	if (settings.format == "ply")
		return makeSequence(MakePly);
	if (settings.format == "vtk")
		return makeSequence(MakeVtk);
	if (settings.format == "obj")
		return makeSequence(MakeObj);
	if (settings.format == "sphcache")
		return MakeCacheRecorder(settings.folder / "recording.sphcache", {settings.errorBound, settings.fps, settings.names});
	return Error{"'" + settings.format + "' is no format that can be recorded."};
}

}
