#include <Scenes/Abuse.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

std::string Describe(const AbuseEpisode& episode, const AbuseOutcome& outcome)
{
	std::string text = episode.solver + " seed " + std::to_string(episode.seed) + ", step " + std::to_string(outcome.elasticStep)
		+ " s, energy gained " + std::to_string(outcome.energyGain) + ", size error " + std::to_string(outcome.sizeError) + ", body "
		+ std::to_string(outcome.worstBody) + ":";
	for (const AbuseKind kind : outcome.did)
		text += " " + std::string(NameOf(kind));
	return text + "\n";
}

std::string All(const std::vector<std::string>& lines)
{
	return std::accumulate(lines.begin(), lines.end(), std::string());
}

/// Without the very short steps, which take seconds each: those are for `sphsolids bench abuse`.
bool IsQuick(std::uint64_t seed)
{
	return seed % 16 != 15;
}

}

TEST(Abuse, BodiesStayFiniteAndInTheirRoomAndComeBackToTheirShape)
{
	int episodes = 0;
	std::vector<std::string> outOfShape, gained;
	for (std::uint64_t seed = 0; seed < 256; ++seed)
	{
		if (!IsQuick(seed))
			continue;
		const AbuseEpisode episode = EpisodeOf(seed, "lbfgs");
		const AbuseOutcome outcome = Play(episode);
		++episodes;
		ASSERT_TRUE(outcome.finite) << Describe(episode, outcome);
		EXPECT_TRUE(outcome.IsInside()) << Describe(episode, outcome);
		EXPECT_EQ(outcome.frozen, 0) << Describe(episode, outcome);
		if (!outcome.IsRecovered())
			outOfShape.push_back(Describe(episode, outcome));
		if (!outcome.IsEnergyBounded())
			gained.push_back(Describe(episode, outcome));
	}
	EXPECT_EQ(episodes, 240);
	EXPECT_TRUE(outOfShape.empty()) << All(outOfShape);
	EXPECT_TRUE(gained.empty()) << All(gained);
}

TEST(Abuse, EveryMinimisingSolverStaysFiniteAndInItsRoom)
{
	for (const char* solver : {"quasinewton", "newton"})
		for (std::uint64_t seed = 0; seed < 8; ++seed)
		{
			const AbuseEpisode episode = EpisodeOf(seed, solver);
			const AbuseOutcome outcome = Play(episode);
			EXPECT_TRUE(outcome.finite) << Describe(episode, outcome);
			EXPECT_TRUE(outcome.IsInside()) << Describe(episode, outcome);
		}
}

TEST(Abuse, EnergyIsNotGainedByAStretchThatFloatsHardlyHold)
{
	// Of a block torn to fifty times its length the float energy came out as -1.4e7 J, and a step went there.
	const AbuseEpisode episode = EpisodeOf(7130, "lbfgs");
	const AbuseOutcome outcome = Play(episode);
	EXPECT_TRUE(outcome.IsEnergyBounded() && outcome.IsRecovered()) << Describe(episode, outcome);
}

TEST(Abuse, BodiesThatStillBounceAreLookedAtWhenTheyLieStill)
{
	int bouncing = 0;
	for (std::uint64_t seed = 3; seed < 64; seed += 4) // steps of 1 to 4 ms, which damp little
	{
		AbuseEpisode episode = EpisodeOf(seed, "lbfgs");
		episode.abuseFrames = 3;
		episode.peaceSeconds = 0.28; // about when they land
		const AbuseOutcome outcome = Play(episode);
		bouncing += outcome.hasWaited;
		EXPECT_TRUE(outcome.IsRecovered()) << Describe(episode, outcome);
		EXPECT_LT(outcome.peaceSeconds, episode.longestPeace) << Describe(episode, outcome);
	}
	EXPECT_GT(bouncing, 0);
}

TEST(Abuse, AnEpisodeIsTheSameEveryTime)
{
	for (const std::uint64_t seed : {2u, 5u, 9u})
	{
		const AbuseEpisode episode = EpisodeOf(seed, "lbfgs");
		EXPECT_EQ(Play(episode).hash, Play(episode).hash) << seed;
	}
}
