#include "Body/FileFrame.h"
#include "Body/SmallBody.h"

#include <SPHSolids/Body/BodyArchive.h>

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

template <class Array>
bool SameBytes(const Array& a, const Array& b)
{
	return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}

void ExpectSameBody(const BakedBody& a, const BakedBody& b)
{
	EXPECT_EQ(a.name, b.name);
	EXPECT_EQ(a.origin, b.origin);
	EXPECT_EQ(a.sourceHash, b.sourceHash);
	EXPECT_EQ(a.settings, b.settings);
	EXPECT_EQ(a.diagnosis.quality, b.diagnosis.quality);
	EXPECT_EQ(a.diagnosis.findings, b.diagnosis.findings);
	EXPECT_EQ(a.rest.particleRadius, b.rest.particleRadius);
	EXPECT_EQ(a.rest.supportRadius, b.rest.supportRadius);
	EXPECT_TRUE(SameBytes(a.rest.position, b.rest.position));
	EXPECT_TRUE(SameBytes(a.rest.kernelVolume, b.rest.kernelVolume));
	EXPECT_TRUE(SameBytes(a.rest.volume, b.rest.volume));
	EXPECT_TRUE(SameBytes(a.rest.correction, b.rest.correction));
	EXPECT_EQ(a.rest.rank, b.rest.rank);
	EXPECT_EQ(a.rest.neighbours.first, b.rest.neighbours.first);
	EXPECT_EQ(a.rest.neighbours.index, b.rest.neighbours.index);
	EXPECT_TRUE(SameBytes(a.skin.positions, b.skin.positions));
	EXPECT_TRUE(SameBytes(a.skin.normals, b.skin.normals));
	EXPECT_TRUE(SameBytes(a.skin.tangents, b.skin.tangents));
	EXPECT_TRUE(SameBytes(a.skin.uvs, b.skin.uvs));
	EXPECT_EQ(a.skin.point, b.skin.point);
	EXPECT_EQ(a.skin.triangles, b.skin.triangles);
	EXPECT_EQ(a.skin.sections, b.skin.sections);
	EXPECT_EQ(a.skin.first, b.skin.first);
	EXPECT_EQ(a.skin.particle, b.skin.particle);
	EXPECT_EQ(a.skin.weight, b.skin.weight);
}

std::string RefusalOf(const Bytes& bytes)
{
	const auto result = ReadBody(bytes);
	return result.IsOk() ? "accepted" : result.Message();
}

/// Offset of a section in the file.
std::size_t SectionAt(const Bytes& bytes, const char (&letters)[5])
{
	for (std::size_t s = 0; s < SectionCount(bytes); ++s)
		if (std::memcmp(bytes.data() + HeaderSize + s * EntrySize, letters, 4) == 0)
			return ValueAt<std::uint64_t>(bytes, HeaderSize + s * EntrySize + 8);
	ADD_FAILURE() << letters;
	return 0;
}

/// A file with one more section of a kind that does not exist yet.
Bytes WithUnknownSection(const Bytes& bytes)
{
	const std::size_t count = SectionCount(bytes), tableEnd = HeaderSize + count * EntrySize;
	const Bytes extra(100, std::byte{42});
	Bytes result(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(tableEnd));
	for (std::size_t s = 0; s < count; ++s)
	{
		const std::size_t at = HeaderSize + s * EntrySize + 8;
		SetAt(result, at, ValueAt<std::uint64_t>(result, at) + EntrySize);
	}
	result.resize(tableEnd + EntrySize);
	std::memcpy(result.data() + tableEnd, "NEWS", 4);
	SetAt<std::uint64_t>(result, tableEnd + 8, bytes.size() + EntrySize);
	SetAt<std::uint64_t>(result, tableEnd + 16, extra.size());
	result.insert(result.end(), bytes.begin() + static_cast<std::ptrdiff_t>(tableEnd), bytes.end());
	result.insert(result.end(), extra.begin(), extra.end());
	SetAt<std::uint32_t>(result, SectionCountAt, static_cast<std::uint32_t>(count + 1));
	SetAt<std::uint64_t>(result, FileSizeAt, result.size());
	RepairFrame(result);
	return result;
}

}

TEST(BodyArchive, ABodyComesBackAsItWas)
{
	const BakedBody body = SmallBody();
	ASSERT_TRUE(CheckBody(body).IsOk()) << CheckBody(body).Message();
	const auto read = ReadBody(WriteBody(body));
	ASSERT_TRUE(read.IsOk()) << read.Message();
	ExpectSameBody(body, read.Value());
}

TEST(BodyArchive, ABodyWithoutSkinComesBackWithoutSkin)
{
	BakedBody body = SmallBody();
	body.skin = {};
	const auto read = ReadBody(WriteBody(body));
	ASSERT_TRUE(read.IsOk()) << read.Message();
	ExpectSameBody(body, read.Value());
}

TEST(BodyArchive, WritingWhatWasReadGivesTheSameBytes)
{
	const Bytes bytes = WriteBody(SmallBody());
	EXPECT_EQ(WriteBody(ReadBody(bytes).TakeValue()), bytes);
}

TEST(BodyArchive, TheFrameOfTheFileIsWhatTheDocumentSays)
{
	const Bytes bytes = WriteBody(SmallBody());
	EXPECT_EQ(std::memcmp(bytes.data(), "SPHBODY\0", 8), 0);
	EXPECT_EQ(ValueAt<std::uint32_t>(bytes, VersionAt), BodyFormatVersion);
	EXPECT_EQ(ValueAt<std::uint64_t>(bytes, FileSizeAt), bytes.size());
	std::uint64_t next = HeaderSize + SectionCount(bytes) * EntrySize;
	for (std::size_t s = 0; s < SectionCount(bytes); ++s)
	{
		const std::size_t entry = HeaderSize + s * EntrySize;
		EXPECT_EQ(ValueAt<std::uint64_t>(bytes, entry + 8), next);
		next += ValueAt<std::uint64_t>(bytes, entry + 16);
	}
	EXPECT_EQ(next, bytes.size());
	Bytes repaired = bytes;
	RepairFrame(repaired);
	EXPECT_EQ(repaired, bytes);
}

TEST(BodyArchive, TheFileOfEveryPastVersionStillLoads)
{
	std::ifstream file(SPHSOLIDS_TEST_DATA "/body_v1.sphbody", std::ios::binary);
	ASSERT_TRUE(file) << "Tests/Data/body_v1.sphbody is missing";
	const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
	EXPECT_LT(text.size(), 60'000u);
	const auto read = ReadBody(std::as_bytes(std::span(text)));
	ASSERT_TRUE(read.IsOk()) << read.Message();
	// What is known of the body in that file whatever becomes of the code that made it.
	const BakedBody& body = read.Value();
	EXPECT_EQ(body.name, "small box");
	EXPECT_EQ(body.origin, (Vec3d{0, 0, 3}));
	EXPECT_EQ(body.sourceHash, 0x0123456789ABCDEFu);
	EXPECT_EQ(body.settings.method, SamplingMethod::Grid);
	EXPECT_EQ(body.settings.seed, 0xFEDCBA9876543210u);
	ASSERT_EQ(body.diagnosis.findings.size(), 2u);
	EXPECT_EQ(body.diagnosis.findings[0].sentence, "The mesh has 3 holes. Close them.");
	EXPECT_EQ(body.diagnosis.quality.surfaceCoverage, 0.75);
	EXPECT_EQ(body.rest.ParticleCount(), 128u);
	EXPECT_EQ(std::accumulate(body.rest.volume.begin(), body.rest.volume.end(), 0.0f), 2.0f);
	EXPECT_EQ(body.skin.VertexCount(), 24u);
	EXPECT_EQ(body.skin.PointCount(), 8u);
	EXPECT_EQ(body.skin.triangles.size(), 12u);
}

TEST(BodyArchive, SectionsOfAnUnknownKindAreSkipped)
{
	const auto read = ReadBody(WithUnknownSection(WriteBody(SmallBody())));
	ASSERT_TRUE(read.IsOk()) << read.Message();
	ExpectSameBody(read.Value(), SmallBody());
}

TEST(BodyArchive, ForeignEmptyAndShortFilesAreToldApartFromDamagedOnes)
{
	const Bytes bytes = WriteBody(SmallBody());
	EXPECT_NE(RefusalOf({}).find("not a SPHSolids body"), std::string::npos);
	EXPECT_NE(RefusalOf(Bytes(1000, std::byte{'x'})).find("not a SPHSolids body"), std::string::npos);
	for (std::size_t size = 0; size < bytes.size(); size += size < 600 ? 1 : 97)
		ASSERT_NE(RefusalOf(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))), "accepted") << size;
	EXPECT_NE(RefusalOf(Bytes(bytes.begin(), bytes.end() - 1)).find("cut short"), std::string::npos);
	Bytes longer = bytes;
	longer.push_back(std::byte{0});
	EXPECT_NE(RefusalOf(longer).find("damaged"), std::string::npos);
}

TEST(BodyArchive, AFileOfANewerVersionSaysToUpdate)
{
	Bytes bytes = WriteBody(SmallBody());
	SetAt<std::uint32_t>(bytes, VersionAt, BodyFormatVersion + 1);
	RepairFrame(bytes);
	EXPECT_NE(RefusalOf(bytes).find("Update SPHSolids"), std::string::npos);
}

TEST(BodyArchive, CountsThatTheFileCannotHoldAreRefusedBeforeMemoryIsTaken)
{
	const Bytes bytes = WriteBody(SmallBody());
	for (const auto& section : {"PART", "NEIG", "MESH", "SKIN"})
	{
		char letters[5];
		std::memcpy(letters, section, 5);
		for (const std::uint32_t count : {0xFFFFFFFFu, 0x7FFFFFFFu, 129u, 0u})
		{
			Bytes changed = bytes;
			SetAt<std::uint32_t>(changed, SectionAt(changed, letters), count);
			RepairFrame(changed);
			EXPECT_NE(RefusalOf(changed), "accepted") << section << " " << count;
		}
	}
	Bytes changed = bytes;
	SetAt<std::uint32_t>(changed, SectionCountAt, 0xFFFFFFFFu);
	EXPECT_NE(RefusalOf(changed), "accepted");
}

TEST(BodyArchive, ValuesThatNoBodyMayHaveAreRefusedEvenWithGoodChecksums)
{
	const Bytes bytes = WriteBody(SmallBody());
	const std::size_t count = SmallBody().rest.ParticleCount();
	const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
	const auto refusalWith = [&]<class T>(const char(&section)[5], std::size_t offset, T value)
	{
		Bytes changed = bytes;
		SetAt(changed, SectionAt(changed, section) + offset, value);
		RepairFrame(changed);
		return RefusalOf(changed);
	};
	EXPECT_NE(refusalWith("PART", 4, 0.0f).find("particle radius"), std::string::npos);
	EXPECT_NE(refusalWith("PART", 4, -1.0f).find("particle radius"), std::string::npos);
	EXPECT_NE(refusalWith("PART", 4, nan).find("particle radius"), std::string::npos);
	EXPECT_NE(refusalWith("PART", 8, infinity).find("Particle 0"), std::string::npos);
	EXPECT_NE(refusalWith("PART", 8, 1e30f).find("out of its reach"), std::string::npos);
	EXPECT_NE(refusalWith("PART", 8 + count * 12, -1.0f).find("Particle 0"), std::string::npos);           // kernel volume
	EXPECT_NE(refusalWith("PART", 8 + count * 16, 0.0f).find("Particle 0"), std::string::npos);            // volume
	EXPECT_NE(refusalWith("PART", 8 + count * 20, nan).find("Particle 0"), std::string::npos);             // correction
	EXPECT_NE(refusalWith("PART", 8 + count * 44, std::uint8_t(4)).find("Particle 0"), std::string::npos); // rank
	EXPECT_NE(refusalWith("NEIG", 4, 0xFFFFFFFFu), "accepted");                                            // length of a list
	EXPECT_NE(refusalWith("NEIG", 4 + count * 4, 0u), "accepted");                                         // a particle next to itself
	EXPECT_NE(refusalWith("NEIG", 4 + count * 4, static_cast<std::uint32_t>(count)), "accepted");          // or to none
	EXPECT_NE(refusalWith("MESH", 4, nan).find("vertex of its skin"), std::string::npos);
	EXPECT_NE(refusalWith("SKIN", 8, 8u).find("point that does not exist"), std::string::npos);
	const std::size_t particles = 8 + 24 * 4 + 9 * 4;
	EXPECT_NE(refusalWith("SKIN", particles, static_cast<std::uint32_t>(count)).find("Point 0"), std::string::npos);
	EXPECT_NE(refusalWith("INFO", 4 + SmallBody().name.size(), std::nan("")).find("origin"), std::string::npos);
}

TEST(BakedBody, NeighbourListsThatAreNotSymmetricAreFound)
{
	BakedBody body = SmallBody();
	// 0 lists 1 but 1 no longer lists 0: its list ends with someone else instead.
	auto& lists = body.rest.neighbours;
	ASSERT_EQ(lists.index[lists.first[1]], 0u);
	lists.index.erase(lists.index.begin() + lists.first[1]);
	for (std::size_t i = 2; i < lists.first.size(); ++i)
		--lists.first[i];
	ASSERT_FALSE(CheckBody(body).IsOk());
	EXPECT_NE(CheckBody(body).Message().find("does not list it"), std::string::npos);
}

TEST(BakedBody, WeightsThatDoNotSumToOneAreFound)
{
	BakedBody body = SmallBody();
	body.skin.weight[0] *= 0.9f;
	ASSERT_FALSE(CheckBody(body).IsOk());
	EXPECT_NE(CheckBody(body).Message().find("Point 0"), std::string::npos);
}
