// What has to come before the text of a program: headers of the library that wait by spinning, or by system
// calls, are replaced by ones that block.
#ifdef __cplusplus
#if __cplusplus >= 202002L && __has_include(<bits/atomic_wait.h>)
#define _GLIBCXX_ATOMIC_WAIT_H 1
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#define _GLIBCXX_SEMAPHORE_BASE_H 1
#define _GLIBCXX_BARRIER 1
#define __cpp_lib_atomic_wait 201907L
#define __cpp_lib_barrier 201906L
extern "C" void __whittle_sleep(const void *, unsigned long, unsigned long);
extern "C" void __whittle_notify_one(const void *);
extern "C" void __whittle_notify_all(const void *);
extern "C" void __whittle_lower_count(long *);
extern "C" void __whittle_raise_count(long *, long);
extern "C" void __whittle_wait_word(const unsigned *, unsigned, int);
namespace std
{
namespace chrono
{
template <typename R, typename P> class duration;
template <typename C, typename D> class time_point;
}
namespace __detail
{
using __platform_wait_t = int;
inline constexpr unsigned long __platform_wait_alignment = 4;
inline void __thread_relax() noexcept {}
inline void __thread_yield() noexcept {}
}
template <typename T> unsigned long __whittle_bytes(const T &value)
{
	unsigned long word = 0;
	__builtin_memcpy(&word, &value, sizeof(T) <= sizeof word ? sizeof(T) : sizeof word);
	return word;
}
template <typename T, typename P> void __atomic_wait_address(const T *p, P stop)
{
	for (;;) {
		T seen;
		__atomic_load(p, &seen, __ATOMIC_SEQ_CST);
		if (stop())
			return;
		__whittle_sleep(p, sizeof(T), __whittle_bytes(seen));
	}
}
template <typename T, typename F> void __atomic_wait_address_v(const T *p, T old, F load)
{
	for (;;) {
		T now = load();
		if (__builtin_memcmp(&now, &old, sizeof(T)) != 0)
			return;
		__whittle_sleep(p, sizeof(T), __whittle_bytes(old));
	}
}
template <typename T, typename P> void __atomic_wait_address_bare(const T *p, P stop)
{
	__atomic_wait_address(p, stop);
}
template <typename T> void __atomic_notify_address(const T *p, bool all)
{
	all ? __whittle_notify_all(p) : __whittle_notify_one(p);
}
template <typename T> void __atomic_notify_address_bare(const T *p, bool all)
{
	__atomic_notify_address(p, all);
}

class __semaphore_impl {
	long count;

public:
	static constexpr long _S_max = __LONG_MAX__;
	explicit __semaphore_impl(long n) noexcept : count(n) {}
	bool _M_try_acquire() noexcept
	{
		long n = __atomic_load_n(&count, __ATOMIC_SEQ_CST);
		while (n > 0)
			if (__atomic_compare_exchange_n(&count, &n, n - 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
				return true;
		return false;
	}
	void _M_acquire() noexcept { __whittle_lower_count(&count); }
	template <typename T> bool _M_try_acquire_until(const T &) noexcept { return _M_try_acquire(); }
	template <typename T> bool _M_try_acquire_for(const T &) noexcept { return _M_try_acquire(); }
	void _M_release(long n) noexcept { __whittle_raise_count(&count, n); }
};

struct whittle_nothing {
	void operator()() noexcept {}
};
template <typename F = whittle_nothing> class barrier {
	long expected, missing;
	unsigned phase = 0;
	F done;

	void finish()
	{
		done();
		missing = expected;
		__atomic_store_n(&phase, phase + 1, __ATOMIC_SEQ_CST);
	}

public:
	using arrival_token = unsigned;
	explicit barrier(long n, F f = F()) : expected(n), missing(n), done(static_cast<F &&>(f)) {}
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;
	arrival_token arrive(long n = 1)
	{
		unsigned now = __atomic_load_n(&phase, __ATOMIC_SEQ_CST);
		if (__atomic_sub_fetch(&missing, n, __ATOMIC_SEQ_CST) == 0)
			finish();
		return now;
	}
	void wait(arrival_token &&token) const { __whittle_wait_word(&phase, token, false); }
	void arrive_and_wait() { wait(arrive()); }
	void arrive_and_drop()
	{
		__atomic_fetch_sub(&expected, 1, __ATOMIC_SEQ_CST);
		(void)arrive();
	}
};
}
#endif
#endif
