#include <Render/Montage.h>
#include <Render/Overlay.h>
#include <Render/ParticlePicture.h>
#include <Render/Text.h>
#include <Scenes/Lattice.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace SPHSolids::Render
{
namespace
{

int InkedPixels(const Image& image, Rgba8 paper)
{
	return static_cast<int>(
		std::count_if(image.Pixels().begin(), image.Pixels().end(), [&](const Rgba8& pixel) { return !(pixel == paper); }));
}

constexpr Rgba8 Paper = {255, 255, 255, 255};

TEST(RenderText, TextIsAsWideAsMeasuredAndStandsOnItsBaseline)
{
	TextPainter text;
	Image image(400, 80, Paper);
	text.Draw(image, 20, 50, "HEIM", 40, {0, 0, 0});
	const float width = text.Width("HEIM", 40);
	int left = 400, right = 0, bottom = 0;
	for (int y = 0; y < 80; ++y)
		for (int x = 0; x < 400; ++x)
			if (!(image.At(x, y) == Paper))
			{
				left = std::min(left, x);
				right = std::max(right, x);
				bottom = std::max(bottom, y);
			}
	EXPECT_NEAR(left, 20, 6);
	EXPECT_NEAR(right, 20 + width, 6);
	EXPECT_NEAR(bottom, 49, 1) << "capital letters end on the line";
}

TEST(RenderText, MoreTextIsWiderAndBoldIsWiderThanRegular)
{
	TextPainter text;
	EXPECT_GT(text.Width("particles and more", 20), text.Width("particles", 20));
	EXPECT_GT(text.Width("particles", 20, FontWeight::Bold), text.Width("particles", 20));
	EXPECT_NEAR(text.Width("particles", 40), 2 * text.Width("particles", 20), 0.02f * text.Width("particles", 40));
	EXPECT_EQ(text.Width("", 20), 0);
}

TEST(RenderText, SignsOfPhysicsAreInTheFontAndBrokenBytesDoNoHarm)
{
	TextPainter text;
	for (const char* sign : {"\u00B5", "\u00B0", "\u00B2", "\u207B", "\u2076", "\u2212", "\u03C1", "\u0394", "\u00D7"})
	{
		Image image(60, 60, Paper), missing(60, 60, Paper);
		text.Draw(image, 10, 40, sign, 30, {0, 0, 0});
		text.Draw(missing, 10, 40, "\U0010FFFD", 30, {0, 0, 0});
		EXPECT_GT(InkedPixels(image, Paper), 0);
		EXPECT_FALSE(image == missing) << sign << " shows as the box of an unknown sign";
	}
	for (const std::string& broken : {std::string("\xFF\xFE"), std::string("a\xC3"), std::string("\xE2\x82"), std::string(3, '\0')})
	{
		Image image(200, 60, Paper);
		text.Draw(image, -30, 40, broken, 30, {0, 0, 0});
		text.Draw(image, 190, 2, broken, 30, {0, 0, 0});
		EXPECT_TRUE(std::isfinite(text.Width(broken, 30)));
	}
}

TEST(RenderOverlay, TheLegendShowsTheMapFromLowAtTheBottomToHighAtTheTop)
{
	Image image(640, 360, Paper);
	TextPainter text;
	Legend legend;
	legend.title = "speed";
	legend.unit = "m/s";
	legend.range = {0, 3};
	const OverlayStyle style = StyleFor(image);
	DrawLegend(image, legend, style, text);
	const Colourmap map(legend.colourmap);
	const auto columnOf = [&](const Colour& colour)
	{
		std::vector<std::pair<int, int>> places;
		for (int y = 0; y < 360; ++y)
			for (int x = 0; x < 640; ++x)
				if (Norm(LinearColour(image.At(x, y)) - colour) < 0.01f)
					places.push_back({y, x});
		return places;
	};
	const auto low = columnOf(map.At(0.05)), high = columnOf(map.At(0.95));
	ASSERT_FALSE(low.empty());
	ASSERT_FALSE(high.empty());
	EXPECT_GT(low[0].first, high[0].first + 100);
	const float free = 640 - LegendWidth(legend, style, text);
	for (const auto& [y, x] : low)
		EXPECT_GE(x, free) << "inside the room it asks for";
	for (int y = 0; y < 360; ++y)
		for (int x = 0; x < static_cast<int>(free); ++x)
			ASSERT_EQ(image.At(x, y), Paper);
}

TEST(RenderOverlay, InkIsDarkOnLightAndLightOnDark)
{
	EXPECT_LT(PerceivedLightness(StyleFor(Image(100, 100, Paper)).ink), 0.4f);
	EXPECT_GT(PerceivedLightness(StyleFor(Image(100, 100, {20, 24, 30, 255})).ink), 0.9f);
}

TEST(RenderMontage, PicturesStandInTheirPlacesBetweenGaps)
{
	const Image red(40, 30, {255, 0, 0, 255}), green(50, 20, {0, 255, 0, 255}), blue(10, 10, {0, 0, 255, 255});
	Montage montage;
	montage.rows = {{red, green}, {blue}};
	montage.gap = 5;
	const Image image = DrawMontage(montage).TakeValue();
	EXPECT_EQ(image.Width(), 5 + 40 + 5 + 50 + 5);
	EXPECT_EQ(image.Height(), 5 + 30 + 5 + 10 + 5);
	EXPECT_EQ(image.At(5, 5), red.At(0, 0));
	EXPECT_EQ(image.At(44, 34), red.At(0, 0));
	EXPECT_EQ(image.At(50, 5), green.At(0, 0));
	EXPECT_EQ(image.At(5, 40), blue.At(0, 0));
	EXPECT_EQ(image.At(47, 10), Paper);
	montage.title = "Comparison";
	montage.columnTitles = {"one", "two"};
	montage.rowTitles = {"first", "second"};
	const Image titled = DrawMontage(montage).TakeValue();
	EXPECT_GT(titled.Width(), image.Width());
	EXPECT_GT(titled.Height(), image.Height());
}

TEST(RenderMontage, NoPicturesAndTooManyTitlesAreRefused)
{
	EXPECT_FALSE(DrawMontage({}).IsOk());
	Montage montage;
	montage.rows = {{Image(4, 4)}};
	montage.columnTitles = {"one", "two"};
	EXPECT_FALSE(DrawMontage(montage).IsOk());
}

/// A cube of particles with 1 at its core and 0 outside it.
class RenderParticlePicture : public testing::Test
{
protected:
	RenderParticlePicture()
		: positions(Scenes::BlockLattice(9, 9, 9, 0.02))
	{
		for (const Vec3d& position : positions)
			values.push_back(Norm(position - Vec3d{0.09, 0.09, 0.09}) < 0.045 ? 1.0 : 0.0);
		picture.positions = positions;
		picture.scalars = values;
		picture.radius = 0.01;
		picture.range = ValueRange{0, 1};
		picture.settings.width = 160;
		picture.settings.height = 120;
		picture.towardsCamera = ViewDirection(CameraPreset::Front);
	}
	Image Draw() { return DrawParticles(picture, renderer, *tasks).TakeValue(); }
	/// Pixels of the yellow end of the map: the core.
	static int CorePixels(const Image& image)
	{
		return static_cast<int>(std::count_if(image.Pixels().begin(), image.Pixels().end(),
			[](const Rgba8& pixel) { return pixel.r > 150 && pixel.g > 130 && pixel.b < 0.6 * pixel.g; }));
	}

	std::vector<Vec3d> positions;
	std::vector<double> values;
	ParticlePicture picture;
	Renderer renderer;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
};

TEST_F(RenderParticlePicture, ACutShowsTheInside)
{
	EXPECT_LT(CorePixels(Draw()), 30) << "some of the core shows between the particles";
	CutOpen(picture);
	EXPECT_GT(CorePixels(Draw()), 300);
}

TEST_F(RenderParticlePicture, FarFromTheOriginThePictureIsTheSame)
{
	const Image near = Draw();
	const Vec3d far = {1.0e6, -3.0e5, 2.0e4};
	for (Vec3d& position : positions)
		position += far;
	const Image moved = Draw();
	int different = 0;
	for (std::size_t i = 0; i < near.Pixels().size(); ++i)
		different += std::abs(near.Pixels()[i].g - moved.Pixels()[i].g) > 8;
	EXPECT_LT(different, 20) << "of " << near.Pixels().size();
}

TEST_F(RenderParticlePicture, TitleAndLegendAreWrittenBesideTheBody)
{
	picture.title = picture.legendTitle = " ";
	const Image bare = Draw();
	picture.title = "Cube";
	const Image written = Draw();
	const auto darkPixels = [](const Image& image, int left, int right, int top, int bottom)
	{
		int count = 0;
		for (int y = top; y < bottom; ++y)
			for (int x = left; x < right; ++x)
				count += PerceivedLightness(LinearColour(image.At(x, y))) < 0.5f;
		return count;
	};
	EXPECT_GT(darkPixels(written, 0, 70, 0, 40), darkPixels(bare, 0, 70, 0, 40) + 10);
	EXPECT_GT(darkPixels(bare, 120, 160, 20, 100), 10) << "the legend's bar";
	EXPECT_EQ(written.At(80, 60), bare.At(80, 60));
}

TEST_F(RenderParticlePicture, AGhostLeavesTheParticlesVisible)
{
	CutOpen(picture);
	const int bare = CorePixels(Draw());
	std::vector<Vec3d> corners; // of six sides with corners of their own, so that their normals are flat
	std::vector<Triangle> faces;
	for (int axis = 0; axis < 3; ++axis)
		for (const double place : {0.0, 0.18})
		{
			const auto first = static_cast<std::uint32_t>(corners.size());
			for (const auto& [u, v] : {std::pair{0.0, 0.0}, {0.18, 0.0}, {0.18, 0.18}, {0.0, 0.18}})
			{
				Vec3d corner;
				corner[axis] = place;
				corner[(axis + 1) % 3] = u;
				corner[(axis + 2) % 3] = v;
				corners.push_back(corner);
			}
			faces.push_back({first, first + 1, first + 2});
			faces.push_back({first, first + 2, first + 3});
		}
	picture.ghost = {corners, faces};
	EXPECT_GT(CorePixels(Draw()), 0.5 * bare) << "the picture also makes room for the ghost";
}

TEST_F(RenderParticlePicture, NoParticlesOrBadOnesGiveAPictureWithoutThem)
{
	positions.assign(positions.size(), {std::numeric_limits<double>::quiet_NaN(), 0, 0});
	EXPECT_EQ(Draw().Width(), 160);
	picture.positions = {};
	picture.scalars = {};
	EXPECT_EQ(Draw().Width(), 160);
}

TEST_F(RenderParticlePicture, WrongInputIsRefusedWithASentence)
{
	ParticlePicture bad = picture;
	bad.radius = 0;
	EXPECT_NE(DrawParticles(bad, renderer, *tasks).Message().find("radius"), std::string::npos);
	bad = picture;
	bad.scalars = std::span(values).first(3);
	EXPECT_NE(DrawParticles(bad, renderer, *tasks).Message().find("3 values for 729"), std::string::npos);
	bad = picture;
	bad.range = ValueRange{2, 2};
	EXPECT_FALSE(DrawParticles(bad, renderer, *tasks).IsOk());
}

}
}
