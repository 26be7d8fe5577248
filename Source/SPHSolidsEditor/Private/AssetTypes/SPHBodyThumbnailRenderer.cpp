// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/SPHBodyThumbnailRenderer.h"

#include "Adapters/SPHSolidBody.h"
#include "CanvasItem.h"
#include "CanvasTypes.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHSolidBodyAsset.h"
#include "Templates/Casts.h"

#include <algorithm>
#include <vector>

namespace
{

/// Particles with fewer than this part of the most neighbours that one has are at the surface; the others cannot be seen.
constexpr double SurfaceShare = 0.85;
/// A thumbnail has not the pixels for more.
constexpr std::size_t MostDots = 3000;
constexpr double ThumbnailMargin = 0.08;
/// Seen from the front (x), turned and from above.
const FVector ThumbnailRight = FVector(-0.5, 0.866, 0.0), ThumbnailUp = FVector(-0.296, -0.171, 0.94),
			  ThumbnailToEye = FVector(0.814, 0.47, 0.342);
const FLinearColor FarColour(0.05f, 0.16f, 0.11f), NearColour(0.45f, 0.95f, 0.7f);

FLinearColor Mix(const FLinearColor& A, const FLinearColor& B, float Share)
{
	return FLinearColor(A.R + (B.R - A.R) * Share, A.G + (B.G - A.G) * Share, A.B + (B.B - A.B) * Share);
}

struct FDot
{
	double Right, Up, Near;
};

std::vector<FDot> DotsOf(const FSPHSolidBody& Body)
{
	const SPHSolids::RestState& Rest = Body.Baked->rest;
	std::size_t Most = 0;
	for (std::size_t Particle = 0; Particle < Rest.ParticleCount(); ++Particle)
		Most = std::max<std::size_t>(Most, Rest.neighbours.Of(Particle).size());
	std::vector<FDot> Dots;
	for (std::size_t Particle = 0; Particle < Rest.ParticleCount(); ++Particle)
		if (static_cast<double>(Rest.neighbours.Of(Particle).size()) <= SurfaceShare * static_cast<double>(Most))
		{
			const FVector Place = SPHSolidsUnits::VectorToEngine(Rest.position[Particle].Cast<double>());
			Dots.push_back({Place | ThumbnailRight, Place | ThumbnailUp, Place | ThumbnailToEye});
		}
	const std::size_t Stride = Dots.size() / MostDots + 1;
	for (std::size_t Kept = 0; Kept * Stride < Dots.size(); ++Kept)
		Dots[Kept] = Dots[Kept * Stride];
	Dots.resize((Dots.size() + Stride - 1) / Stride);
	// The farthest first, so that near ones cover them.
	std::sort(Dots.begin(), Dots.end(), [](const FDot& A, const FDot& B) { return A.Near < B.Near; });
	return Dots;
}

}

bool USPHBodyThumbnailRenderer::CanVisualizeAsset(UObject* Object)
{
	const USPHSolidBodyAsset* Asset = Cast<USPHSolidBodyAsset>(Object);
	return Asset && Asset->HasBody();
}

void USPHBodyThumbnailRenderer::Draw(
	UObject* Object, int32 X, int32 Y, uint32 Width, uint32 Height, FRenderTarget* Viewport, FCanvas* Canvas, bool bAdditionalViewFamily)
{
	const USPHSolidBodyAsset* Asset = Cast<USPHSolidBodyAsset>(Object);
	const TSharedPtr<const FSPHSolidBody> Body = Asset ? Asset->GetBody() : nullptr;
	if (!Body || !Canvas)
		return;
	const std::vector<FDot> Dots = DotsOf(*Body);
	if (Dots.empty())
		return;
	FDot Low = Dots[0], High = Dots[0];
	for (const FDot& Dot : Dots)
	{
		Low = {FMath::Min(Low.Right, Dot.Right), FMath::Min(Low.Up, Dot.Up), FMath::Min(Low.Near, Dot.Near)};
		High = {FMath::Max(High.Right, Dot.Right), FMath::Max(High.Up, Dot.Up), FMath::Max(High.Near, Dot.Near)};
	}
	const double Diameter = 2 * SPHSolidsUnits::LengthToEngine(static_cast<double>(Body->Baked->rest.particleRadius));
	const double Extent = FMath::Max(High.Right - Low.Right, High.Up - Low.Up) + Diameter;
	const double Scale = (1 - 2 * ThumbnailMargin) * FMath::Min(Width, Height) / Extent;
	const FVector2D Middle(X + Width / 2.0, Y + Height / 2.0), Size(Diameter * Scale, Diameter * Scale);
	const double Depth = FMath::Max(High.Near - Low.Near, Diameter);
	for (const FDot& Dot : Dots)
	{
		const FVector2D Place(
			Middle.X + (Dot.Right - (Low.Right + High.Right) / 2) * Scale, Middle.Y - (Dot.Up - (Low.Up + High.Up) / 2) * Scale);
		const float Near = static_cast<float>((Dot.Near - Low.Near) / Depth);
		FCanvasTileItem Tile(FVector2D(Place.X - Size.X / 2, Place.Y - Size.Y / 2), Size, Mix(FarColour, NearColour, Near));
		Tile.Draw(Canvas);
	}
}
