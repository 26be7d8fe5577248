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
			  "rotation": [4, -6, 20], "material": { "preset": "jelly", "young": 7e4 }, "colour": "#F0405A", "finish": "jelly" },
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
		"output": { "frames": 64, "fps": 40, "turn": 8, "rise": 17,
			"frame": { "min": [-0.44, -0.34, 0], "max": [0.34, 0.14, 0.29] } } })"},
	{"dam_break", "Column of water that falls over in a tank", R"({
		"time": { "maxStep": 0.004, "minStep": 0.0002 },
		"fluids": [ { "name": "water", "particleRadius": 0.01, "blocks": [ { "min": [-0.5, -0.15, 0], "max": [-0.2, 0.15, 0.5] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.5, -0.15, 0], "max": [0.5, 0.15, 1.2] }, "inside": true } ],
		"output": { "frames": 100, "fps": 50, "turn": 12, "rise": 14, "colourBy": "speed" } })"},
	{"float", "Rigid box of half the density of water, dropped into a tank", R"({
		"time": { "maxStep": 0.004, "minStep": 0.0002 },
		"fluids": [ { "name": "water", "particleRadius": 0.0125, "blocks": [ { "min": [-0.3, -0.3, 0], "max": [0.3, 0.3, 0.35] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.3, -0.3, 0], "max": [0.3, 0.3, 1] }, "inside": true } ],
		"rigidBodies": [ { "name": "box", "shape": { "box": { "size": [0.2, 0.2, 0.2] } }, "position": [0, 0, 0.55], "density": 500,
			"rotation": [10, 20, 0], "colour": "#E8843C" } ],
		"output": { "frames": 100, "fps": 50, "turn": 20, "rise": 18 } })"},
};

}

std::span<const WorldScene> WorldScenes()
{
	return SceneTable;
}

}
