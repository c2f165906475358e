package run

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// twisted is an engine whose proofs have another invariant.
type twisted struct {
	engine.Engine
	twist func(*engine.Invariant)
}

func (e twisted) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, err := e.Engine.Check(ctx, t)
	if res.Invariant != nil {
		e.twist(res.Invariant)
	}
	return res, err
}

// TestProgramInvariant: the invariant behind a proof about a program is checked, and must exclude what leaves
// the verdict open too.
func TestProgramInvariant(t *testing.T) {
	const text = `extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned i = 0, j = 0;
	while (__VERIFIER_nondet_uint()) {
		i++;
		j++;
	}
	if (i != j)
		reach_error();
}
`
	for _, c := range []struct {
		name      string
		twist     func(*engine.Invariant)
		want, why string
	}{
		{"as it is", func(*engine.Invariant) {}, "true", "no abstract path"},
		{"nothing", func(inv *engine.Invariant) { inv.Cond = inv.Terms.False() }, "unknown",
			"that the initial states are in the invariant is wrong"},
		{"everything", func(inv *engine.Invariant) { inv.Cond = inv.Terms.True() }, "unknown",
			"that the invariant excludes the goal "},
		{"no condition", func(inv *engine.Invariant) { inv.Cond = inv.Terms.Symbol("x", term.Bool) },
			"unknown", "is no variable"},
	} {
		e := twisted{slab.New(slab.Config{}), c.twist}
		o, err := Check(t.Context(), Task{Files: []string{"a.c"},
			Read: func(string) ([]byte, error) { return []byte(text), nil }},
			Options{with: e, BugDir: t.TempDir()})
		if err != nil || o.Verdict.String() != c.want || !strings.Contains(o.Result.Why, c.why) {
			t.Errorf("%s: %s (%s), %v, want %s (%s)", c.name, o.Verdict, o.Result.Why, err, c.want, c.why)
		}
		if certified := o.Result.Certificate != nil && o.Result.Certificate.Checked; certified !=
			(o.Verdict == property.Holds()) || (o.BugReport == "") != certified {
			t.Errorf("%s: certificate %v, defect %q", c.name, o.Result.Certificate, o.BugReport)
		}
	}
}
