package parse

import (
	"strings"
	"testing"
)

// TestExplain: what is missing is said where it is missing, and C++ is called so.
func TestExplain(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.c", "int main(void)\n{\n\tint x = 3 // three\n\tint y = 4;\n\treturn x + y;\n}\n",
			"a.c:3:11: error: missing ';' after '3'"},
		{"a.c", "int x\n#define A\nint main(void) { return 0; }\n", "a.c:1:6: error: missing ';' after 'x'"},
		{"a.c", "int g;\nint main(void)\n{\n\tg++\n\tg--;\n}\n", "a.c:4:5: error: missing ';'"},
		{"a.c", "int main(void)\n{\n\treturn 0\n}\n", "a.c:3:10: error: missing ';' after '0'"},
		{"a.c", "struct s { int a; } /* } */\nint main(void) { return 0; }\n",
			"a.c:1:20: error: missing ';' after '}'"},
		{"a.c", "int main(void) { wchar y; return 0; }\n",
			"a.c:1:18: error: 'wchar' is no type that is known here"},
		{"a.c", "int main(void)\n{\n\treturn 3 +;\n}\n", "a.c:3:12: error: unexpected ';'"},
		{"a.c", "int f(int &a);\nint main(void) { return 0; }\n", "a.c:1:11: error: a reference is C++"},
		{"a.c", "// class A {\nnamespace n { int x; }\nint main() { return n::x; }\n",
			`a.c:2:1: error: this is C++ ("namespace")`},
		{"a.c", "template <class T> T id(T x) { return x; }\n", `a.c:1:1: error: this is C++ ("template")`},
		{"a.c", "int main() { return std::max(1, 2); }\n", `a.c:1:24: error: this is C++ ("::")`},
		{"a.c", "#include <vector>\nint main() { return 0; }\n",
			"a.c:1:10: error: <vector> is a header of C++"},
		{"a.cpp", "int main() { return 0 }\n", "a.cpp:1:22: error: missing ';' after '0' (the file has the " +
			"name of C++"},
		{"a.c", "#ifdef __cplusplus\nnamespace n {\n#endif\nint main(void) { return 0 }\n",
			"a.c:4:26: error: missing ';'"},
		{"a.c", "int class = 1, new, public;\nint main(void) { return class + new + y; }\n",
			"a.c:2:39: error: undefined: y"},
	} {
		_, _, err := parseText(t, Config{Needs: inMain}, c.file, c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}
