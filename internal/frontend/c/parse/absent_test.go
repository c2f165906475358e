package parse

import (
	"strings"
	"testing"
)

// TestAbsentHeaders: a header that is not found is taken to be empty, unless something shows that it is
// needed.
func TestAbsentHeaders(t *testing.T) {
	const missing = "t.c:1:10: error: include file not found: <nowhere.h>"
	for _, c := range []struct{ name, text, want string }{
		{"nothing needs it", "int x;\n", ""},
		{"a type", "nowhere_t x;\n", missing},
		{"a function", "int main(void) { return nowhere(); }\n", missing},
		{"a function that is declared", "int nowhere(void);\nint main(void) { return nowhere(); }\n", ""},
		{"a built-in function", "int main(void) { return __builtin_expect(1, 1); }\n", ""},
		{"a condition", "#ifdef NOWHERE\nint x;\n#endif\nint y;\n", missing},
		{"a condition on what is defined", "#define HERE\n#ifdef HERE\nint x;\n#endif\n", ""},
		{"a condition on what is predefined", "#if defined __linux__ && __LP64__ /* NOWHERE */\nint x;\n" +
			"#endif\n", ""},
		{"a condition of two lines", "#if 1 \\\n && 1\nint x;\n#endif\n", missing},
		{"a condition that is not reached", "#if 0\n#if NOWHERE\n#endif\n#endif\nint x;\n", missing},
		{"another one is missing", "#include <no/place.h>\nint x;\n", ""},
	} {
		_, diags, err := parseText(t, Config{Needs: inMain}, "t.c", "#include <nowhere.h>\n"+c.text)
		switch {
		case c.want != "":
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		default:
			all := diags.All()
			if n := 1 + strings.Count(c.text, "#include"); len(all) != n ||
				!strings.Contains(diags.Format(all[0]), "<nowhere.h>; nothing seems to need it") {
				t.Errorf("%s: %d messages, want %d", c.name, len(all), n)
			}
		}
	}
}
