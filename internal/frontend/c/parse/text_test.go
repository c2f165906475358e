package parse

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
)

// TestMarkers checks that places come out in terms of the original source.
func TestMarkers(t *testing.T) {
	const text = `# 1 "orig.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "orig.c"
# 1 "/usr/include/x.h" 1 3 4
typedef int in_header;
# 5 "orig.c" 2
int five;
int six;
#line 20
int twenty;
#line 3 "other \"dir\"/o.c"
int three;
 #  7   "orig.c"
int seven;
`
	units, _, err := parseText(t, Config{Needs: inMain}, "pre.i", text)
	if err != nil {
		t.Fatal(err)
	}
	u := units[0]
	for name, want := range map[string]string{
		"in_header": "/usr/include/x.h:1:13", "five": "orig.c:5:5", "six": "orig.c:6:5",
		"twenty": "orig.c:20:5",
		"three":  `other "dir"/o.c:3:5`, "seven": "orig.c:7:5",
	} {
		ns := u.AST.Scope.Nodes[name]
		if len(ns) == 0 {
			t.Errorf("%s is not declared", name)
			continue
		}
		p := u.Pos(ns[0].(*cc.Declarator).Position())
		if got := u.Files.Format(p); got != want {
			t.Errorf("%s is at %s, want %s", name, got, want)
		}
		if line, ok := u.Files.Line(p); !ok || !strings.Contains(line, name) {
			t.Errorf("the line of %s is %q, %v", name, line, ok)
		}
	}
}

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

// TestPack checks where #pragma pack is in force.
func TestPack(t *testing.T) {
	const text = `int a;
#pragma pack(push, 1)
int b;
#pragma pack(2)
int c;
#pragma pack(push, name, 4)
int d;
#pragma pack(pop, name)
int e;
#pragma pack(pop)
int f;
#pragma pack(8)
int g;
#pragma pack()
int h;
`
	units, _, err := parseText(t, Config{Needs: inMain}, "t.c", text)
	if err != nil {
		t.Fatal(err)
	}
	u := units[0]
	for name, want := range map[string]uint64{"a": 0, "b": 1, "c": 2, "d": 4, "e": 2, "f": 0, "g": 8,
		"h": 0} {
		if got := u.Pack(u.AST.Scope.Nodes[name][0].(*cc.Declarator).Position()); got != want {
			t.Errorf("at %s the limit is %d, want %d", name, got, want)
		}
	}
	for _, bad := range []string{"#pragma pack(3)\nint x;\n", "#pragma pack(show)\nint x;\n",
		"_Pragma(\"pack(1)\") int x;\n"} {
		if _, _, err := parseText(t, Config{Needs: inMain}, "t.c", bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
