#include <View/GlPainter.h>

#include <Lab/ObstacleMesh.h>

#include <Render/Shapes.h>

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace SPHSolids::View
{
namespace
{

constexpr const char* MeshVertexText = R"(#version 330 core
layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal; layout(location = 2) in vec3 colour;
uniform mat4 toScreen; uniform float shadow; uniform vec4 ground; uniform vec3 fall;
out vec3 place; out vec3 facing; out vec3 tint;
void main() {
	place = position; facing = normal; tint = colour;
	if (shadow > 0.0) place -= fall * (dot(ground.xyz, place) - ground.w);
	gl_Position = toScreen * vec4(place, 1.0);
})";

// Key light from above the camera's left shoulder, sky from above, a rim that shows outlines; out in sRGB.
constexpr const char* LightText = R"(
uniform vec3 eye; uniform vec3 up; uniform vec3 key;
vec3 Light(vec3 p, vec3 n, vec3 c) {
	vec3 v = normalize(eye - p);
	float diffuse = max(dot(n, key), 0.0), sky = 0.5 + 0.5 * dot(n, up), rim = pow(1.0 - max(dot(n, v), 0.0), 3.0);
	float shine = pow(max(dot(n, normalize(key + v)), 0.0), 60.0);
	vec3 light = c * (0.75 * diffuse + mix(vec3(0.20, 0.19, 0.18), vec3(0.42, 0.45, 0.5), sky)) + 0.25 * shine + 0.12 * rim * vec3(0.7, 0.8, 1.0);
	return pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2));
})";

constexpr const char* MeshFragmentText = R"(
in vec3 place; in vec3 facing; in vec3 tint;
uniform float opacity; uniform float checker; uniform float shadow; uniform float horizon; uniform vec3 backdrop;
out vec4 colour;
void main() {
	if (shadow > 0.0) { colour = vec4(0.05, 0.06, 0.09, shadow); return; }
	vec3 c = tint;
	if (checker > 0.0) {
		vec3 side = normalize(abs(up.x) < 0.9 ? vec3(1, 0, 0) - up.x * up : vec3(0, 1, 0) - up.y * up), back = cross(up, side);
		vec2 q = vec2(dot(place, side), dot(place, back)) / checker, width = fwidth(q), cell = floor(q);
		// Squares smaller than a pixel would flicker: they fade to their mean.
		float near = 1.0 - clamp(1.5 * max(width.x, width.y), 0.0, 1.0);
		c *= mix(0.93, mod(cell.x + cell.y, 2.0) < 0.5 ? 1.0 : 0.86, near);
	}
	vec3 n = length(facing) > 0.0 ? normalize(facing) : up;
	if (!gl_FrontFacing) n = -n;
	vec3 light = Light(place, n, c);
	if (checker > 0.0) light = mix(light, backdrop, smoothstep(0.15, 1.0, length(eye - place) / horizon));
	colour = vec4(light, opacity);
})";

// A ball is a square that faces the camera; its fragments find the sphere in it.
constexpr const char* BallVertexText = R"(#version 330 core
layout(location = 0) in vec3 centre; layout(location = 1) in vec3 size; layout(location = 2) in vec3 colour;
uniform mat4 toScreen; uniform float pixels;
out vec3 middle; out vec3 tint; out float radius;
void main() {
	middle = centre; tint = colour; radius = size.x;
	gl_Position = toScreen * vec4(centre, 1.0);
	gl_PointSize = max(1.0, 2.0 * size.x * pixels / gl_Position.w);
})";

constexpr const char* BallFragmentText = R"(
in vec3 middle; in vec3 tint; in float radius;
uniform mat4 toScreen;
out vec4 colour;
void main() {
	vec2 q = gl_PointCoord * 2.0 - 1.0;
	float s = dot(q, q);
	if (s > 1.0) discard;
	vec3 v = normalize(eye - middle), right = normalize(cross(up, v)), above = cross(v, right);
	vec3 n = q.x * right - q.y * above + sqrt(1.0 - s) * v;
	vec3 p = middle + radius * n;
	vec4 clip = toScreen * vec4(p, 1.0);
	gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
	colour = vec4(Light(p, n, tint), 1.0);
})";

Result<GLuint> CompileProgram(const std::string& vertexText, const std::string& fragmentText)
{
	const GLuint program = glCreateProgram();
	char log[1024] = {};
	for (const auto& [kind, text] : {std::pair(GL_VERTEX_SHADER, vertexText), std::pair(GL_FRAGMENT_SHADER, fragmentText)})
	{
		const GLuint shader = glCreateShader(static_cast<GLenum>(kind));
		const char* source = text.c_str();
		glShaderSource(shader, 1, &source, nullptr);
		glCompileShader(shader);
		GLint isFine = 0;
		glGetShaderiv(shader, GL_COMPILE_STATUS, &isFine);
		if (isFine == 0)
		{
			glGetShaderInfoLog(shader, sizeof log, nullptr, log);
			return Error{std::string("This driver does not compile a shader of the window: ") + log};
		}
		glAttachShader(program, shader);
		glDeleteShader(shader);
	}
	glLinkProgram(program);
	GLint isFine = 0;
	glGetProgramiv(program, GL_LINK_STATUS, &isFine);
	if (isFine == 0)
	{
		glGetProgramInfoLog(program, sizeof log, nullptr, log);
		return Error{std::string("This driver does not link a shader of the window: ") + log};
	}
	return program;
}

/// World to clip space, column by column.
void MakeMatrix(const Render::Camera& camera, float aspect, float (&matrix)[16])
{
	const Vec3 forward = NormalizedOr(camera.target - camera.eye, Vec3{0, 1, 0});
	const Vec3 right = NormalizedOr(Cross(forward, camera.up), Vec3{1, 0, 0}), above = Cross(right, forward);
	const float distance = Norm(camera.target - camera.eye), nearest = 0.02f * distance, farthest = 60 * distance;
	const float scale = 1 / std::tan(0.5f * camera.fieldOfView * static_cast<float>(Pi) / 180);
	const float depth = (farthest + nearest) / (farthest - nearest), offset = 2 * farthest * nearest / (farthest - nearest);
	const Vec3 rows[4] = {right * (scale / aspect), above * scale, forward * depth, forward};
	for (int row = 0; row < 4; ++row)
	{
		matrix[0 + row] = rows[row].x;
		matrix[4 + row] = rows[row].y;
		matrix[8 + row] = rows[row].z;
		matrix[12 + row] = -Dot(rows[row], camera.eye) - (row == 2 ? offset : 0);
	}
}

Vec3 Between(const Vec3& before, const Vec3& after, float share)
{
	return before + share * (after - before);
}

constexpr Vec3 BackdropColour = {0.85f, 0.88f, 0.92f}; // sRGB
/// Of the floor, in distances from the camera to what it looks at: there it has become the backdrop.
constexpr float HorizonDistance = 14;
/// Of a held particle.
constexpr Vec3 PinColour = {0.03f, 0.03f, 0.03f};

}

Result<std::unique_ptr<GlPainter>> GlPainter::Create()
{
	std::unique_ptr<GlPainter> painter(new GlPainter());
	const std::string head = "#version 330 core\n";
	auto mesh = CompileProgram(MeshVertexText, head + LightText + MeshFragmentText);
	if (!mesh.IsOk())
		return mesh.TakeError();
	painter->meshProgram = mesh.Value();
	auto balls = CompileProgram(BallVertexText, head + LightText + BallFragmentText);
	if (!balls.IsOk())
		return balls.TakeError();
	painter->ballProgram = balls.Value();
	Buffers& buffers = painter->buffers;
	glGenVertexArrays(1, &buffers.array);
	glGenBuffers(1, &buffers.vertices);
	glGenBuffers(1, &buffers.indices);
	glBindVertexArray(buffers.array);
	glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers.indices);
	for (GLuint k = 0; k < 3; ++k)
	{
		glEnableVertexAttribArray(k);
		// OpenGL takes an offset into the buffer as if it were a pointer.
		// NOLINTNEXTLINE(performance-no-int-to-ptr)
		glVertexAttribPointer(k, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), reinterpret_cast<const void*>(k * sizeof(Vec3)));
	}
	return painter;
}

GlPainter::~GlPainter()
{
	glDeleteProgram(meshProgram);
	glDeleteProgram(ballProgram);
	glDeleteBuffers(1, &buffers.vertices);
	glDeleteBuffers(1, &buffers.indices);
	glDeleteVertexArrays(1, &buffers.array);
}

void GlPainter::Draw(const LiveScene::Moments& moments, const Render::Camera& view, int width, int height)
{
	camera = view;
	MakeMatrix(camera, static_cast<float>(width) / static_cast<float>(std::max(1, height)), matrix);
	pixelsPerMetre = 0.5f * static_cast<float>(height) / std::tan(0.5f * camera.fieldOfView * static_cast<float>(Pi) / 180);
	glViewport(0, 0, width, height);
	glClearColor(BackdropColour.x, BackdropColour.y, BackdropColour.z, 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_PROGRAM_POINT_SIZE);
	glBindVertexArray(buffers.array);
	const Vec3 towards = NormalizedOr(camera.eye - camera.target, Vec3{0, -1, 0}), side = Cross(camera.up, towards);
	const Vec3 key = NormalizedOr(towards - 0.6f * side + 1.1f * camera.up, camera.up);
	for (const GLuint program : {meshProgram, ballProgram})
	{
		glUseProgram(program);
		glUniformMatrix4fv(glGetUniformLocation(program, "toScreen"), 1, GL_FALSE, matrix);
		glUniform3f(glGetUniformLocation(program, "eye"), camera.eye.x, camera.eye.y, camera.eye.z);
		glUniform3f(glGetUniformLocation(program, "up"), camera.up.x, camera.up.y, camera.up.z);
		glUniform3f(glGetUniformLocation(program, "key"), key.x, key.y, key.z);
	}
	glUniform1f(glGetUniformLocation(ballProgram, "pixels"), pixelsPerMetre);
	if (moments.after == nullptr)
		return;
	FindGrounds(moments);
	DrawFloor(moments);
	DrawBodies(moments);
	DrawPins(moments);
	DrawFluid(moments);
	DrawObstacles(moments);
}

void GlPainter::DrawTriangles(std::span<const Vertex> vertices, std::span<const Triangle> triangles, float opacity)
{
	glUseProgram(meshProgram);
	glUniform1f(glGetUniformLocation(meshProgram, "opacity"), opacity);
	glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices);
	glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size_bytes()), vertices.data(), GL_STREAM_DRAW);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data(), GL_STREAM_DRAW);
	glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * triangles.size()), GL_UNSIGNED_INT, nullptr);
}

void GlPainter::FindGrounds(const LiveScene::Moments& moments)
{
	grounds.clear();
	for (std::size_t k = 0; k < moments.after->looks->size(); ++k)
	{
		const Lab::ObstacleShapeDescription& shape = (*moments.after->looks)[k].shape;
		const bool isTank = shape.kind == Lab::ObstacleShapeKind::Box && shape.inside;
		if (shape.kind != Lab::ObstacleShapeKind::Plane && !isTank)
			continue;
		const Pose& pose = moments.after->obstacles[k];
		const Vec3 normal = pose.rotation.Column(2).Cast<float>();
		const Vec3 place = pose.ToWorld({0, 0, isTank ? -shape.halfSize.z : 0}).Cast<float>();
		if (Dot(normal, camera.up) > 0.7f)
			grounds.push_back({normal, Dot(normal, place), pose.rotation.Column(0).Cast<float>()});
	}
}

void GlPainter::DrawShadows(std::size_t triangleCount)
{
	// Hard, from nearly above: how high something hangs is seen by where its shadow lies. Drawn once however many triangles cover it.
	constexpr float Darkness = 0.28f, Slant = 0.12f;
	if (grounds.empty())
		return;
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_NOTEQUAL, 1, 0xFF);
	glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
	glEnable(GL_POLYGON_OFFSET_FILL);
	glPolygonOffset(-1, -1);
	glDepthMask(GL_FALSE);
	glUniform1f(glGetUniformLocation(meshProgram, "shadow"), Darkness);
	for (const Ground& ground : grounds)
	{
		const Vec3 fall = ground.normal + Slant * ground.side; // of unit height over the ground
		glUniform4f(glGetUniformLocation(meshProgram, "ground"), ground.normal.x, ground.normal.y, ground.normal.z, ground.offset);
		glUniform3f(glGetUniformLocation(meshProgram, "fall"), fall.x, fall.y, fall.z);
		glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * triangleCount), GL_UNSIGNED_INT, nullptr);
	}
	glUniform1f(glGetUniformLocation(meshProgram, "shadow"), 0);
	glDepthMask(GL_TRUE);
	glDisable(GL_POLYGON_OFFSET_FILL);
	glDisable(GL_STENCIL_TEST);
	glDisable(GL_BLEND);
}

void GlPainter::DrawBalls(std::span<const Vertex> balls)
{
	glUseProgram(ballProgram);
	glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices);
	glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(balls.size_bytes()), balls.data(), GL_STREAM_DRAW);
	glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(balls.size()));
}

void GlPainter::DrawFloor(const LiveScene::Moments& moments)
{
	glUseProgram(meshProgram);
	for (std::size_t k = 0; k < moments.after->looks->size(); ++k)
	{
		if ((*moments.after->looks)[k].shape.kind != Lab::ObstacleShapeKind::Plane)
			continue;
		const Pose& pose = moments.after->obstacles[k];
		const double reach = 1.5 * static_cast<double>(HorizonDistance) * static_cast<double>(Norm(camera.eye - camera.target));
		const Vec3 normal = pose.rotation.Column(2).Cast<float>();
		scratch.clear();
		for (const Vec3d corner : {Vec3d{-reach, -reach, 0}, Vec3d{reach, -reach, 0}, Vec3d{reach, reach, 0}, Vec3d{-reach, reach, 0}})
			scratch.push_back({pose.ToWorld(corner).Cast<float>(), normal, {0.62f, 0.64f, 0.67f}});
		const Triangle halves[2] = {{0, 1, 2}, {0, 2, 3}};
		glUniform1f(glGetUniformLocation(meshProgram, "checker"), 0.1f);
		glUniform1f(glGetUniformLocation(meshProgram, "horizon"), HorizonDistance * Norm(camera.eye - camera.target));
		glUniform3f(glGetUniformLocation(meshProgram, "backdrop"), BackdropColour.x, BackdropColour.y, BackdropColour.z);
		DrawTriangles(scratch, halves, 1);
		glUniform1f(glGetUniformLocation(meshProgram, "checker"), 0);
	}
}

void GlPainter::DrawBodies(const LiveScene::Moments& moments)
{
	for (std::size_t k = 0; k < moments.after->bodies.size(); ++k)
	{
		const BodyShot& after = moments.after->bodies[k];
		const bool isSteady = moments.before == nullptr || k >= moments.before->bodies.size()
			|| moments.before->bodies[k].positions.size() != after.positions.size()
			|| moments.before->bodies[k].particles.size() != after.particles.size();
		const BodyShot& before = isSteady ? after : moments.before->bodies[k];
		scratch.clear();
		if (after.skin == nullptr)
		{
			for (std::size_t i = 0; i < after.particles.size(); ++i)
				scratch.push_back(
					{Between(before.particles[i], after.particles[i], moments.share), {after.particleRadius, 0, 0}, after.colours[i]});
			DrawBalls(scratch);
			continue;
		}
		for (std::size_t i = 0; i < after.positions.size(); ++i)
			scratch.push_back({Between(before.positions[i], after.positions[i], moments.share),
				Between(before.normals[i], after.normals[i], moments.share), after.colours[i]});
		DrawTriangles(scratch, after.skin->triangles, 1);
		DrawShadows(after.skin->triangles.size());
	}
}

void GlPainter::DrawPins(const LiveScene::Moments& moments)
{
	// Seen through the body that they hold: a pin inside would not be found otherwise.
	glDisable(GL_DEPTH_TEST);
	for (const BodyShot& body : moments.after->bodies)
	{
		scratch.clear();
		for (const Vec3& pin : body.pins)
			scratch.push_back({pin, {0.6f * body.particleRadius, 0, 0}, PinColour});
		DrawBalls(scratch);
	}
	glEnable(GL_DEPTH_TEST);
}

void GlPainter::DrawFluid(const LiveScene::Moments& moments)
{
	// Particles of a fluid change places in memory, so the moment between two is reached back from the later one.
	const float back = moments.before != nullptr ? (1 - moments.share) * static_cast<float>(moments.before->time - moments.after->time) : 0;
	scratch.clear();
	for (std::size_t i = 0; i < moments.after->fluid.size(); ++i)
		scratch.push_back({moments.after->fluid[i] + back * moments.after->fluidVelocity[i], {moments.after->fluidRadius, 0, 0},
			moments.after->fluidColour[i]});
	DrawBalls(scratch);
}

void GlPainter::DrawObstacles(const LiveScene::Moments& moments)
{
	for (std::size_t k = 0; k < moments.after->looks->size(); ++k)
	{
		const Lab::PlayedObstacle& obstacle = (*moments.after->looks)[k];
		if (!obstacle.visible || obstacle.shape.kind == Lab::ObstacleShapeKind::Plane)
			continue;
		const Render::MeshObject mesh = Lab::MakeObstacleMesh(obstacle, {});
		const Pose& pose = moments.after->obstacles[k];
		const Vec3 colour =
			obstacle.colour ? Vec3{(*obstacle.colour)[0], (*obstacle.colour)[1], (*obstacle.colour)[2]} : Vec3{0.4f, 0.45f, 0.5f};
		scratch.clear();
		for (std::size_t i = 0; i < mesh.positions.size(); ++i)
			scratch.push_back({pose.ToWorld(mesh.positions[i].Cast<double>()).Cast<float>(),
				i < mesh.normals.size() ? (pose.rotation * mesh.normals[i].Cast<double>()).Cast<float>() : Vec3(), colour});
		const bool isGhost = obstacle.finish == "ghost" || obstacle.finish == "glass" || (obstacle.finish.empty() && obstacle.shape.inside);
		glEnable(GL_BLEND);
		glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
		if (isGhost)
			glDepthMask(GL_FALSE);
		if (obstacle.shape.inside)
		{
			glEnable(GL_CULL_FACE);
			glCullFace(GL_BACK);
		}
		DrawTriangles(scratch, mesh.triangles, isGhost ? 0.22f : 1);
		glDisable(GL_CULL_FACE);
		glDepthMask(GL_TRUE);
		glDisable(GL_BLEND);
		if (!isGhost)
			DrawShadows(mesh.triangles.size());
	}
}

Render::Image GlPainter::Grab(int width, int height)
{
	Render::Image image(width, height);
	std::vector<Render::Rgba8> rows(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
	for (int y = 0; y < height; ++y)
		for (int x = 0; x < width; ++x)
		{
			image.At(x, y) = rows[static_cast<std::size_t>(height - 1 - y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
			image.At(x, y).a = 255;
		}
	return image;
}

}
