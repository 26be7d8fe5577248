#include <View/Window.h>

#include <Common/Files.h>
#include <Render/Png.h>
#include <View/GlPainter.h>
#include <View/OrbitCamera.h>

#include <epoxy/gl.h>
// After the header that declares OpenGL.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace SPHSolids::View
{
namespace
{

namespace fs = std::filesystem;

constexpr double ScriptPatience = 60; // s of real time that `until` waits

/// The last values of something that changes, for a plot.
class PlotLine
{
public:
	void Add(double value)
	{
		values[next] = static_cast<float>(value);
		next = (next + 1) % values.size();
		last = static_cast<float>(value);
	}
	void Show(const char* name, const char* format) const
	{
		char text[64];
		std::snprintf(text, sizeof text, format, static_cast<double>(last));
		ImGui::PlotLines(
			name, values.data(), static_cast<int>(values.size()), static_cast<int>(next), text, FLT_MAX, FLT_MAX, ImVec2(0, 36));
	}

private:
	std::array<float, 180> values = {};
	std::size_t next = 0;
	float last = 0;
};

struct Picked
{
	BodyId body;
	Vec3 place;
	float depth = 0;
};

class Viewer
{
public:
	explicit Viewer(const WindowOptions& windowOptions)
		: options(windowOptions)
	{
	}
	~Viewer()
	{
		painter.reset();
		if (ImGui::GetCurrentContext() != nullptr)
		{
			ImGui_ImplOpenGL3_Shutdown();
			ImGui_ImplGlfw_Shutdown();
			ImGui::DestroyContext();
		}
		if (window != nullptr)
			glfwDestroyWindow(window);
		glfwTerminate();
	}

	Status Run()
	{
		LoadSettings();
		if (Status status = Open(); !status.IsOk())
			return status;
		auto started = LiveScene::Start(options.scene, options.threads);
		if (!started.IsOk())
			return Error{started.Message()};
		live = started.TakeValue();
		live->SetColourBy(static_cast<ColourBy>(colourBy));
		if (const auto& bodies = options.scene.description.bodies; !bodies.empty())
			stiffness = static_cast<float>(std::log10(bodies.front().material.young));
		iterations = live->Iterations();
		FrameAll();
		while (glfwWindowShouldClose(window) == 0 && scriptError.empty())
		{
			glfwPollEvents();
			DrawFrame();
			if (!options.script.empty() && !PlayScript())
				break;
			glfwSwapBuffers(window);
		}
		SaveSettings();
		live.reset();
		return scriptError.empty() ? Status() : Status(Error{scriptError});
	}

private:
	Status Open()
	{
		glfwSetErrorCallback([](int, const char*) {});
		if (glfwInit() == GLFW_FALSE)
			return Error{"There is no display to open a window on; 'sphsolids run SCENE --video' makes a video instead."};
		glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
		glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
		glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
		glfwWindowHint(GLFW_SAMPLES, options.script.empty() ? 4 : 0);
		const std::string title = "SPHSolids: " + options.scene.description.name;
		window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
		if (window == nullptr)
			return Error{"This display offers no OpenGL 3.3; 'sphsolids run SCENE --video' makes a video instead."};
		glfwMakeContextCurrent(window);
		glfwSwapInterval(1);
		glfwSetWindowUserPointer(window, this);
		glfwSetKeyCallback(window,
			[](GLFWwindow* w, int key, int, int action, int)
			{
				if (action == GLFW_PRESS && !ImGui::GetIO().WantCaptureKeyboard)
					Self(w).OnKey(key);
			});
		glfwSetMouseButtonCallback(window,
			[](GLFWwindow* w, int button, int action, int)
			{
				if (action == GLFW_PRESS && !ImGui::GetIO().WantCaptureMouse)
					Self(w).OnPress(button);
				else if (action == GLFW_RELEASE)
					Self(w).OnRelease();
			});
		glfwSetCursorPosCallback(
			window, [](GLFWwindow* w, double x, double y) { Self(w).OnMove(static_cast<float>(x), static_cast<float>(y)); });
		glfwSetScrollCallback(window,
			[](GLFWwindow* w, double, double notches)
			{
				if (!ImGui::GetIO().WantCaptureMouse)
					Self(w).camera.Zoom(static_cast<float>(notches));
			});
		ImGui::CreateContext();
		ImGui::GetIO().IniFilename = nullptr;
		ImGui::StyleColorsLight();
		ImGui_ImplGlfw_InitForOpenGL(window, true);
		ImGui_ImplOpenGL3_Init("#version 330 core");
		auto made = GlPainter::Create();
		if (!made.IsOk())
			return Error{made.Message()};
		painter = made.TakeValue();
		return {};
	}
	static Viewer& Self(GLFWwindow* w) { return *static_cast<Viewer*>(glfwGetWindowUserPointer(w)); }

	/// The camera as the scene's pictures have it.
	void FrameAll()
	{
		const LiveScene::Moments moments = live->Now();
		const Lab::SceneDescription& scene = options.scene.description;
		if (Norm(scene.world.gravity) > 1e-6)
			camera.up = (scene.world.gravity * (-1 / Norm(scene.world.gravity))).Cast<float>();
		Box3d shown;
		for (const BodyShot& body : moments.after->bodies)
			for (const Vec3& place : body.particles)
				shown.Include(place.Cast<double>());
		for (const Vec3& place : moments.after->fluid)
			shown.Include(place.Cast<double>());
		if (scene.output.frame && camera.up.z > 0.99f)
			shown = *scene.output.frame;
		if (shown.IsEmpty())
			shown = {{-0.5, -0.5, 0}, {0.5, 0.5, 1}};
		camera.target = shown.Centre().Cast<float>();
		if (scene.output.view.empty())
		{
			camera.turn = static_cast<float>(scene.output.turn);
			camera.rise = static_cast<float>(scene.output.rise);
		}
		camera.distance =
			static_cast<float>(0.62 * Norm(shown.Size()) / std::tan(0.5 * static_cast<double>(camera.fieldOfView) * Pi / 180));
	}

	void DrawFrame()
	{
		glfwGetFramebufferSize(window, &width, &height);
		const LiveScene::Moments moments = live->Now();
		if (moments.after != nullptr && moments.after->time != plottedTime)
			Plot(*moments.after);
		painter->Draw(moments, camera.Camera(), width, height);
		ImGui_ImplOpenGL3_NewFrame();
		ImGui_ImplGlfw_NewFrame();
		ImGui::NewFrame();
		if (moments.after != nullptr)
			ShowPanel(*moments.after);
		if (showsHelp)
			ShowHelp();
		ImGui::Render();
		ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
	}

	void Plot(const Snapshot& now)
	{
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

	void ShowPanel(const Snapshot& now)
	{
		ImGui::SetNextWindowPos(ImVec2(10, 10), ImGuiCond_Once);
		ImGui::SetNextWindowSize(ImVec2(300, 0), ImGuiCond_Once);
		ImGui::Begin(options.scene.description.name.c_str());
		ImGui::Text("%.3f s   %s", now.time, live->IsBuilding() ? "building" : live->IsPaused() ? "paused" : "");
		const double factor = live->RealTimeFactor();
		const bool isSlow = !live->IsPaused() && factor > 0 && factor < 0.9 * live->Speed();
		ImGui::TextColored(isSlow ? ImVec4(0.75f, 0.2f, 0.1f, 1) : ImVec4(0.1f, 0.45f, 0.15f, 1), "%.2fx real time%s", factor,
			isSlow ? ": slower than asked for" : "");
		ImGui::Text("%u solid, %u fluid particles", now.report.solidParticles, now.report.fluidParticles);
		ImGui::Text("%u contacts, %u awake, %u asleep", now.report.contacts, now.report.awakeBodies, now.report.sleepingBodies);
		if (ImGui::Button(live->IsPaused() ? "Play" : "Pause"))
			OnKey(GLFW_KEY_SPACE);
		ImGui::SameLine();
		if (ImGui::Button("Step"))
			OnKey(GLFW_KEY_S);
		ImGui::SameLine();
		if (ImGui::Button("Reset"))
			OnKey(GLFW_KEY_R);
		ImGui::SameLine();
		if (ImGui::Button("Screenshot"))
			OnKey(GLFW_KEY_P);
		if (ImGui::Button("Drop body"))
			OnKey(GLFW_KEY_D);
		ImGui::SameLine();
		if (ImGui::Button("Pour water"))
			OnKey(GLFW_KEY_W);
		if (ImGui::SliderFloat("speed", &speed, 0.05f, 1, "%.2f x"))
			live->SetSpeed(static_cast<double>(speed));
		if (ImGui::Combo("colour", &colourBy, "body\0speed\0volume ratio J\0"))
			live->SetColourBy(static_cast<ColourBy>(colourBy));
		char text[32];
		std::snprintf(text, sizeof text, "%.3g Pa", std::pow(10.0, static_cast<double>(stiffness)));
		if (ImGui::SliderFloat("stiffness", &stiffness, 3, 7, text))
			live->SetStiffness(std::pow(10.0, static_cast<double>(stiffness)));
		ImGui::SliderInt("iterations", &iterations, 1, 50);
		if (iterations != live->Iterations())
			ImGui::TextUnformatted("Reset plays with these iterations.");
		if (ImGui::CollapsingHeader("Plots", ImGuiTreeNodeFlags_DefaultOpen))
		{
			total.Show("step", "%.1f ms");
			elasticity.Show("elasticity", "%.1f ms");
			pressure.Show("pressure", "%.1f ms");
			contact.Show("contact", "%.1f ms");
			solves.Show("iterations ", "%.1f");
			energy.Show("energy", "%.4g J");
			volume.Show("volume", "%.4f");
		}
		if (const std::string complaint = live->TakeComplaint(); !complaint.empty())
			message = complaint;
		if (!message.empty())
			ImGui::TextWrapped("%s", message.c_str());
		ImGui::End();
	}

	static void ShowHelp()
	{
		ImGui::SetNextWindowPos(
			ImVec2(ImGui::GetIO().DisplaySize.x * 0.5f, ImGui::GetIO().DisplaySize.y * 0.5f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
		ImGui::Begin("Help", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
		ImGui::TextUnformatted("Left button on a body   grab and drag it\n"
							   "Right button on a body  poke it\n"
							   "Left button elsewhere   turn the camera\n"
							   "Right button elsewhere  move the camera\n"
							   "Wheel                   nearer, farther\n"
							   "Space  pause, play      S  one step\n"
							   "R      from the start   F  show all\n"
							   "D      drop a body      W  pour water\n"
							   "C      next colours     P  screenshot\n"
							   "H      this help        Esc  close");
		ImGui::End();
	}

	void OnKey(int key)
	{
		switch (key)
		{
		case GLFW_KEY_SPACE: live->SetPaused(!live->IsPaused()); break;
		case GLFW_KEY_S:
			live->SetPaused(true);
			live->StepOnce();
			break;
		case GLFW_KEY_R: live->Reset(iterations); break;
		case GLFW_KEY_F: FrameAll(); break;
		case GLFW_KEY_D: live->DropBody(Above(0)); break;
		case GLFW_KEY_W: live->PourWater(Above(0.6f)); break;
		case GLFW_KEY_C:
			colourBy = (colourBy + 1) % 3;
			live->SetColourBy(static_cast<ColourBy>(colourBy));
			break;
		case GLFW_KEY_P: SaveScreenshot(); break;
		case GLFW_KEY_H: showsHelp = !showsHelp; break;
		case GLFW_KEY_ESCAPE: glfwSetWindowShouldClose(window, GLFW_TRUE); break;
		default: break;
		}
	}

	/// Over what the camera looks at, near the upper edge of the picture. @param across To the right, as a share of half its height.
	Vec3d Above(float across) const
	{
		const float half = camera.distance * std::tan(0.5f * camera.fieldOfView * static_cast<float>(Pi) / 180);
		const Vec3 right = NormalizedOr(Cross(camera.up, camera.TowardsEye()), Vec3{1, 0, 0});
		return (camera.target + 0.7f * half * camera.up + across * half * right).Cast<double>();
	}

	std::optional<Picked> Pick() const
	{
		const LiveScene::Moments moments = live->Now();
		if (moments.after == nullptr)
			return std::nullopt;
		const Render::Camera view = camera.Camera();
		const Vec3 ray = Render::Projection(view, width, height).RayDirection(mouseX, mouseY);
		std::optional<Picked> nearest;
		for (const BodyShot& body : moments.after->bodies)
			for (const Vec3& place : body.particles)
			{
				const Vec3 way = place - view.eye;
				const float depth = Dot(way, ray);
				if (depth > 0 && SquaredNorm(way - depth * ray) < 2 * body.particleRadius * body.particleRadius
					&& (!nearest || depth < nearest->depth))
					nearest = {body.id, place, depth};
			}
		return nearest;
	}

	/// The place under the mouse at the depth where something was grabbed.
	Vec3d UnderMouse(float depth) const
	{
		const Render::Camera view = camera.Camera();
		return (view.eye + depth * Render::Projection(view, width, height).RayDirection(mouseX, mouseY)).Cast<double>();
	}

	void OnPress(int button)
	{
		const std::optional<Picked> picked = Pick();
		pressed = button;
		if (picked && button == GLFW_MOUSE_BUTTON_LEFT)
		{
			grabbedDepth = picked->depth;
			live->Grab(picked->body, picked->place.Cast<double>());
		}
		else if (picked && button == GLFW_MOUSE_BUTTON_RIGHT)
		{
			live->Poke(picked->body, picked->place.Cast<double>(), (-camera.TowardsEye()).Cast<double>());
			pressed = -1;
		}
	}

	void OnMove(float x, float y)
	{
		const float across = x - mouseX, down = y - mouseY;
		mouseX = x;
		mouseY = y;
		if (pressed < 0)
			return;
		if (grabbedDepth > 0)
			live->MoveGrab(UnderMouse(grabbedDepth));
		else if (pressed == GLFW_MOUSE_BUTTON_LEFT)
			camera.Orbit(-0.4f * across, 0.4f * down);
		else
			camera.Shift(-across / static_cast<float>(std::max(1, height)), down / static_cast<float>(std::max(1, height)));
	}

	void OnRelease()
	{
		if (grabbedDepth > 0)
			live->Release();
		grabbedDepth = 0;
		pressed = -1;
	}

	void SaveScreenshot()
	{
		std::error_code ignored;
		fs::create_directories(options.folder, ignored);
		fs::path file;
		for (int number = 1; file.empty() || fs::exists(file, ignored); ++number)
		{
			char name[32];
			std::snprintf(name, sizeof name, "view_%03d.png", number);
			file = options.folder / name;
		}
		const Status status = Render::WritePng(file, GlPainter::Grab(width, height));
		message = status.IsOk() ? "Wrote " + file.string() : status.Message();
	}

	/// @return False when there is nothing left to play.
	bool PlayScript()
	{
		while (scriptNext < options.script.size())
		{
			const ScriptLine& line = options.script[scriptNext];
			if (IsWaiting(line))
				return true;
			if (const Status status = Perform(line); !status.IsOk())
			{
				scriptError = "line " + std::to_string(line.number) + " of the script: " + status.Message();
				return false;
			}
			++scriptNext;
			scriptFrames = 0;
			scriptSince = glfwGetTime();
			if (line.word != "press" && line.word != "report" && line.word != "screenshot")
				return true; // a picture between two actions, as for a person
		}
		return false;
	}

	bool IsWaiting(const ScriptLine& line)
	{
		if (line.word == "frames")
			return ++scriptFrames <= std::stoi(line.values[0]);
		if (line.word == "until")
		{
			const LiveScene::Moments moments = live->Now();
			const bool isThere = moments.after != nullptr && !live->IsBuilding() && moments.after->time >= std::stod(line.values[0]);
			return !isThere && glfwGetTime() - scriptSince < ScriptPatience;
		}
		return false;
	}

	Status Perform(const ScriptLine& line)
	{
		if (line.word == "until" && live->Now().after->time < std::stod(line.values[0]))
			return Error{"a minute was not enough to simulate so much."};
		if (line.word == "key")
		{
			const std::string& name = line.values[0];
			OnKey(name == "space" ? GLFW_KEY_SPACE : name.size() == 1 ? std::toupper(static_cast<unsigned char>(name[0])) : 0);
		}
		if (line.word == "press" || line.word == "move")
			OnMove(std::stof(line.values[0]) * static_cast<float>(width), std::stof(line.values[1]) * static_cast<float>(height));
		if (line.word == "press")
			OnPress(line.values.size() > 2 && line.values[2] == "right" ? GLFW_MOUSE_BUTTON_RIGHT : GLFW_MOUSE_BUTTON_LEFT);
		if (line.word == "release")
			OnRelease();
		if (line.word == "screenshot")
			return Render::WritePng(line.values[0], GlPainter::Grab(width, height));
		if (line.word == "report")
			return WriteReport(line.values[0]);
		return {};
	}

	Status WriteReport(const std::string& file) const
	{
		const LiveScene::Moments moments = live->Now();
		Lab::Json json;
		json["time"] = moments.after->time;
		json["paused"] = live->IsPaused();
		json["realTimeFactor"] = live->RealTimeFactor();
		json["fluidParticles"] = moments.after->fluid.size();
		json["grabbed"] = grabbedDepth > 0;
		json["bodies"] = Lab::Json::array();
		const Render::Projection projection(camera.Camera(), width, height);
		for (const BodyShot& body : moments.after->bodies)
		{
			const Vec3d& place = body.centreOfMass;
			const auto pixel = projection.Project(place.Cast<float>());
			json["bodies"].push_back({{"centreOfMass", {place.x, place.y, place.z}},
				{"onScreen", {pixel.x / static_cast<float>(width), pixel.y / static_cast<float>(height)}}});
		}
		return Tools::WriteFileAtomically(file, json.dump(2) + "\n");
	}

	void LoadSettings()
	{
		if (options.settings.empty())
			return;
		const auto bytes = Tools::ReadWholeFile(options.settings, 1 << 16);
		if (!bytes.IsOk())
			return; // the first time there are none
		const Lab::Json json = Lab::Json::parse(bytes.Value().begin(), bytes.Value().end(), nullptr, false);
		const auto number = [&](const char* key, int fallback, int low, int high)
		{
			return json.is_object() && json.contains(key) && json[key].is_number_integer() ? std::clamp(json[key].get<int>(), low, high)
																						   : fallback;
		};
		width = number("width", width, 320, 7680);
		height = number("height", height, 240, 4320);
		colourBy = number("colourBy", colourBy, 0, 2);
		showsHelp = number("help", 1, 0, 1) == 1;
	}

	void SaveSettings() const
	{
		if (options.settings.empty())
			return;
		std::error_code ignored;
		fs::create_directories(options.settings.parent_path(), ignored);
		const Lab::Json json = {{"width", width}, {"height", height}, {"colourBy", colourBy}, {"help", showsHelp ? 1 : 0}};
		(void)Tools::WriteFileAtomically(options.settings, json.dump(2) + "\n"); // a window that forgets its size still works
	}

	const WindowOptions& options;
	GLFWwindow* window = nullptr;
	int width = 1280, height = 800;
	std::unique_ptr<LiveScene> live;
	std::unique_ptr<GlPainter> painter;
	OrbitCamera camera;
	float mouseX = 0, mouseY = 0, grabbedDepth = 0;
	int pressed = -1;
	bool showsHelp = true;
	float speed = 1, stiffness = 5;
	int colourBy = 0, iterations = 10;
	double plottedTime = -1;
	PlotLine total, elasticity, pressure, contact, solves, energy, volume;
	std::string message, scriptError;
	std::size_t scriptNext = 0;
	int scriptFrames = 0;
	double scriptSince = 0;

public:
	void SetSize(int wantedWidth, int wantedHeight)
	{
		width = wantedWidth;
		height = wantedHeight;
	}
};

}

Status RunWindow(const WindowOptions& options)
{
	Viewer viewer(options);
	if (options.width > 0 && options.height > 0)
		viewer.SetSize(options.width, options.height);
	return viewer.Run();
}

}
