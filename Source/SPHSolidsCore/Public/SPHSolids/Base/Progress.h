#pragma once

#include <SPHSolids/Base/Config.h>

namespace SPHSolids
{

/// How long work tells its caller where it is and learns whether to go on. Called from the thread that started the work.
class Progress
{
public:
	virtual ~Progress() = default;

	/// @param stage    What is being done now, for a person: "Relaxing particles".
	/// @param fraction Share of the whole job that is done, 0 to 1, never falling.
	/// @return false to cancel: the work stops soon, returns an Error that says cancelled and leaves nothing behind.
	virtual bool Report(const char* stage, double fraction) = 0;
};

/// The part [first, last] of a parent's bar, so that nested work can count from 0 to 1. A null parent never cancels.
class SubProgress final : public Progress
{
public:
	SubProgress(Progress* parentProgress, double firstFraction, double lastFraction)
		: parent(parentProgress)
		, first(firstFraction)
		, last(lastFraction)
	{
	}
	bool Report(const char* stage, double fraction) override
	{
		return parent == nullptr || parent->Report(stage, first + (last - first) * fraction);
	}

private:
	Progress* parent;
	double first, last;
};

/// The sentence of every cancelled job.
inline constexpr const char* CancelledMessage = "Cancelled.";

}
