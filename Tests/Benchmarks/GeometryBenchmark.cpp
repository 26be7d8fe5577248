// Distances, winding numbers, grids and diagnosis of a mesh of some 50 000 triangles, against Embree where it is installed.

#include <Geometry/TestMeshes.h>

#include <SPHSolids/Geometry/DistanceGrid.h>
#include <SPHSolids/Geometry/MeshDiagnosis.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <benchmark/benchmark.h>

#if defined(SPHSOLIDS_WITH_EMBREE)
#include <embree3/rtcore.h>
#endif

using namespace SPHSolids;

namespace
{

constexpr std::size_t QueryCount = 1 << 14;

enum MeshKind
{
	Torus,  // smooth, even triangles
	Sphere, // far from its surface every triangle is as near
	Soup,   // nothing hangs together
};

TriangleMesh MakeMesh(std::int64_t kind)
{
	switch (kind)
	{
	case Torus: return TestMeshes::Torus(1, 0.4, 256, 100);
	case Sphere: return TestMeshes::Sphere(1, 6);
	default: return TestMeshes::Soup(50'000, 0.03, 1);
	}
}

/// As sampling asks: within 0.03 of the surface (a particle's spacing at 30k particles), in random order.
std::vector<Vec3d> NearQueries(const TriangleMesh& mesh)
{
	Random random(1);
	std::vector<Vec3d> queries;
	for (std::size_t k = 0; k < QueryCount; ++k)
	{
		const Triangle& t = mesh.triangles[random.NextBits() % mesh.triangles.size()];
		const double u = random.NextUnit(), v = random.NextUnit() * (1 - u);
		const Vec3d on = (1 - u - v) * mesh.vertices[t[0]] + u * mesh.vertices[t[1]] + v * mesh.vertices[t[2]];
		queries.push_back(on + random.NextDirection() * random.NextIn(0, 0.03));
	}
	return queries;
}

/// Anywhere in the bounds.
std::vector<Vec3d> BulkQueries(const Box3d& bounds)
{
	Random random(2);
	std::vector<Vec3d> queries;
	for (std::size_t k = 0; k < QueryCount; ++k)
		queries.push_back(random.NextInBox(bounds.min, bounds.max));
	return queries;
}

template <class Query>
void RunQueries(benchmark::State& state, const Query& query)
{
	const TriangleMesh mesh = MakeMesh(state.range(0));
	auto tasks = MakeSerialTaskRunner();
	const auto distance = MeshDistance::Build(mesh.View(), *tasks);
	const std::vector<Vec3d> queries = state.range(1) == 0 ? NearQueries(mesh) : BulkQueries(distance.Value().Bounds());
	for (auto _ : state)
		for (const Vec3d& place : queries)
			benchmark::DoNotOptimize(query(distance.Value(), place));
	state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * queries.size()));
}

void Closest(benchmark::State& state)
{
	RunQueries(state, [](const MeshDistance& mesh, const Vec3d& place) { return mesh.FindClosest(place).distance; });
}
void Inside(benchmark::State& state)
{
	RunQueries(state, [](const MeshDistance& mesh, const Vec3d& place) { return mesh.IsInside(place); });
}
void Winding(benchmark::State& state)
{
	RunQueries(state, [](const MeshDistance& mesh, const Vec3d& place) { return mesh.WindingNumber(place); });
}

void Build(benchmark::State& state)
{
	const TriangleMesh mesh = MakeMesh(state.range(0));
	auto tasks = MakeSerialTaskRunner();
	for (auto _ : state)
		benchmark::DoNotOptimize(MeshDistance::Build(mesh.View(), *tasks).Value().Area());
}

void Diagnosis(benchmark::State& state)
{
	const TriangleMesh mesh = MakeMesh(state.range(0));
	auto tasks = MakeSerialTaskRunner();
	for (auto _ : state)
		benchmark::DoNotOptimize(DiagnoseMesh(mesh.View(), {}, *tasks, nullptr).Value().volume);
}

DistanceGridSettings SettingsOf128(const MeshDistance& mesh)
{
	const Vec3d size = mesh.Bounds().Size();
	DistanceGridSettings settings;
	settings.cellSize = std::max({size.x, size.y, size.z}) / 112;
	settings.margin = 6 * settings.cellSize;
	return settings;
}

void Grid128(benchmark::State& state)
{
	auto tasks = MakeSerialTaskRunner();
	const auto mesh = MeshDistance::Build(MakeMesh(state.range(0)).View(), *tasks);
	for (auto _ : state)
		benchmark::DoNotOptimize(BuildDistanceGrid(mesh.Value(), SettingsOf128(mesh.Value()), *tasks, nullptr).Value().Values().data());
}

void GridSample(benchmark::State& state)
{
	auto tasks = MakeSerialTaskRunner();
	const auto mesh = MeshDistance::Build(MakeMesh(Torus).View(), *tasks);
	const auto grid = BuildDistanceGrid(mesh.Value(), SettingsOf128(mesh.Value()), *tasks, nullptr);
	std::vector<Vec3> queries;
	for (const Vec3d& place : BulkQueries(mesh.Value().Bounds()))
		queries.push_back(place.Cast<Real>());
	for (auto _ : state)
		for (const Vec3& place : queries)
			benchmark::DoNotOptimize(state.range(0) == 0 ? grid.Value().SampleLinear(place) : grid.Value().SampleCubic(place));
	state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * queries.size()));
}

BENCHMARK(Closest)->ArgsProduct({{Torus, Sphere, Soup}, {0, 1}})->ArgNames({"mesh", "bulk"});
BENCHMARK(Inside)->ArgsProduct({{Torus, Sphere, Soup}, {0, 1}})->ArgNames({"mesh", "bulk"});
BENCHMARK(Winding)->ArgsProduct({{Torus, Sphere, Soup}, {0, 1}})->ArgNames({"mesh", "bulk"});
BENCHMARK(Build)->Arg(Torus)->Arg(Soup)->ArgName("mesh")->Unit(benchmark::kMillisecond);
BENCHMARK(Diagnosis)->Arg(Torus)->Arg(Soup)->ArgName("mesh")->Unit(benchmark::kMillisecond);
BENCHMARK(Grid128)->Arg(Torus)->Arg(Sphere)->ArgName("mesh")->Unit(benchmark::kMillisecond);
BENCHMARK(GridSample)->Arg(0)->Arg(1)->ArgName("cubic");

#if defined(SPHSOLIDS_WITH_EMBREE)

/// What an Embree query looks at: in floats, or the boxes in floats and the triangles in doubles as ours does.
struct EmbreeClosest
{
	const TriangleMesh& mesh;
	Vec3d place;
	double distance = std::numeric_limits<double>::infinity();
};

template <class T>
T TriangleDistanceSquared(const Vector3<T>& p, const Vector3<T>& a, const Vector3<T>& b, const Vector3<T>& c)
{
	const auto toEdge = [&](const Vector3<T>& q, const Vector3<T>& r)
	{
		const T share = std::clamp(Dot(p - q, r - q) / SquaredNorm(r - q), T(0), T(1));
		return SquaredNorm(p - (q + share * (r - q)));
	};
	const Vector3<T> normal = Cross(b - a, c - a);
	if (Dot(Cross(b - a, p - a), normal) >= 0 && Dot(Cross(c - b, p - b), normal) >= 0 && Dot(Cross(a - c, p - c), normal) >= 0)
	{
		const T height = Dot(p - a, normal);
		return height * height / SquaredNorm(normal);
	}
	return std::min({toEdge(a, b), toEdge(b, c), toEdge(c, a)});
}

template <class T>
bool VisitEmbreeTriangle(RTCPointQueryFunctionArguments* arguments)
{
	auto& closest = *static_cast<EmbreeClosest*>(arguments->userPtr);
	const Triangle& t = closest.mesh.triangles[arguments->primID];
	const auto& v = closest.mesh.vertices;
	const double distance = std::sqrt(
		static_cast<double>(TriangleDistanceSquared<T>(closest.place.Cast<T>(), v[t[0]].Cast<T>(), v[t[1]].Cast<T>(), v[t[2]].Cast<T>())));
	if (distance >= closest.distance)
		return false;
	closest.distance = distance;
	arguments->query->radius = static_cast<float>(distance);
	return true;
}

RTCScene MakeEmbreeScene(RTCDevice device, const TriangleMesh& mesh)
{
	RTCScene scene = rtcNewScene(device);
	RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
	auto* vertices = static_cast<float*>(
		rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
	for (const Vec3d& v : mesh.vertices)
		for (int axis = 0; axis < 3; ++axis)
			*vertices++ = static_cast<float>(v[axis]);
	auto* indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(Triangle), mesh.triangles.size());
	std::copy(mesh.triangles.begin(), mesh.triangles.end(), static_cast<Triangle*>(indices));
	rtcCommitGeometry(geometry);
	rtcAttachGeometry(scene, geometry);
	rtcReleaseGeometry(geometry);
	rtcCommitScene(scene);
	return scene;
}

template <class T>
void EmbreeClosestIn(benchmark::State& state)
{
	const TriangleMesh mesh = MakeMesh(state.range(0));
	auto tasks = MakeSerialTaskRunner();
	const std::vector<Vec3d> queries =
		state.range(1) == 0 ? NearQueries(mesh) : BulkQueries(MeshDistance::Build(mesh.View(), *tasks).Value().Bounds());
	RTCDevice device = rtcNewDevice("threads=1");
	RTCScene scene = MakeEmbreeScene(device, mesh);
	for (auto _ : state)
		for (const Vec3d& place : queries)
		{
			RTCPointQuery query{static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z), 0,
				std::numeric_limits<float>::infinity()};
			RTCPointQueryContext context;
			rtcInitPointQueryContext(&context);
			EmbreeClosest closest{mesh, place};
			rtcPointQuery(scene, &query, &context, VisitEmbreeTriangle<T>, &closest);
			benchmark::DoNotOptimize(closest.distance);
		}
	state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * queries.size()));
	rtcReleaseScene(scene);
	rtcReleaseDevice(device);
}

void EmbreeBuild(benchmark::State& state)
{
	const TriangleMesh mesh = MakeMesh(state.range(0));
	RTCDevice device = rtcNewDevice("threads=1");
	for (auto _ : state)
		rtcReleaseScene(MakeEmbreeScene(device, mesh));
	rtcReleaseDevice(device);
}

BENCHMARK(EmbreeClosestIn<float>)->ArgsProduct({{Torus, Sphere, Soup}, {0, 1}})->ArgNames({"mesh", "bulk"});
BENCHMARK(EmbreeClosestIn<double>)->ArgsProduct({{Torus, Sphere, Soup}, {0, 1}})->ArgNames({"mesh", "bulk"});
BENCHMARK(EmbreeBuild)->Arg(Torus)->Arg(Soup)->ArgName("mesh")->Unit(benchmark::kMillisecond);

#endif

}
