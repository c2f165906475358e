// Two locks are taken in one order by both threads.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <mutex>
#include <thread>

std::mutex a, b;

int main()
{
	std::thread t([] {
		std::lock_guard<std::mutex> x(a), y(b);
	});
	{
#ifdef BROKEN
		std::lock_guard<std::mutex> x(b), y(a);
#else
		std::lock_guard<std::mutex> x(a), y(b);
#endif
	}
	t.join();
}
