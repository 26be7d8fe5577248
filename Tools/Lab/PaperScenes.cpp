#include <Lab/PaperScenes.h>

namespace SPHSolids::Lab
{
namespace
{

constexpr WorldScene PaperSceneTable[] = {
	{"solid_fluid_coupling",
		"A bunny and the head of a monkey fall into a box, then two nozzles fill it [KEE23] Fig. 1; --full for its size", R"({
		"time": { "elasticStep": 0.001, "cfl": 0.4, "maxStep": 0.001, "minStep": 0.0001 },
		"solver": { "iterations": 20 },
		"bodies": [
			{ "name": "bunny", "shape": { "model": "bunny" }, "particleCount": 2000, "position": [-0.2, 0.02, 0.22], "rotation": [0, 0, 25],
			  "material": { "model": "neohookean", "young": 5e4, "poisson": 0.33, "density": 1000, "alpha": 10 }, "colour": "#E8B23C",
			  "finish": "glossy" },
			{ "name": "monkey", "shape": { "model": "monkey" }, "particleCount": 2000, "position": [0.2, 0, 0.3], "rotation": [0, 0, -15],
			  "material": { "model": "neohookean", "young": 5e4, "poisson": 0.33, "density": 1000, "alpha": 10 }, "colour": "#D9534F",
			  "finish": "glossy" } ],
		"fluids": [ { "name": "water", "particleRadius": 0.01, "xsph": 0.01, "colour": "#6FB1E6", "emitters": [
			{ "disc": { "radius": 0.075 }, "position": [-0.47, 0.15, 0.6], "rotation": [0, 110, 0], "speed": 1.6, "start": 0.25, "end": 2.6,
			  "maxParticles": 12000 },
			{ "disc": { "radius": 0.075 }, "position": [0.47, -0.15, 0.6], "rotation": [0, -110, 0], "speed": 1.6, "start": 0.25, "end": 2.6,
			  "maxParticles": 12000 } ] } ],
		"boundaries": [ { "name": "box", "box": { "min": [-0.5, -0.32, 0], "max": [0.5, 0.32, 3] }, "inside": true, "friction": 0.2 } ],
		"output": { "frames": 100, "fps": 40, "turn": 14, "rise": 16, "fluids": "surface",
			"frame": { "min": [-0.5, -0.32, 0], "max": [0.5, 0.32, 0.62] } } })",
		"bodies.bunny.particleCount=19650 bodies.monkey.particleCount=19650 fluids.water.particleRadius=0.0041 "
		"fluids.water.emitters.0.maxParticles=160000 fluids.water.emitters.1.maxParticles=160000"},
	{"water_park",
		"Ten soft ducks and stars and four rings come down slides into a bowl, with water and slime [KBF21] Fig. 1 right; --full", R"({
		"time": { "elasticStep": 0.002, "cfl": 0.4, "maxStep": 0.002, "minStep": 0.0002 },
		"solver": { "iterations": 8 },
		"bodies": [
			{ "name": "duck", "shape": { "model": "duck" }, "scale": 0.55, "particleCount": 700, "position": [-0.98, 0.3, 1.04],
			  "copies": { "count": [1, 1, 5], "spacing": [0, 0, 0.3], "turn": 40, "seed": 2,
				"colours": ["#F5A21E", "#E8594F", "#F2C531", "#E77FB3", "#58B368"] },
			  "material": { "model": "corotated", "young": 7.5e5, "poisson": 0.4, "density": 700 }, "friction": 0.05 },
			{ "name": "star", "shape": { "model": "star" }, "scale": 0.9, "particleCount": 250, "position": [0.98, -0.3, 1.04],
			  "copies": { "count": [1, 1, 5], "spacing": [0, 0, 0.3], "turn": 40, "seed": 3,
				"colours": ["#3D8BF0", "#9B6BD9", "#2F9E8F", "#D9716B", "#F08A3C"] },
			  "material": { "model": "corotated", "young": 7.5e5, "poisson": 0.4, "density": 700 }, "friction": 0.05 } ],
		"fluids": [
			{ "name": "water", "particleRadius": 0.008, "xsph": 0.1, "viscosity": 0.05, "boundaryViscosity": 0.5, "surfaceTension": 0.3,
			  "colour": "#8EC5F2", "emitters": [
				{ "disc": { "radius": 0.06 }, "position": [-0.92, 0.3, 0.98], "rotation": [0, 115, 0], "speed": 0.9, "maxParticles": 12000 } ] },
			{ "name": "slime", "particleRadius": 0.008, "xsph": 0.02, "viscosity": 10, "boundaryViscosity": 4, "colour": "#E0559A", "emitters": [
				{ "disc": { "radius": 0.06 }, "position": [0.92, -0.3, 0.98], "rotation": [0, -115, 0], "speed": 0.7, "maxParticles": 8000 } ] } ],
		"boundaries": [
			{ "name": "floor", "plane": {}, "friction": 0.5 },
			{ "name": "bowl", "bowl": { "radius": 0.62, "depth": 0.34, "wall": 0.04 }, "cellSize": 0.015, "friction": 0.1, "colour": "#DDE3EA" },
			{ "name": "left", "slide": { "path": [[-1.4, 0.3, 1.04], [-1.15, 0.3, 0.92], [-0.85, 0.3, 0.8], [-0.6, 0.18, 0.62], [-0.34, 0.06, 0.47]],
				"radius": 0.14, "wall": 0.03 }, "cellSize": 0.012, "friction": 0.02, "colour": "#4FA3D9" },
			{ "name": "right", "slide": { "path": [[1.4, -0.3, 1.04], [1.15, -0.3, 0.92], [0.85, -0.3, 0.8], [0.6, -0.18, 0.62], [0.34, -0.06, 0.47]],
				"radius": 0.14, "wall": 0.03 }, "cellSize": 0.012, "friction": 0.02, "colour": "#D98C4F" } ],
		"rigidBodies": [
			{ "name": "ring1", "shape": { "torus": { "radius": 0.06, "thickness": 0.045 } }, "cellSize": 0.006, "position": [-0.98, 0.3, 1.22],
			  "density": 500, "colour": "#37474F" },
			{ "name": "ring2", "shape": { "torus": { "radius": 0.06, "thickness": 0.045 } }, "cellSize": 0.006, "position": [-0.98, 0.3, 1.82],
			  "density": 500, "colour": "#37474F" },
			{ "name": "ring3", "shape": { "torus": { "radius": 0.06, "thickness": 0.045 } }, "cellSize": 0.006, "position": [0.98, -0.3, 1.22],
			  "density": 500, "colour": "#37474F" },
			{ "name": "ring4", "shape": { "torus": { "radius": 0.06, "thickness": 0.045 } }, "cellSize": 0.006, "position": [0.98, -0.3, 1.82],
			  "density": 500, "colour": "#37474F" } ],
		"output": { "frames": 150, "fps": 40, "turn": 12, "rise": 26, "fluids": "surface",
			"frame": { "min": [-1.0, -0.6, 0], "max": [1.0, 0.6, 0.95] } } })",
		"bodies.duck.particleCount=25200 bodies.star.particleCount=25200 fluids.water.particleRadius=0.0035 "
		"fluids.slime.particleRadius=0.0035 "
		"fluids.water.emitters.0.maxParticles=500000 fluids.slime.emitters.0.maxParticles=333000"},
	{"melting_duck", "A duck of 5,292 particles dropped on a hot plate melts into a puddle [KEE23] Fig. 7", R"({
		"time": { "elasticStep": 0.01, "cfl": 0.4, "maxStep": 0.005, "minStep": 0.0005 },
		"solver": { "iterations": 5 },
		"bodies": [ { "name": "duck", "shape": { "model": "duck" }, "particleCount": 5292, "position": [0, 0, 0.06], "rotation": [0, 0, -35],
			"material": { "model": "corotated", "young": 2.5e6, "poisson": 0.33, "density": 1000, "alpha": 0.1 }, "finish": "glossy",
			"heat": { "temperature": 20, "conductivity": 4000, "capacity": 2000, "softensAt": 35, "meltsAt": 60, "latentHeat": 2e4,
				"leastWeight": 0.02, "meltsInto": "wax" } } ],
		"fluids": [ { "name": "wax", "density": 1000, "particleRadius": 0.004613, "viscosity": 3, "boundaryViscosity": 3, "xsph": 0.05,
			"colour": [0.95, 0.66, 0.03], "heat": { "temperature": 60, "conductivity": 4000, "capacity": 2000 } } ],
		"boundaries": [ { "name": "plate", "box": { "size": [0.9, 0.9, 0.03] }, "position": [0, 0, -0.015], "friction": 0.6,
			"heat": { "temperature": 500, "transfer": 40000 }, "colour": "#3A3F46" },
			{ "name": "floor", "plane": { "point": [0, 0, -0.03] } } ],
		"output": { "frames": 75, "fps": 25, "turn": -20, "rise": 18, "fluids": "surface",
			"frame": { "min": [-0.2, -0.2, -0.03], "max": [0.2, 0.2, 0.22] } } })"},
	{"sampling_comparison", "The same gear filled by a grid, by blue noise and by relaxation [KBF21] section 7: its particles", R"({
		"gravity": [0, 0, 0],
		"time": { "elasticStep": 0.004 },
		"bodies": [
			{ "name": "grid", "shape": { "model": "gear" }, "particleRadius": 0.006, "sampling": "grid", "position": [-0.36, 0, 0],
			  "collides": false, "colour": "#D9534F" },
			{ "name": "blueNoise", "shape": { "model": "gear" }, "particleRadius": 0.006, "sampling": "bluenoise", "position": [0, 0, 0],
			  "collides": false, "colour": "#E8B23C" },
			{ "name": "relaxed", "shape": { "model": "gear" }, "particleRadius": 0.006, "sampling": "relaxed", "position": [0.36, 0, 0],
			  "collides": false, "colour": "#4F8FD9" } ],
		"boundaries": [ { "name": "floor", "plane": {} } ],
		"output": { "frames": 2, "fps": 50, "turn": 0, "rise": 8, "particles": true, "frame": { "min": [-0.52, -0.05, 0], "max": [0.52, 0.05, 0.32] } } })"},
};

}

std::span<const WorldScene> PaperScenes()
{
	return PaperSceneTable;
}

}
