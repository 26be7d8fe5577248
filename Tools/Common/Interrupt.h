#pragma once

namespace SPHSolids::Tools
{

/// Exit code of a program that was interrupted: 128 + SIGINT, as shells count.
inline constexpr int InterruptedExitCode = 130;

/// From now on Ctrl-C (and a request to terminate) only raises a flag, so that work can stop at a good place. A second one ends the
/// program at once.
void CatchInterrupts();
bool IsInterrupted();

}
