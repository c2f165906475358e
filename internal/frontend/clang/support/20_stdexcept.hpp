// The classes of <stdexcept>, and the functions by which the library's headers throw them.
#if defined __cplusplus && defined __GLIBCXX__ && (defined _FUNCTEXCEPT_H || defined _GLIBCXX_STDEXCEPT)
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <typeinfo>

extern "C" void *__whittle_given(unsigned long);
namespace std
{
// A message is a copy that stays; it is memory of the library.
static const char *whittle_message(const char *text, size_t n)
{
	char *p = static_cast<char *>(__whittle_given(n + 1));
	memcpy(p, text, n);
	p[n] = 0;
	return p;
}

__cow_string::__cow_string() : _M_p("") {}
__cow_string::__cow_string(const string &s) : _M_p(whittle_message(s.data(), s.size())) {}
__cow_string::__cow_string(const char *s, size_t n) : _M_p(whittle_message(s, n)) {}
__cow_string::__cow_string(const __cow_string &o) noexcept : _M_p(o._M_p) {}
__cow_string &__cow_string::operator=(const __cow_string &o) noexcept
{
	_M_p = o._M_p;
	return *this;
}
__cow_string::~__cow_string() {}
__cow_string::__cow_string(__cow_string &&o) noexcept : _M_p(o._M_p) {}
__cow_string &__cow_string::operator=(__cow_string &&o) noexcept { return *this = o; }

logic_error::logic_error(const string &s) : _M_msg(s) {}
logic_error::logic_error(const char *s) : _M_msg(s, strlen(s)) {}
logic_error::logic_error(const logic_error &o) noexcept : _M_msg(o._M_msg) {}
logic_error &logic_error::operator=(const logic_error &o) noexcept { _M_msg = o._M_msg; return *this; }
logic_error::logic_error(logic_error &&o) noexcept : _M_msg(o._M_msg) {}
logic_error &logic_error::operator=(logic_error &&o) noexcept { _M_msg = o._M_msg; return *this; }
logic_error::~logic_error() noexcept {}
const char *logic_error::what() const noexcept { return _M_msg._M_p; }

runtime_error::runtime_error(const string &s) : _M_msg(s) {}
runtime_error::runtime_error(const char *s) : _M_msg(s, strlen(s)) {}
runtime_error::runtime_error(const runtime_error &o) noexcept : _M_msg(o._M_msg) {}
runtime_error &runtime_error::operator=(const runtime_error &o) noexcept { _M_msg = o._M_msg; return *this; }
runtime_error::runtime_error(runtime_error &&o) noexcept : _M_msg(o._M_msg) {}
runtime_error &runtime_error::operator=(runtime_error &&o) noexcept { _M_msg = o._M_msg; return *this; }
runtime_error::~runtime_error() noexcept {}
const char *runtime_error::what() const noexcept { return _M_msg._M_p; }

#define WHITTLE_ERROR(name, base)                                \
	name::name(const string &s) : base(s) {}                 \
	name::name(const char *s) : base(s) {}                   \
	name::~name() noexcept {}
WHITTLE_ERROR(domain_error, logic_error)
WHITTLE_ERROR(invalid_argument, logic_error)
WHITTLE_ERROR(length_error, logic_error)
WHITTLE_ERROR(out_of_range, logic_error)
WHITTLE_ERROR(range_error, runtime_error)
WHITTLE_ERROR(overflow_error, runtime_error)
WHITTLE_ERROR(underflow_error, runtime_error)
#undef WHITTLE_ERROR

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char *s) { throw logic_error(s); }
void __throw_domain_error(const char *s) { throw domain_error(s); }
void __throw_invalid_argument(const char *s) { throw invalid_argument(s); }
void __throw_length_error(const char *s) { throw length_error(s); }
void __throw_out_of_range(const char *s) { throw out_of_range(s); }
void __throw_runtime_error(const char *s) { throw runtime_error(s); }
void __throw_range_error(const char *s) { throw range_error(s); }
void __throw_overflow_error(const char *s) { throw overflow_error(s); }
void __throw_underflow_error(const char *s) { throw underflow_error(s); }
}
// The message stays without its numbers: the arguments of the format are not looked at.
extern "C" void _ZSt24__throw_out_of_range_fmtPKcz(const char *s) { throw std::out_of_range(s); }

template class std::allocator<char>;
// Before C++20 the headers leave this class to libstdc++.so.
#if __cplusplus < 202002L && _GLIBCXX_USE_CXX11_ABI
template class std::basic_string<char>;
template std::string std::operator+(const std::string &, const std::string &);
#endif
#endif
