#include "ReliabilityBench.h"

#include <Common/Interrupt.h>
#include <Common/ProcessorTime.h>
#include <SPHSolids/World/BodyPacket.h>
#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>
#include <Scenes/Abuse.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

namespace SPHSolids::Tools
{
namespace
{

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The value below which this share of the sorted values lies.
double Percentile(const std::vector<double>& sorted, double share)
{
	return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

struct AbuseTally
{
	int episodes = 0, finite = 0, inside = 0, recovered = 0, bounded = 0, frozen = 0;
	std::vector<std::uint64_t> notRecovered, outside, gained, bounced;
};

/// Some seeds, for those who want to look.
std::string Seeds(const char* what, const std::vector<std::uint64_t>& seeds)
{
	if (seeds.empty())
		return {};
	std::string text = std::string("  ") + what + ":";
	for (std::size_t k = 0; k < std::min<std::size_t>(seeds.size(), 12); ++k)
		text += " " + std::to_string(seeds[k]);
	return text + (seeds.size() > 12 ? " ...\n" : "\n");
}

AbuseTally TallyAbuse(const std::string& solver, Scenes::AbuseCompany company, int episodes, TaskRunner& tasks)
{
	std::vector<Scenes::AbuseOutcome> outcomes(static_cast<std::size_t>(episodes));
	std::vector<char> played(outcomes.size(), 0);
	ParallelFor(tasks, outcomes.size(), 1,
		[&](std::size_t seed, std::size_t)
		{
			if (IsInterrupted())
				return;
			outcomes[seed] = Scenes::Play(Scenes::EpisodeOf(seed, solver, company));
			played[seed] = 1;
		});
	AbuseTally tally;
	for (std::size_t seed = 0; seed < outcomes.size(); ++seed)
	{
		if (played[seed] == 0)
			continue;
		const Scenes::AbuseOutcome& outcome = outcomes[seed];
		++tally.episodes;
		tally.finite += outcome.finite;
		tally.inside += outcome.finite && outcome.IsInside();
		tally.recovered += outcome.IsRecovered();
		tally.bounded += outcome.IsEnergyBounded();
		tally.frozen += outcome.frozen > 0;
		if (!outcome.IsRecovered())
			tally.notRecovered.push_back(seed);
		if (outcome.hasWaited)
			tally.bounced.push_back(seed);
		if (!outcome.IsInside())
			tally.outside.push_back(seed);
		if (!outcome.IsEnergyBounded())
			tally.gained.push_back(seed);
	}
	return tally;
}

void PrintAbuseHeading(const char* what)
{
	std::printf("%-12s %9s %9s %9s %14s %15s %8s %8s\n", what, "episodes", "finite", "inside", "shape in 1 %", "energy bounded", "frozen",
		"seconds");
}

/// A row of the table, and the seeds that are worth a look.
void TellAbuse(const std::string& label, const std::string& note, const std::string& solver, Scenes::AbuseCompany company,
	const SolidBenchOptions& options, TaskRunner& tasks, BenchPrinter& printer)
{
	const auto start = Clock::now();
	const AbuseTally tally = TallyAbuse(solver, company, options.steps, tasks);
	std::printf("%-12s %9d %9d %9d %14d %15d %8d %8.0f\n", label.c_str(), tally.episodes, tally.finite, tally.inside, tally.recovered,
		tally.bounded, tally.frozen, MillisecondsSince(start) / 1000);
	printer.Note(note,
		{{"episodes", tally.episodes}, {"finite", tally.finite}, {"inside", tally.inside}, {"recovered", tally.recovered},
			{"energyBounded", tally.bounded}, {"frozen", tally.frozen}, {"seedsNotRecovered", tally.notRecovered}},
		Seeds("out of shape", tally.notRecovered) + Seeds("outside", tally.outside) + Seeds("gained energy", tally.gained)
			+ Seeds("looked at when they lay still, later than the others", tally.bounced));
	std::fflush(stdout); // a row may take minutes
}

/// One episode, as the bodies come to peace.
void ShowEpisode(std::uint64_t seed, const std::string& solver, BenchPrinter& printer)
{
	const Scenes::AbuseEpisode episode = Scenes::EpisodeOf(seed, solver);
	const auto law = std::find_if(
		MaterialModels().begin(), MaterialModels().end(), [&](const MaterialModelInfo& info) { return info.model == episode.model; });
	std::printf("seed %llu, %s, %s. Energies in J (of the bodies), forces in N; both bodies in turn:\n%6s %10s",
		static_cast<unsigned long long>(seed), solver.c_str(), std::string(law->name).c_str(), "s", "energy");
	for (int body = 0; body < 2; ++body)
		std::printf(" | %10s %10s %10s %9s %9s %9s %9s", "kinetic", "elastic", "weight", "size err.", "shape err.", "least J", "pull");
	std::printf("\n");
	const Scenes::AbuseOutcome outcome = Scenes::Play(episode,
		[](double time, std::span<const Scenes::AbusedBody> bodies)
		{
			double energy = 0;
			for (const Scenes::AbusedBody& body : bodies)
				energy += body.kinetic + body.elastic + body.weight;
			std::printf("%6.3f %10.5f", time, energy);
			for (const Scenes::AbusedBody& body : bodies)
				std::printf(" | %10.5f %10.5f %10.5f %9.5f %9.5f %9.4f %9.3g", body.kinetic, body.elastic, body.weight, body.sizeError,
					body.shapeError, body.smallestJ, body.strongestPull);
			std::printf("\n");
		});
	std::string did;
	for (const Scenes::AbuseKind kind : outcome.did)
		did += " " + std::string(NameOf(kind));
	char sentence[250];
	std::snprintf(sentence, sizeof sentence,
		"Steps of %.3g ms; %s, %s, errors of size %.4f and shape %.4f, least J %.3f after %.1f s, energy gained %.4f; done to body %zu:",
		1000 * outcome.elasticStep, outcome.finite ? "finite" : "NOT finite", outcome.IsInside() ? "inside" : "OUTSIDE", outcome.sizeError,
		outcome.shapeError, outcome.smallestJ, outcome.peaceSeconds, outcome.energyGain, outcome.worstBody);
	printer.Note("abuse_" + solver + "_" + std::to_string(seed),
		{{"finite", outcome.finite}, {"inside", outcome.IsInside()}, {"sizeError", outcome.sizeError}, {"energyGain", outcome.energyGain}},
		sentence + did + ".");
}

/// Blocks of jelly in a pit, so many that they keep each other busy.
std::unique_ptr<World> MakePile(const WorldDef& def, int count)
{
	auto world = World::Create(def).TakeValue();
	BoundaryDef pit;
	pit.shape = Shape::Box({0.35, 0.35, 4}).Value().Inverted();
	pit.pose.position = {0, 0, 4};
	world->AddBoundary(pit).Value();
	SolidBodyDef body = Scenes::LatticeBody(5, 5, 5, 0.025, Scenes::MaterialOf(MaterialModel::StableNeoHookean, 5e4, 0.4, 1000, 1));
	for (int k = 0; k < count; ++k)
	{
		const int row = k / 4 % 4, layer = k / 16;
		body.position = {-0.3 + 0.16 * (k % 4), -0.3 + 0.16 * row, 0.1 + 0.16 * layer};
		body.rotation = AxisAngleRotation(Vec3d{0.6, 0, 0.8}, 0.1 * k);
		world->AddBody(body).Value();
	}
	return world;
}

/// Times of the frames of a pile with a budget, sorted.
struct BudgetFigures
{
	std::vector<double> ms;       ///< by the clock
	std::vector<double> threadMs; ///< that the calling thread ran: the rest it waited, for its workers or because others had its core
	double iterations = 0;        ///< of a body in an elastic step
	double substeps = 0;          ///< of a frame
};

BudgetFigures PlayPile(const WorldDef& def, int count, int frames, TaskRunner& tasks)
{
	auto world = MakePile(def, count);
	BudgetFigures figures;
	double iterations = 0, solves = 0, substeps = 0;
	for (int frame = 0; frame < frames && !IsInterrupted(); ++frame)
	{
		// Stirred every second, so that nothing falls asleep.
		if (frame % 60 == 0)
			world->ApplyRadialImpulse({0, 0, 0}, 1.5, 3);
		const double start = ThreadSeconds();
		const StepReport report = world->Step(1.0 / 60, tasks);
		figures.threadMs.push_back(1000 * (ThreadSeconds() - start));
		figures.ms.push_back(report.milliseconds.total);
		iterations += report.elastic.iterations;
		solves += report.elastic.solves;
		substeps += report.substeps;
	}
	figures.iterations = iterations / std::max(1.0, solves);
	figures.substeps = substeps / std::max(1.0, static_cast<double>(figures.ms.size()));
	std::sort(figures.ms.begin(), figures.ms.end());
	std::sort(figures.threadMs.begin(), figures.threadMs.end());
	return figures;
}

}

void RunAbuse(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto isChosen = [&](const std::string& solver)
	{ return options.compare.empty() || std::find(options.compare.begin(), options.compare.end(), solver) != options.compare.end(); };
	if (options.seed)
	{
		for (const ElasticSolverInfo& info : ElasticSolvers())
			if (isChosen(std::string(info.name)))
				ShowEpisode(*options.seed, std::string(info.name), printer);
		return;
	}
	const auto tasks = MakeParallelTaskRunner(options.threads);
	printer.Note("abuseEpisodesOfEach", options.steps, "Episodes of abuse, " + std::to_string(options.steps) + " by every solver:");
	PrintAbuseHeading("solver");
	for (const ElasticSolverInfo& info : ElasticSolvers())
		if (const std::string solver(info.name); isChosen(solver) && !IsInterrupted())
			TellAbuse(solver, "abuse_" + solver, solver, Scenes::AbuseCompany::Nothing, options, *tasks, printer);
}

void RunAbuseInCompany(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	const std::vector<std::string> solvers = options.compare.empty() ? std::vector<std::string>{"lbfgs", "quasinewton"} : options.compare;
	for (const std::string& solver : solvers)
	{
		printer.Note("abuseInCompany_" + solver, options.steps,
			"Bodies that come back to their shape in company, " + std::to_string(options.steps) + " episodes of each by " + solver + ":");
		PrintAbuseHeading("company");
		for (const auto company : {Scenes::AbuseCompany::EachOther, Scenes::AbuseCompany::Rigid, Scenes::AbuseCompany::Water})
		{
			if (IsInterrupted())
				return;
			const std::string name(NameOf(company));
			TellAbuse(name, "abuseInCompany_" + solver + "_" + name, solver, company, options, *tasks, printer);
		}
	}
}

void RunBudget(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	WorldDef def;
	def.time.elasticStep = 1.0 / 60;
	def.budgetMilliseconds = 8;
	const double budget = def.budgetMilliseconds;
	// Doubled until it does not fit, then halved in between. What fits keeps its budget in 99 of 100 frames.
	int fitting = 4, tooMany = 512;
	while (tooMany - fitting > std::max(1, fitting / 8) && !IsInterrupted())
	{
		const int count = tooMany == 512 ? 2 * fitting : (fitting + tooMany) / 2;
		const BudgetFigures trial = PlayPile(def, count, 600, *tasks);
		std::printf("%4d blocks of 125 particles: median %.2f ms, p99 %.2f ms, %.1f iterations, %.1f substeps\n", count,
			Percentile(trial.ms, 0.5), Percentile(trial.ms, 0.99), trial.iterations, trial.substeps);
		(Percentile(trial.ms, 0.99) > budget ? tooMany : fitting) = count;
	}
	const BudgetFigures figures = PlayPile(def, fitting, options.steps, *tasks);
	std::printf("Budget %.1f ms, %d blocks, %zu frames, %.1f iterations, %.1f substeps:\n", budget, fitting, figures.ms.size(),
		figures.iterations, figures.substeps);
	const auto note = [&](const char* name, const char* what, const std::vector<double>& ms)
	{
		const auto above = [&](double limit) { return static_cast<int>(ms.end() - std::upper_bound(ms.begin(), ms.end(), limit)); };
		char sentence[300];
		std::snprintf(sentence, sizeof sentence,
			"  %s: median %.2f, p95 %.2f, p99 %.2f, longest %.2f ms; %d above 1.1 budgets, %d above 2.", what, Percentile(ms, 0.5),
			Percentile(ms, 0.95), Percentile(ms, 0.99), ms.back(), above(1.1 * budget), above(2 * budget));
		printer.Note(name, {{"blocks", fitting}, {"p99", Percentile(ms, 0.99)}, {"longest", ms.back()}}, sentence);
	};
	note("budget", "by the clock", figures.ms);
	note("budgetThread", "the calling thread ran", figures.threadMs);
}

void RunRecorderCost(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	std::vector<double> ms[2];
	std::size_t bytes = 0;
	std::unique_ptr<World> worlds[2];
	for (int recorded = 0; recorded < 2; ++recorded)
	{
		WorldDef def;
		def.solver.refactorAtOnce = true;
		def.recordedSteps = recorded != 0 ? 120 : 0;
		worlds[recorded] = MakePile(def, 80);
	}
	for (int k = 0; k < std::max(options.steps, 200); ++k)
		for (int recorded = 0; recorded < 2; ++recorded) // in turn, so that a busy machine slows both
			ms[recorded].push_back(
				[&]
				{
					const auto start = Clock::now();
					worlds[recorded]->Step(0.004, *tasks);
					return MillisecondsSince(start);
				}());
	bytes = worlds[1]->WriteRecording().Value().size();
	for (auto& times : ms)
		std::sort(times.begin(), times.end());
	char sentence[250];
	std::snprintf(sentence, sizeof sentence,
		"10,000 particles in 80 bodies: median step %.3f ms without the recorder, %.3f ms with the last 120 steps kept; p99 %.3f and %.3f; "
		"a "
		"file has %.2f MB.",
		Percentile(ms[0], 0.5), Percentile(ms[1], 0.5), Percentile(ms[0], 0.99), Percentile(ms[1], 0.99), static_cast<double>(bytes) / 1e6);
	printer.Note("recorder", {{"without", Percentile(ms[0], 0.5)}, {"with", Percentile(ms[1], 0.5)}, {"bytes", bytes}}, sentence);
}

void RunSnapshotCost(const SolidBenchOptions& options, BenchPrinter& printer)
{
	const auto tasks = MakeParallelTaskRunner(options.threads);
	WorldDef def;
	def.solver.refactorAtOnce = true;
	auto world = MakePile(def, 80);
	for (int k = 0; k < 100; ++k) // they touch by then
		world->Step(0.004, *tasks);
	std::vector<double> takes, restores;
	std::vector<std::byte> bytes;
	const std::uint64_t hash = world->StateHash();
	bool isSame = true;
	for (int k = 0; k < std::max(options.steps, 100) && !IsInterrupted(); ++k)
	{
		auto start = Clock::now();
		world->Snapshot(bytes);
		takes.push_back(MillisecondsSince(start));
		world->Step(0.004, *tasks);
		start = Clock::now();
		isSame = world->Restore(bytes).IsOk() && isSame;
		restores.push_back(MillisecondsSince(start));
		isSame = isSame && world->StateHash() == hash;
	}
	std::sort(takes.begin(), takes.end());
	std::sort(restores.begin(), restores.end());
	char sentence[250];
	std::snprintf(sentence, sizeof sentence,
		"10,000 particles in 80 bodies that touch, %.2f MB: taken in %.3f ms (median; p99 %.3f), restored in %.3f (p99 %.3f), hash %016llx "
		"%s.",
		static_cast<double>(bytes.size()) / 1e6, Percentile(takes, 0.5), Percentile(takes, 0.99), Percentile(restores, 0.5),
		Percentile(restores, 0.99), static_cast<unsigned long long>(hash), isSame ? "each time" : "NOT EACH TIME");
	printer.Note("snapshot",
		{{"take", Percentile(takes, 0.5)}, {"restore", Percentile(restores, 0.5)}, {"bytes", bytes.size()}, {"same", isSame}}, sentence);
}

namespace
{

/// Distances of many pairs of vectors: the root of their mean square, and the largest.
struct VectorErrors
{
	double sum = 0, largest = 0;
	std::size_t count = 0;

	void Add(const Vec3d& difference)
	{
		const double error = Norm(difference);
		largest = std::max(largest, error);
		sum += error * error;
		++count;
	}
	double Mean() const { return std::sqrt(sum / static_cast<double>(count)); }
};

/// What a packet of some bits loses, as shares of the body's size and of its fastest particle's speed.
void TellPacket(const SolidBody& body, const std::string& scene, int bits, BenchPrinter& printer)
{
	const std::vector<std::byte> packet = PackBody(body, {bits, bits});
	const BodyPacketState state = UnpackBody(body.Rest(), packet).TakeValue();
	VectorErrors places, velocities;
	Box3d box;
	double fastest = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		box.Include(body.position[i].Cast<double>());
		fastest = std::max(fastest, static_cast<double>(Norm(body.velocity[i])));
		places.Add(body.origin + body.position[i].Cast<double>() - (state.origin + state.position[i].Cast<double>()));
		velocities.Add((body.velocity[i] - state.velocity[i]).Cast<double>());
	}
	const double size = Norm(box.Size());
	char sentence[250];
	std::snprintf(sentence, sizeof sentence,
		"  %2d bits: %7zu bytes, places %.2e of the body's size (mean square), %.2e at most; velocities %.2e of the fastest, %.2e at most",
		bits, packet.size(), places.Mean() / size, places.largest / size, velocities.Mean() / fastest, velocities.largest / fastest);
	printer.Note("network_" + scene + "_" + std::to_string(bits),
		{{"bytes", packet.size()}, {"largest", places.largest / size}, {"largestOfVelocities", velocities.largest / fastest}}, sentence);
}

}

void RunNetwork(const SolidBenchOptions&, BenchPrinter& printer)
{
	for (const char* name : {"twisting_beam", "stretching_cube", "cantilever"})
	{
		Scenes::SolidPlayer player(Scenes::FindSolidScene(name).TakeValue());
		player.Run(30);
		std::printf("%s, %zu particles (%zu bytes of positions and velocities):\n", name, player.body.ParticleCount(),
			player.body.ParticleCount() * 24);
		for (const int bits : {0, 6, 8, 10, 12, 16})
			TellPacket(player.body, name, bits, printer);
	}
}

}
