package harness

import (
	"fmt"
	"strings"
)

// build is the command of gcc and the flags that the C program must be built with.
func (h Head) build() string {
	if h.ILP32 {
		return "gcc -g -pthread -m32"
	}
	return "gcc -g -pthread"
}

// flags writes checks that the program is built as it says. Built with flags that change what types are it
// would do something else than the execution that it repeats, and mostly say no more than that it has
// diverged. The conditions are those of a preprocessor where it knows them, so that nothing is said but this.
func (h Head) flags(b *strings.Builder) {
	long := 8
	if h.ILP32 {
		long = 4
	}
	refuse := func(condition, what string) {
		fmt.Fprintf(b, "#if %s\n#error %s: build this file with: %s\n#endif\n", condition, what, h.build())
	}
	refuse("defined __cplusplus", "it is C and not C++")
	refuse(fmt.Sprintf("__SIZEOF_LONG__ != %d || __SIZEOF_POINTER__ != %d", long, long),
		fmt.Sprintf("long and pointers must have %d bits", 8*long))
	refuse("__SIZEOF_INT__ != 4 || __SIZEOF_LONG_LONG__ != 8 || __SIZEOF_WCHAR_T__ != 4",
		"types must have their usual sizes, without -fshort-wchar")
	refuse("__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__", "the first byte of a number must be its lowest")
	refuse("defined __CHAR_UNSIGNED__", "char must be signed, without -funsigned-char")
	refuse("defined __FAST_MATH__ || defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__",
		"floating point must be exact, without -ffast-math")
	assert := func(condition, what string) {
		fmt.Fprintf(b, "_Static_assert(%s, %s);\n", condition,
			quote(what+": build this file with: "+h.build()))
	}
	b.WriteString("enum whittle_enum { whittle_enumerator };\nstruct whittle_struct { char c; int i; " +
		"};\nstruct whittle_bits { int b : 32; };\n")
	b.WriteString("struct whittle_double { char c; double d; };\n")
	assert("sizeof(enum whittle_enum) == 4", "an enum must have 4 bytes, without -fshort-enums")
	assert("sizeof(struct whittle_struct) == 8", "structures must have their usual layout, without "+
		"-fpack-struct")
	assert(fmt.Sprintf("sizeof(struct whittle_double) == %d", 8+long),
		"structures must have their usual layout, without -malign-double")
	assert("sizeof(double) == 8 && (double)0.1f != 0.1", "double must have 8 bytes, without -fshort-double")
	assert("__builtin_types_compatible_p(__typeof__(+((struct whittle_bits *)0)->b), int)",
		"bit-fields must be signed, without -funsigned-bitfields")
}
