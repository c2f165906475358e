// Transfers in both directions at the same time: scoped_lock takes both locks in an order without a deadlock.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <mutex>
#include <thread>

struct Account {
	std::mutex mutex;
	int balance = 10;
};

static void transfer(Account &from, Account &to, int amount)
{
#ifdef BROKEN
	std::lock_guard<std::mutex> first(from.mutex), second(to.mutex);
#else
	std::scoped_lock both(from.mutex, to.mutex);
#endif
	from.balance -= amount;
	to.balance += amount;
}

Account a, b;

int main()
{
	std::thread t([] { transfer(a, b, 1); });
	transfer(b, a, 2);
	t.join();
}
