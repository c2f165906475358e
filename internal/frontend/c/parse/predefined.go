package parse

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/c/layout"
)

// predefined returns the macros that a compiler of the data model defines
// before it reads the program: gcc's on x86-64 Linux, with -m32 for ILP32.
func predefined(model layout.Model) string {
	var b strings.Builder
	def := func(name, value string) { fmt.Fprintf(&b, "#define %s %s\n", name, value) }

	for _, m := range commonMacros {
		def(m[0], m[1])
	}
	// Integer types: name, type, bits, suffix of a constant.
	long := 64
	if model == layout.ILP32 {
		long = 32
	}
	ptrInt, ptrSuffix := "long", "L"
	wide, wideSuffix := "long", "L"
	if model == layout.ILP32 {
		ptrInt, ptrSuffix = "", ""
		wide, wideSuffix = "long long", "LL"
	}
	integer := func(name, typ string, bits int, suffix string, signed, width bool) {
		def("__"+name+"_TYPE__", typ)
		def("__"+name+"_MAX__", maxConst(bits, suffix, signed))
		if width {
			def("__"+name+"_WIDTH__", fmt.Sprint(bits))
		}
	}
	join := func(parts ...string) string {
		return strings.Join(strings.Fields(strings.Join(parts, " ")),
			" ")
	}
	pair := func(name, typ string, bits int, suffix string) {
		integer(strings.Replace(name, "#", "INT", 1), join(typ, "int"), bits, suffix, true, false)
		integer(strings.Replace(name, "#", "UINT", 1), join(typ, "unsigned int"), bits, suffix+"U", false,
			false)
	}
	for _, prefix := range []string{"#", "#_LEAST"} {
		integer(strings.Replace(prefix, "#", "INT", 1)+"8", "signed char", 8, "", true, false)
		integer(strings.Replace(prefix, "#", "UINT", 1)+"8", "unsigned char", 8, "", false, false)
		pair(prefix+"16", "short", 16, "")
		pair(prefix+"32", "", 32, "")
		pair(prefix+"64", wide, 64, wideSuffix)
	}
	integer("INT_FAST8", "signed char", 8, "", true, false)
	integer("UINT_FAST8", "unsigned char", 8, "", false, false)
	pair("#_FAST16", ptrInt, long, ptrSuffix)
	pair("#_FAST32", ptrInt, long, ptrSuffix)
	pair("#_FAST64", wide, 64, wideSuffix)
	pair("#MAX", wide, 64, wideSuffix)
	pair("#PTR", ptrInt, long, ptrSuffix)
	integer("PTRDIFF", join(ptrInt, "int"), long, ptrSuffix, true, true)
	integer("SIZE", join(ptrInt, "unsigned int"), long, ptrSuffix+"U", false, true)
	integer("SIG_ATOMIC", "int", 32, "", true, true)
	def("__SIG_ATOMIC_MIN__", "(-__SIG_ATOMIC_MAX__ - 1)")
	if model == layout.ILP32 {
		integer("WCHAR", "long int", 32, "L", true, true)
	} else {
		integer("WCHAR", "int", 32, "", true, true)
	}
	def("__WCHAR_MIN__", "(-__WCHAR_MAX__ - 1)")
	integer("WINT", "unsigned int", 32, "U", false, true)
	def("__WINT_MIN__", "0U")
	def("__CHAR16_TYPE__", "short unsigned int")
	def("__CHAR32_TYPE__", "unsigned int")
	def("__INT8_C(c)", "c")
	def("__INT16_C(c)", "c")
	def("__INT32_C(c)", "c")
	def("__INT64_C(c)", "c ## "+wideSuffix)
	def("__INTMAX_C(c)", "c ## "+wideSuffix)
	def("__UINT8_C(c)", "c")
	def("__UINT16_C(c)", "c")
	def("__UINT32_C(c)", "c ## U")
	def("__UINT64_C(c)", "c ## U"+wideSuffix)
	def("__UINTMAX_C(c)", "c ## U"+wideSuffix)
	def("__LONG_MAX__", maxConst(long, "L", true))
	def("__LONG_WIDTH__", fmt.Sprint(long))

	size := map[string]int{"LONG": long / 8, "POINTER": long / 8, "PTRDIFF_T": long / 8, "SIZE_T": long / 8}
	for _, name := range []string{"LONG", "POINTER", "PTRDIFF_T", "SIZE_T"} {
		def("__SIZEOF_"+name+"__", fmt.Sprint(size[name]))
	}
	var arch []string
	if model == layout.ILP32 {
		def("__SIZEOF_LONG_DOUBLE__", "12")
		def("__SIZEOF_FLOAT80__", "12")
		def("__FLT_EVAL_METHOD__", "2")
		arch = []string{"_ILP32", "__ILP32__", "__i386", "__i386__", "i386", "__i686", "__i686__"}
	} else {
		def("__SIZEOF_LONG_DOUBLE__", "16")
		def("__SIZEOF_FLOAT80__", "16")
		def("__SIZEOF_INT128__", "16")
		def("__FLT_EVAL_METHOD__", "0")
		arch = []string{"_LP64", "__LP64__", "__amd64", "__amd64__", "__x86_64", "__x86_64__", "__SSE__",
			"__SSE2__"}
	}
	for _, name := range arch {
		def(name, "1")
	}
	return b.String()
}

func maxConst(bits int, suffix string, signed bool) string {
	v := ^uint64(0) >> (64 - bits)
	if signed {
		v >>= 1
	}
	if bits < 32 {
		return fmt.Sprintf("0x%x", v)
	}
	return fmt.Sprintf("0x%x%s", v, suffix)
}

// commonMacros are those that do not depend on the data model.
var commonMacros = [][2]string{
	{"__STDC__", "1"},
	{"__STDC_VERSION__", "201710L"},
	{"__STDC_HOSTED__", "1"},
	{"__STDC_UTF_16__", "1"},
	{"__STDC_UTF_32__", "1"},
	{"__STDC_IEC_559__", "1"},
	{"__STDC_ISO_10646__", "201706L"},
	{"__GNUC__", "12"},
	{"__GNUC_MINOR__", "2"},
	{"__GNUC_PATCHLEVEL__", "0"},
	{"__GNUC_STDC_INLINE__", "1"},
	{"__VERSION__", `"12.2.0"`},
	{"__NO_INLINE__", "1"},
	{"__ELF__", "1"},
	{"__linux", "1"}, {"__linux__", "1"}, {"linux", "1"}, {"__gnu_linux__", "1"},
	{"__unix", "1"}, {"__unix__", "1"}, {"unix", "1"},
	{"__WHITTLE__", "1"},
	{"__CHAR_BIT__", "8"},
	{"__SCHAR_MAX__", "0x7f"}, {"__SCHAR_WIDTH__", "8"},
	{"__SHRT_MAX__", "0x7fff"}, {"__SHRT_WIDTH__", "16"},
	{"__INT_MAX__", "0x7fffffff"}, {"__INT_WIDTH__", "32"},
	{"__LONG_LONG_MAX__", "0x7fffffffffffffffLL"}, {"__LONG_LONG_WIDTH__", "64"},
	{"__INTMAX_WIDTH__", "64"},
	{"__SIZEOF_SHORT__", "2"}, {"__SIZEOF_INT__", "4"}, {"__SIZEOF_LONG_LONG__", "8"},
	{"__SIZEOF_FLOAT__", "4"}, {"__SIZEOF_DOUBLE__", "8"}, {"__SIZEOF_FLOAT128__", "16"},
	{"__SIZEOF_WCHAR_T__", "4"}, {"__SIZEOF_WINT_T__", "4"},
	{"__BIGGEST_ALIGNMENT__", "16"},
	{"__ORDER_LITTLE_ENDIAN__", "1234"}, {"__ORDER_BIG_ENDIAN__", "4321"}, {"__ORDER_PDP_ENDIAN__", "3412"},
	{"__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"},
	{"__FLOAT_WORD_ORDER__", "__ORDER_LITTLE_ENDIAN__"},
	{"__ATOMIC_RELAXED", "0"}, {"__ATOMIC_CONSUME", "1"}, {"__ATOMIC_ACQUIRE", "2"},
	{"__ATOMIC_RELEASE", "3"}, {"__ATOMIC_ACQ_REL", "4"}, {"__ATOMIC_SEQ_CST", "5"},
	{"__GCC_ATOMIC_BOOL_LOCK_FREE", "2"}, {"__GCC_ATOMIC_CHAR_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_SHORT_LOCK_FREE", "2"}, {"__GCC_ATOMIC_INT_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_LONG_LOCK_FREE", "2"}, {"__GCC_ATOMIC_LLONG_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_POINTER_LOCK_FREE", "2"}, {"__GCC_ATOMIC_WCHAR_T_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_CHAR16_T_LOCK_FREE", "2"}, {"__GCC_ATOMIC_CHAR32_T_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_TEST_AND_SET_TRUEVAL", "1"},
	{"__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1", "1"}, {"__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2", "1"},
	{"__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4", "1"}, {"__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8", "1"},
	{"__FLT_RADIX__", "2"}, {"__DECIMAL_DIG__", "21"},
	{"__FLT_MANT_DIG__", "24"}, {"__FLT_DIG__", "6"}, {"__FLT_MIN_EXP__", "(-125)"},
	{"__FLT_MAX_EXP__", "128"},
	{"__FLT_MIN_10_EXP__", "(-37)"}, {"__FLT_MAX_10_EXP__", "38"},
	{"__FLT_MAX__", "3.40282346638528859811704183484516925e+38F"},
	{"__FLT_MIN__", "1.17549435082228750796873653722224568e-38F"},
	{"__FLT_EPSILON__", "1.19209289550781250000000000000000000e-7F"},
	{"__DBL_MANT_DIG__", "53"}, {"__DBL_DIG__", "15"}, {"__DBL_MIN_EXP__", "(-1021)"},
	{"__DBL_MAX_EXP__", "1024"},
	{"__DBL_MIN_10_EXP__", "(-307)"}, {"__DBL_MAX_10_EXP__", "308"},
	{"__DBL_MAX__", "((double)1.79769313486231570814527423731704357e+308)"},
	{"__DBL_MIN__", "((double)2.22507385850720138309023271733240406e-308)"},
	{"__DBL_EPSILON__", "((double)2.22044604925031308084726333618164062e-16)"},
	{"__LDBL_MANT_DIG__", "64"}, {"__LDBL_DIG__", "18"}, {"__LDBL_MIN_EXP__", "(-16381)"},
	{"__LDBL_MAX_EXP__", "16384"},
	{"__LDBL_MIN_10_EXP__", "(-4931)"}, {"__LDBL_MAX_10_EXP__", "4932"},
	{"__LDBL_MAX__", "1.18973149535723176502126385303097021e+4932L"},
	{"__LDBL_MIN__", "3.36210314311209350626267781732175260e-4932L"},
	{"__LDBL_EPSILON__", "1.08420217248550443400745280041122654e-19L"},
	{"__FLT_DENORM_MIN__", "1.40129846432481707092372958328991613e-45F"}, {"__FLT_HAS_DENORM__", "1"},
	{"__FLT_DECIMAL_DIG__", "9"},
	{"__DBL_DENORM_MIN__", "((double)4.94065645841246544176568792868221372e-324)"},
	{"__DBL_HAS_DENORM__", "1"}, {"__DBL_DECIMAL_DIG__", "17"},
	{"__LDBL_DENORM_MIN__", "3.64519953188247460252840593361941982e-4951L"}, {"__LDBL_HAS_DENORM__", "1"},
	{"__LDBL_DECIMAL_DIG__", "21"},
	{"__USER_LABEL_PREFIX__", ""}, {"__REGISTER_PREFIX__", ""},
}
