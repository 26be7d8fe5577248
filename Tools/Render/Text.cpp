#include <Render/Text.h>

#include <Render/Fonts.h>

#include <cmath>
#include <cstdint>
#include <ft2build.h>
#include FT_FREETYPE_H

namespace SPHSolids::Render
{
namespace
{

/// FreeType counts in sixty-fourths of a pixel.
constexpr float UnitsPerPixel = 64;

FT_Face OpenFace(FT_Library library, std::span<const std::uint8_t> bytes)
{
	FT_Face face = nullptr;
	const FT_Error failed = FT_New_Memory_Face(library, bytes.data(), static_cast<FT_Long>(bytes.size()), 0, &face);
	SPHS_ASSERT(!failed);
	static_cast<void>(failed);
	return face;
}

/// Takes one character off the front of UTF-8 text; a byte that starts none counts as the replacement character.
std::uint32_t TakeCharacter(std::string_view& text)
{
	const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
	const std::uint8_t lead = byte(0);
	const std::size_t length =
		lead < 0x80 ? 1 : (lead >= 0xC2 && lead < 0xE0 ? 2 : (lead >= 0xE0 && lead < 0xF0 ? 3 : (lead >= 0xF0 && lead < 0xF5 ? 4 : 0)));
	std::uint32_t character = length <= 1 ? lead : lead & (0xFFu >> (length + 1));
	bool isWhole = length >= 1 && length <= text.size();
	for (std::size_t i = 1; isWhole && i < length; ++i)
	{
		isWhole = (byte(i) & 0xC0) == 0x80;
		character = (character << 6) | (byte(i) & 0x3Fu);
	}
	text.remove_prefix(isWhole ? length : 1);
	return isWhole ? character : 0xFFFD;
}

}

struct TextPainter::State
{
	FT_Library library = nullptr;
	FT_Face regular = nullptr, bold = nullptr;

	/// body(glyph slot, pen x) for every character; returns the pen at the end.
	template <class Body>
	float Walk(FT_Face face, std::string_view text, float size, float pen, FT_Int32 flags, Body&& body)
	{
		FT_Set_Char_Size(face, 0, static_cast<FT_F26Dot6>(std::lround(size * UnitsPerPixel)), 72, 72);
		FT_UInt previous = 0;
		while (!text.empty())
		{
			const FT_UInt glyph = FT_Get_Char_Index(face, TakeCharacter(text));
			FT_Vector kerning = {0, 0};
			if (previous && glyph && FT_Get_Kerning(face, previous, glyph, FT_KERNING_UNFITTED, &kerning) == 0)
				pen += static_cast<float>(kerning.x) / UnitsPerPixel;
			previous = glyph;
			// Letters stand at fractions of a pixel: even spacing at any size.
			FT_Vector shift = {static_cast<FT_Pos>(std::lround((pen - std::floor(pen)) * UnitsPerPixel)), 0};
			FT_Set_Transform(face, nullptr, &shift);
			if (FT_Load_Glyph(face, glyph, flags) != 0)
				continue;
			body(face->glyph, pen);
			pen += static_cast<float>(face->glyph->linearHoriAdvance) / 65536;
		}
		return pen;
	}
	FT_Face FaceOf(FontWeight weight) const { return weight == FontWeight::Bold ? bold : regular; }
};

TextPainter::TextPainter()
	: state(std::make_unique<State>())
{
	const FT_Error failed = FT_Init_FreeType(&state->library);
	SPHS_ASSERT(!failed);
	static_cast<void>(failed);
	state->regular = OpenFace(state->library, RegularFontBytes());
	state->bold = OpenFace(state->library, BoldFontBytes());
}

TextPainter::~TextPainter()
{
	FT_Done_FreeType(state->library);
}

float TextPainter::Width(std::string_view text, float size, FontWeight weight)
{
	return state->Walk(state->FaceOf(weight), text, size, 0, FT_LOAD_NO_HINTING, [](FT_GlyphSlot, float) {});
}

void TextPainter::Draw(Image& image, float x, float baseline, std::string_view text, float size, const Colour& ink, FontWeight weight)
{
	const int row = static_cast<int>(std::lround(baseline));
	state->Walk(state->FaceOf(weight), text, size, x, FT_LOAD_NO_HINTING | FT_LOAD_RENDER,
		[&](FT_GlyphSlot glyph, float pen)
		{
			const FT_Bitmap& bitmap = glyph->bitmap;
			const int left = static_cast<int>(std::floor(pen)) + glyph->bitmap_left, top = row - glyph->bitmap_top;
			for (int by = 0; by < static_cast<int>(bitmap.rows); ++by)
				for (int bx = 0; bx < static_cast<int>(bitmap.width); ++bx)
				{
					const int px = left + bx, py = top + by;
					if (px < 0 || py < 0 || px >= image.Width() || py >= image.Height())
						continue;
					const float coverage = static_cast<float>(bitmap.buffer[by * bitmap.pitch + bx]) / 255;
					// Mixed in linear light, dark letters on white come out thin: give them some of the weight back.
					Blend(image.At(px, py), ink, std::pow(coverage, Luminance(ink) < 0.4f ? 0.75f : 1.0f));
				}
		});
}

}
