package ctext

import "testing"

// TestRespellGeneric takes generic selections and static assertions apart, but not the names of macros.
func TestRespellGeneric(t *testing.T) {
	checkRespelled(t, []respelled{
		{"_Static_assert(f(1, 2), \"m\"); @", "_Static_assert(__builtin_choose_expr(1, 1, (f(1, 2))), " +
			"\"m\"); @"},
		{"_Generic(x, int: a ? b : c, default: d) @",
			"__builtin_choose_expr(1, _Generic(x, int: a ? b : c, default: d), __whittle_generic_(x, " +
				"_Alignof(int), a ? b : c, 0 , d)) @"},
		{"#define G(x) _Generic((x), \\\n int *: /* one */ 1) @",
			"#define G(x) __builtin_choose_expr(1, _Generic((x), int *: 1, default: 1), " +
				"__whittle_generic_((x), \\\n _Alignof(int *), /* one */ 1)) @"},
		{"_Generic(x, int: _Generic(y, int: _Generic(z, default: 1), default: 2), default: 3)+'ab' @", ""},
		{"#define H(x, list) _Generic((x), list) @", "#define H(x, list) _Generic((x), list) @"},
		{"#define _Static_assert(a, b) @", "#define _Static_assert(a, b) @"},
	})
}
