#include <Lab/FrameRecorder.h>

#include <Common/BackgroundWriter.h>
#include <Common/Files.h>
#include <Lab/CacheFile.h>
#include <Lab/FluidSurface.h>
#include <Lab/ObstacleMesh.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <numeric>

namespace SPHSolids::Lab
{
namespace
{

void AppendNumber(std::string& text, float value, char end)
{
	char digits[32];
	const auto [last, error] = std::to_chars(digits, digits + sizeof digits, value);
	text.append(digits, last);
	text += end;
}

void AppendNumber(std::string& text, double value, char end)
{
	char digits[40];
	const auto [last, error] = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9);
	text.append(digits, last);
	text += end;
}

/// One line each, so that names from scene files cannot break a header.
std::string OneLine(std::string text)
{
	std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 32; }, ' ');
	return text.substr(0, 200);
}

/// VTK's binary numbers are big-endian.
template <class T>
void AppendBigEndian(std::string& text, T value)
{
	char bytes[sizeof(T)];
	std::memcpy(bytes, &value, sizeof(T));
	if constexpr (std::endian::native == std::endian::little)
		std::reverse(bytes, bytes + sizeof(T));
	text.append(bytes, sizeof(T));
}

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
	{
		const SolidBody& body = player.BodyAt(k);
		for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		{
			frame.position.push_back(body.origin + body.position[i].Cast<double>());
			frame.velocity.push_back(body.velocity[i]);
			frame.object.push_back(static_cast<std::uint16_t>(k));
		}
	}
	const FluidView view = player.GetWorld().Fluid();
	std::vector<std::uint32_t> order(view.position.size());
	std::iota(order.begin(), order.end(), 0u);
	std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return view.id[a] < view.id[b]; });
	for (const std::uint32_t i : order)
	{
		frame.position.push_back(view.origin + view.position[i].Xyz().Cast<double>());
		frame.velocity.push_back(view.velocity[i].Xyz());
		std::size_t fluid = 0;
		while (fluid + 1 < player.fluids.size() && player.fluids[fluid].id.index != view.fluid[i])
			++fluid;
		frame.object.push_back(static_cast<std::uint16_t>(player.bodies.size() + fluid));
	}
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
	for (const PlayedBody& body : player.bodies)
		names.push_back(body.name);
	for (const PlayedFluid& fluid : player.fluids)
		names.push_back(fluid.name);
	return names;
}

std::string MakePly(const RecordedFrame& frame, const std::vector<std::string>& names)
{
	std::string text = "ply\nformat ascii 1.0\n";
	char time[64];
	std::snprintf(time, sizeof time, "comment time %.9g s\n", frame.time);
	text += time;
	for (std::size_t k = 0; k < names.size(); ++k)
		text += "comment object " + std::to_string(k) + " " + OneLine(names[k]) + "\n";
	text += "element vertex " + std::to_string(frame.position.size()) + "\n";
	for (const char* name : {"x", "y", "z"})
		text += std::string("property double ") + name + "\n";
	for (const char* name : {"vx", "vy", "vz"})
		text += std::string("property float ") + name + "\n";
	text += "property ushort object\nend_header\n";
	for (std::size_t i = 0; i < frame.position.size(); ++i)
	{
		for (int axis = 0; axis < 3; ++axis)
			AppendNumber(text, frame.position[i][axis], ' ');
		for (int axis = 0; axis < 3; ++axis)
			AppendNumber(text, frame.velocity[i][axis], ' ');
		text += std::to_string(frame.object[i]) + "\n";
	}
	return text;
}

std::string MakeObj(const RecordedFrame& frame, const std::vector<std::string>&)
{
	char time[64];
	std::snprintf(time, sizeof time, "# time %.9g s\n", frame.time);
	std::string text = time;
	// Corners are counted through the whole file, from 1.
	std::size_t firstPosition = 1, firstNormal = 1;
	for (const RecordedMesh& mesh : frame.meshes)
	{
		text += "o " + OneLine(mesh.name) + "\n";
		for (const Vec3d& position : mesh.positions)
		{
			text += "v ";
			for (int axis = 0; axis < 3; ++axis)
				AppendNumber(text, position[axis], axis < 2 ? ' ' : '\n');
		}
		for (const Vec3& normal : mesh.normals)
		{
			text += "vn ";
			for (int axis = 0; axis < 3; ++axis)
				AppendNumber(text, normal[axis], axis < 2 ? ' ' : '\n');
		}
		const bool hasNormals = mesh.normals.size() == mesh.positions.size();
		for (const Triangle& triangle : mesh.triangles)
		{
			text += "f";
			for (const std::uint32_t corner : triangle)
			{
				text += " " + std::to_string(firstPosition + corner);
				if (hasNormals)
					text += "//" + std::to_string(firstNormal + corner);
			}
			text += "\n";
		}
		firstPosition += mesh.positions.size();
		firstNormal += mesh.normals.size();
	}
	return text;
}

std::string MakeVtk(const RecordedFrame& frame, const std::vector<std::string>& names)
{
	const std::string count = std::to_string(frame.position.size());
	std::string title = "SPHSolids";
	for (std::size_t k = 0; k < names.size() && title.size() < 180; ++k)
		title += ", " + std::to_string(k) + " " + OneLine(names[k]);
	std::string text = "# vtk DataFile Version 3.0\n" + title.substr(0, 250) + "\nBINARY\nDATASET POLYDATA\n";
	text += "FIELD FieldData 1\nTIME 1 1 double\n";
	AppendBigEndian(text, frame.time);
	text += "\nPOINTS " + count + " double\n";
	for (const Vec3d& position : frame.position)
		for (int axis = 0; axis < 3; ++axis)
			AppendBigEndian(text, position[axis]);
	// One vertex cell per point, without which ParaView shows nothing.
	text += "\nVERTICES " + count + " " + std::to_string(2 * frame.position.size()) + "\n";
	for (std::size_t i = 0; i < frame.position.size(); ++i)
	{
		AppendBigEndian(text, std::int32_t(1));
		AppendBigEndian(text, static_cast<std::int32_t>(i));
	}
	text += "\nPOINT_DATA " + count + "\nVECTORS velocity float\n";
	for (const Vec3& velocity : frame.velocity)
		for (int axis = 0; axis < 3; ++axis)
			AppendBigEndian(text, velocity[axis]);
	text += "\nSCALARS object int 1\nLOOKUP_TABLE default\n";
	for (const std::uint16_t object : frame.object)
		AppendBigEndian(text, static_cast<std::int32_t>(object));
	text += "\n";
	return text;
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
