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

/// When the next moment is due, and how fast it really plays. A machine that is too slow does not try to catch up.
class Pace
{
public:
	void Restart(double simulatedTime)
	{
		windowReal = due = finished = RealSeconds();
		windowTime = simulatedTime;
		shown = 0;
	}
	double Due(double speed) const { return std::max(due + shown / std::max(0.01, speed), finished); }
	void Begin(double speed) { due = Due(speed); }
	void End(double simulated)
	{
		shown = simulated;
		finished = RealSeconds();
	}
	/// Simulated over real seconds, every half second. To be asked where a moment is due, not where its step is done: what a step takes varies, when
	/// it begins does not unless it is late.
	std::optional<double> Measure(double simulatedTime)
	{
		const double real = RealSeconds();
		if (real - windowReal < 0.5)
			return {};
		const double factor = (simulatedTime - windowTime) / (real - windowReal);
		windowReal = real;
		windowTime = simulatedTime;
		return factor;
	}

private:
	double due = 0, finished = 0;          // s of the steady clock: the last moment
	double shown = 0;                      // simulated seconds of it
	double windowReal = 0, windowTime = 0; // since when the speed is measured
};

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
	Ask([this] { stopping = true; });
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
	Ask([&] { commands.push_back(std::move(command)); });
}

void LiveScene::Ask(const std::function<void()>& change)
{
	{
		// Under the lock even for what is atomic: the player must not fall asleep between its look at it and the call that wakes it.
		const std::lock_guard lock(mutex);
		change();
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
	Ask([&] { paused = isPaused; });
}

void LiveScene::StepOnce()
{
	Ask([this] { ++stepsAsked; });
}

void LiveScene::SetSpeed(double simulatedPerRealSecond)
{
	Ask([&] { speed = simulatedPerRealSecond; });
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

bool LiveScene::IsAtRest() const
{
	const std::lock_guard lock(mutex);
	return !isBusy && IsIdle();
}

void LiveScene::Play()
{
	Pace pace;
	pace.Restart(player->GetWorld().Time());
	while (!stopping)
	{
		std::deque<std::function<void()>> now;
		bool isPlaying = false, isSingle = false;
		{
			std::unique_lock lock(mutex);
			isBusy = false;
			if (IsIdle())
			{
				realTimeFactor = 0;
				wake.wait(lock, [this] { return !IsIdle(); });
				pace.Restart(player->GetWorld().Time());
			}
			while (!IsAsked() && RealSeconds() < pace.Due(speed))
				wake.wait_for(lock, std::chrono::duration<double>(pace.Due(speed) - RealSeconds()));
			isBusy = true;
			now.swap(commands);
			isSingle = paused && stepsAsked > 0;
			isPlaying = !paused;
			stepsAsked = isSingle ? stepsAsked - 1 : 0;
		}
		for (const auto& command : now)
			command();
		if (isRebuilt || (!isPlaying && !isSingle))
		{
			Publish();
			pace.Restart(player->GetWorld().Time());
			continue;
		}
		if (isPlaying && RealSeconds() < pace.Due(speed))
			continue; // something was asked for between two moments
		if (const auto factor = pace.Measure(player->GetWorld().Time()); factor && isPlaying)
			realTimeFactor = *factor;
		pace.Begin(speed);
		const double simulated = Advance(isSingle);
		Publish();
		pace.End(simulated);
	}
}

double LiveScene::Advance(bool isSingle)
{
	World& world = player->GetWorld();
	const double step = player->bodies.empty() ? (isSingle ? 0.004 : ShownInterval) : world.Def().time.elasticStep;
	const int steps = isSingle || player->bodies.empty() ? 1 : std::max(1, static_cast<int>(std::lround(ShownInterval / step)));
	const double start = RealSeconds();
	for (int k = 0; k < steps && !stopping; ++k)
	{
		Pull();
		report = world.Step(step, *tasks);
	}
	stepCost = (RealSeconds() - start) / (steps * step);
	return steps * step;
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
