package parse

import (
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
)

// TestBadText checks the messages for files that are no C text at all.
func TestBadText(t *testing.T) {
	deep := strings.Repeat("(", 3000)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "t.c: the file is empty"},
		{"blank", " \n\t\n", "t.c: the file is empty"},
		{"comment only", "/* nothing */\n// here\n", "t.c: the file is empty"},
		{"NUL", "int x;\nint \x00y;\n", "t.c:2:5: error: this is not a text file (byte 0x00)"},
		{"control byte", "int \x01;", "t.c:1:5: error: this is not a text file (byte 0x01)"},
		{"NUL in a comment", "/* \x00 */ int x;", "byte 0x00"},
		{"NUL in a string", "char *s = \"a\x00b\";", "byte 0x00"},
		{"invalid UTF-8", "int x;\nint \xff\xfe;\n", "t.c:2:5: error: invalid UTF-8 (byte 0xff)"},
		{"endless comment", "int x; /* never\n ends", "t.c:1:8: error: the comment does not end"},
		{"deep brackets", "int x = " + deep + "1", "nested too deeply"},
		{"long statement", "int x = " + strings.Repeat("-", 50000) + "1;", "too long"},
		{"many elses", "void f(int a) { if (a);" + strings.Repeat("else if (a);", 20001) + "}",
			"too many else branches"},
		{"byte order", "struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int x; };",
			"t.c:1:23: error: the storage order big-endian is not supported"},
		{"mode", "typedef float f __attribute__((mode(DI)));\nint x;",
			"t.c:1:17: error: this use of the attribute mode is not supported"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags, err := parseText(t, Config{Needs: inMain}, "t.c", c.text)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q, want one with %q", err, c.want)
			}
			if !diags.HasErrors() {
				t.Error("no diagnostic")
			}
		})
	}
}

// TestOddText checks text that looks bad and is not.
func TestOddText(t *testing.T) {
	for name, text := range map[string]string{
		"Latin-1 in comments":   "// caf\xe9\n/* na\xefve */ int x;\n",
		"UTF-8":                 "// \u00e9\nconst char *s = \"\u00e9\u4e16\";\n",
		"byte order mark":       "\xef\xbb\xbfint x;\n",
		"CRLF":                  "int x;\r\n#define A \\\r\n 1\r\nint y = A;\r\n",
		"no newline at the end": "int x;",
		"apostrophe in #error":  "#if 0\n#error don't\n#endif\nint x;\n",
		"comment in #define":    "#define A 1 /* two\nlines */\nint x = A;\n",
		"spliced comment":       "// one \\\nint hidden;\nint x;\n",
		"spliced string":        "char *s = \"a\\\nb\";\nint x;\n",
		"hash in a comment":     "/*\n# 5 \"no.c\"\n*/\nint x;\n",
		"empty statements":      ";;int x;;\n",
		"large initialiser":     "int a[] = {" + strings.Repeat("1,", 100000) + "};\n",
		"long else chain": "void f(int a) { if (a == -1);" +
			strings.Repeat("else if (a == 1) a = 2;\n", 1000) + "}\n",
		"many cases": "void f(int a) { switch (a) {" + strings.Repeat("case 1: ", 1) +
			strings.Repeat("a = 2; ", 5000) + "} }\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := parseText(t, Config{Needs: inMain}, "t.c", text); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestModes checks the integer types that glibc's headers make by attributes.
func TestModes(t *testing.T) {
	const text = `
typedef int i8 __attribute__ ((__mode__ (__QI__)));
typedef unsigned int u16 __attribute__ ((__mode__ (__HI__)));
typedef int i32 __attribute__((mode(SI)));
typedef unsigned int u64 __attribute__ ((__mode__ (__DI__))); typedef int w __attribute__ ((__mode__ (__word__)));
_Static_assert(sizeof(i8) == 1 && (i8)-1 < 0, "");
_Static_assert(sizeof(u16) == 2 && (u16)-1 > 0, "");
_Static_assert(sizeof(i32) == 4 && sizeof(u64) == 8 && (u64)-1 > 0 && sizeof(w) == sizeof(long), "");
`
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		if _, _, err := parseText(t, Config{Model: model, Needs: inMain}, "t.i", text); err != nil {
			t.Errorf("%v: %v", model, err)
		}
	}
}
