// Writes the seeds of the binary formats into Tests/Data/fuzz: small files of every kind, made by their own writers.

#include "FuzzWorld.h"

#include <Lab/CacheFile.h>
#include <SPHSolids/Geometry/DistanceGrid.h>
#include <SPHSolids/World/BodyPacket.h>
#include <SPHSolids/World/Recording.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace SPHSolids;

namespace
{

std::filesystem::path folder;

void Write(const std::string& name, std::span<const std::byte> bytes)
{
	const std::filesystem::path file = folder / name;
	std::filesystem::create_directories(file.parent_path());
	std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

template <class T>
void Append(std::vector<std::byte>& bytes, const T& more)
{
	const auto raw = std::as_bytes(std::span(more));
	bytes.insert(bytes.end(), raw.begin(), raw.end());
}

/// A particle so fast that its body became infinite within a step once.
void WriteHugeSpeeds(TaskRunner& tasks)
{
	auto world = Fuzz::MakeSmallWorld(2);
	const BodyId id = world->Bodies()[0];
	const SolidBody& body = *world->Find(id);
	std::vector<Vec3> velocity(body.ParticleCount());
	velocity[3].x = 1.7e38f;
	const std::vector<Vec3> position(body.position.begin(), body.position.end());
	if (!world->SetState(id, body.origin, position, velocity).IsOk())
		std::abort();
	Write("snapshot/huge_speed.sphsnap", world->Snapshot());
	world->Step(0.008, tasks);
	Write("recording/huge_speed.sphrec", world->WriteRecording().Value());
}

/// A command that is refused stands in a recording, too: once such a body became infinite when it was made.
void WriteHugeBody(TaskRunner& tasks)
{
	auto world = Fuzz::MakeSmallWorld(2);
	SolidBodyDef body = Scenes::LatticeBody(2, 2, 2, 0.03, {});
	body.rotation = Mat3d::Diagonal({1e41, 1e41, 1});
	if (world->AddBody(body).IsOk())
		std::abort();
	world->Step(0.008, tasks);
	Write("recording/huge_body.sphrec", world->WriteRecording().Value());
}

/// Water of an explicit solver so fast that a step once took a million substeps.
void WriteFastExplicitWater(TaskRunner& tasks)
{
	WorldDef def;
	def.recordedSteps = 2;
	def.pressure.solver = "wcsph";
	auto world = World::Create(def).TakeValue();
	FluidDef water;
	water.particleRadius = 0.015;
	const FluidId id = world->AddFluid(water).Value();
	world->AddFluidBlock(id, {{0.2, 0, 0}, {0.26, 0.06, 0.06}}).Value();
	world->AddFluidParticles(id, std::vector<Vec3d>{{0, 0, 1}}, {0, 5e7, 0}).Value();
	world->Step(0.008, tasks);
	Write("recording/fast_wcsph.sphrec", world->WriteRecording().Value());
}

}

int main(int argumentCount, char** arguments)
{
	if (argumentCount != 2)
		return 2;
	folder = arguments[1];
	const auto tasks = MakeSerialTaskRunner();
	auto world = Fuzz::MakeSmallWorld(2);
	Write("recording/start.sphrec", world->WriteRecording().Value());
	world->Pin(world->Bodies()[0], {{-1, -1, -1}, {0.02, 1, 1}}, PinMotion::Linear({0, 0, 1}, 0, 1)).Value();
	for (int k = 0; k < 5; ++k)
	{
		world->ApplyImpulse(world->Bodies()[1], Vec3d{0, 0, 0.01});
		world->Step(0.008, *tasks);
	}
	Write("recording/middle.sphrec", world->WriteRecording().Value());
	Write("snapshot/moving.sphsnap", world->Snapshot());
	Write("snapshot/start.sphsnap", Fuzz::MakeSmallWorld()->Snapshot());
	WriteHugeSpeeds(*tasks);
	WriteHugeBody(*tasks);
	WriteFastExplicitWater(*tasks);
	const SolidBody& body = *world->Find(world->Bodies()[0]);
	Write("packet/fine.bin", PackBody(body, {16, 12}));
	Write("packet/affine.bin", PackBody(body, {0, 0}));

	DistanceGridSettings settings;
	settings.cellSize = 0.5;
	settings.margin = 0.5;
	const auto ball = [](const Vec3d& p) { return Norm(p) - 0.5; };
	Write("grid/ball.bin", BuildDistanceGrid({{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}}, ball, settings, *tasks, nullptr).Value().ToBytes());

	RecordedFrame frame;
	frame.position = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.2, 0.3}};
	frame.velocity = {{0, 0, 1}, {}, {1, 0, 0}};
	frame.object = {0, 0, 1};
	std::vector<std::byte> cache = EncodeCacheHeader({1e-4, 60, {"one", "two"}});
	std::vector<std::uint64_t> offsets;
	for (int k = 0; k < 2; ++k)
	{
		offsets.push_back(cache.size());
		frame.time = k / 60.0;
		Append(cache, EncodeCacheFrame(frame, 1e-4));
	}
	Write("cache/cut_off.sphcache", cache);
	Append(cache, EncodeCacheIndex(offsets));
	Write("cache/whole.sphcache", cache);

	const double curve[] = {0.2, -2, 0.8, -0.3, 1, 0, 1.5, 0.7, 3, 9};
	Write("curve/five_points.bin", std::as_bytes(std::span(curve)));
	return 0;
}
