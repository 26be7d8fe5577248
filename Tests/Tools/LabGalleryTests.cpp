#include <Lab/Gallery.h>
#include <Lab/SceneLibrary.h>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

TEST(LabGallery, ThePageHasEverySceneAndThePapersFiguresBesideOurs)
{
	Json figures;
	figures["colliding_bunnies"] = {
		{"solid", 14070}, {"fluid", 0}, {"time", 0.54}, {"step", 0.001}, {"iterations", 10}, {"ms", 61.25}, {"threads", 2}};
	const std::string page = WriteGalleryPage(figures);
	for (const LibraryScene& scene : LibraryScenes())
		EXPECT_NE(page.find("## " + scene.name + "\n" + scene.description), std::string::npos) << scene.name;
	for (const char* part : {"images/gallery/colliding_bunnies.png", "14070 solid particles", "elastic step 1 ms",
			 "61.2 ms a step on 2 threads", "114.5 ms elasticity", "Ryzen 7 5800X (8 cores)."})
		EXPECT_NE(page.find(part), std::string::npos) << part;
	// One scene was played, the others say that they were not.
	EXPECT_EQ(page.find("](images/gallery/"), page.rfind("](images/gallery/"));
	EXPECT_NE(page.find("Not played for this page yet."), std::string::npos);
}
