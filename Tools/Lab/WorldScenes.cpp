#include <Lab/WorldScenes.h>

namespace SPHSolids::Lab
{
namespace
{

constexpr WorldScene SceneTable[] = {
	{"welcome", "Jelly bunny and rubber duck on shaking feet beside a tank with water and a rigid box; the scene of ./run", R"({
		"time": { "elasticStep": 0.005, "maxStep": 0.005, "minStep": 0.0005 },
		"solver": { "iterations": 10 },
		"bodies": [
			{ "name": "bunny", "shape": { "model": "bunny", "triangles": 30000 }, "particleCount": 4000, "position": [-0.27, 0.02, 0],
			  "rotation": [0, 0, 20], "material": { "preset": "jelly" }, "colour": "#F0405A", "finish": "jelly",
			  "pins": [ { "box": { "min": [-2, -2, -1], "max": [2, 2, 0.02] }, "motion": { "keyframes": [
				{ "time": 0 }, { "time": 0.15, "translation": [0.05, 0, 0] }, { "time": 0.4, "translation": [-0.05, 0, 0] },
				{ "time": 0.65, "translation": [0.05, 0, 0] }, { "time": 0.9, "translation": [-0.03, 0, 0] }, { "time": 1.05 } ] } } ] },
			{ "name": "duck", "shape": { "model": "duck", "triangles": 30000 }, "particleCount": 4000, "position": [0.3, 0.02, 0],
			  "rotation": [0, 0, -25], "material": { "preset": "rubber" }, "colour": "#F5A21E", "finish": "glossy",
			  "pins": [ { "box": { "min": [-2, -2, -1], "max": [2, 2, 0.02] }, "motion": { "keyframes": { "pivot": [0.3, 0.02, 0], "keys": [
				{ "time": 0.1 }, { "time": 0.3, "rotationVector": [0, 0, 0.7] }, { "time": 0.6, "rotationVector": [0, 0, -0.7] },
				{ "time": 0.9, "rotationVector": [0, 0, 0.5] }, { "time": 1.1 } ] } } } ] } ],
		"fluids": [ { "name": "water", "particleRadius": 0.006, "blocks": [
			{ "min": [-0.15, -0.32, 0.001], "max": [-0.03, -0.16, 0.14] } ] } ],
		"boundaries": [
			{ "name": "tank", "box": { "min": [-0.15, -0.32, 0.001], "max": [0.17, -0.16, 0.3] }, "inside": true, "friction": 0 } ],
		"rigidBodies": [ { "name": "box", "shape": { "box": { "size": [0.06, 0.06, 0.06] } }, "position": [0.09, -0.24, 0.04],
			"rotation": [0, 0, 20], "density": 400, "colour": "#2F9E8F" } ],
		"output": { "frames": 100, "fps": 50, "turn": 4, "rise": 18 } })"},
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
