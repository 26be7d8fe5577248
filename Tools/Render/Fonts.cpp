#include <Render/Fonts.h>

#include <cstddef>

// The assembler takes the files in as they are.
__asm__(".section .rodata\n"
		".balign 16\n"
		"sphsolidsRegularFont:\n"
		".incbin \"" SPHSOLIDS_FONT_REGULAR "\"\n"
		"sphsolidsRegularFontEnd:\n"
		".balign 16\n"
		"sphsolidsBoldFont:\n"
		".incbin \"" SPHSOLIDS_FONT_BOLD "\"\n"
		"sphsolidsBoldFontEnd:\n"
		".previous\n");

extern const std::uint8_t regularFont[] __asm__("sphsolidsRegularFont");
extern const std::uint8_t regularFontEnd[] __asm__("sphsolidsRegularFontEnd");
extern const std::uint8_t boldFont[] __asm__("sphsolidsBoldFont");
extern const std::uint8_t boldFontEnd[] __asm__("sphsolidsBoldFontEnd");

namespace SPHSolids::Render
{

std::span<const std::uint8_t> RegularFontBytes()
{
	return {regularFont, static_cast<std::size_t>(regularFontEnd - regularFont)};
}

std::span<const std::uint8_t> BoldFontBytes()
{
	return {boldFont, static_cast<std::size_t>(boldFontEnd - boldFont)};
}

}
