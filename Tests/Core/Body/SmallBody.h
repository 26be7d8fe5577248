#pragma once

#include <SPHSolids/Body/BakedBody.h>

namespace SPHSolids::Tests
{

/// A box mesh of 2 x 1 x 1 around the origin in body coordinates with hard edges: 24 vertices on 8 places, two sections.
RenderMesh BoxWithHardEdges();

/// A complete body of 128 particles in that box, with skin, findings and a bit of everything.
BakedBody SmallBody();

}
