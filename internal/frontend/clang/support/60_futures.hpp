// <future>: what it finds in the library, and how its waiting blocks.
#if defined __cplusplus && defined __GLIBCXX__

#ifdef _GLIBCXX_ATOMIC_FUTEX_H
extern "C" void __whittle_wait_word(const unsigned *, unsigned, int);
namespace std
{
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *word, unsigned value, bool timed, chrono::seconds,
	chrono::nanoseconds)
{
	__whittle_wait_word(word, value, timed);
	return !timed || __atomic_load_n(word, __ATOMIC_RELAXED) != value;
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value, bool timed,
	chrono::seconds, chrono::nanoseconds)
{
	__whittle_wait_word(word, value, timed);
	return !timed || __atomic_load_n(word, __ATOMIC_RELAXED) != value;
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}
}
#endif

#if defined _GLIBCXX_FUTURE && _GLIBCXX_USE_CXX11_ABI
namespace std
{
__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }
const error_category &future_category() noexcept { return _V2::whittle_future; }
extern "C" void *_ZTVSt12future_error[];
static void whittle_destroy_future_error(void *p) { static_cast<future_error *>(p)->future_error::~future_error(); }
void __throw_future_error(int code)
{
	void *p = __cxa_allocate_exception(sizeof(future_error));
	::new (p) logic_error("std::future_error");
	::new (static_cast<char *>(p) + sizeof(logic_error)) error_code(code, _V2::whittle_future);
	*static_cast<void **>(p) = _ZTVSt12future_error + 2;
	__cxa_throw(p, const_cast<type_info *>(&typeid(future_error)), whittle_destroy_future_error);
}
}
#endif

#ifdef WHITTLE_FUTURE
namespace std
{
const error_category &future_category() noexcept { return _V2::whittle_future; }
}
#endif

#endif
