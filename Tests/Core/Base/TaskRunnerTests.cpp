#include <SPHSolids/Base/ScratchPool.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <algorithm>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace SPHSolids;

namespace
{

class TaskRunners : public testing::TestWithParam<std::unique_ptr<TaskRunner> (*)(int)>
{
};

/// Expects a loop to visit every number below the count once.
void ExpectOneVisitEach(TaskRunner& tasks, std::size_t count)
{
	std::vector<std::atomic<int>> visits(count);
	ParallelFor(tasks, count, 7,
		[&](std::size_t begin, std::size_t end)
		{
			EXPECT_EQ(begin % 7, 0u);
			for (std::size_t i = begin; i < end; ++i)
				++visits[i];
		});
	for (const auto& visit : visits)
		EXPECT_EQ(visit.load(), 1);
}

}

TEST_P(TaskRunners, RunEveryChunkOnceForAnyNumberOfWorkers)
{
	for (const int workers : {1, 2, 3, 8})
	{
		const auto tasks = GetParam()(workers);
		EXPECT_EQ(tasks->WorkerCount(), workers);
		for (const std::size_t count : {0, 1, 7, 100, 1001})
			ExpectOneVisitEach(*tasks, count);
	}
	EXPECT_GE(GetParam()(0)->WorkerCount(), 1);
}

TEST_P(TaskRunners, FinishLoopsWithinLoops)
{
	const auto tasks = GetParam()(3);
	std::atomic<int> visits = 0;
	ParallelFor(*tasks, 40, 1, [&](std::size_t, std::size_t)
		{ ParallelFor(*tasks, 50, 1, [&](std::size_t begin, std::size_t end) { visits += static_cast<int>(end - begin); }); });
	EXPECT_EQ(visits.load(), 40 * 50);
}

TEST_P(TaskRunners, FinishLoopsOfSeveralThreadsAtOnce)
{
	const auto tasks = GetParam()(2);
	std::vector<std::thread> callers;
	for (int k = 0; k < 4; ++k)
		callers.emplace_back(
			[&]
			{
				for (int round = 0; round < 50; ++round)
					ExpectOneVisitEach(*tasks, 200);
			});
	for (std::thread& caller : callers)
		caller.join();
}

TEST_P(TaskRunners, ShowOneLoopsWritesToTheNext)
{
	const auto tasks = GetParam()(4);
	std::vector<int> numbers(1000, 0), sums(1000, 0);
	for (int round = 1; round <= 100; ++round)
	{
		ParallelFor(*tasks, numbers.size(), 16,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					numbers[i] += 1;
			});
		ParallelFor(*tasks, numbers.size(), 16,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					sums[i] = numbers[i] + numbers[numbers.size() - 1 - i];
			});
		for (const int sum : sums)
			ASSERT_EQ(sum, 2 * round);
	}
}

INSTANTIATE_TEST_SUITE_P(Backends, TaskRunners, testing::Values(MakeParallelTaskRunner, MakeThreadTaskRunner),
	[](const auto& test) -> std::string { return test.index == 0 ? "Parallel" : "Thread"; });

TEST(ScratchPool, PiecesAreNeverSharedAndNoMoreThanAreInUseAtOnce)
{
	ScratchPool pool(64);
	const auto tasks = MakeParallelTaskRunner(4);
	std::atomic<int> mistakes = 0;
	ParallelFor(*tasks, 1000, 1,
		[&](std::size_t chunk, std::size_t)
		{
			ScratchPool::Piece piece(pool);
			const float mine = static_cast<float>(chunk);
			std::fill_n(piece.Data(), 64, mine);
			std::this_thread::yield();
			mistakes += static_cast<int>(64 - std::count(piece.Data(), piece.Data() + 64, mine));
		});
	EXPECT_EQ(mistakes, 0);
	EXPECT_GE(pool.Bytes(), 64 * sizeof(float));
	EXPECT_LE(pool.Bytes(), 4 * 64 * sizeof(float));
}
