#include <Lab/CacheFile.h>

#include "TemporaryFolder.h"

#include <Common/Files.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

RecordedFrame WavyFrame(int index, std::size_t particles = 300)
{
	RecordedFrame frame;
	frame.time = 0.02 * index;
	for (std::size_t i = 0; i < particles; ++i)
	{
		const double k = static_cast<double>(i);
		frame.position.push_back({std::sin(k + index), 100 + 0.01 * k, -3 * std::cos(2 * k)});
		frame.velocity.push_back({static_cast<float>(k), -1, 0.5f});
		frame.object.push_back(i < 100 ? 0 : 2);
	}
	return frame;
}

void Append(std::vector<std::byte>& bytes, const std::vector<std::byte>& more)
{
	bytes.insert(bytes.end(), more.begin(), more.end());
}

std::vector<std::byte> MakeRecording(int frames, bool withIndex, double errorBound = 1e-4)
{
	std::vector<std::byte> bytes = EncodeCacheHeader({errorBound, 50, {"a", "b", "water"}});
	std::vector<std::uint64_t> offsets;
	for (int k = 0; k < frames; ++k)
	{
		offsets.push_back(bytes.size());
		Append(bytes, EncodeCacheFrame(WavyFrame(k), errorBound));
	}
	if (withIndex)
		Append(bytes, EncodeCacheIndex(offsets));
	return bytes;
}

}

TEST(LabCacheFile, PositionsComeBackWithinTheErrorBoundInAnyOrder)
{
	for (const double bound : {1e-2, 1e-4, 1e-6, 1e-8})
	{
		const std::vector<std::byte> bytes = MakeRecording(5, true, bound);
		const auto view = CacheView::Open(bytes);
		ASSERT_TRUE(view.IsOk()) << view.Message();
		EXPECT_TRUE(view.Value().IsComplete());
		EXPECT_EQ(view.Value().Header().names[2], "water");
		ASSERT_EQ(view.Value().FrameCount(), 5u);
		for (const int k : {4, 0, 2})
		{
			const auto frame = view.Value().ReadFrame(static_cast<std::size_t>(k));
			ASSERT_TRUE(frame.IsOk()) << frame.Message();
			const RecordedFrame expected = WavyFrame(k);
			EXPECT_EQ(frame.Value().time, expected.time);
			EXPECT_EQ(frame.Value().object, expected.object);
			for (std::size_t i = 0; i < expected.position.size(); ++i)
				for (int axis = 0; axis < 3; ++axis)
				{
					EXPECT_LE(std::abs(frame.Value().position[i][axis] - expected.position[i][axis]), bound * 1.001);
					EXPECT_NEAR(frame.Value().velocity[i][axis], expected.velocity[i][axis], 299.0f / 32767);
				}
		}
	}
}

TEST(LabCacheFile, APositionTakesSixBytesWhereTwoPerCoordinateSuffice)
{
	const std::size_t small = EncodeCacheFrame(WavyFrame(0, 1000), 1e-3).size(), large = EncodeCacheFrame(WavyFrame(0, 2000), 1e-3).size();
	EXPECT_EQ(large - small, 1000u * (6 + 6));
	EXPECT_EQ(EncodeCacheFrame(WavyFrame(0, 2000), 1e-5).size() - EncodeCacheFrame(WavyFrame(0, 1000), 1e-5).size(), 1000u * (9 + 6));
}

TEST(LabCacheFile, AFrameWithoutParticlesAndOneFarAwayAreKept)
{
	const auto empty = EncodeCacheFrame({}, 1e-3);
	RecordedFrame far;
	far.position = {{1e6, 0, 0}, {-1e6, 0, 0}};
	far.velocity = {{}, {}};
	far.object = {0, 0};
	std::vector<std::byte> bytes = EncodeCacheHeader({1e-6, 0, {}});
	Append(bytes, empty);
	Append(bytes, EncodeCacheFrame(far, 1e-6));
	const auto view = CacheView::Open(bytes);
	ASSERT_TRUE(view.IsOk());
	ASSERT_EQ(view.Value().FrameCount(), 2u);
	EXPECT_TRUE(view.Value().ReadFrame(0).Value().position.empty());
	EXPECT_NEAR(view.Value().ReadFrame(1).Value().position[0].x, 1e6, 1e-3);
	EXPECT_FALSE(view.Value().ReadFrame(2).IsOk());
}

TEST(LabCacheFile, AFrameThatReachesBeyondWhatFloatsHoldIsRefused)
{
	RecordedFrame frame;
	frame.position = {{-3e38, 0, 0}, {3e38, 0, 0}};
	frame.velocity = {{}, {}};
	frame.object = {0, 0};
	const auto isRead = [&](const RecordedFrame& written)
	{
		std::vector<std::byte> bytes = EncodeCacheHeader({1e-3, 50, {"a"}});
		Append(bytes, EncodeCacheFrame(written, 1e-3));
		return CacheView::Open(bytes).Value().ReadFrame(0).IsOk();
	};
	EXPECT_TRUE(isRead(frame));
	frame.position[1].x = 4e38;
	EXPECT_FALSE(isRead(frame));
	frame.position[1].x = 1e308; // as far again as this is not even a double
	EXPECT_FALSE(isRead(frame));
}

TEST(LabCacheFile, ARecordingCutOffAnywhereGivesItsWholeFrames)
{
	const std::vector<std::byte> whole = MakeRecording(4, true), frames = MakeRecording(4, false);
	const std::size_t head = EncodeCacheHeader({1e-4, 50, {"a", "b", "water"}}).size();
	const std::size_t frameSize = (frames.size() - head) / 4;
	for (std::size_t length = 0; length < whole.size(); length += 97)
	{
		const auto view = CacheView::Open(std::span(whole).first(length));
		if (length < head)
		{
			EXPECT_FALSE(view.IsOk());
			continue;
		}
		ASSERT_TRUE(view.IsOk()) << view.Message();
		EXPECT_FALSE(view.Value().IsComplete());
		EXPECT_EQ(view.Value().FrameCount(), std::min<std::size_t>(4, (length - head) / frameSize));
		for (std::size_t k = 0; k < view.Value().FrameCount(); ++k)
			EXPECT_TRUE(view.Value().ReadFrame(k).IsOk());
	}
}

TEST(LabCacheFile, DamageIsFoundAndNeverCrashes)
{
	const std::vector<std::byte> good = MakeRecording(3, true);
	std::uint32_t state = 7;
	const auto random = [&state](std::size_t below)
	{
		state = state * 1664525u + 1013904223u;
		return static_cast<std::size_t>((std::uint64_t(state) * below) >> 32);
	};
	const RecordedFrame expected = WavyFrame(1);
	for (int round = 0; round < 4000; ++round)
	{
		std::vector<std::byte> bytes = good;
		for (std::size_t change = 0; change <= random(4); ++change)
			bytes[random(bytes.size())] = static_cast<std::byte>(random(256));
		if (random(3) == 0)
			bytes.resize(random(bytes.size()));
		const auto view = CacheView::Open(bytes);
		if (!view.IsOk())
			continue;
		for (std::size_t k = 0; k < view.Value().FrameCount(); ++k)
			if (const auto frame = view.Value().ReadFrame(k); frame.IsOk())
			{
				EXPECT_EQ(frame.Value().position.size(), expected.position.size()); // what passes its checksum is what was written
			}
	}
}

TEST(LabCacheFile, ARecorderWritesWhatTheViewReads)
{
	const Tools::TemporaryFolder folder;
	auto recorder = MakeRecorder({"sphcache", folder.Path(), {"a", "b", "water"}, 50, 1e-4});
	ASSERT_TRUE(recorder.IsOk()) << recorder.Message();
	for (int k = 0; k < 3; ++k)
		ASSERT_TRUE(recorder.Value()->Add(WavyFrame(k), static_cast<std::size_t>(k)).IsOk());
	// Before the end the frames are there already.
	const auto early = Tools::ReadWholeFile(folder / "recording.sphcache", 1 << 20);
	ASSERT_TRUE(early.IsOk());
	EXPECT_EQ(CacheView::Open(early.Value()).Value().FrameCount(), 3u);
	ASSERT_TRUE(recorder.Value()->Finish().IsOk());
	const auto whole = Tools::ReadWholeFile(folder / "recording.sphcache", 1 << 20);
	EXPECT_EQ(whole.Value(), MakeRecording(3, true));
	EXPECT_FALSE(MakeRecorder({"sphcache", folder / "missing", {}, 50, 1e-4}).IsOk());
}
