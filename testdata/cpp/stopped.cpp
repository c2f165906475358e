// A worker that is asked to stop, and what is said when it does.
// flags: -std=c++20
// right: true no-data-race
// broken: false(no-data-race)
#include <thread>

int main()
{
	int rounds = 0;
	{
		std::jthread worker([&](std::stop_token stop) {
			while (!stop.stop_requested())
				std::this_thread::yield();
			rounds = 1;
		});
#ifdef BROKEN
		worker.request_stop();
		rounds++;
#endif
	}
	return rounds;
}
