#include <Render/AtomicFile.h>
#include <Render/Image.h>
#include <Render/Png.h>
#include <SPHSolids/Base/Random.h>

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>

namespace SPHSolids::Render
{
namespace
{

Image RandomImage(int width, int height, bool opaque, std::uint64_t seed)
{
	Random random(seed);
	Image image(width, height);
	for (Rgba8& pixel : image.Pixels())
	{
		const std::uint64_t bits = random.NextBits();
		pixel = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8), static_cast<std::uint8_t>(bits >> 16),
			opaque ? std::uint8_t(255) : static_cast<std::uint8_t>(bits >> 24)};
	}
	return image;
}

/// A folder of its own that goes away with the test.
class RenderImage : public testing::Test
{
protected:
	void SetUp() override
	{
		folder = std::filesystem::temp_directory_path()
			/ (std::string("sphsolids_") + testing::UnitTest::GetInstance()->current_test_info()->name());
		std::filesystem::remove_all(folder);
		std::filesystem::create_directories(folder);
	}
	void TearDown() override { std::filesystem::remove_all(folder); }

	std::filesystem::path folder;
};

TEST(RenderColour, ScreenLevelsSurviveTheWayToLinearLightAndBack)
{
	for (int level = 0; level < 256; ++level)
		EXPECT_EQ(QuantiseSrgb(LinearFromSrgb(static_cast<float>(level) / 255)), level);
}

TEST(RenderColour, ToneMappingKeepsColoursOfDataAndNeverReachesWhite)
{
	const Colour data = {0.1f, 0.4f, 0.74f};
	EXPECT_EQ(ToneMap(data), data);
	float last = 0;
	for (float light = 0.01f; light < 3; light *= 1.1f)
	{
		const float mapped = ToneMap({light, light, light}).x;
		EXPECT_GT(mapped, last);
		EXPECT_LE(mapped, 1.0f);
		last = mapped;
	}
	for (float screen = 0.02f; screen < 0.99f; screen += 0.04f)
		EXPECT_NEAR(ToneMap(UndoToneMap({screen, screen, screen})).y, screen, 1e-5f);
}

TEST(RenderColour, BlendingHalfwayGivesTheMeanOfTheLightNotOfTheLevels)
{
	Rgba8 pixel = {0, 0, 0, 255};
	Blend(pixel, {1, 1, 1}, 0.5f);
	EXPECT_EQ(pixel.r, 188); // sRGB of half the light
}

TEST(RenderColour, DownsamplingKeepsTheMeanLight)
{
	Image image(2, 2, {0, 0, 0, 255});
	image.At(0, 0) = image.At(1, 1) = {255, 255, 255, 255};
	EXPECT_EQ(Downsample(image, 2).At(0, 0), (Rgba8{188, 188, 188, 255}));
	Image transparent(2, 2, {0, 0, 0, 0});
	transparent.At(0, 0) = {255, 0, 0, 255};
	EXPECT_EQ(Downsample(transparent, 2).At(0, 0), (Rgba8{255, 0, 0, 64})) << "colour of transparent pixels must not count";
}

TEST(RenderColour, PastingDropsWhatFallsOutside)
{
	Image target(4, 3, {1, 2, 3, 255});
	const Image source(3, 3, {200, 100, 50, 255});
	Paste(target, source, -2, -1);
	Paste(target, source, 3, 2);
	EXPECT_EQ(target.At(0, 0), (Rgba8{200, 100, 50, 255}));
	EXPECT_EQ(target.At(0, 1), (Rgba8{200, 100, 50, 255}));
	EXPECT_EQ(target.At(3, 2), (Rgba8{200, 100, 50, 255}));
	EXPECT_EQ(target.At(1, 1), (Rgba8{1, 2, 3, 255}));
	EXPECT_EQ(target.At(2, 2), (Rgba8{1, 2, 3, 255}));
}

TEST(RenderPng, PixelsSurviveTheWayThroughMemory)
{
	for (const bool opaque : {true, false})
		for (const auto& [width, height] : {std::pair{1, 1}, {7, 3}, {64, 33}})
		{
			const Image image = RandomImage(width, height, opaque, 7);
			const auto bytes = EncodePng(image);
			ASSERT_TRUE(bytes.IsOk());
			const auto decoded = DecodePng(bytes.Value());
			ASSERT_TRUE(decoded.IsOk()) << decoded.Message();
			EXPECT_EQ(decoded.Value(), image) << width << " x " << height;
		}
}

TEST(RenderPng, AnOpaquePictureHasThreeChannels)
{
	const auto bytes = EncodePng(RandomImage(5, 5, true, 3)).TakeValue();
	ASSERT_GT(bytes.size(), 26u);
	EXPECT_EQ(bytes[25], 2) << "colour type of the header: 2 is RGB, 6 is RGBA";
}

TEST(RenderPng, DamagedBytesAreRefusedWithASentence)
{
	const auto whole = EncodePng(RandomImage(40, 30, true, 5)).TakeValue();
	for (const std::size_t size : {std::size_t(0), std::size_t(8), std::size_t(40), whole.size() / 2})
	{
		const auto decoded = DecodePng(std::span(whole).first(size));
		ASSERT_FALSE(decoded.IsOk()) << size;
		EXPECT_NE(decoded.Message().find("PNG"), std::string::npos);
	}
	auto flipped = whole;
	flipped[whole.size() / 2] ^= 0xFF;
	EXPECT_FALSE(DecodePng(flipped).IsOk());
	auto huge = whole; // width of the header, whose checksum then fails too; either way it is refused before memory is asked for
	huge[16] = 0x7F;
	EXPECT_FALSE(DecodePng(huge).IsOk());
}

TEST(RenderPng, APictureWithoutPixelsIsRefused)
{
	EXPECT_FALSE(EncodePng(Image()).IsOk());
}

TEST_F(RenderImage, SurvivesTheWayThroughAFileAndLeavesNothingElse)
{
	const Image image = RandomImage(31, 17, false, 11);
	ASSERT_TRUE(WritePng(folder / "picture.png", image).IsOk());
	ASSERT_TRUE(WritePng(folder / "picture.png", image).IsOk()) << "over a file that is there";
	EXPECT_EQ(ReadPng(folder / "picture.png").Value(), image);
	EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(RenderImage, AFolderThatIsNotThereGivesAnErrorThatNamesTheFile)
{
	const auto path = folder / "missing" / "picture.png";
	const Status status = WritePng(path, RandomImage(3, 3, true, 1));
	ASSERT_FALSE(status.IsOk());
	EXPECT_NE(status.Message().find(path.string()), std::string::npos);
	EXPECT_NE(status.Message().find("choose a folder"), std::string::npos);
	EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(RenderImage, AFailedWriteKeepsTheOldFileAndLeavesNoPart)
{
	const std::vector<std::uint8_t> bytes = {1, 2, 3};
	std::filesystem::create_directories(folder / "taken.png" / "inside"); // a folder in the place of the file
	EXPECT_FALSE(WriteFileAtomically(folder / "taken.png", bytes).IsOk());
	EXPECT_TRUE(std::filesystem::is_directory(folder / "taken.png" / "inside"));
	EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(RenderImage, ReadingWhatIsNotAPictureNamesTheFile)
{
	const auto path = folder / "text.png";
	ASSERT_TRUE(WriteFileAtomically(path, std::vector<std::uint8_t>{'h', 'e', 'l', 'l', 'o'}).IsOk());
	for (const auto& wrong : {path, folder / "none.png", folder})
	{
		const auto image = ReadPng(wrong);
		ASSERT_FALSE(image.IsOk());
		EXPECT_NE(image.Message().find(wrong.string()), std::string::npos);
	}
}

}
}
