// Two threads sleep until the gate opens: one of them is woken by notify_one, and no other.
// flags: -std=c++20
// right: true no-deadlock
// broken: false(no-deadlock)
#include <atomic>
#include <thread>

std::atomic<bool> open{false};

int main()
{
	std::thread first([] { open.wait(false); }), second([] { open.wait(false); });
	open = true;
#ifdef BROKEN
	open.notify_one();
#else
	open.notify_all();
#endif
	first.join();
	second.join();
}
