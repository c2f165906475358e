// Objects are destroyed in the opposite order while an exception passes.
// right: true unreach-call
// broken: false(unreach-call)
#include <cassert>

int trace;

struct Part {
	int digit;
	Part(int d) : digit(d) {}
	~Part() { trace = 10 * trace + digit; }
};

void fail()
{
	Part a(1), b(2);
	throw 7;
}

int main()
{
	int got = 0;
	try {
		Part c(3);
		fail();
	} catch (int e) {
		got = e;
	}
#ifdef BROKEN
	assert(trace == 123);
#else
	assert(trace == 213);
#endif
	assert(got == 7);
}
