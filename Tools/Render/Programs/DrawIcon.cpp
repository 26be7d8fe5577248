// Draws the plugin's icon anew: draw_icon Resources/Icon128.png

#include <Render/IconScene.h>
#include <Render/Png.h>

#include <cstdio>

int main(int argumentCount, char** arguments)
{
	using namespace SPHSolids;
	if (argumentCount != 2)
	{
		std::fputs("Usage: draw_icon FILE.png\n", stderr);
		return 2;
	}
	const auto tasks = MakeParallelTaskRunner();
	Result<Render::Image> icon = Render::DrawIcon(*tasks);
	const Status written = icon.IsOk() ? Render::WritePng(arguments[1], icon.Value()) : Status(icon.TakeError());
	if (!written.IsOk())
		std::fprintf(stderr, "%s\n", written.Message().c_str());
	return written.IsOk() ? 0 : 1;
}
