#pragma once

#include <SPHSolids/Base/Progress.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace SPHSolids::Tools
{

/// Shows how far work is: a bar that redraws itself on a terminal, a line for each stage elsewhere. Cancels the work when the user
/// has pressed Ctrl-C.
class ProgressPrinter final : public Progress
{
public:
	/// @param stream Usually stderr, so that results on stdout stay clean.
	explicit ProgressPrinter(std::FILE* stream);
	~ProgressPrinter() override;

	bool Report(const char* stage, double fraction) override;
	/// Wipes the bar, so that other output can follow. Does nothing where there is none.
	void Finish();

private:
	void DrawBar(double fraction);

	using Clock = std::chrono::steady_clock;
	std::FILE* out;
	bool isTerminal;
	std::string currentStage;
	Clock::time_point lastDrawn;
	bool isBarShown = false;
};

}
