#pragma once

#include <View/LiveScene.h>

#include <array>
#include <string>

namespace SPHSolids::View
{

/// What the panel remembers from one time to the next.
struct PanelMemory
{
	int colourBy = 0; ///< as Lab::ColourBy
	bool showsHelp = true;
	int speedPercent = 100; ///< of real time
};

/// The last values of something that changes, for a plot.
class PlotTrail
{
public:
	void Add(double value)
	{
		values[next] = static_cast<float>(value);
		next = (next + 1) % values.size();
		last = static_cast<float>(value);
	}
	void Show(const char* name, const char* format) const;

private:
	std::array<float, 180> values = {};
	std::size_t next = 0;
	float last = 0;
};

/// The controls and plots beside the scene. Owns what they show; the scene is told of every change at once.
class Panel
{
public:
	/// Font and colours of everything that Dear ImGui draws. Once, before the first picture.
	static void Dress();
	void Remember(const PanelMemory& kept) { memory = kept; }
	const PanelMemory& Memory() const { return memory; }
	/// Takes the values of a scene and applies what was remembered.
	void Start(const Lab::SceneDescription& scene, LiveScene& live);

	/// @return The key whose action a button stands for, or 0.
	char Show(const std::string& title, const Snapshot& now, LiveScene& live, bool isRecording);
	void ShowHelp() const;
	static void ShowBuilding(const std::string& title, const LiveScene::Construction& now);
	void Plot(const Snapshot& now);

	void NextColours(LiveScene& live);
	void ToggleHelp() { memory.showsHelp = !memory.showsHelp; }
	void Toggle() { isShown = !isShown; }
	void Say(const std::string& sentence) { message = sentence; }
	const std::string& Message() const { return message; }
	/// Moves a control as a person would. An Error names the controls there are.
	Status Set(const std::string& control, const std::string& value, LiveScene& live);

private:
	void ShowState(const Snapshot& now, LiveScene& live) const;
	char ShowButtons(LiveScene& live, bool isRecording) const;
	void ShowControls(LiveScene& live);
	void ShowScale(const Render::Legend& legend) const;
	void ShowPlots() const;

	PanelMemory memory;
	bool isShown = true;
	float stiffness = 5; ///< decimal logarithm of pascals
	int material = 0;    ///< 0: as the scene says, then presets
	ElasticSolverSettings solver;
	double plottedTime = -1;
	PlotTrail total, elasticity, pressure, contact, solves, energy, volume;
	std::string message;
};

}
