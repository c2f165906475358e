// What a handler has taken is in flight no more; what it throws again is.
// right: true unreach-call
// broken: false(unreach-call)
#include <cassert>

int steps;

void fail(int x)
{
	if (x)
		throw x;
	steps++;
}

void pass(int x)
{
	try {
		fail(x);
	} catch (int) {
		steps += 10;
		throw;
	}
}

int main()
{
	for (int i = 2; i >= 0; i--) {
		try {
			pass(i);
		} catch (int e) {
			steps += 100 * e;
		}
	}
#ifdef BROKEN
	assert(steps == 311);
#else
	assert(steps == 321);
#endif
}
