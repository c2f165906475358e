// Virtual calls through a base, and a destructor that is virtual.
// right: true unreach-call
// broken: false(unreach-call)
#include <cassert>
#include <memory>

struct Shape {
	virtual ~Shape() {}
	virtual int area() const { return 0; }
};
struct Square : Shape {
	int side;
	Square(int s) : side(s) {}
#ifdef BROKEN
	int area() { return side * side; }
#else
	int area() const override { return side * side; }
#endif
};

int main()
{
	std::unique_ptr<Shape> s(new Square(3));
	assert(s->area() == 9);
}
