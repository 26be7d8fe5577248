#include <Lab/WorldScenes.h>

namespace SPHSolids::Lab
{
namespace
{

constexpr WorldScene SceneTable[] = {
	{"welcome", "Jelly bunny and star, rubber duck, a tank with water and a rigid box; the scene of ./run", R"({
		"time": { "elasticStep": 0.005, "maxStep": 0.005, "minStep": 0.0005 },
		"solver": { "iterations": 8 },
		"bodies": [
			{ "name": "bunny", "shape": { "model": "bunny", "triangles": 30000 }, "particleCount": 2500, "position": [-0.12, 0.06, 0.07],
			  "rotation": [4, -6, 20], "material": { "preset": "jelly", "young": 2e5 }, "colour": "#F0405A", "finish": "jelly" },
			{ "name": "duck", "shape": { "model": "duck", "triangles": 30000 }, "particleCount": 2000, "position": [0.2, 0.06, 0.12],
			  "rotation": [12, 10, -20], "material": { "preset": "rubber" }, "colour": "#F5A21E", "finish": "glossy" },
			{ "name": "star", "shape": { "model": "star", "triangles": 20000 }, "particleCount": 2000, "scale": 0.8,
			  "position": [-0.36, -0.13, 0.12], "rotation": [20, 15, 0], "material": { "preset": "jelly", "young": 5e4 },
			  "colour": "#3D8BF0", "finish": "jelly" } ],
		"fluids": [ { "name": "water", "particleRadius": 0.006, "blocks": [
			{ "min": [-0.1, -0.34, 0], "max": [0.22, -0.18, 0.09], "velocity": [0.35, 0, 0] } ] } ],
		"boundaries": [
			{ "name": "floor", "plane": {}, "friction": 0.5 },
			{ "name": "left", "box": { "min": [-0.12, -0.36, 0], "max": [-0.1, -0.16, 0.17] }, "finish": "ghost", "friction": 0 },
			{ "name": "right", "box": { "min": [0.22, -0.36, 0], "max": [0.24, -0.16, 0.17] }, "finish": "ghost", "friction": 0 },
			{ "name": "front", "box": { "min": [-0.1, -0.36, 0], "max": [0.22, -0.34, 0.17] }, "finish": "ghost", "friction": 0 },
			{ "name": "back", "box": { "min": [-0.1, -0.18, 0], "max": [0.22, -0.16, 0.17] }, "finish": "ghost", "friction": 0 } ],
		"rigidBodies": [ { "name": "box", "shape": { "box": { "size": [0.06, 0.06, 0.06] } }, "position": [0.04, -0.26, 0.2],
			"rotation": [0, 15, 20], "density": 400, "colour": "#2F9E8F" } ],
		"output": { "frames": 50, "fps": 25, "turn": 8, "rise": 17, "fluids": "surface",
			"frame": { "min": [-0.44, -0.34, 0], "max": [0.34, 0.14, 0.29] } } })"},
	{"dam_break", "Column of water that falls over in a tank", R"({
		"time": { "maxStep": 0.004, "minStep": 0.0002 },
		"fluids": [ { "name": "water", "particleRadius": 0.01, "blocks": [ { "min": [-0.5, -0.15, 0], "max": [-0.2, 0.15, 0.5] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.5, -0.15, 0], "max": [0.5, 0.15, 1.2] }, "inside": true } ],
		"output": { "frames": 100, "fps": 50, "turn": 12, "rise": 14, "colourBy": "speed",
			"frame": { "min": [-0.5, -0.15, 0], "max": [0.5, 0.15, 0.75] } } })"},
	{"double_dam_break", "Two columns of water of 42.8k particles each fall over in opposite corners of a room: the figure of the fluids",
		R"({
		"time": { "cfl": 0.4, "maxStep": 0.005, "minStep": 0.0001 },
		"pressure": { "densityError": 0.0005, "divergenceError": 0.001 },
		"fluids": [ { "name": "water", "particleRadius": 0.01, "xsph": 0.01, "blocks": [
			{ "min": [-1.49, -1.49, 0.01], "max": [-0.81, -0.81, 0.75] }, { "min": [0.81, 0.81, 0.01], "max": [1.49, 1.49, 0.75] } ] } ],
		"boundaries": [ { "name": "room", "box": { "min": [-1.55, -1.55, -0.05], "max": [1.55, 1.55, 3.05] }, "inside": true } ],
		"output": { "frames": 100, "fps": 50, "turn": 15, "rise": 22, "colourBy": "speed", "colourRange": [0, 6],
			"frame": { "min": [-1.55, -1.55, -0.05], "max": [1.55, 1.55, 1] } } })"},
	{"cube_on_water", "Elastic cube of half the density of water, dropped on a block of water that falls over", R"({
		"time": { "elasticStep": 0.002, "maxStep": 0.002, "minStep": 0.002 },
		"solver": { "iterations": 10 },
		"bodies": [ { "name": "cube", "shape": { "box": { "size": [0.4, 0.4, 0.4] } }, "particleRadius": 0.0125, "sampling": "grid",
			"position": [-0.2, 0, 1.05], "material": { "model": "corotated", "young": 1e6, "poisson": 0.33, "density": 500, "alpha": 1 } } ],
		"fluids": [ { "name": "water", "particleRadius": 0.0125, "xsph": 0.01, "blocks": [
			{ "min": [-0.6875, -0.4875, 0.0125], "max": [0.2875, 0.4875, 0.7375] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.75, -0.55, -0.05], "max": [0.75, 0.55, 1.95] }, "inside": true } ],
		"output": { "frames": 60, "fps": 50, "turn": 15, "rise": 18, "frame": { "min": [-0.75, -0.55, -0.05], "max": [0.75, 0.55, 1.2] } } })"},
	{"honey_coil", "A rope of cold honey lays itself in coils where it lands", R"({
		"time": { "cfl": 0.4, "maxStep": 0.004, "minStep": 0.0002 },
		"fluids": [ { "name": "honey", "density": 1400, "particleRadius": 0.001, "xsph": 0, "viscosity": 100, "boundaryViscosity": 100,
			"colour": "#D08A18",
			"emitters": [ { "disc": { "radius": 0.004 }, "position": [0, 0, 0.07], "rotation": [180, 0, 0], "speed": 0.6 } ] } ],
		"boundaries": [ { "name": "floor", "plane": {} } ],
		"output": { "frames": 60, "fps": 50, "turn": 20, "rise": 20, "fluids": "surface",
			"frame": { "min": [-0.03, -0.03, 0], "max": [0.03, 0.03, 0.07] } } })"},
	{"buoyancy", "Rigid boxes of 0.2, 0.5, 0.9 and 1.2 times the density of water", R"({
		"time": { "maxStep": 0.004, "minStep": 0.0002 },
		"fluids": [ { "name": "water", "particleRadius": 0.0125, "xsph": 0.03, "blocks": [ { "min": [-0.6, -0.2, 0], "max": [0.6, 0.2, 0.3] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.6, -0.2, 0], "max": [0.6, 0.2, 0.8] }, "inside": true } ],
		"rigidBodies": [
			{ "name": "cork", "shape": { "box": { "size": [0.14, 0.14, 0.14] } }, "position": [-0.45, 0, 0.4], "density": 200, "colour": "#C9A26B" },
			{ "name": "wood", "shape": { "box": { "size": [0.14, 0.14, 0.14] } }, "position": [-0.15, 0, 0.4], "density": 500, "colour": "#8A5A2B" },
			{ "name": "ice", "shape": { "box": { "size": [0.14, 0.14, 0.14] } }, "position": [0.15, 0, 0.4], "density": 900, "colour": "#CFE8F5" },
			{ "name": "stone", "shape": { "box": { "size": [0.14, 0.14, 0.14] } }, "position": [0.45, 0, 0.4], "density": 1200, "colour": "#6B6B6B" } ],
		"output": { "frames": 120, "fps": 50, "turn": 10, "rise": 10, "fluids": "surface",
			"frame": { "min": [-0.6, -0.2, 0], "max": [0.6, 0.2, 0.42] } } })"},
	{"float", "Rigid box of half the density of water, dropped into a tank", R"({
		"time": { "maxStep": 0.004, "minStep": 0.0002 },
		"fluids": [ { "name": "water", "particleRadius": 0.0125, "blocks": [ { "min": [-0.3, -0.3, 0], "max": [0.3, 0.3, 0.35] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.3, -0.3, 0], "max": [0.3, 0.3, 1] }, "inside": true } ],
		"rigidBodies": [ { "name": "box", "shape": { "box": { "size": [0.2, 0.2, 0.2] } }, "position": [0, 0, 0.55], "density": 500,
			"rotation": [10, 20, 0], "colour": "#E8843C" } ],
		"output": { "frames": 100, "fps": 50, "turn": 20, "rise": 18, "fluids": "surface",
			"frame": { "min": [-0.3, -0.3, 0], "max": [0.3, 0.3, 0.55] } } })"},
};

}

std::span<const WorldScene> WorldScenes()
{
	return SceneTable;
}

}
