#include <Common/ProgressPrinter.h>

#include <Common/Interrupt.h>

#include <algorithm>
#include <unistd.h>

namespace SPHSolids::Tools
{
namespace
{

constexpr int BarWidth = 30;
constexpr auto RedrawInterval = std::chrono::milliseconds(50);

}

ProgressPrinter::ProgressPrinter(std::FILE* stream)
	: out(stream)
	, isTerminal(isatty(fileno(stream)) == 1)
{
}

ProgressPrinter::~ProgressPrinter()
{
	Finish();
}

bool ProgressPrinter::Report(const char* stage, double fraction)
{
	const bool isNewStage = currentStage != stage;
	currentStage = stage;
	if (!isTerminal && isNewStage)
	{
		std::fprintf(out, "%3.0f %%  %s\n", 100 * std::clamp(fraction, 0.0, 1.0), stage);
		std::fflush(out);
	}
	if (isTerminal && (isNewStage || Clock::now() - lastDrawn > RedrawInterval))
		DrawBar(std::clamp(fraction, 0.0, 1.0));
	return !IsInterrupted();
}

void ProgressPrinter::DrawBar(double fraction)
{
	const int filled = static_cast<int>(fraction * BarWidth);
	const std::string bar =
		std::string(static_cast<std::size_t>(filled), '#') + std::string(static_cast<std::size_t>(BarWidth - filled), '.');
	std::fprintf(out, "\r[%s] %3.0f %%  %s\033[K", bar.c_str(), 100 * fraction, currentStage.c_str());
	std::fflush(out);
	lastDrawn = Clock::now();
	isBarShown = true;
}

void ProgressPrinter::Finish()
{
	if (isBarShown)
		std::fprintf(out, "\r\033[K");
	std::fflush(out);
	isBarShown = false;
}

}
