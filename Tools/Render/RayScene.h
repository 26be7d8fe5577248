#pragma once

#include <Render/Scene.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
#include <embree3/rtcore.h>
#include <vector>

namespace SPHSolids::Render
{

/// What a ray can meet. A ray carries the sum of those it looks for.
enum RayMask : std::uint32_t
{
	OpaqueMask = 1, ///< Matte and glossy
	JellyMask = 2,
	GlassMask = 4,
	GhostMask = 8,
	ScatteringMask = OpaqueMask | JellyMask, ///< What has a colour of its own
	ClearMask = JellyMask | GlassMask,       ///< What lets lamps through
};

/// The scene as embree's trees. Kept from frame to frame: objects that only moved keep their buffers.
class RayScene
{
public:
	RayScene();
	~RayScene();
	RayScene(const RayScene&) = delete;
	RayScene& operator=(const RayScene&) = delete;

	/// Brings the trees up to the scene. Spheres and triangles with numbers that are not finite, or with indices out of range, are left
	/// out but keep their numbers.
	Status Update(const Scene& scene, TaskRunner& tasks);

	/// Everything but ghosts.
	RTCScene Handle() const { return handle; }
	/// Ghosts have trees of their own: rays that look for them do not search the solids, and the other way round.
	RTCScene Ghosts() const { return ghosts; }
	/// Union of the masks of all objects.
	std::uint32_t PresentMasks() const { return presentMasks; }
	/// Of everything but ghosts. A ray that misses it meets nothing that lights or shades.
	const Box3& SolidBounds() const { return solidBounds; }
	const Box3& GhostBounds() const { return ghostBounds; }
	const Box3& ClearBounds() const { return clearBounds; } ///< Of jelly and glass

private:
	struct Slot
	{
		RTCGeometry geometry = nullptr;
		RTCScene home = nullptr; ///< handle or ghosts
		RTCGeometryType type = RTC_GEOMETRY_TYPE_TRIANGLE;
		std::size_t vertexCount = 0;
		std::size_t triangleCount = 0;
	};

	void UpdateMesh(const MeshObject& mesh, std::uint32_t id);
	void UpdateSpheres(const SphereObject& set, std::uint32_t id);
	/// Makes the slot's geometry anew where its kind or size changed. True if it did.
	bool Reshape(std::uint32_t id, const Material& material, RTCGeometryType type, std::size_t vertexCount, std::size_t triangleCount);
	void FinishGeometry(std::uint32_t id, const Material& material, const Box3& bounds);
	void DropSlotsFrom(std::size_t count);

	RTCDevice device = nullptr;
	RTCScene handle = nullptr;
	RTCScene ghosts = nullptr;
	std::vector<Slot> slots;
	std::uint32_t presentMasks = 0;
	Box3 solidBounds, ghostBounds, clearBounds;
};

/// Objects are numbered meshes first, then sets of spheres.
const Material& MaterialOf(const Scene& scene, std::uint32_t geometry);

}
