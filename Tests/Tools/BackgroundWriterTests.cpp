#include <Common/BackgroundWriter.h>

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

using namespace SPHSolids;
using namespace SPHSolids::Tools;

TEST(BackgroundWriter, JobsAreDoneInOrderAndAllOfThemBeforeItEnds)
{
	std::vector<int> done;
	{
		BackgroundWriter writer(2);
		for (int k = 0; k < 50; ++k)
			ASSERT_TRUE(writer
					.Add(
						[&done, k]
						{
							done.push_back(k);
							return Status();
						})
					.IsOk());
	}
	ASSERT_EQ(done.size(), 50u);
	for (int k = 0; k < 50; ++k)
		EXPECT_EQ(done[static_cast<std::size_t>(k)], k);
}

TEST(BackgroundWriter, WhoeverAddsGoesOnWhileTheFirstJobStillRuns)
{
	std::atomic<bool> mayEnd = false;
	BackgroundWriter writer(4);
	for (int k = 0; k < 4; ++k)
		ASSERT_TRUE(writer
				.Add(
					[&]
					{
						mayEnd.wait(false);
						return Status();
					})
				.IsOk());
	// Reached although no job has ended.
	mayEnd = true;
	mayEnd.notify_all();
	EXPECT_TRUE(writer.Finish().IsOk());
}

TEST(BackgroundWriter, AFailureIsToldToTheNextOneWhoAsksAndEndsTheWork)
{
	std::atomic<int> done = 0;
	BackgroundWriter writer(8);
	ASSERT_TRUE(writer.Add([] { return Status(Error{"The disk is full."}); }).IsOk());
	const Status finished = writer.Finish();
	ASSERT_FALSE(finished.IsOk());
	EXPECT_EQ(finished.Message(), "The disk is full.");
	const Status added = writer.Add(
		[&]
		{
			++done;
			return Status();
		});
	EXPECT_FALSE(added.IsOk());
	EXPECT_EQ(done, 0);
}
