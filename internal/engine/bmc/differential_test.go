package bmc_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/switches"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// differential counts what a comparison met.
type differential struct {
	programs, violated, holds, unknown, incomplete, missed, late int
	why                                                          map[string]int
}

// TestDifferential compares verdicts on random C programs with an enumeration of interleavings on the program
// as lowered, and replays every violation there. Rules: a trace must replay; where the verdict is true the
// enumeration, complete or not, must have found no violation; where a complete enumeration finds a violation
// within the bound, so must the engine.
func TestDifferential(t *testing.T) {
	var d differential
	d.why = map[string]int{}
	for seed := range testflag.Seeds(20) {
		d.programs++
		if bad := d.compare(seed); len(bad) > 0 {
			t.Errorf("seed %d:\n%s", seed, strings.Join(bad, "\n"))
		}
	}
	t.Logf("%d programs: %d violated, %d hold, %d unknown; %d enumerations not complete, %d missed a "+
		"violation; %d violations were not reached within the bound", d.programs, d.violated, d.holds,
		d.unknown, d.incomplete, d.missed, d.late)
	for why, n := range d.why {
		t.Logf("unknown %d times: %s", n, why)
	}
}

// loadC lowers a program that is given as text.
func loadC(src string, model c.DataModel) (*cfa.Program, error) {
	p, diags, err := c.Load(context.Background(), c.Config{
		Files: []string{"random.c"}, Property: property.UnreachCall, DataModel: model,
		Read: func(string) ([]byte, error) { return []byte(src), nil },
	})
	if err != nil {
		var b strings.Builder
		if diags != nil {
			_ = diags.Print(&b)
		}
		return nil, fmt.Errorf("%w\n%s", err, b.String())
	}
	return p, cfa.Check(p)
}

// compare checks one program: all outcomes of its check by enumeration, then
// one that was found and one that was not with the engine.
func (d *differential) compare(seed int64) (bad []string) {
	ctx := context.Background()
	model := c.LP64
	if seed%2 == 0 {
		model = c.ILP32
	}
	r := rand.New(rand.NewSource(seed))
	src, choice := randprog.NewMixed(seed), r.Int()
	all, line := randprog.Check(src, choice, -1)
	lowered, err := loadC(all, model)
	if err != nil {
		return []string{err.Error(), all}
	}
	want, err := enumerate.Run(ctx, lowered, enumerate.Options{MaxStates: 10_000})
	if err != nil {
		return []string{err.Error(), all}
	}
	if !want.Complete {
		d.incomplete++
	}
	var found [randprog.Outcomes]bool
	for _, v := range want.Violations {
		if k := int(v.Outcome.Edge.Pos.Line) - line; k >= 0 && k < randprog.Outcomes {
			found[k] = true
		}
	}
	tried := map[bool]bool{}
	for _, k := range r.Perm(randprog.Outcomes) {
		if tried[found[k]] {
			continue
		}
		tried[found[k]] = true
		src, _ := randprog.Check(src, choice, k)
		b := d.engine(ctx, src, model, found[k], want.Complete && !want.Sampled, r)
		if len(b) > 0 {
			bad = append(append(bad, b...), src)
		}
	}
	return bad
}

// engine checks one program in which a violation is known to be reachable, or,
// if sure is set, known not to be.
func (d *differential) engine(ctx context.Context, src string, model c.DataModel, reachable, sure bool,
	r *rand.Rand) (bad []string) {
	lowered, err := loadC(src, model)
	if err != nil {
		return []string{err.Error()}
	}
	prog, err := passes.All().Run(ctx, lowered, pass.Options{})
	if err != nil {
		return []string{err.Error()}
	}
	prog.Terms.Freeze()
	if r.Intn(4) == 0 {
		prog = lowered
	}
	configs := switches.Events()
	for _, cfg := range []switches.Configuration{configs[0], configs[1+r.Intn(len(configs)-1)]} {
		// A few programs start threads that start threads: they are not finished.
		cfg.Events.MaxSteps = 10_000
		res, err := cfg.Check(ctx, engine.Task{Program: prog, Property: property.UnreachCall, MaxUnwind: 4})
		say := func(format string, args ...any) {
			bad = append(bad, fmt.Sprintf("%s, passes %t, %s: ", model, prog != lowered, cfg.Name)+
				fmt.Sprintf(format, args...))
		}
		if err != nil {
			say("%v", err)
			continue
		}
		switch res.Verdict.Kind {
		case property.False:
			d.violated++
			if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
				say("the trace does not replay (reachable: %t, sure: %t): %v", reachable, sure, err)
			} else if !reachable && sure {
				d.missed++
			}
		case property.True:
			d.holds++
			if reachable {
				say("holds, but the enumeration finds a violation")
			}
		default:
			d.unknown++
			if reachable {
				d.late++
			}
			d.why[res.Why]++
			if reachable && strings.HasPrefix(res.Why, "undefined behaviour") {
				say("unknown (%s), but there is a violation", res.Why)
			}
		}
	}
	return bad
}
