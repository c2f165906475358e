// A static variable of a function is made once.
// right: true no-data-race
// broken: false(no-data-race)
#include <cassert>
#include <new>
#include <thread>

int made;

struct Config {
	Config() { made++; }
};

Config &config()
{
#ifdef BROKEN
	static bool there;
	static char memory[sizeof(Config)];
	if (!there) {
		new (memory) Config;
		there = true;
	}
	return *reinterpret_cast<Config *>(memory);
#else
	static Config it;
	return it;
#endif
}

int main()
{
	std::thread a([] { config(); }), b([] { config(); });
	a.join();
	b.join();
	assert(made == 1);
}
