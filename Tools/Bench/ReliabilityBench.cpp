#include "ReliabilityBench.h"

#include "BudgetWorlds.h"
#include "Percentile.h"

#include <Common/Interrupt.h>
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
