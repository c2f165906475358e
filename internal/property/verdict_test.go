package property

import (
	"testing"
)

func TestVerdictWords(t *testing.T) {
	for _, c := range []struct {
		v    Verdict
		want string
	}{
		{Verdict{}, "unknown"},
		{Holds(), "true"},
		{Violated(UnreachCall), "false(unreach-call)"},
		{Violated(ValidDeref), "false(valid-deref)"},
	} {
		if got := c.v.String(); got != c.want {
			t.Errorf("%#v prints %q, want %q", c.v, got, c.want)
		}
	}
}
