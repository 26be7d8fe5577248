#include <View/Panel.h>

#include <Lab/SceneNode.h>
#include <Render/Fonts.h>
#include <Render/Image.h>
#include <SPHSolids/Solid/ElasticSolver.h>

#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace SPHSolids::View
{
namespace
{

const ImVec4 SlowRed = {0.75f, 0.2f, 0.1f, 1}, FastGreen = {0.1f, 0.45f, 0.15f, 1};
constexpr int MostIterations = 50;
constexpr float FontPixels = 15;

/// A list to choose a name from. @return Whether another was chosen.
bool ChooseName(const char* label, std::span<const ElasticSolverInfo> infos, std::string& chosen)
{
	bool isChanged = false;
	if (!ImGui::BeginCombo(label, chosen.c_str()))
		return false;
	for (const ElasticSolverInfo& info : infos)
		if (ImGui::Selectable(std::string(info.name).c_str(), info.name == chosen))
		{
			isChanged = info.name != chosen;
			chosen = info.name;
		}
	ImGui::EndCombo();
	return isChanged;
}

template <class List>
Status CheckName(const std::string& name, const List& known, const char* what)
{
	std::vector<std::string> names;
	for (const auto& info : known)
	{
		if (info.name == name)
			return {};
		names.emplace_back(info.name);
	}
	return Error{"there is no " + std::string(what) + " '" + name.substr(0, 60) + "'. " + Lab::Suggestion(name.substr(0, 60), names)};
}

Status ReadNumber(const std::string& text, double low, double high, double& number)
{
	const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
	if (code != std::errc() || end != text.data() + text.size() || !(number >= low && number <= high))
		return Error{"'" + text.substr(0, 60) + "' should be a number from " + std::to_string(low) + " to " + std::to_string(high) + "."};
	return {};
}

}

void Panel::Dress()
{
	ImGui::StyleColorsLight();
	ImGuiStyle& style = ImGui::GetStyle();
	style.WindowRounding = 6;
	style.FrameRounding = style.GrabRounding = 4;
	style.Colors[ImGuiCol_WindowBg].w = 0.94f;
	const std::span<const std::uint8_t> font = Render::RegularFontBytes();
	ImFontConfig config;
	config.FontDataOwnedByAtlas = false; // it is part of the program
	ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<std::uint8_t*>(font.data()), static_cast<int>(font.size()), FontPixels, &config);
}

void PlotTrail::Show(const char* name, const char* format) const
{
	char text[64];
	std::snprintf(text, sizeof text, format, static_cast<double>(last));
	ImGui::PlotLines(name, values.data(), static_cast<int>(values.size()), static_cast<int>(next), text, FLT_MAX, FLT_MAX, ImVec2(0, 36));
}

void Panel::Start(const Lab::SceneDescription& scene, LiveScene& live)
{
	if (!scene.bodies.empty())
		stiffness = static_cast<float>(std::log10(scene.bodies.front().material.young));
	solver = scene.world.solver;
	live.SetColourBy(static_cast<Lab::ColourBy>(memory.colourBy));
	live.SetSpeed(0.01 * memory.speedPercent);
}

void Panel::NextColours(LiveScene& live)
{
	memory.colourBy = (memory.colourBy + 1) % Lab::ColourByCount;
	live.SetColourBy(static_cast<Lab::ColourBy>(memory.colourBy));
}

void Panel::Plot(const Snapshot& now)
{
	if (now.time == plottedTime)
		return;
	plottedTime = now.time;
	const StageMilliseconds& cost = now.report.milliseconds;
	total.Add(cost.total);
	elasticity.Add(cost.elasticity);
	pressure.Add(cost.pressure);
	contact.Add(cost.boundary);
	solves.Add(now.iterations);
	energy.Add(now.energy);
	volume.Add(now.volumeRatio);
}

char Panel::Show(const std::string& title, const Snapshot& now, LiveScene& live, bool isRecording)
{
	if (const std::string complaint = live.TakeComplaint(); !complaint.empty())
		message = complaint;
	if (!isShown)
		return 0;
	ImGui::SetNextWindowPos(ImVec2(10, 10), ImGuiCond_Once);
	ImGui::SetNextWindowSize(ImVec2(340, 0), ImGuiCond_Always); // as high as what it holds
	ImGui::Begin(title.c_str());
	ShowState(now, live);
	const char key = ShowButtons(live, isRecording);
	ShowControls(live);
	ShowScale(now.legend);
	if (ImGui::CollapsingHeader("Plots", ImGuiTreeNodeFlags_DefaultOpen))
		ShowPlots();
	if (!message.empty())
		ImGui::TextWrapped("%s", message.c_str());
	ImGui::End();
	return key;
}

void Panel::ShowState(const Snapshot& now, LiveScene& live) const
{
	ImGui::Text("%.3f s", now.time);
	const bool isSlow = live.IsBehind();
	if (live.IsPaused() || live.IsBuilding())
		ImGui::TextUnformatted(live.IsBuilding() ? "building" : "paused");
	else
		ImGui::TextColored(
			isSlow ? SlowRed : FastGreen, "%.2fx real time%s", live.RealTimeFactor(), isSlow ? ": slower than asked for" : "");
	ImGui::Text("%u solid, %u fluid particles", now.report.solidParticles, now.report.fluidParticles);
	ImGui::Text("%u contacts, %u awake, %u asleep", now.report.contacts, now.report.awakeBodies, now.report.sleepingBodies);
}

char Panel::ShowButtons(LiveScene& live, bool isRecording) const
{
	struct PanelButton
	{
		const char* text;
		char key;
		bool startsRow;
	};
	const PanelButton buttons[] = {{live.IsPaused() ? "Play" : "Pause", ' ', true}, {"Step", 'S', false}, {"Reset", 'R', false},
		{"Screenshot", 'P', false}, {"Drop body", 'D', true}, {"Pour water", 'W', false},
		{isRecording ? "Stop recording" : "Record", 'V', false}};
	char pressed = 0;
	for (const PanelButton& button : buttons)
	{
		if (!button.startsRow)
			ImGui::SameLine();
		if (ImGui::Button(button.text))
			pressed = button.key;
	}
	return pressed;
}

void Panel::ShowControls(LiveScene& live)
{
	if (ImGui::SliderInt("speed", &memory.speedPercent, 5, 100, "%d %%"))
		live.SetSpeed(0.01 * memory.speedPercent);
	static_assert(Lab::ColourByCount == 6);
	if (ImGui::Combo("colour", &memory.colourBy, "body\0speed\0volume ratio J\0stress\0compression\0temperature\0"))
		live.SetColourBy(static_cast<Lab::ColourBy>(memory.colourBy));
	const std::span<const MaterialPreset> presets = MaterialPresets();
	const std::string chosen = material == 0 ? "as in the scene" : std::string(presets[static_cast<std::size_t>(material - 1)].name);
	if (ImGui::BeginCombo("material", chosen.c_str()))
	{
		for (std::size_t k = 0; k < presets.size(); ++k)
			if (ImGui::Selectable(std::string(presets[k].name).c_str(), material == static_cast<int>(k) + 1))
				if (const Status status = Set("material", std::string(presets[k].name), live); !status.IsOk())
					message = status.Message();
		ImGui::EndCombo();
	}
	char text[32];
	std::snprintf(text, sizeof text, "%.3g Pa", std::pow(10.0, static_cast<double>(stiffness)));
	if (ImGui::SliderFloat("stiffness", &stiffness, 3, 7, text))
		live.SetStiffness(std::pow(10.0, static_cast<double>(stiffness)));
	bool isOther = ChooseName("solver", ElasticSolvers(), solver.name);
	isOther |= ChooseName("preconditioner", Preconditioners(), solver.preconditioner);
	isOther |= ImGui::SliderInt("iterations", &solver.minimiser.iterations, 1, MostIterations);
	if (isOther)
		live.SetSolver(solver);
}

void Panel::ShowScale(const Render::Legend& legend) const
{
	if (legend.title.empty())
		return;
	constexpr int Steps = 64;
	constexpr float Height = 12;
	const Render::Colourmap map(legend.colourmap);
	const ImVec2 corner = ImGui::GetCursorScreenPos();
	const float step = ImGui::CalcItemWidth() / Steps;
	for (int k = 0; k < Steps; ++k)
	{
		const Render::Rgba8 colour = Render::FromLinear(map.At((k + 0.5) / Steps));
		const float left = corner.x + step * static_cast<float>(k);
		ImGui::GetWindowDrawList()->AddRectFilled(
			{left, corner.y}, {left + step, corner.y + Height}, IM_COL32(colour.r, colour.g, colour.b, 255));
	}
	ImGui::Dummy({step * Steps, Height});
	ImGui::Text("%.3g to %.3g %s (%s)", legend.range.low, legend.range.high, legend.unit == "\u00b0C" ? "C" : legend.unit.c_str(),
		legend.title.c_str());
}

void Panel::ShowPlots() const
{
	total.Show("step", "%.1f ms");
	elasticity.Show("elasticity", "%.1f ms");
	pressure.Show("pressure", "%.1f ms");
	contact.Show("contact", "%.1f ms");
	solves.Show("iterations ", "%.1f");
	energy.Show("energy", "%.4g J");
	volume.Show("volume", "%.4f");
}

void Panel::ShowHelp() const
{
	if (!memory.showsHelp)
		return;
	// In the corner that the panel leaves free, so that the scene is seen.
	const ImVec2 size = ImGui::GetIO().DisplaySize;
	ImGui::SetNextWindowPos(ImVec2(size.x - 10, size.y - 10), ImGuiCond_Always, ImVec2(1, 1));
	ImGui::Begin("Help (H)", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
	constexpr const char* Lines[][2] = {
		{"Left button on a body", "grab and drag it"},
		{"Right button on a body", "poke it"},
		{"Shift + left, or middle button", "pin the body there; on a pin (black): let go"},
		{"Left button elsewhere, wheel", "turn the camera, nearer and farther"},
		{"Right button elsewhere", "move the camera"},
		{"Space, S, R", "pause or play, one step, from the start"},
		{"D, W", "drop a body, pour water"},
		{"C, F", "next colours, show all"},
		{"P, V", "screenshot, record or stop"},
		{"T, H, Esc", "panel on or off, this help, close"},
	};
	if (ImGui::BeginTable("lines", 2, ImGuiTableFlags_SizingFixedFit))
	{
		for (const auto& line : Lines)
			for (const char* text : line)
			{
				ImGui::TableNextColumn();
				ImGui::TextUnformatted(text);
			}
		ImGui::EndTable();
	}
	ImGui::End();
}

void Panel::ShowBuilding(const std::string& title, const LiveScene::Construction& now)
{
	const ImVec2 size = ImGui::GetIO().DisplaySize;
	ImGui::SetNextWindowPos(ImVec2(size.x * 0.5f, size.y * 0.85f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
	ImGui::Begin("Building", nullptr,
		ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing);
	ImGui::Text("Building %s", title.c_str());
	ImGui::ProgressBar(static_cast<float>(now.share), ImVec2(260, 0), now.stage.c_str());
	ImGui::End();
}

Status Panel::Set(const std::string& control, const std::string& value, LiveScene& live)
{
	double number = 0;
	Status status;
	if (control == "material")
	{
		if (status = CheckName(value, MaterialPresets(), "material"); !status.IsOk())
			return status;
		const auto preset = std::find_if(
			MaterialPresets().begin(), MaterialPresets().end(), [&](const MaterialPreset& candidate) { return candidate.name == value; });
		material = 1 + static_cast<int>(preset - MaterialPresets().begin());
		stiffness = static_cast<float>(std::log10(preset->material.young));
		live.SetMaterial(preset->material);
	}
	else if (control == "solver" || control == "preconditioner")
	{
		const bool isSolver = control == "solver";
		if (status = CheckName(value, isSolver ? ElasticSolvers() : Preconditioners(), control.c_str()); !status.IsOk())
			return status;
		(isSolver ? solver.name : solver.preconditioner) = value;
		live.SetSolver(solver);
	}
	else if (control == "iterations")
	{
		if (status = ReadNumber(value, 1, MostIterations, number); !status.IsOk())
			return status;
		solver.minimiser.iterations = static_cast<int>(number);
		live.SetSolver(solver);
	}
	else if (control == "stiffness")
	{
		if (status = ReadNumber(value, 1e3, 1e7, number); !status.IsOk())
			return status;
		stiffness = static_cast<float>(std::log10(number));
		live.SetStiffness(number);
	}
	else if (control == "speed")
	{
		if (status = ReadNumber(value, 0.05, 100, number); !status.IsOk())
			return status;
		memory.speedPercent = static_cast<int>(std::min(100.0, 100 * number));
		live.SetSpeed(number);
	}
	else
		return Error{"there is no control '" + control.substr(0, 60)
			+ "'; known are speed, stiffness, material, solver, preconditioner and iterations."};
	return {};
}

}
