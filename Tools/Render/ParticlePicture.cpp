#include <Render/ParticlePicture.h>

#include <Render/Overlay.h>
#include <Render/Shapes.h>

#include <cmath>

namespace SPHSolids::Render
{
namespace
{

Box3d FiniteBounds(std::span<const Vec3d> positions)
{
	Box3d box;
	for (const Vec3d& position : positions)
		if (IsFinite(position))
			box.Include(position);
	return box;
}

Status ValidatePicture(const ParticlePicture& picture)
{
	if (!(picture.radius > 0) || !std::isfinite(picture.radius))
		return Error{"The particles cannot be drawn with a radius of " + std::to_string(picture.radius) + " m; give a radius above zero."};
	if (!picture.scalars.empty() && picture.scalars.size() != picture.positions.size())
		return Error{"There are " + std::to_string(picture.scalars.size()) + " values for " + std::to_string(picture.positions.size())
			+ " particles; give one value per particle, or none."};
	if (picture.range && !(picture.range->low < picture.range->high))
		return Error{"The range of the colours ends at or below its start; give a low value below the high one."};
	return {};
}

/// Particles left by the cut, relative to an origin so that places far away keep their detail.
SphereObject MakeSpheres(const ParticlePicture& picture, const ValueRange& range, const Vec3d& origin)
{
	SphereObject spheres;
	spheres.radius = static_cast<float>(picture.radius);
	spheres.material = MakeGlossy(picture.bodyColour, 0.3f);
	const Colourmap map(picture.colourmap);
	for (std::size_t i = 0; i < picture.positions.size(); ++i)
	{
		const Vec3d& position = picture.positions[i];
		if (!IsFinite(position) || (picture.cut && Dot(position - picture.cut->point, picture.cut->normal) > 0))
			continue;
		spheres.centres.push_back((position - origin).Cast<float>());
		if (!picture.scalars.empty())
			spheres.colours.push_back(map.At((picture.scalars[i] - range.low) / (range.high - range.low)));
	}
	return spheres;
}

Legend MakeLegend(const ParticlePicture& picture, const ValueRange& range)
{
	Legend legend;
	legend.title = picture.legendTitle;
	legend.unit = picture.unit;
	legend.colourmap = picture.colourmap;
	legend.range = range;
	legend.wholeNumbers = picture.wholeNumbers;
	return legend;
}

}

void CutOpen(ParticlePicture& picture)
{
	constexpr float fromCut = 28, rise = 16; // degrees between the view and the normal of the cut
	const Box3d box = FiniteBounds(picture.positions);
	const bool isNarrow = !box.IsEmpty() && box.Size().x < box.Size().y;
	picture.cut = CutPlane{box.IsEmpty() ? Vec3d{} : box.Centre(), isNarrow ? Vec3d{1, 0, 0} : Vec3d{0, -1, 0}};
	picture.towardsCamera = ViewDirection(isNarrow ? 90 - fromCut : fromCut, rise);
}

Result<Image> DrawParticles(const ParticlePicture& picture, Renderer& renderer, TaskRunner& tasks)
{
	if (Status valid = ValidatePicture(picture); !valid.IsOk())
		return Error{valid.Message()};
	const ValueRange range = picture.range.value_or(RangeOf(picture.scalars));
	const Box3d bounds = FiniteBounds(picture.positions);
	const Vec3d origin = bounds.IsEmpty() ? Vec3d{} : bounds.Centre();

	Scene scene = MakeStudio(picture.look);
	if (!picture.ghost.triangles.empty())
		scene.meshes.push_back(
			MeshFrom(picture.ghost, MakeGhost(FromHex(picture.look == StudioLook::Light ? 0x54708F : 0xB8CCE4)), origin));
	scene.spheres.push_back(MakeSpheres(picture, range, origin));
	// The whole body stands on the floor, also where the cut has taken its lowest particles.
	Box3 standing = scene.Bounds();
	if (!bounds.IsEmpty())
		standing.min.z = std::min(standing.min.z, static_cast<float>(bounds.min.z - origin.z - picture.radius));
	scene.floor.height = standing.IsEmpty() ? 0 : standing.min.z;

	TextPainter text;
	OverlayStyle style = StyleFor(Image(picture.settings.width, picture.settings.height, FromLinear(scene.backdrop.top)));
	const bool hasLegend = !picture.scalars.empty() && !picture.legendTitle.empty();
	const Legend legend = MakeLegend(picture, range);
	Framing framing;
	framing.aspect = static_cast<float>(picture.settings.width) / static_cast<float>(picture.settings.height);
	framing.fieldOfView = 25;
	if (hasLegend)
		framing.reserveRight = LegendWidth(legend, style, text) / static_cast<float>(picture.settings.width);
	if (!picture.title.empty())
		framing.reserveTop = 2 * style.textSize / static_cast<float>(picture.settings.height);

	Result<Image> image = renderer.Render(scene, FrameScene(scene, picture.towardsCamera, framing), picture.settings, tasks);
	if (!image.IsOk())
		return image;
	DrawCaption(image.Value(), picture.title, picture.lines, style, text);
	if (hasLegend)
		DrawLegend(image.Value(), legend, style, text);
	return image;
}

}
