package bmc_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/switches"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/interp/minimise"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

const (
	// smallStates bounds the enumeration of a small program; larger ones are skipped.
	smallStates = 30_000
	// smallUnwind is a bound within which every violation of a small program is
	// found: its loops that end do so after two iterations.
	smallUnwind = 4
	// Slow configurations are taken for one in slowPrograms programs.
	slowPrograms = 10
)

// small compares configurations on small programs.
type small struct {
	configs []switches.Configuration
	// sample: so many configurations are taken for each program.
	sample int

	programs, large, violated, holds, undefined, sampled int
	comparisons, replays                                 int
	unknown                                              map[string]int // by reason
}

// TestSmallPrograms compares all configurations with an enumeration of all interleavings and inputs of small
// C programs: what holds or is violated for one must be so for the other, and each violation replays on the
// program as lowered, as found and minimised.
func TestSmallPrograms(t *testing.T) {
	s := &small{
		configs: switches.All(),
		unknown: map[string]int{},
	}
	s.configs = slices.DeleteFunc(s.configs,
		func(c switches.Configuration) bool { return !testflag.Only(c.Name) })
	n := testflag.Times(30)
	s.sample = min(testflag.Times(3), len(s.configs))
	for seed := testflag.Seed(); s.programs < n; seed++ {
		if bad := s.compare(seed); len(bad) > 0 {
			t.Errorf("seed %d:\n%s", seed, strings.Join(bad, "\n"))
		}
	}
	t.Logf("%d programs: %d violated, %d hold, %d with undefined behaviour only (%d with sampled inputs); "+
		"%d were too large and skipped",
		s.programs, s.violated, s.holds, s.undefined, s.sampled, s.large)
	t.Logf("%d configurations, %d comparisons, %d replays", len(s.configs), s.comparisons, s.replays)
	for _, why := range slices.Sorted(maps.Keys(s.unknown)) {
		t.Logf("unknown %d times: %s", s.unknown[why], why)
	}
	if s.violated < s.programs/4 || s.holds < s.programs/4 {
		t.Errorf("the programs are too one-sided: %d violated, %d hold", s.violated, s.holds)
	}
}

// compare checks the programs of a seed: one outcome that can be reached and one that cannot.
func (s *small) compare(seed int64) (bad []string) {
	ctx := context.Background()
	model := c.LP64
	if seed%2 == 0 {
		model = c.ILP32
	}
	r := rand.New(rand.NewSource(seed))
	src, info := randprog.NewSmall(seed)
	choice := r.Int()
	all, line := randprog.SmallCheck(src, choice, -1)
	lowered, err := loadC(all, model)
	if err != nil {
		return []string{err.Error(), all}
	}
	seen, err := enumerate.Run(ctx, lowered, smallEnumeration)
	if err != nil {
		return []string{err.Error(), all}
	}
	if !seen.Complete {
		s.large++
		return nil
	}
	var found [randprog.Outcomes]bool
	for _, v := range seen.Violations {
		if k := int(v.Outcome.Edge.Pos.Line) - line; k >= 0 && k < randprog.Outcomes {
			found[k] = true
		}
	}
	tried := map[bool]bool{}
	for _, k := range r.Perm(randprog.Outcomes) {
		if !tried[found[k]] {
			tried[found[k]] = true
			src, _ := randprog.SmallCheck(src, choice, k)
			if b := s.program(ctx, src, model, info, r); len(b) > 0 {
				bad = append(append(bad, b...), src)
			}
		}
	}
	return bad
}

var smallEnumeration = enumerate.Options{MaxStates: smallStates, AllBits: 8}

// program checks one program in all configurations.
func (s *small) program(ctx context.Context, src string, model c.DataModel, info *randprog.Small,
	r *rand.Rand) (bad []string) {
	lowered, err := loadC(src, model)
	if err != nil {
		return []string{err.Error()}
	}
	want, err := enumerate.Run(ctx, lowered, smallEnumeration)
	if err != nil {
		return []string{err.Error()}
	}
	if !want.Complete {
		s.large++
		return nil
	}
	passed, err := passes.All().Run(ctx, lowered, pass.Options{})
	if err != nil {
		return []string{err.Error()}
	}
	passed.Terms.Freeze()
	s.programs++
	truth := &smallTruth{Result: want, waits: info.Waits, endless: info.Endless}
	switch {
	case len(want.Violations) > 0:
		s.violated++
	case len(want.Undefined) > 0:
		s.undefined++
	default:
		s.holds++
	}
	if want.Sampled {
		s.sampled++
	}
	for _, cfg := range s.choose(r) {
		if wrong := s.one(ctx, cfg, lowered, passed, truth); wrong != "" {
			bad = append(bad, fmt.Sprintf("%s, %s: %s", model, cfg.Name, wrong))
		}
	}
	return bad
}

// choose returns the configurations for a program: all of them, or, if they are
// sampled, the default and some others, of which one of the encoding "steps".
func (s *small) choose(r *rand.Rand) []switches.Configuration {
	var out []switches.Configuration
	if s.sample == len(s.configs) {
		for _, c := range s.configs {
			if !c.Slow || r.Intn(slowPrograms) == 0 {
				out = append(out, c)
			}
		}
		return out
	}
	steps := 0
	for n, i := range r.Perm(len(s.configs)) {
		c := s.configs[i]
		switch {
		case n == 0:
			out = append(out, s.configs[0])
		case c.Steps == nil && len(out)-steps < s.sample:
			out = append(out, c)
		case c.Steps != nil && steps == 0 && !c.Slow:
			out = append(out, c)
			steps++
		}
	}
	return out
}

// one checks a program in one configuration and says what is wrong.
func (s *small) one(ctx context.Context, cfg switches.Configuration, lowered, passed *cfa.Program,
	truth *smallTruth) string {
	task := engine.Task{Program: passed, Lowered: lowered, Property: property.UnreachCall,
		MaxUnwind: smallUnwind}
	if cfg.Lowered || cfg.Steps != nil {
		task.Program = lowered
	}
	if cfg.Steps != nil {
		steps := *cfg.Steps
		steps.Depth = truth.depth()
		cfg.Steps = &steps
	}
	res, err := cfg.Check(ctx, task)
	if err != nil {
		return err.Error()
	}
	s.comparisons++
	switch res.Verdict.Kind {
	case property.False:
		if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
			return fmt.Sprintf("the trace does not replay (reachable: %t): %v", len(truth.Violations) > 0,
				err)
		}
		least, err := minimise.Trace(ctx, lowered, res.Trace)
		if err != nil {
			return fmt.Sprintf("minimising the trace: %v", err)
		}
		if _, err := interp.Replay(ctx, lowered, least.Machine()); err != nil {
			return fmt.Sprintf("the minimised trace does not replay: %v", err)
		}
		s.replays += 2
		if len(truth.Violations) == 0 && !truth.Sampled {
			return "violated, but the enumeration finds no violation"
		}
	case property.True:
		switch {
		case len(truth.Violations) > 0:
			return "holds, but the enumeration finds a violation"
		case len(truth.Undefined) > 0 && len(res.Assumed) == 0:
			return fmt.Sprintf("holds, but the enumeration finds undefined behaviour: %s",
				truth.Undefined[0].Outcome.What)
		}
	default:
		s.unknown[reason(res.Why)]++
		if wrong := truth.unknown(cfg, res.Why); wrong != "" {
			return fmt.Sprintf("unknown (%s), but %s", res.Why, wrong)
		}
	}
	return ""
}

// reason is a reason of an unknown verdict without its details.
func reason(why string) string {
	if i := strings.Index(why, ": "); i >= 0 && strings.HasPrefix(why, "undefined behaviour") {
		return why[:i]
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '#'
		}
		return r
	}, why)
}

// smallTruth is what is known of a program.
type smallTruth struct {
	*enumerate.Result
	waits, endless bool
}

// depth is the depth to which the encoding "steps" searches: 0, until there is
// an answer, if every execution ends; else the length of the shortest violation.
func (w *smallTruth) depth() int {
	switch {
	case !w.waits && !w.endless:
		return 0
	case len(w.Violations) == 0:
		return 8
	}
	least := len(w.Violations[0].Trace.Schedule)
	for _, v := range w.Violations {
		least = min(least, len(v.Trace.Schedule))
	}
	return least
}

// unknown says what is wrong with an answer "unknown".
func (w *smallTruth) unknown(cfg switches.Configuration, why string) string {
	switch {
	case strings.HasPrefix(why, "not supported") || strings.HasPrefix(why, "the engine does not follow") ||
		strings.HasPrefix(why, "a thread that is created") ||
		strings.HasPrefix(why, "an access"):
		if cfg.Steps == nil {
			return "everything is supported"
		}
		return ""
	case len(w.Violations) > 0:
		return "there is a violation"
	case strings.HasPrefix(why, "undefined behaviour"):
		if len(w.Undefined) == 0 && !w.Sampled {
			return "there is no undefined behaviour"
		}
		return ""
	case strings.HasPrefix(why, "the depth"):
		if !w.waits && !w.endless {
			return "every execution ends"
		}
		return ""
	case w.endless || w.waits && cfg.Weak:
		return ""
	}
	return "every execution ends, or waits"
}
