// A lock of one's own: whoever holds it is alone.
// right: true no-data-race
// broken: false(no-data-race)
#include <atomic>
#include <thread>

class SpinLock {
	std::atomic_flag taken = ATOMIC_FLAG_INIT;

public:
	void lock()
	{
#ifdef BROKEN
		taken.test_and_set(std::memory_order_acquire);
#else
		while (taken.test_and_set(std::memory_order_acquire)) {
		}
#endif
	}
	void unlock() { taken.clear(std::memory_order_release); }
};

struct Guard {
	SpinLock &lock;
	explicit Guard(SpinLock &l) : lock(l) { lock.lock(); }
	~Guard() { lock.unlock(); }
};

SpinLock lock;
int n;

static void add()
{
	Guard guard(lock);
	n++;
}

int main()
{
	std::thread t(add);
	add();
	t.join();
}
