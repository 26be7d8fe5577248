#pragma once

#include <SPHSolids/Base/Result.h>

#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::View
{

/// One line of a script: a word and what it is given.
struct ScriptLine
{
	std::string word;
	std::vector<std::string> values;
	int number = 0; ///< in the file, for errors
};

/// What a person would do at the window, one action a line, '#' starts a comment:
///   frames N            let N pictures pass
///   until T             wait until T seconds are simulated, or with +T so many more; at most a minute of real time
///   key NAME            press a key: space, or a letter
///   press X Y [right | middle]   press a mouse button there, in shares of the window from the top left
///   move X Y            move the mouse there
///   release             let go of the button
///   set NAME VALUE      change a control of the panel: speed, stiffness, material, solver, preconditioner, iterations
///   screenshot FILE     write what is shown as a PNG
///   report FILE         write time, bodies and speed as JSON; both wait for the step that a pause came into
Result<std::vector<ScriptLine>> ReadScript(std::string_view text);

}
