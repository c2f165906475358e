package parse

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"
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
