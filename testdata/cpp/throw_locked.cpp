// An exception leaves a function that holds a lock: the guard releases it.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <cassert>
#include <mutex>
#include <stdexcept>

std::mutex m;

void work(int x)
{
#ifdef BROKEN
	m.lock();
#else
	std::lock_guard<std::mutex> guard(m);
#endif
	if (x < 0)
		throw std::runtime_error("negative");
#ifdef BROKEN
	m.unlock();
#endif
}

int main()
{
	bool caught = false;
	try {
		work(-1);
	} catch (const std::exception &) {
		caught = true;
	}
	work(1);
	assert(caught);
}
