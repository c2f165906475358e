// Readers that wait, under a lock that they share, for what a writer sets.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <condition_variable>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
std::condition_variable_any changed;
bool ready;

int main()
{
	std::thread writer([] {
		{
			std::unique_lock held(lock);
			ready = true;
		}
		changed.notify_one();
	});
	auto read = [] {
		std::shared_lock held(lock);
		changed.wait(held, [] { return ready; });
	};
#ifdef BROKEN
	std::thread reader(read); // and one more, of whom one is woken
#endif
	read();
	writer.join();
#ifdef BROKEN
	reader.join();
#endif
}
