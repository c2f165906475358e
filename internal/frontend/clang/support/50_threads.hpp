// Threads, condition variables, clocks.
#if defined __cplusplus && defined __GLIBCXX__

#ifdef _GLIBCXX_THREAD_H
#include <pthread.h>
namespace std
{
void __throw_system_error(int) __attribute__((__noreturn__));

thread::_State::~_State() = default;

extern "C" {
static void *whittle_thread(void *p)
{
	thread::_State *s = static_cast<thread::_State *>(p);
	s->_M_run();
	delete s;
	return nullptr;
}
}

void thread::_M_start_thread(_State_ptr state, void (*)())
{
	if (pthread_create(&_M_id._M_thread, nullptr, whittle_thread, state.get()) != 0)
		__throw_system_error(11);
	state.release();
}

void thread::join()
{
	if (_M_id == id())
		__throw_system_error(22);
	if (pthread_join(_M_id._M_thread, nullptr) != 0)
		__throw_system_error(35);
	_M_id = id();
}

void thread::detach()
{
	if (_M_id == id())
		__throw_system_error(22);
	pthread_detach(_M_id._M_thread);
	_M_id = id();
}

unsigned int thread::hardware_concurrency() noexcept { return 4; }
}
#endif

#ifdef _GLIBCXX_THREAD_SLEEP_H
extern "C" int sched_yield();
namespace std
{
namespace this_thread
{
void __sleep_for(chrono::seconds, chrono::nanoseconds) { sched_yield(); }
}
}
#endif

#ifdef _GLIBCXX_CONDITION_VARIABLE
namespace std
{
condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex> &lock)
{
	pthread_cond_wait(_M_cond.native_handle(), lock.mutex()->native_handle());
}
void condition_variable::notify_one() noexcept { pthread_cond_signal(_M_cond.native_handle()); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(_M_cond.native_handle()); }
}
#endif

#ifdef _GLIBCXX_MUTEX
namespace std
{
#ifdef _GLIBCXX_HAVE_TLS
__thread void *__once_callable;
__thread void (*__once_call)();
#endif
}
extern "C" void __once_proxy() { std::__once_call(); }
#endif

#ifdef _GLIBCXX_CHRONO_H
#define WHITTLE_CHRONO
#endif
#if defined _GLIBCXX_CHRONO || defined WHITTLE_CHRONO
#include <time.h>
namespace std
{
namespace chrono
{
inline namespace _V2
{
steady_clock::time_point steady_clock::now() noexcept
{
	timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return time_point(duration(t.tv_sec * 1000000000L + t.tv_nsec));
}
system_clock::time_point system_clock::now() noexcept
{
	timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return time_point(duration(t.tv_sec * 1000000000L + t.tv_nsec));
}
}
}
}
#endif

#endif
