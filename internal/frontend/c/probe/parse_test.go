package probe

import "testing"

// TestProbeText checks what can be one expression.
func TestProbeText(t *testing.T) {
	for _, good := range []string{"x", "a[1] == ')' && *p != \"(;\"[0]", "(unsigned char)c >= 0x10U",
		"p->q.r ? 1 : 0"} {
		if err := checkText(good, false); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	if err := checkText(`\result == 1`, true); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "  ", "x)", "(x", "x) + (y", "[x)", "x; y", "({x;})", "x /* y */",
		"x // y", "'x", "\"x\\\"", "x\ny", "#x", `\result`, `\at(x, Pre)`, "\x00"} {
		if err := checkText(bad, false); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
