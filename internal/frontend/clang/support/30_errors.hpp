// <system_error>. What categories say about errors is not known; the library throws system_error as it is made
// here, without the text that would be put together for it.
#if defined __cplusplus && defined __GLIBCXX__ && defined _GLIBCXX_SYSTEM_ERROR && _GLIBCXX_USE_CXX11_ABI
extern "C" void __whittle_unsupported(const char *) __attribute__((__noreturn__));
extern "C" void *__cxa_allocate_exception(unsigned long) noexcept;
extern "C" void __cxa_throw(void *, void *, void (*)(void *)) __attribute__((__noreturn__));
namespace std
{
inline namespace _V2
{
error_category::~error_category() {}
__cow_string error_category::_M_message(int) const
{
	__whittle_unsupported("the text of an error code");
}
error_condition error_category::default_error_condition(int i) const noexcept { return error_condition(i, *this); }
bool error_category::equivalent(int i, const error_condition &c) const noexcept
{
	return c.value() == i && c.category() == *this;
}
bool error_category::equivalent(const error_code &c, int i) const noexcept
{
	return *this == c.category() && c.value() == i;
}

struct whittle_category final : error_category {
	const char *called;
	constexpr whittle_category(const char *name) : called(name) {}
	const char *name() const noexcept override { return called; }
	string message(int) const override { __whittle_unsupported("the text of an error code"); }
};
[[clang::no_destroy]] static const whittle_category whittle_generic("generic"), whittle_system("system"),
	whittle_future("future");
const error_category &generic_category() noexcept { return whittle_generic; }
const error_category &system_category() noexcept { return whittle_system; }
}
error_condition error_code::default_error_condition() const noexcept
{
	return category().default_error_condition(value());
}
system_error::~system_error() noexcept {}

extern "C" void *_ZTVSt12system_error[];
static void whittle_destroy_error(void *p) { static_cast<system_error *>(p)->system_error::~system_error(); }
void __throw_system_error(int i)
{
	void *p = __cxa_allocate_exception(sizeof(system_error));
	::new (p) runtime_error("system_error");
	::new (static_cast<char *>(p) + sizeof(runtime_error)) error_code(i, whittle_generic);
	*static_cast<void **>(p) = _ZTVSt12system_error + 2;
	__cxa_throw(p, const_cast<type_info *>(&typeid(system_error)), whittle_destroy_error);
}
}
#elif defined __cplusplus && defined __GLIBCXX__ && defined _FUNCTEXCEPT_H
namespace std
{
void __throw_system_error(int) { throw runtime_error("system_error"); }
}
#endif
