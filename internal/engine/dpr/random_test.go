package dpr_test

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// programs is how many random programs an ordinary run compares.
const programs = 25

// load lowers a program.
func load(t testing.TB, text string) *cfa.Program {
	t.Helper()
	p, err := tryLoad(t, text)
	if err != nil {
		t.Fatal(err, "\n", text)
	}
	return p
}

// tryLoad lowers a text that may be no program.
func tryLoad(t testing.TB, text string) (*cfa.Program, error) {
	t.Helper()
	p, diags, err := c.Load(t.Context(), c.Config{Files: []string{"prog.c"}, Property: property.UnreachCall,
		Read: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		return nil, fmt.Errorf("%w %v", err, diags)
	}
	p.Terms.Freeze()
	return p, nil
}

// configurations are those that tests compare: each learning and each order.
func configurations() map[string]dpr.Config {
	out := map[string]dpr.Config{}
	for _, s := range dpr.Settings() {
		for _, v := range s.Values {
			var cfg dpr.Config
			if err := s.Set(&cfg, v.Name); err != nil {
				panic(err)
			}
			out[s.Name+" "+v.Name] = cfg
		}
	}
	out["certified"] = dpr.Config{CertifyBy: "native"}
	out["certified provenance"] = dpr.Config{Learning: dpr.Provenance, CertifyBy: "native"}
	return out
}

// TestRandomAgainstEnumeration compares verdicts with an enumeration of all inputs, with every learning and
// every order, and replays every violation.
func TestRandomAgainstEnumeration(t *testing.T) {
	count := map[string]int{}
	for seed := range testflag.Seeds(programs) {
		text := newProgram(uint64(seed))
		p := load(t, text)
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 20_000})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete && len(want.Violations) == 0 {
			count["too large"]++
			continue
		}
		for name, cfg := range configurations() {
			if err := compare(t, p, cfg, want, count); err != nil {
				t.Errorf("seed %d, %s: %v\n%s", seed, name, err, text)
			}
		}
	}
	t.Log(count)
	if count["false"] < programs/4 || count["true"] < programs/4 {
		t.Errorf("the programs are too one-sided: %v", count)
	}
}

// looks is how often an engine may look at its context: a limit that does not depend on the machine.
const looks = 3_000

// countdown is a context that ends.
type countdown struct {
	context.Context
	left int
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// compare checks an answer.
func compare(t *testing.T, p *cfa.Program, cfg dpr.Config, want *enumerate.Result,
	count map[string]int) error {
	cfg.Steps = 20_000
	res, err := dpr.New(cfg).Check(&countdown{Context: t.Context(), left: looks},
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		return err
	}
	got := res.Verdict.Kind.String()
	count[got]++
	switch {
	case got == "false" && len(want.Violations) == 0:
		return fmt.Errorf("violated, but the enumeration finds no violation")
	case got == "false":
		if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
			return fmt.Errorf("the trace does not replay: %w", err)
		}
	case got == "true" && len(want.Violations) > 0:
		return fmt.Errorf("holds, but the enumeration finds a violation (%d)", len(want.Violations))
	case got == "true" && len(want.Undefined) > 0 && len(res.Assumed) == 0:
		return fmt.Errorf("holds, but there is undefined behaviour: %v", want.Undefined[0].Outcome)
	case got == "true" && cfg.CertifyBy != "" && !res.Certificate.Checked:
		count[res.Certificate.String()]++
	case got == "unknown":
		count[res.Why]++
	}
	return nil
}
