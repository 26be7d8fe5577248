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

TEST(BackgroundWriter, WhoeverMayNotWaitAsksFirst)
{
	std::atomic<bool> mayEnd = false;
	BackgroundWriter writer(2);
	const auto job = [&]
	{
		mayEnd.wait(false);
		return Status();
	};
	ASSERT_TRUE(writer.Add(job).IsOk());
	EXPECT_FALSE(writer.FinishedAlready().has_value());
	// One is at work or about to be, so two more fill it.
	ASSERT_TRUE(writer.Add(job).IsOk());
	ASSERT_TRUE(writer.Add(job).IsOk());
	EXPECT_TRUE(writer.IsFull());
	mayEnd = true;
	mayEnd.notify_all();
	ASSERT_TRUE(writer.Finish().IsOk());
	EXPECT_FALSE(writer.IsFull());
	ASSERT_TRUE(writer.FinishedAlready().has_value());
	EXPECT_TRUE(writer.FinishedAlready()->IsOk());
}
