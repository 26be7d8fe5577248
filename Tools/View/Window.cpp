#include <View/Window.h>

#include <Common/Files.h>
#include <Common/Interrupt.h>
#include <Render/Png.h>
#include <View/GlPainter.h>
#include <View/OrbitCamera.h>
#include <View/Panel.h>
#include <View/VideoTake.h>

#include <epoxy/gl.h>
// After the header that declares OpenGL.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace SPHSolids::View
{
namespace
{

namespace fs = std::filesystem;

constexpr double ScriptPatience = 60; // s of real time that `until` waits

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
		live = LiveScene::Start(options.scene, options.threads);
		panel.Start(options.scene.description, *live);
		while (glfwWindowShouldClose(window) == 0 && scriptError.empty() && !Tools::IsInterrupted())
		{
			glfwPollEvents();
			if (const std::string failure = live->Failure(); !failure.empty())
				return Error{failure};
			DrawFrame();
			if (isFramed && !options.script.empty() && !PlayScript())
				break;
			glfwSwapBuffers(window);
		}
		StopRecording();
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
			[](GLFWwindow* w, int button, int action, int modifiers)
			{
				const bool isForPins = button == GLFW_MOUSE_BUTTON_LEFT && (modifiers & GLFW_MOD_SHIFT) != 0;
				if (action == GLFW_PRESS && !ImGui::GetIO().WantCaptureMouse)
					Self(w).OnPress(isForPins ? GLFW_MOUSE_BUTTON_MIDDLE : button);
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
		Panel::Dress();
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
		if (moments.after == nullptr)
			return; // still being built
		isFramed = true;
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
		camera.lowestRise = std::any_of(moments.after->looks->begin(), moments.after->looks->end(),
								[](const Lab::PlayedObstacle& look) { return look.shape.kind == Lab::ObstacleShapeKind::Plane; })
			? 1.0f
			: -85.0f;
		camera.distance =
			static_cast<float>(0.52 * Norm(shown.Size()) / std::tan(0.5 * static_cast<double>(camera.fieldOfView) * Pi / 180));
	}

	void DrawFrame()
	{
		++pictures;
		glfwGetFramebufferSize(window, &width, &height);
		if (!isFramed)
			FrameAll();
		FinishTakes();
		const LiveScene::Moments moments = live->Now();
		if (moments.after != nullptr)
			panel.Plot(*moments.after);
		painter->Draw(moments, camera.Camera(), width, height);
		ImGui_ImplOpenGL3_NewFrame();
		ImGui_ImplGlfw_NewFrame();
		ImGui::NewFrame();
		if (moments.after != nullptr)
			if (const char key = panel.Show(options.scene.description.name, *moments.after, *live, IsRecording()); key != 0)
				OnKey(key);
		panel.ShowHelp();
		if (live->IsBuilding())
			Panel::ShowBuilding(options.scene.description.name, live->Building());
		ImGui::Render();
		// What is recorded is the scene, without the panel over it.
		if (IsRecording())
			RecordPicture();
		ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
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
		case GLFW_KEY_R: live->Reset(); break;
		case GLFW_KEY_F: FrameAll(); break;
		case GLFW_KEY_D: live->DropBody(Above(0)); break;
		case GLFW_KEY_W: live->PourWater(Above(0.6f)); break;
		case GLFW_KEY_C: panel.NextColours(*live); break;
		case GLFW_KEY_P: SaveScreenshot(); break;
		case GLFW_KEY_V: IsRecording() ? StopRecording() : StartRecording(); break;
		case GLFW_KEY_H: panel.ToggleHelp(); break;
		case GLFW_KEY_T: panel.Toggle(); break;
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
		else if (picked && button == GLFW_MOUSE_BUTTON_MIDDLE)
		{
			live->TogglePin(picked->body, picked->place.Cast<double>());
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
		const fs::path file = FreeName("view", ".png");
		const Status status = Render::WritePng(file, GlPainter::Grab(width, height));
		panel.Say(status.IsOk() ? "Wrote " + file.string() : status.Message());
	}

	/// A name in the folder that nothing has yet.
	fs::path FreeName(const char* stem, const char* extension) const
	{
		std::error_code ignored;
		fs::create_directories(options.folder, ignored);
		for (int number = 1;; ++number)
		{
			char name[40];
			std::snprintf(name, sizeof name, "%s_%03d%s", stem, number, extension);
			if (!fs::exists(options.folder / name, ignored))
				return options.folder / name;
		}
	}

	bool IsRecording() const { return !recording.empty(); }

	/// All particles as .sphcache, and what the window shows as MP4 where there is an ffmpeg.
	void StartRecording()
	{
		recording = FreeName("take", ".sphcache");
		live->StartRecording(recording);
		auto started = VideoTake::Start(fs::path(recording).replace_extension(".mp4"), width, height);
		panel.Say(started.IsOk() ? "Recording " + recording.string() + " and " + started.Value()->File().string() : started.Message());
		if (started.IsOk())
			take = started.TakeValue();
	}

	void RecordPicture()
	{
		if (take == nullptr || !take->IsDue())
			return;
		if (width < take->Width() || height < take->Height())
			return StopRecording(); // a video has one size
		if (const Status status = take->Add(GlPainter::Grab(take->Width(), take->Height())); !status.IsOk())
		{
			StopRecording();
			panel.Say(status.Message());
		}
	}

	void StopRecording()
	{
		if (!IsRecording())
			return;
		live->StopRecording();
		panel.Say("Wrote " + recording.string());
		recording.clear();
		if (take == nullptr)
			return;
		take->End();
		ending.push_back(std::move(take));
	}

	/// Tells of videos that have become whole since.
	void FinishTakes()
	{
		for (auto& ended : ending)
			if (const std::optional<Status> status = ended->Ended())
			{
				panel.Say(status->IsOk() ? "Wrote " + ended->File().string() : status->Message());
				ended.reset();
			}
		std::erase(ending, nullptr);
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
			scriptTime = live->Now().after->time;
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
			const bool isThere = moments.after != nullptr && !live->IsBuilding() && moments.after->time >= TimeOf(line);
			return !isThere && glfwGetTime() - scriptSince < ScriptPatience;
		}
		if (line.word == "report" || line.word == "screenshot") // not while the step that a pause came into is under way
			return live->IsPaused() && !live->IsAtRest() && glfwGetTime() - scriptSince < ScriptPatience;
		return false;
	}

	/// That `until` waits for: simulated seconds, with a plus counted from the line before.
	double TimeOf(const ScriptLine& line) const
	{
		const bool isRelative = line.values[0].starts_with('+');
		return (isRelative ? scriptTime : 0) + std::stod(line.values[0]);
	}

	Status Perform(const ScriptLine& line)
	{
		if (line.word == "until" && live->Now().after->time < TimeOf(line))
			return Error{"a minute was not enough to simulate so much."};
		if (line.word == "key")
		{
			const std::string& name = line.values[0];
			OnKey(name == "space" ? GLFW_KEY_SPACE : name.size() == 1 ? std::toupper(static_cast<unsigned char>(name[0])) : 0);
		}
		if (line.word == "set")
			return panel.Set(line.values[0], line.values[1], *live);
		if (line.word == "press" || line.word == "move")
			OnMove(std::stof(line.values[0]) * static_cast<float>(width), std::stof(line.values[1]) * static_cast<float>(height));
		if (line.word == "press")
			OnPress(line.values.size() < 3       ? GLFW_MOUSE_BUTTON_LEFT
					: line.values[2] == "right"  ? GLFW_MOUSE_BUTTON_RIGHT
					: line.values[2] == "middle" ? GLFW_MOUSE_BUTTON_MIDDLE
												 : GLFW_MOUSE_BUTTON_LEFT);
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
		json["behind"] = live->IsBehind();
		json["pictures"] = pictures;
		json["fluidParticles"] = moments.after->fluid.size();
		json["grabbed"] = grabbedDepth > 0;
		json["recording"] = recording.string();
		json["iterations"] = moments.after->iterations;
		json["energy"] = moments.after->energy;
		json["message"] = panel.Message();
		json["bodies"] = Lab::Json::array();
		const Render::Projection projection(camera.Camera(), width, height);
		for (const BodyShot& body : moments.after->bodies)
		{
			const Vec3d& place = body.centreOfMass;
			const auto pixel = projection.Project(place.Cast<float>());
			json["bodies"].push_back({{"centreOfMass", {place.x, place.y, place.z}}, {"pins", body.pins.size()},
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
		panel.Remember({number("colourBy", 0, 0, Lab::ColourByCount - 1), number("help", 1, 0, 1) == 1, number("speed", 100, 5, 100)});
	}

	void SaveSettings() const
	{
		if (options.settings.empty())
			return;
		std::error_code ignored;
		fs::create_directories(options.settings.parent_path(), ignored);
		const PanelMemory kept = panel.Memory();
		const Lab::Json json = {{"width", width}, {"height", height}, {"colourBy", kept.colourBy}, {"help", kept.showsHelp ? 1 : 0},
			{"speed", kept.speedPercent}};
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
	Panel panel;
	fs::path recording; ///< the .sphcache that is being written, or none
	std::unique_ptr<VideoTake> take;
	std::vector<std::unique_ptr<VideoTake>> ending; ///< whose last pictures are being encoded
	bool isFramed = false;                          ///< the camera looks at the scene
	int pictures = 0;                               ///< drawn so far
	std::string scriptError;
	std::size_t scriptNext = 0;
	int scriptFrames = 0;
	double scriptSince = 0; ///< s of real time, when the line before was done
	double scriptTime = 0;  ///< s of the scene, at the same moment

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
