package probe

import (
	"slices"
	"strings"
	"testing"
)

// TestInsertions shows what is put into the text so that expressions stand where probes are.
func TestInsertions(t *testing.T) {
	const head = "int n; int f(int a);\n#define INC n++\n#define EVER for (;;)\nint main(void) {\n"
	for _, c := range []struct {
		kind      Kind
		col       int
		line, out string
	}{
		{Statement, 1, "n = 1;", "P(0, (E)); n = 1;"},
		{Statement, 1, "int x = 1;", "P(0, (E)); int x = 1;"},
		{Statement, 8, "if (n) n = 1; else n = 2;", "if (n) { P(0, (E)); n = 1; } else n = 2;"},
		{Statement, 20, "if (n) n = 1; else n = 2;", "if (n) n = 1; else { P(0, (E)); n = 2; }"},
		{Statement, 1, "l: n = 1; goto l;", "l: { P(0, (E)); n = 1; } goto l;"},
		{Statement, 8, "if (n) { n = 1; }", "if (n) { P(0, (E)); { n = 1; } }"},
		{Statement, 1, "INC;", "P(0, (E)); INC;"},
		{Loop, 1, "while (n) n--;", "while (P(0, (E)), n) n--;"},
		{Loop, 1, "do n--; while (n);", "do n--; while (P(0, (E)), n);"},
		{Loop, 1, "for (n = 0; n < 3; n++) ;", "for (n = 0; P(0, (E)), n < 3; n++) ;"},
		{Loop, 1, "for (;;) n++;", "for (;P(0, (E)), 1;) n++;"},
		{Loop, 1, "for (int i = 0; ; ) n++;", "for (int i = 0; P(0, (E)), 1; ) n++;"},
		{Loop, 1, "EVER n++;", ""},
		{Return, 6, "n = f(2);", "extern int R0; N(0, (R0 == E)); n = f(2);"},
		{Return, 9, "n = f(f(2));", "extern int R0; N(0, (R0 == E)); n = f(f(2));"},
		{Enter, 6, "n = f(2);", "n = f(2);"},
	} {
		expr := "E"
		if c.kind == Return {
			expr = `\result == E`
		}
		expr = strings.ReplaceAll(expr, "E", "n > 1")
		text := head + c.line + "\n}\n"
		plan, err := planOf(t, text, &Monitor{Probes: []Probe{probeAt(c.kind, 5, c.col, expr)}})
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		all, err := plan.insertions(-1)
		if (err != nil) != (c.out == "") {
			t.Errorf("%s: %v", c.line, err)
		}
		if c.out == "" {
			continue
		}
		got := text
		for _, in := range slices.Backward(all["t.c"]) {
			got = got[:in.Offset] + in.Text + got[in.Offset:]
		}
		out := strings.NewReplacer("P(", Call+"(", "N(", NoteCall+"(", "R0", ResultName+"0", "E",
			"n > 1").Replace(c.out)
		if want := head + out + "\n}\n"; got != want {
			t.Errorf("%s becomes\n%swant\n%s", c.line, got, want)
		}
	}
}
