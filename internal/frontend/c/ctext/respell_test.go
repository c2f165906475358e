package ctext

import (
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/source"
)

// TestRespell checks what becomes of forms that the parser does not know, and
// that the places of what stands after them are kept.
func TestRespell(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x = 'ab'; @", "x = 24930; @"},
		{"x = 'a' + '\\n'; @", "x = 'a' + '\\n'; @"},
		{"x = '\\377\\377\\377\\377'; @", "x = (0-1); @"},
		{`char *s = u8"a" /* 'ab' */ "'cd'"; @`, `char *s = "a" /* 'ab' */ "'cd'"; @`},
		{"enum __attribute__((packed)) e { A, B = 255 } @;", "enum  e : unsigned char { A, B = 255 } @;"},
		{"enum { A = -1, B = 128 } __attribute__((packed)) @;",
			"enum : signed short { A = -1, B = 128 }  @;"},
		{"enum e { A } @;", "enum e { A } @;"},
		{`x = u'a' + U'\u00e9' + u'\xffff' + U'\377' + L'a'; @`,
			"x = ((unsigned short)97) + 233u + ((unsigned short)65535) + 255u + L'a'; @"},
		{`x = u'\x10000' + U'ab' + U'\x100000000'; @`, `x = u'\x10000' + U'ab' + U'\x100000000'; @`},
		{`char32_t a[] = U"\x41\xe9\n\"\0" , *p[] = { U"b", U"c" }; @`,
			`char32_t a[] = L"\101é\n\"\000" , *p[] = { L"b", L"c" }; @`},
		{`if (a == U"a") x = U"a"[0] + sizeof(U"b"); @`, `if (a == U"a") x = U"a"[0] + sizeof(U"b"); @`},
		{`x = L"\377" + L"\xd800" + L"a"; @`, `x = L"ÿ" + L"\xd800" + L"a"; @`},
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
	} {
		text, err := New("t.c", []byte(c.in), layout.LP64, &source.Files{})
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if c.want == "" {
			continue // any text, but no panic
		}
		if got := string(text.Text); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
			continue
		}
		column := func(s string) (line, col int) {
			i := strings.IndexByte(s, '@')
			return strings.Count(s[:i], "\n") + 1, i - strings.LastIndexByte(s[:i], '\n')
		}
		line, col := column(c.want)
		if _, was := column(c.in); text.Original(line, col) != was || text.current(line, was) != col {
			t.Errorf("%s: column %d was %d and is %d, want %d", c.in, col, text.Original(line, col),
				text.current(line, was), was)
		}
	}
}
