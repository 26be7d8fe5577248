#include <View/LiveScene.h>

#include <Lab/CacheFile.h>
#include <Lab/ObstacleMesh.h>
#include <Render/Colourmap.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace SPHSolids::View
{
namespace
{

constexpr double ShownInterval = 1.0 / 60; // s of simulated time between two published moments, to whole steps

double RealSeconds()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Vec3 ToVec3(const Lab::SceneColour& colour)
{
	return {colour[0], colour[1], colour[2]};
}

}

std::unique_ptr<LiveScene> LiveScene::Start(const Lab::LoadedScene& scene, int threads)
{
	std::unique_ptr<LiveScene> live(new LiveScene(scene));
	live->tasks = MakeParallelTaskRunner(threads);
	live->thread = std::thread([raw = live.get()] { raw->Loop(); });
	return live;
}

LiveScene::~LiveScene()
{
	stopping = true;
	wake.notify_all();
	if (thread.joinable())
		thread.join();
	EndRecording();
}

LiveScene::Moments LiveScene::Now() const
{
	const std::lock_guard lock(mutex);
	const double share = interval > 0 ? (RealSeconds() - publishedAt) / interval : 1;
	return {before, after, static_cast<float>(std::clamp(share, 0.0, 1.0))};
}

void LiveScene::Do(std::function<void()> command)
{
	{
		const std::lock_guard lock(mutex);
		commands.push_back(std::move(command));
	}
	wake.notify_all();
}

void LiveScene::Complain(const std::string& sentence)
{
	const std::lock_guard lock(mutex);
	complaint = sentence;
}

std::string LiveScene::TakeComplaint()
{
	const std::lock_guard lock(mutex);
	return std::exchange(complaint, std::string());
}

void LiveScene::SetPaused(bool isPaused)
{
	paused = isPaused;
	wake.notify_all();
}

void LiveScene::StepOnce()
{
	++stepsAsked;
	wake.notify_all();
}

void LiveScene::SetSpeed(double simulatedPerRealSecond)
{
	speed = simulatedPerRealSecond;
}

void LiveScene::SetColourBy(Lab::ColourBy quantity)
{
	Do([this, quantity] { colourBy = quantity; });
}

void LiveScene::Reset()
{
	building = true;
	Do(
		[this]
		{
			if (const Status status = Rebuild(); !status.IsOk())
				Complain(status.Message());
		});
}

LiveScene::Construction LiveScene::Building() const
{
	const std::lock_guard lock(mutex);
	return construction;
}

std::string LiveScene::Failure() const
{
	const std::lock_guard lock(mutex);
	return failure;
}

Status LiveScene::Rebuild()
{
	class Watched final : public Progress
	{
	public:
		explicit Watched(LiveScene& live)
			: scene(live)
		{
		}
		bool Report(const char* stage, double fraction) override
		{
			const std::lock_guard lock(scene.mutex);
			scene.construction = {stage, fraction};
			return !scene.stopping;
		}

	private:
		LiveScene& scene;
	};
	held.reset();
	EndRecording();
	Watched progress(*this);
	auto made = Lab::ScenePlayer::Create(scene.description, *tasks, &progress);
	if (made.IsOk())
	{
		player = made.TakeValue();
		looks = std::make_shared<const std::vector<Lab::PlayedObstacle>>(player->obstacles);
		meter = {};
		skins.Clear();
		report = {};
	}
	isRebuilt = made.IsOk();
	if (!isRebuilt)
		building = false;
	return isRebuilt ? Status() : Status(Error{made.Message()});
}

void LiveScene::StartRecording(const std::filesystem::path& file)
{
	Do(
		[this, file]
		{
			EndRecording();
			auto made = Lab::MakeCacheRecorder(file, {1e-5, 1 / ShownInterval, Lab::ObjectNames(*player)});
			if (!made.IsOk())
				return Complain(made.Message());
			recorder = Lab::RecordInBackground(made.TakeValue());
			recorded = 0;
		});
}

void LiveScene::StopRecording()
{
	Do([this] { EndRecording(); });
}

void LiveScene::EndRecording()
{
	if (recorder != nullptr)
		if (const Status status = recorder->Finish(); !status.IsOk())
			Complain(status.Message());
	recorder.reset();
}

void LiveScene::Loop()
{
	if (const Status status = Rebuild(); !status.IsOk())
	{
		const std::lock_guard lock(mutex);
		failure = status.Message();
		return;
	}
	Publish();
	Play();
}

void LiveScene::Play()
{
	double due = RealSeconds(), windowReal = due, windowTime = player->GetWorld().Time();
	while (!stopping)
	{
		std::deque<std::function<void()>> now;
		{
			std::unique_lock lock(mutex);
			wake.wait(lock, [this] { return stopping || !paused || stepsAsked > 0 || !commands.empty(); });
			now.swap(commands);
		}
		for (const auto& command : now)
			command();
		const bool plays = !paused || stepsAsked > 0;
		if (plays && !stopping)
			Advance();
		Publish();

		const double real = RealSeconds(), time = player->GetWorld().Time();
		if (!plays || time < windowTime)
		{
			windowReal = due = real;
			windowTime = time;
			realTimeFactor = 0;
			continue;
		}
		if (real - windowReal > 0.5)
		{
			realTimeFactor = (time - windowTime) / (real - windowReal);
			windowReal = real;
			windowTime = time;
		}
		// Wait for real time; a machine that is too slow does not try to catch up.
		due = std::max(due + std::max(ShownInterval, player->GetWorld().Def().time.elasticStep) / std::max(0.01, speed.load()), real);
		std::unique_lock lock(mutex);
		wake.wait_for(lock, std::chrono::duration<double>(due - real), [this] { return stopping || !commands.empty(); });
	}
}

void LiveScene::Advance()
{
	const bool single = paused;
	if (single)
		--stepsAsked;
	World& world = player->GetWorld();
	const double step = player->bodies.empty() ? (single ? 0.004 : ShownInterval) : world.Def().time.elasticStep;
	const int steps = single || player->bodies.empty() ? 1 : std::max(1, static_cast<int>(std::lround(ShownInterval / step)));
	const double start = RealSeconds();
	for (int k = 0; k < steps && !stopping; ++k)
	{
		Pull();
		report = world.Step(step, *tasks);
	}
	stepCost = (RealSeconds() - start) / (steps * step);
}

BodyShot LiveScene::Shoot(std::size_t index)
{
	const Lab::PlayedBody& played = player->bodies[index];
	const SolidBody& body = player->BodyAt(index);
	BodyShot shot;
	shot.id = played.id;
	shot.particleRadius = static_cast<float>(body.Rest().state.particleRadius);
	const Vec3 origin = body.origin.Cast<float>();
	Vec3d sum;
	for (const Vec3& position : body.position)
	{
		shot.particles.push_back(position + origin);
		sum += position.Cast<double>();
	}
	shot.centreOfMass = body.origin + sum / std::max(1.0, static_cast<double>(body.ParticleCount()));

	for (std::size_t i = 0; i < shot.particles.size(); ++i)
		if (body.held[i] != 0)
			shot.pins.push_back(shot.particles[i]);
	shot.skin = played.shape->skin;
	shot.colours = ColoursOf(index);
	if (shot.skin == nullptr)
		return shot;
	const Lab::BodySkins::Skin& skin = skins.Evaluate(*player, index, meter, *tasks);
	shot.normals = skin.normals;
	for (const Vec3& position : skin.positions)
		shot.positions.push_back(position + origin);
	return shot;
}

std::vector<Vec3> LiveScene::ColoursOf(std::size_t index) const
{
	const Lab::PlayedBody& played = player->bodies[index];
	const SolidBody& body = player->BodyAt(index);
	const SkinBinding* binding = played.shape->skin.get();
	std::vector<double> scalars = Lab::BodyScalars(colourBy, body, meter.Gradients(index), player->GetWorld().Temperatures(played.id));
	if (!scalars.empty() && binding != nullptr)
		scalars = Lab::SpreadToVertices(*binding, scalars);
	if (!scalars.empty())
	{
		const Render::Colourmap map(legend.colourmap);
		std::vector<Vec3> colours;
		colours.reserve(scalars.size());
		for (const double scalar : scalars)
			colours.push_back(map.At((scalar - legend.range.low) / (legend.range.high - legend.range.low)));
		return colours;
	}
	const Vec3 plain = played.colour            ? ToVec3(*played.colour)
		: !played.shape->sectionColours.empty() ? ToVec3(played.shape->sectionColours.front())
												: Vec3(Render::CategoryColour(index));
	std::vector<Vec3> colours(binding != nullptr ? binding->VertexCount() : body.ParticleCount(), plain);
	if (binding != nullptr && binding->sections.size() == binding->triangles.size())
		for (std::size_t t = 0; t < binding->triangles.size(); ++t)
			if (const std::size_t section = binding->sections[t]; section > 0 && section < played.shape->sectionColours.size())
				for (const std::uint32_t vertex : binding->triangles[t])
					colours[vertex] = ToVec3(played.shape->sectionColours[section]);
	return colours;
}

void LiveScene::Publish()
{
	const World& world = player->GetWorld();
	const Lab::FrameFigures figures = meter.Measure(*player, *tasks);
	auto shot = std::make_shared<Snapshot>();
	shot->time = world.Time();
	legend = shot->legend = Lab::LegendOf(colourBy, *player);
	shot->looks = looks;
	shot->report = report;
	shot->iterations = report.elastic.solves > 0 ? static_cast<double>(report.elastic.iterations) / report.elastic.solves : 0;
	shot->secondsOfStep = stepCost;
	double particles = 0, ratio = 0;
	for (std::size_t k = 0; k < player->bodies.size(); ++k)
	{
		shot->bodies.push_back(Shoot(k));
		const double count = static_cast<double>(shot->bodies.back().particles.size());
		shot->energy += figures.bodies[k].energy.Total();
		ratio += count * figures.bodies[k].volumeRatio;
		particles += count;
	}
	shot->volumeRatio = particles > 0 ? ratio / particles : 1;
	const FluidView fluid = world.Fluid();
	const Render::Colourmap map(legend.colourmap);
	for (std::size_t i = 0; i < fluid.position.size(); ++i)
	{
		shot->fluid.push_back((fluid.origin + fluid.position[i].Xyz().Cast<double>()).Cast<float>());
		shot->fluidVelocity.push_back(fluid.velocity[i].Xyz());
		Vec3 colour = {0.1f, 0.35f, 0.8f};
		for (const Lab::PlayedFluid& known : player->fluids)
			if (known.id.index == fluid.fluid[i])
				colour = ToVec3(known.colour);
		if (Lab::IsOfFluids(colourBy))
			colour = map.At((Lab::FluidScalar(colourBy, fluid, i) - legend.range.low) / (legend.range.high - legend.range.low));
		shot->fluidColour.push_back(colour);
	}
	if (!player->fluids.empty())
		shot->fluidRadius = static_cast<float>(player->fluids.front().particleRadius);
	for (const Lab::PlayedObstacle& obstacle : player->obstacles)
		shot->obstacles.push_back(Lab::PoseOf(world, obstacle));
	if (recorder != nullptr)
		if (const Status status = recorder->Add(Lab::CaptureFrame(*player), recorded++); !status.IsOk())
		{
			recorder.reset();
			Complain(status.Message());
		}
	const std::lock_guard lock(mutex);
	const double real = RealSeconds();
	interval = after != nullptr && after->time < shot->time ? std::min(0.5, real - publishedAt) : 0;
	publishedAt = real;
	before = after;
	after = std::move(shot);
	if (isRebuilt) // only now is it seen
		isRebuilt = building = false;
}

}
