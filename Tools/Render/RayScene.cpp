#include <Render/RayScene.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace SPHSolids::Render
{
namespace
{

std::uint32_t MaskOf(const Material& material)
{
	switch (material.finish)
	{
	case Finish::Jelly: return JellyMask;
	case Finish::Glass: return GlassMask;
	case Finish::Ghost: return GhostMask;
	default: return OpaqueMask;
	}
}

/// Lets rays through that meet a one-sided triangle from behind.
void RejectBackFaces(const RTCFilterFunctionNArguments* arguments)
{
	const unsigned int count = arguments->N;
	for (unsigned int i = 0; i < count; ++i)
	{
		if (arguments->valid[i] == 0)
			continue;
		const float along = RTCHitN_Ng_x(arguments->hit, count, i) * RTCRayN_dir_x(arguments->ray, count, i)
			+ RTCHitN_Ng_y(arguments->hit, count, i) * RTCRayN_dir_y(arguments->ray, count, i)
			+ RTCHitN_Ng_z(arguments->hit, count, i) * RTCRayN_dir_z(arguments->ray, count, i);
		if (along > 0)
			arguments->valid[i] = 0;
	}
}

void IncludeBox(Box3& box, const Box3& other)
{
	if (other.IsEmpty())
		return;
	box.Include(other.min);
	box.Include(other.max);
}

Status DeviceStatus(RTCDevice device)
{
	switch (rtcGetDeviceError(device))
	{
	case RTC_ERROR_NONE: return {};
	case RTC_ERROR_OUT_OF_MEMORY: return Error{"The picture's scene does not fit into memory; draw fewer particles or triangles."};
	case RTC_ERROR_UNSUPPORTED_CPU: return Error{"The ray tracing library embree does not run on this processor; it needs SSE2 at least."};
	default: return Error{"The ray tracing library embree failed while building the scene; reinstall libembree3."};
	}
}

}

RayScene::RayScene()
	: device(rtcNewDevice(nullptr))
	, handle(device ? rtcNewScene(device) : nullptr)
	, ghosts(device ? rtcNewScene(device) : nullptr)
{
	for (const RTCScene scene : {handle, ghosts})
		if (scene)
			rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
}

RayScene::~RayScene()
{
	DropSlotsFrom(0);
	for (const RTCScene scene : {handle, ghosts})
		if (scene)
			rtcReleaseScene(scene);
	if (device)
		rtcReleaseDevice(device);
}

Status RayScene::Update(const Scene& scene, TaskRunner& tasks)
{
	if (!handle || !ghosts)
		return DeviceStatus(device);
	presentMasks = 0;
	solidBounds = ghostBounds = clearBounds = {};
	const std::size_t objectCount = scene.meshes.size() + scene.spheres.size();
	DropSlotsFrom(objectCount);
	slots.resize(objectCount);

	std::uint32_t id = 0;
	for (const MeshObject& mesh : scene.meshes)
		UpdateMesh(mesh, id++);
	for (const SphereObject& set : scene.spheres)
		UpdateSpheres(set, id++);

	// As one task of the runner: embree's own tasks then stay inside the runner's arena and its number of workers.
	auto commit = [&](std::size_t)
	{
		rtcCommitScene(handle);
		rtcCommitScene(ghosts);
	};
	tasks.Run(1, commit);
	return DeviceStatus(device);
}

void RayScene::UpdateMesh(const MeshObject& mesh, std::uint32_t id)
{
	const bool isNew = Reshape(id, mesh.material, RTC_GEOMETRY_TYPE_TRIANGLE, mesh.positions.size(), mesh.triangles.size());
	const RTCGeometry geometry = slots[id].geometry;
	Box3 bounds;
	if (!mesh.positions.empty())
	{
		auto* vertices = static_cast<Vec3*>(isNew
				? rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3), mesh.positions.size())
				: rtcGetGeometryBufferData(geometry, RTC_BUFFER_TYPE_VERTEX, 0));
		std::copy(mesh.positions.begin(), mesh.positions.end(), vertices);
		for (const Vec3& position : mesh.positions)
			if (IsFinite(position))
				bounds.Include(position);
	}
	if (!mesh.positions.empty() && !mesh.triangles.empty())
	{
		auto* triangles = static_cast<Triangle*>(isNew
				? rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(Triangle), mesh.triangles.size())
				: rtcGetGeometryBufferData(geometry, RTC_BUFFER_TYPE_INDEX, 0));
		const std::uint32_t vertexCount = static_cast<std::uint32_t>(mesh.positions.size());
		for (const Triangle& triangle : mesh.triangles)
		{
			const bool inRange = triangle[0] < vertexCount && triangle[1] < vertexCount && triangle[2] < vertexCount;
			*triangles++ = inRange ? triangle : Triangle{0, 0, 0};
		}
	}
	FinishGeometry(id, mesh.material, bounds);
}

void RayScene::UpdateSpheres(const SphereObject& set, std::uint32_t id)
{
	struct SphereVertex
	{
		Vec3 centre;
		float radius;
	};
	const bool isNew = Reshape(id, set.material, RTC_GEOMETRY_TYPE_SPHERE_POINT, set.centres.size(), 0);
	const RTCGeometry geometry = slots[id].geometry;
	Box3 bounds;
	if (!set.centres.empty())
	{
		auto* vertices = static_cast<SphereVertex*>(isNew
				? rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, sizeof(SphereVertex), set.centres.size())
				: rtcGetGeometryBufferData(geometry, RTC_BUFFER_TYPE_VERTEX, 0));
		for (std::size_t i = 0; i < set.centres.size(); ++i)
		{
			const float radius = set.radii.empty() ? set.radius : set.radii[i];
			const bool drawn = IsFinite(set.centres[i]) && std::isfinite(radius) && radius > 0;
			// embree leaves out what is not finite, and keeps the numbering.
			vertices[i] = {set.centres[i], drawn ? radius : std::numeric_limits<float>::quiet_NaN()};
			if (!drawn)
				continue;
			bounds.Include(set.centres[i] - Vec3{radius, radius, radius});
			bounds.Include(set.centres[i] + Vec3{radius, radius, radius});
		}
	}
	FinishGeometry(id, set.material, bounds);
}

bool RayScene::Reshape(std::uint32_t id, const Material& material, RTCGeometryType type, std::size_t vertexCount, std::size_t triangleCount)
{
	Slot& slot = slots[id];
	const RTCScene home = material.finish == Finish::Ghost ? ghosts : handle;
	if (slot.geometry && slot.home == home && slot.type == type && slot.vertexCount == vertexCount && slot.triangleCount == triangleCount)
		return false;
	if (slot.geometry)
	{
		rtcDetachGeometry(slot.home, id);
		rtcReleaseGeometry(slot.geometry);
	}
	slot = {rtcNewGeometry(device, type), home, type, vertexCount, triangleCount};
	rtcAttachGeometryByID(home, slot.geometry, id);
	return true;
}

void RayScene::FinishGeometry(std::uint32_t id, const Material& material, const Box3& bounds)
{
	IncludeBox(material.finish == Finish::Ghost ? ghostBounds : solidBounds, bounds);
	if (MaskOf(material) & ClearMask)
		IncludeBox(clearBounds, bounds);
	const RTCGeometry geometry = slots[id].geometry;
	const RTCFilterFunctionN filter = material.oneSided ? RejectBackFaces : nullptr;
	rtcSetGeometryMask(geometry, MaskOf(material));
	rtcSetGeometryIntersectFilterFunction(geometry, filter);
	rtcSetGeometryOccludedFilterFunction(geometry, filter);
	if (slots[id].vertexCount > 0)
		rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0);
	if (slots[id].vertexCount > 0 && slots[id].triangleCount > 0)
		rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0);
	rtcCommitGeometry(geometry);
	presentMasks |= MaskOf(material);
}

void RayScene::DropSlotsFrom(std::size_t count)
{
	for (std::size_t id = count; id < slots.size(); ++id)
	{
		rtcDetachGeometry(slots[id].home, static_cast<unsigned int>(id));
		rtcReleaseGeometry(slots[id].geometry);
	}
	slots.resize(std::min(count, slots.size()));
}

const Material& MaterialOf(const Scene& scene, std::uint32_t geometry)
{
	const std::size_t meshCount = scene.meshes.size();
	return geometry < meshCount ? scene.meshes[geometry].material : scene.spheres[geometry - meshCount].material;
}

}
