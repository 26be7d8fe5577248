#include <Render/Montage.h>

#include <Render/Colourmap.h>
#include <Render/Text.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// Where columns and rows start, in pixels; one more entry than there are of them.
struct MontageGrid
{
	std::vector<int> x, y;
	int width = 0, height = 0;
};

int LineHeight(const Montage& montage)
{
	return static_cast<int>(std::lround(1.7f * montage.textSize));
}

MontageGrid LayOut(const Montage& montage, TextPainter& text)
{
	MontageGrid grid;
	std::size_t columns = 0;
	for (const std::vector<Image>& row : montage.rows)
		columns = std::max(columns, row.size());
	float rowTitleWidth = 0;
	for (const std::string& title : montage.rowTitles)
		rowTitleWidth = std::max(rowTitleWidth, text.Width(title, montage.textSize, FontWeight::Bold) + static_cast<float>(montage.gap));

	int x = montage.gap + static_cast<int>(std::ceil(rowTitleWidth));
	for (std::size_t column = 0; column < columns; ++column)
	{
		grid.x.push_back(x);
		int widest = 0;
		for (const std::vector<Image>& row : montage.rows)
			widest = column < row.size() ? std::max(widest, row[column].Width()) : widest;
		x += widest + montage.gap;
	}
	int y = montage.gap + (montage.title.empty() ? 0 : LineHeight(montage)) + (montage.columnTitles.empty() ? 0 : LineHeight(montage));
	for (const std::vector<Image>& row : montage.rows)
	{
		grid.y.push_back(y);
		int highest = 0;
		for (const Image& image : row)
			highest = std::max(highest, image.Height());
		y += highest + montage.gap;
	}
	grid.width = x;
	grid.height = y;
	return grid;
}

}

Result<Image> DrawMontage(const Montage& montage)
{
	TextPainter text;
	const MontageGrid grid = LayOut(montage, text);
	if (grid.x.empty())
		return Error{"The montage has no pictures; give it at least one."};
	if (montage.columnTitles.size() > grid.x.size() || montage.rowTitles.size() > grid.y.size())
		return Error{"The montage has more titles than columns or rows; give it one per column and row, or none."};

	Image image(grid.width, grid.height, FromLinear(montage.background));
	const Colour ink = PerceivedLightness(montage.background) > 0.6f ? FromHex(0x27303B) : FromHex(0xF2F5F8);
	const float size = montage.textSize, gap = static_cast<float>(montage.gap);
	if (!montage.title.empty())
		text.Draw(image, gap, gap + size, montage.title, 1.15f * size, ink, FontWeight::Bold);
	for (std::size_t column = 0; column < montage.columnTitles.size(); ++column)
	{
		const int right = column + 1 < grid.x.size() ? grid.x[column + 1] : grid.width;
		const float middle = 0.5f * static_cast<float>(grid.x[column] + right - montage.gap);
		const float width = text.Width(montage.columnTitles[column], size, FontWeight::Bold);
		text.Draw(image, middle - 0.5f * width, static_cast<float>(grid.y[0]) - 0.6f * size, montage.columnTitles[column], size, ink,
			FontWeight::Bold);
	}
	for (std::size_t row = 0; row < montage.rows.size(); ++row)
	{
		const int bottom = row + 1 < grid.y.size() ? grid.y[row + 1] : grid.height;
		const float middle = 0.5f * static_cast<float>(grid.y[row] + bottom - montage.gap);
		if (row < montage.rowTitles.size())
			text.Draw(image, gap, middle + 0.35f * size, montage.rowTitles[row], size, ink, FontWeight::Bold);
		for (std::size_t column = 0; column < montage.rows[row].size(); ++column)
			Paste(image, montage.rows[row][column], grid.x[column], grid.y[row]);
	}
	return image;
}

}
