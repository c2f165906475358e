// Who leaves a function early must not leave it with the lock.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <mutex>
#include <thread>

std::mutex mutex;
int stock = 1;

static bool take()
{
#ifdef BROKEN
	mutex.lock();
	if (stock == 0)
		return false;
	stock--;
	mutex.unlock();
	return true;
#else
	std::unique_lock<std::mutex> lock(mutex);
	if (stock == 0)
		return false;
	stock--;
	return true;
#endif
}

int main()
{
	std::thread t(take);
	take();
	t.join();
	take();
}
