#pragma once

#include <string>
#include <sys/types.h>

namespace SPHSolids::Tests
{

/// A display in memory for one test. The server chooses a number that nobody uses and says it once it takes connections; xvfb-run is not
/// asked, because it now and then fails when it tidies up while others run beside it.
class VirtualDisplay
{
public:
	VirtualDisplay();
	~VirtualDisplay();
	VirtualDisplay(const VirtualDisplay&) = delete;
	VirtualDisplay& operator=(const VirtualDisplay&) = delete;

	/// As an argument of env: "DISPLAY=:7".
	const std::string& Setting() const { return setting; }

private:
	pid_t server = -1;
	std::string setting;
};

}
