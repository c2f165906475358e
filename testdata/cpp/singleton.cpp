// An object that whoever comes first makes, and that others find without taking the lock.
// right: true no-data-race
// broken: false(no-data-race)
#include <atomic>
#include <mutex>
#include <thread>

struct Config {
	int level = 3;
};

std::mutex mutex;
#ifdef BROKEN
Config *instance;
#else
std::atomic<Config *> instance;
#endif

static Config *config()
{
	Config *c = instance;
	if (c == nullptr) {
		std::lock_guard<std::mutex> lock(mutex);
		c = instance;
		if (c == nullptr) {
			c = new Config;
			instance = c;
		}
	}
	return c;
}

int main()
{
	int level = 0;
	std::thread t([] { config()->level; });
	level = config()->level;
	t.join();
	delete config();
	return level == 3 ? 0 : 1;
}
