// What every program with exceptions needs: the classes of <exception>, <new> and <typeinfo>.
#if defined __cplusplus && defined __GLIBCXX__

#ifdef _GLIBCXX_ATOMICITY_H
// Reference counts are atomic all the time: nothing is gained here where there is no other thread yet.
extern "C" char __libc_single_threaded = 0;
#endif

#ifdef __EXCEPTION_H
namespace std
{
exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
}
#endif

#ifdef _EXCEPTION_PTR_H
#include <exception>
extern "C" void __whittle_hold_exception(void *);
extern "C" void __whittle_drop_exception(void *);
extern "C" void *__whittle_current_exception();
extern "C" void __whittle_throw_again(void *);
namespace std
{
namespace __exception_ptr
{
exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept { __whittle_hold_exception(_M_exception_object); }
void exception_ptr::_M_release() noexcept
{
	void *object = _M_exception_object;
	_M_exception_object = nullptr;
	__whittle_drop_exception(object);
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
}
exception_ptr current_exception() noexcept
{
	return exception_ptr(__whittle_current_exception());
}
void rethrow_exception(exception_ptr e)
{
	__whittle_throw_again(e._M_exception_object);
	__builtin_unreachable();
}
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
}
#endif

#ifdef _NEW
namespace std
{
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
#if __cplusplus >= 201103L
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
#endif
const nothrow_t nothrow = nothrow_t{};
}
#endif

#ifdef _TYPEINFO
namespace std
{
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
}
extern "C" void __cxa_bad_cast() { throw std::bad_cast(); }
extern "C" void __cxa_bad_typeid() { throw std::bad_typeid(); }
#endif

#ifdef _GLIBCXX_STD_FUNCTION_H
namespace std
{
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
void __throw_bad_function_call() { throw bad_function_call(); }
}
#endif

#ifdef _SHARED_PTR_BASE_H
namespace std
{
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
}
#endif

#endif
