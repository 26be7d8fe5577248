#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Base/Result.h>

#include <gtest/gtest.h>

#include <set>
#include <vector>

using namespace SPHSolids;

TEST(Hash, DoesNotDependOnHowTheStreamIsCut)
{
	Random random(1);
	std::vector<unsigned char> bytes(1000);
	for (unsigned char& byte : bytes)
		byte = static_cast<unsigned char>(random.NextBits());
	Hash64 whole;
	whole.Add(bytes.data(), bytes.size());
	for (int trial = 0; trial < 50; ++trial)
	{
		Hash64 pieces;
		for (std::size_t place = 0; place < bytes.size();)
		{
			const std::size_t length = std::min<std::size_t>(random.NextBits() % 70, bytes.size() - place);
			pieces.Add(bytes.data() + place, length);
			place += length;
		}
		EXPECT_EQ(pieces.Value(), whole.Value());
	}
}

TEST(Hash, EveryBitAndTheLengthMatter)
{
	std::vector<unsigned char> bytes(100, 0);
	std::set<std::uint64_t> seen;
	const auto add = [&]
	{
		Hash64 hash;
		hash.Add(bytes.data(), bytes.size());
		seen.insert(hash.Value());
	};
	add();
	for (std::size_t bit = 0; bit < 800; ++bit)
	{
		bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
		add();
		bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
	}
	bytes.push_back(0);
	add();
	EXPECT_EQ(seen.size(), 802u);
}

TEST(Hash, IsTheSameOnEveryMachineAndForever)
{
	Hash64 hash;
	hash.Add("SPHSolids", 9);
	EXPECT_EQ(hash.Value(), 0xFBB37F9E7D655A61u);
}

TEST(Result, CarriesAValueOrASentence)
{
	const auto half = [](int n) -> Result<int>
	{
		if (n % 2 != 0)
			return Error{"odd"};
		return n / 2;
	};
	EXPECT_EQ(half(6).Value(), 3);
	EXPECT_EQ(half(5).Message(), "odd");
	EXPECT_TRUE(Status().IsOk());
	EXPECT_FALSE(Status(Error{"no"}).IsOk());
}

TEST(Progress, NestedWorkCountsWithinItsPartOfTheBar)
{
	struct Recorder final : Progress
	{
		double last = -1;
		bool Report(const char*, double fraction) override
		{
			last = fraction;
			return fraction < 0.7;
		}
	} recorder;
	SubProgress part(&recorder, 0.5, 0.9);
	EXPECT_TRUE(part.Report("", 0));
	EXPECT_DOUBLE_EQ(recorder.last, 0.5);
	EXPECT_FALSE(part.Report("", 1));
	EXPECT_DOUBLE_EQ(recorder.last, 0.9);
	EXPECT_TRUE(SubProgress(nullptr, 0, 1).Report("", 0.5));
}

TEST(Random, RepeatsItselfAndFillsItsRange)
{
	Random a(5), b(5), c(6);
	EXPECT_EQ(a.NextBits(), b.NextBits());
	EXPECT_NE(a.NextBits(), c.NextBits());
	double mean = 0;
	for (int k = 0; k < 10000; ++k)
	{
		const double u = a.NextUnit();
		ASSERT_GE(u, 0);
		ASSERT_LT(u, 1);
		mean += u / 10000;
	}
	EXPECT_NEAR(mean, 0.5, 0.02);
}
