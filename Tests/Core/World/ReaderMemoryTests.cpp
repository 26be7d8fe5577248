#include "World/BoundedMemory.h"

#include <SPHSolids/Body/BodyArchive.h>
#include <SPHSolids/Geometry/DistanceGrid.h>
#include <SPHSolids/Record/CacheFormat.h>
#include <SPHSolids/Solid/StretchCurve.h>
#include <SPHSolids/World/BodyPacket.h>
#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include <Fuzz/FuzzWorld.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

TEST(ReaderMemory, OfABodyIsBoundedByItsFile)
{
	ExpectBoundedMemory("body", TimesOfBinary, RepairFrame, [](const Bytes& bytes) { return ReadBody(bytes).IsOk(); });
}

TEST(ReaderMemory, OfRecordedFramesIsBoundedByTheirFile)
{
	ExpectBoundedMemory("cache", TimesOfBinary, RepairBlocks,
		[](const Bytes& bytes)
		{
			const auto view = CacheView::Open(bytes);
			for (std::size_t frame = 0; view.IsOk() && frame < std::min<std::size_t>(view.Value().FrameCount(), 16); ++frame)
				(void)view.Value().ReadFrame(frame);
			return view.IsOk();
		});
}

TEST(ReaderMemory, OfADistanceGridIsBoundedByItsBytes)
{
	ExpectBoundedMemory(
		"grid", TimesOfBinary, [](Bytes& bytes) { RepairChecksum(bytes, 64, 56); },
		[](const Bytes& bytes) { return DistanceGrid::FromBytes(bytes).IsOk(); });
}

TEST(ReaderMemory, OfAStressCurveIsBoundedByItsPoints)
{
	ExpectBoundedMemory(
		"curve", TimesOfBinary, [](Bytes&) {},
		[](const Bytes& bytes)
		{
			std::vector<StretchCurve::Point> points(bytes.size() / sizeof(StretchCurve::Point));
			std::memcpy(points.data(), bytes.data(), points.size() * sizeof(StretchCurve::Point));
			return StretchCurve::FromPoints(points).IsOk();
		});
}

TEST(ReaderMemory, OfAPacketIsBoundedByItsBytes)
{
	const auto world = Fuzz::MakeSmallWorld();
	const SolidBody& body = *world->Find(world->Bodies()[0]);
	ExpectBoundedMemory(
		"packet", TimesOfBinary, [](Bytes& bytes) { RepairChecksum(bytes, 136, 8); },
		[&](const Bytes& bytes) { return UnpackBody(body.Rest(), bytes).IsOk(); });
}

TEST(ReaderMemory, OfASnapshotIsBoundedByItsBytes)
{
	const auto world = Fuzz::MakeSmallWorld();
	ExpectBoundedMemory(
		"snapshot", TimesOfBinary, [](Bytes& bytes) { RepairChecksum(bytes, 24, 16); },
		[&](const Bytes& bytes) { return world->Restore(bytes).IsOk(); });
}

TEST(ReaderMemory, OfARecordingIsBoundedByItsFile)
{
	ExpectBoundedMemory("recording", TimesOfBinary, RepairRecording, [](const Bytes& bytes) { return Recording::Read(bytes).IsOk(); });
}
