package bmc_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

var (
	differentialSeed  = flag.Int64("differential.seed", 1, "the first seed of the random C programs")
	differentialCount = flag.Int("differential.count", 0, "how many random C programs to compare; 0: as many as fit into a few seconds")
	differentialPrint = flag.Bool("differential.print", false, "print each random C program")
)

// ordinaryTime bounds the comparison in an ordinary test run.
const ordinaryTime = 15 * time.Second

// differentialConfigs are the ways in which each program is checked.
var differentialConfigs = []bmc.Config{
	{},
	{NoSpinReduction: true},
	{NoProjection: true},
}

// differential counts what a comparison met.
type differential struct {
	programs, violated, holds, unknown, incomplete int
	why                                            map[string]int
}

// TestDifferential compares verdicts on random C programs with an
// enumeration of interleavings on the program as lowered, and replays every
// violation there. Rules: a trace must replay; where the verdict is true the
// enumeration, complete or not, must have found no violation; where a complete
// enumeration finds a violation within the bound, so must the engine.
func TestDifferential(t *testing.T) {
	var d differential
	d.why = map[string]int{}
	start := time.Now()
	for seed := *differentialSeed; ; seed++ {
		if n := *differentialCount; n > 0 && d.programs >= n || n == 0 && time.Since(start) > ordinaryTime {
			break
		}
		d.programs++
		src := newCProgram(seed)
		if *differentialPrint {
			t.Logf("seed %d:\n%s", seed, src)
		}
		if bad := d.compare(t, seed, src); len(bad) > 0 {
			t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(bad, "\n"), src)
		}
	}
	t.Logf("%d programs: %d violated, %d hold, %d unknown; %d enumerations not complete", d.programs, d.violated, d.holds, d.unknown, d.incomplete)
	for why, n := range d.why {
		t.Logf("unknown %d times: %s", n, why)
	}
}

// loadC lowers a program that is given as text.
func loadC(src string, model c.DataModel) (*cfa.Program, error) {
	p, diags, err := c.Load(context.Background(), c.Config{
		Files: []string{"random.c"}, Property: string(property.UnreachCall), DataModel: model,
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

func (d *differential) compare(t *testing.T, seed int64, src string) (bad []string) {
	ctx := context.Background()
	model := c.LP64
	if seed%2 == 0 {
		model = c.ILP32
	}
	lowered, err := loadC(src, model)
	if err != nil {
		return []string{err.Error()}
	}
	prog, err := pass.Default().Run(ctx, lowered, pass.Options{})
	if err != nil {
		return []string{err.Error()}
	}
	prog.Terms.Freeze()
	want, err := interp.Enumerate(ctx, lowered, interp.EnumOptions{MaxStates: 12_000})
	if err != nil {
		return []string{err.Error()}
	}
	if !want.Complete {
		d.incomplete++
	}
	for _, cfg := range differentialConfigs {
		p := prog
		if seed%5 == 0 {
			p = lowered
		}
		limit, cancel := context.WithTimeout(ctx, 20*time.Second)
		res, err := bmc.New(cfg).Check(limit, engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
		cancel()
		say := func(format string, args ...any) {
			bad = append(bad, fmt.Sprintf("%+v: ", cfg)+fmt.Sprintf(format, args...))
		}
		if err != nil {
			say("%v", err)
			continue
		}
		switch res.Verdict.Kind {
		case property.False:
			d.violated++
			if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
				say("the trace does not replay (the enumeration finds %d violations, complete %t): %v", len(want.Violations), want.Complete, err)
			} else if len(want.Violations) == 0 && want.Complete && !want.Sampled {
				say("violated, and it replays, but the enumeration finds no violation")
			}
		case property.True:
			d.holds++
			if len(want.Violations) > 0 {
				say("holds, but the enumeration finds a violation")
			}
		default:
			d.unknown++
			d.why[res.Why]++
			if len(want.Violations) > 0 && strings.HasPrefix(res.Why, "undefined behaviour") {
				say("unknown (%s), but there is a violation", res.Why)
			}
		}
	}
	return bad
}
