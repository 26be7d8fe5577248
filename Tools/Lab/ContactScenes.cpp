#include <Lab/ContactScenes.h>

namespace SPHSolids::Lab
{
namespace
{

constexpr WorldScene ContactSceneTable[] = {
	{"colliding_bunnies", "Five St. Venant-Kirchhoff bunnies, 14k particles in all, fall into a box [KEE23] Fig. 6", R"({
		"time": { "elasticStep": 0.001, "maxStep": 0.001 },
		"solver": { "iterations": 10 },
		"bodies": [ { "name": "bunny", "shape": { "model": "bunny" }, "particleCount": 2814, "position": [0, 0, 0.05], "rotation": [0, 0, 20],
			"material": { "model": "stvk", "young": 5e4, "poisson": 0.3, "alpha": 10 }, "colour": "#E8B23C", "finish": "glossy" },
			{ "name": "others", "shape": { "model": "bunny" }, "particleCount": 2814, "position": [-0.09, -0.06, 0.42],
			"copies": { "count": [2, 1, 2], "spacing": [0.18, 0, 0.38], "turn": 100, "shift": [0.02, 0.02, 0], "seed": 3,
				"colours": ["#D9534F", "#4F8FD9", "#58B368", "#9B6BD9"] },
			"material": { "model": "stvk", "young": 5e4, "poisson": 0.3, "alpha": 10 }, "finish": "glossy" } ],
		"boundaries": [ { "name": "box", "box": { "min": [-0.3, -0.22, 0], "max": [0.3, 0.22, 3] }, "inside": true, "friction": 0.3 } ],
		"output": { "frames": 60, "fps": 50, "turn": 10, "rise": 14, "frame": { "min": [-0.3, -0.22, 0], "max": [0.3, 0.22, 0.45] } } })"},
	{"stacking", "Ten slabs of jelly, each a little askew, land on each other, come to rest and sleep", R"({
		"time": { "elasticStep": 0.004 },
		"bodies": [ { "name": "slab", "shape": { "box": { "size": [0.3, 0.2, 0.05] } }, "particleRadius": 0.00625, "position": [0, 0, 0.03],
			"copies": { "count": [1, 1, 10], "spacing": [0, 0, 0.055], "shift": [0.017, 0.017, 0], "seed": 3 },
			"material": { "preset": "jelly", "young": 8e4 }, "damping": { "viscosity": 200 }, "friction": 0.6 } ],
		"boundaries": [ { "name": "floor", "plane": {} } ],
		"output": { "frames": 100, "fps": 50, "turn": 25, "rise": 10, "frame": { "min": [-0.18, -0.12, 0], "max": [0.18, 0.12, 0.56] } } })"},
	{"jelly_pile", "200 jellies of 500 particles poured into a box", R"({
		"time": { "elasticStep": 0.008 },
		"solver": { "iterations": 3 },
		"bodies": [ { "name": "ball", "shape": { "sphere": { "radius": 0.045 } }, "particleCount": 500, "position": [-0.24, -0.24, 0.08],
			"copies": { "count": [5, 5, 4], "spacing": [0.12, 0.12, 0.26], "turn": 180, "shift": [0.01, 0.01, 0.01], "seed": 1 },
			"material": { "preset": "jelly", "young": 5e4 } },
			{ "name": "cube", "shape": { "box": { "size": [0.075, 0.075, 0.075] } }, "particleCount": 512, "position": [-0.24, -0.24, 0.21],
			"copies": { "count": [5, 5, 4], "spacing": [0.12, 0.12, 0.26], "turn": 30, "shift": [0.01, 0.01, 0.01], "seed": 2 },
			"material": { "preset": "jelly", "young": 5e4 } } ],
		"boundaries": [ { "name": "box", "box": { "min": [-0.32, -0.32, 0], "max": [0.32, 0.32, 4] }, "inside": true, "friction": 0.3 } ],
		"output": { "frames": 75, "fps": 31.25, "turn": 20, "rise": 24, "frame": { "min": [-0.32, -0.32, 0], "max": [0.32, 0.32, 0.8] } } })"},
	{"tilting_box", "Blocks of jelly with different friction slide in a box that tilts to and fro", R"({
		"time": { "elasticStep": 0.004 },
		"bodies": [
			{ "name": "slippery", "shape": { "box": { "size": [0.16, 0.16, 0.12] } }, "particleRadius": 0.01, "position": [-0.15, -0.2, 0.061],
			  "material": { "preset": "jelly", "young": 3e4 }, "friction": 0.05, "colour": "#3D8BF0" },
			{ "name": "smooth", "shape": { "box": { "size": [0.16, 0.16, 0.12] } }, "particleRadius": 0.01, "position": [-0.15, 0, 0.061],
			  "material": { "preset": "jelly", "young": 3e4 }, "friction": 0.15, "colour": "#3CB371" },
			{ "name": "rough", "shape": { "box": { "size": [0.16, 0.16, 0.12] } }, "particleRadius": 0.01, "position": [-0.15, 0.2, 0.061],
			  "material": { "preset": "jelly", "young": 3e4 }, "friction": 1.2, "colour": "#F0405A" } ],
		"boundaries": [ { "name": "ground", "plane": { "point": [0, 0, -0.25] } },
			{ "name": "box", "box": { "min": [-0.5, -0.32, 0], "max": [0.5, 0.32, 1] }, "inside": true, "friction": 0.6,
			"motion": { "keyframes": [ { "time": 0 }, { "time": 0.3 }, { "time": 1.1, "rotationVector": [0, 0.38, 0] },
				{ "time": 1.7, "rotationVector": [0, 0.38, 0] }, { "time": 3, "rotationVector": [0, -0.38, 0] },
				{ "time": 3.6, "rotationVector": [0, -0.38, 0] }, { "time": 4.2 } ] } } ],
		"output": { "frames": 225, "fps": 50, "turn": 0, "rise": 22, "frame": { "min": [-0.55, -0.32, -0.2], "max": [0.55, 0.32, 0.3] } } })"},
	{"funnel", "Eight walruses pushed through a funnel into water [KBF21] Fig. 1 left, 900 particles each; --full for 30k", R"({
		"time": { "elasticStep": 0.004 },
		"solver": { "iterations": 10 },
		"bodies": [ { "name": "walrus", "shape": { "model": "walrus" }, "scale": 0.1, "particleCount": 900, "position": [-0.11, 0, 0.62],
			"copies": { "count": [2, 1, 4], "spacing": [0.22, 0, 0.2], "turn": 25, "seed": 11,
				"colours": ["#C08457", "#8E6BBF", "#5B9BD5", "#D9716B", "#6BAF7A", "#D9A441", "#7F8FA6", "#B85C8E"] },
			"material": { "model": "corotated", "young": 4e4, "poisson": 0.2, "density": 800, "alpha": 1 }, "friction": 0.1 } ],
		"fluids": [ { "name": "water", "particleRadius": 0.009, "xsph": 0.01, "colour": "#9CC9F0", "blocks": [
			{ "min": [-0.4, -0.4, -0.3], "max": [0.4, 0.4, -0.12] } ] } ],
		"boundaries": [ { "name": "tank", "box": { "min": [-0.4, -0.4, -0.3], "max": [0.4, 0.4, 5] }, "inside": true, "friction": 0.2 },
			{ "name": "funnel", "funnel": { "topRadius": 0.26, "spoutRadius": 0.07, "cone": 0.3, "spout": 0.06, "rim": 0.6, "wall": 0.03 },
			  "cellSize": 0.012, "position": [0, 0, 0.22], "friction": 0.05, "finish": "ghost" },
			{ "name": "plunger", "cone": { "tipRadius": 0.03, "topRadius": 0.22, "height": 0.3 }, "cellSize": 0.012, "position": [0, 0, 1.4],
			  "friction": 0.05, "colour": "#B4532A", "motion": { "keyframes": [ { "time": 0 }, { "time": 0.1 },
				{ "time": 1, "translation": [0, 0, -0.8] }, { "time": 2, "translation": [0, 0, -1.11] },
				{ "time": 2.2, "translation": [0, 0, -0.95] }, { "time": 2.6, "translation": [0, 0, -1.12] },
				{ "time": 2.8, "translation": [0, 0, -0.95] }, { "time": 3.2, "translation": [0, 0, -1.12] } ] } } ],
		"output": { "frames": 180, "fps": 50, "turn": 15, "rise": 8, "fluids": "surface",
			"frame": { "min": [-0.4, -0.4, -0.3], "max": [0.4, 0.4, 1.25] } } })",
		"bodies.walrus.particleCount=30000 fluids.water.particleRadius=0.0027"},
	{"moving_bunny", "Bunny of 4k particles shaken by its base [KBF21] Fig. 2; --full for 64k", R"({
		"time": { "elasticStep": 0.002, "maxStep": 0.002 },
		"solver": { "iterations": 5 },
		"sleep": { "enabled": false },
		"bodies": [ { "name": "bunny", "shape": { "model": "bunny" }, "scale": 3, "particleCount": 4000,
			"material": { "model": "corotated", "young": 1e6, "poisson": 0.33, "alpha": 1 }, "collides": false, "colour": "#D9A066", "finish": "glossy",
			"pins": [ { "box": { "min": [-2, -2, -1], "max": [2, 2, 0.1] }, "motion": { "keyframes": [ { "time": 0 },
				{ "time": 0.25, "translation": [0.4, 0, 0] }, { "time": 0.5, "translation": [-0.4, 0, 0] },
				{ "time": 0.75, "translation": [0.4, 0, 0.15] }, { "time": 1, "translation": [0, 0, 0], "rotationVector": [0, 0, 1.2] },
				{ "time": 1.25, "translation": [0, 0, 0.3] }, { "time": 1.5 } ] } } ] } ],
		"output": { "frames": 100, "fps": 50, "turn": 20, "rise": 8, "frame": { "min": [-0.68, -0.2, -0.05], "max": [0.68, 0.2, 1.05] } } })",
		"bodies.bunny.particleCount=64000"},
	{"scrambled_walrus", "Walrus of 8k particles at random places finds its shape again [KBF21] Fig. 3; --full for 50k", R"({
		"gravity": [0, 0, 0],
		"time": { "elasticStep": 0.001, "maxStep": 0.001 },
		"solver": { "iterations": 10 },
		"sleep": { "enabled": false },
		"bodies": [ { "name": "walrus", "shape": { "model": "walrus" }, "particleCount": 8000, "scrambled": true, "collides": false,
			"material": { "model": "corotated", "young": 2.5e6, "poisson": 0.33, "alpha": 1 }, "damping": { "drag": 2 } } ],
		"output": { "frames": 75, "fps": 50, "turn": 35, "rise": 12, "frame": { "min": [-1.1, -0.9, -0.8], "max": [1.1, 0.9, 2.1] } } })",
		"bodies.walrus.particleCount=50000"},
	{"cantilever_alphas", "Four cantilevers that differ in the weight of zero-energy control: 0, 0.01, 0.1 and 1 [KBF21] section 9", R"({
		"time": { "elasticStep": 0.004 },
		"sleep": { "enabled": false },
		"bodies": [
			{ "name": "alpha_0", "shape": { "box": { "size": [2, 0.25, 0.25] } }, "particleRadius": 0.025, "position": [0, -0.75, 0],
			  "material": { "model": "corotated", "young": 1e6, "poisson": 0.33, "alpha": 0 }, "collides": false,
			  "pins": [ { "frame": "body", "box": { "min": [-1.1, -1, -1], "max": [-0.9, 1, 1] } } ] },
			{ "name": "alpha_0.01", "shape": { "box": { "size": [2, 0.25, 0.25] } }, "particleRadius": 0.025, "position": [0, -0.25, 0],
			  "material": { "model": "corotated", "young": 1e6, "poisson": 0.33, "alpha": 0.01 }, "collides": false,
			  "pins": [ { "frame": "body", "box": { "min": [-1.1, -1, -1], "max": [-0.9, 1, 1] } } ] },
			{ "name": "alpha_0.1", "shape": { "box": { "size": [2, 0.25, 0.25] } }, "particleRadius": 0.025, "position": [0, 0.25, 0],
			  "material": { "model": "corotated", "young": 1e6, "poisson": 0.33, "alpha": 0.1 }, "collides": false,
			  "pins": [ { "frame": "body", "box": { "min": [-1.1, -1, -1], "max": [-0.9, 1, 1] } } ] },
			{ "name": "alpha_1", "shape": { "box": { "size": [2, 0.25, 0.25] } }, "particleRadius": 0.025, "position": [0, 0.75, 0],
			  "material": { "model": "corotated", "young": 1e6, "poisson": 0.33, "alpha": 1 }, "collides": false,
			  "pins": [ { "frame": "body", "box": { "min": [-1.1, -1, -1], "max": [-0.9, 1, 1] } } ] } ],
		"probes": [ { "name": "tip_0", "body": "alpha_0", "frame": "body", "box": { "min": [0.95, -1, -1], "max": [1.1, 1, 1] } },
			{ "name": "tip_1", "body": "alpha_1", "frame": "body", "box": { "min": [0.95, -1, -1], "max": [1.1, 1, 1] } } ],
		"output": { "frames": 100, "fps": 50, "turn": 25, "rise": 14 } })"},
};

}

std::span<const WorldScene> ContactScenes()
{
	return ContactSceneTable;
}

}
