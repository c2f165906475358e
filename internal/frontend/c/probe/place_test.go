package probe

import (
	"strings"
	"testing"
)

// TestFind: a place without a column is the first suitable one of its line, one that is nothing's place is
// taken for the one before it, and calls and do loops have several places.
func TestFind(t *testing.T) {
	const text = `int f(int a);
int main(void) {
	int n = f(1); n++; if (n) n = 2;
	do n--; while (n > 0);
	for (;;) while (n) n = f(f(3));

}
`
	for _, c := range []struct {
		kind      Kind
		line, col int
		want      int    // the column that is found
		note      string // in what is noted, or in the error if want is 0
	}{
		{Statement, 3, 0, 2, ""}, {Statement, 3, 2, 2, ""}, {Statement, 3, 16, 16, ""},
		{Statement, 3, 28, 28, ""},
		{Statement, 3, 18, 16, "the one at t.c:3:16 is taken"}, {Statement, 3, 99, 28, "t.c:3:28"},
		{Statement, 3, 1, 2, "t.c:3:2"}, {Loop, 4, 0, 2, ""}, {Loop, 4, 10, 2, ""}, {Loop, 5, 0, 2, ""},
		{Loop, 5, 11, 11, ""}, {Loop, 5, 12, 11, "no loop is at t.c:5:12"},
		{Enter, 5, 0, 30, ""}, {Enter, 5, 25, 31, ""}, {Enter, 5, 28, 30, ""}, {Enter, 3, 11, 13, ""},
		{Enter, 3, 10, 13, ""}, {Enter, 3, 16, 13, "no function call is at"},
		{Branch, 3, 0, 21, ""}, {Branch, 4, 0, 2, ""},
		{Statement, 6, 0, 0, "there is no statement on line 6"},
		{Enter, 4, 0, 0, "there is no function call"},
		{Loop, 3, 4, 0, "there is no loop at t.c:3:4"},
	} {
		expr := "1"
		if c.kind == Branch {
			expr = "true"
		}
		plan, err := planOf(t, text, &Monitor{Probes: []Probe{probeAt(c.kind, c.line, c.col, expr)}})
		if err != nil {
			if c.want != 0 || !strings.Contains(err.Error(), c.note) {
				t.Errorf("%v at %d:%d: %v", c.kind, c.line, c.col, err)
			}
			continue
		}
		if at := plan.ProbeSites[0].At; int(at.Col) != c.want {
			t.Errorf("%v at %d:%d: column %d, want %d", c.kind, c.line, c.col, at.Col, c.want)
		}
		if (len(plan.notes) > 0) != (c.note != "") || c.note != "" &&
			!strings.Contains(plan.notes[0].Msg, c.note) {
			t.Errorf("%v at %d:%d: notes %+v, want %q", c.kind, c.line, c.col, plan.notes, c.note)
		}
	}
}

// TestSameEnd: names that end alike may mean one file; the same name does so more than any other.
func TestSameEnd(t *testing.T) {
	names := []string{"a.c", "b.c", "d/a.c", "e/a.c", "x/d/a.c", "y/d/a.c", "d/b.c"}
	want := map[[2]string]int{{"a.c", "d/a.c"}: 1, {"d/a.c", "e/a.c"}: 1, {"d/a.c", "x/d/a.c"}: 2,
		{"x/d/a.c", "y/d/a.c"}: 2, {"a.c", "b.c"}: 0, {"d/a.c", "d/b.c"}: 0}
	for _, a := range names {
		for _, b := range names {
			n := sameEnd(a, b)
			if n != sameEnd(b, a) || sameEnd("./"+a, b) != n || (a == b) != (n > len(a)) {
				t.Errorf("%s and %s: %d, %d", a, b, n, sameEnd(b, a))
			}
			if w, ok := want[[2]string{a, b}]; ok && n != w {
				t.Errorf("%s and %s: %d, want %d", a, b, n, w)
			}
		}
	}
}
