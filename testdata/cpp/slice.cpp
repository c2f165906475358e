// An object is destroyed through a pointer to its base.
// right: true valid-memsafety
// broken: false(valid-memtrack)
#include <memory>
#include <string>
#include <vector>

struct Shape {
	std::string name;
	explicit Shape(const char *n) : name(n) {}
#ifndef BROKEN
	virtual
#endif
	~Shape() {}
};

struct Polygon : Shape {
	std::vector<int> corners;
	Polygon() : Shape("polygon"), corners(3) {}
};

int main()
{
	std::unique_ptr<Shape> shape = std::make_unique<Polygon>();
	return shape->name.size() == 7 ? 0 : 1;
}
