// A member function that holds the lock calls another one that takes it.
// right: true no-deadlock
// broken: false(no-deadlock)
#include <mutex>

class Account {
#ifdef BROKEN
	std::mutex mutex;
#else
	std::recursive_mutex mutex;
#endif
	int balance = 0;

public:
	void deposit(int amount)
	{
		std::lock_guard guard(mutex);
		balance += amount;
	}
	void depositTwice(int amount)
	{
		std::lock_guard guard(mutex);
		deposit(amount);
		deposit(amount);
	}
};

int main()
{
	Account account;
	account.depositTwice(5);
}
