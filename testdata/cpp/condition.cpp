// A value is handed over with a condition variable.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable c;
bool ready;
int value;

int main()
{
	std::thread t([] {
		std::lock_guard<std::mutex> guard(m);
		value = 42;
#ifndef BROKEN
		ready = true;
#endif
		c.notify_one();
	});
	{
		std::unique_lock<std::mutex> lock(m);
		while (!ready)
			c.wait(lock);
		assert(value == 42);
	}
	t.join();
}
