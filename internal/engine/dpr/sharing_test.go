package dpr_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// counting counts inputs that are odd: each of 2^9 paths has a reason of its own. The count is at most 9.
const counting = `
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
	int n = 0, h = 1;
	for (int i = 0; i < 9; i++)
		if (__VERIFIER_nondet_bool()) {
			n++;
			h = h * 3 + i;
		}
	if (n >= LIMIT || h == 0) reach_error();
}`

// helpers are engines that help, by messages, with a program of their own each.
type helpers struct {
	t        *testing.T
	programs []*cfa.Program
	cfg      dpr.Config
	alter    func(string) string // what becomes of their messages; empty: the helper dies
	closed   atomic.Int64        // parts
	why      []string
}

func (h *helpers) Call(ctx context.Context, p property.Property,
	answer func(context.Context, []byte) []byte) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, prog := range h.programs {
		all.Go(func() {
			cfg := h.cfg
			cfg.Lead = func(ctx context.Context, m []byte) ([]byte, error) {
				text := string(m)
				if strings.Contains(text, `"Op":"close"`) {
					h.closed.Add(1)
				}
				if h.alter != nil {
					text = h.alter(text)
				}
				if text == "" {
					return nil, errors.New("the helper was killed")
				}
				return answer(ctx, []byte(text)), nil
			}
			res, err := dpr.New(cfg).Check(ctx, engine.Task{Program: prog, Property: p})
			if err != nil || res.Verdict.Kind != property.Unknown {
				h.t.Errorf("a helper says %s (%v)", res.Verdict, err)
			}
			mu.Lock()
			defer mu.Unlock()
			h.why = append(h.why, res.Why)
		})
	}
	all.Wait()
}

// shared checks a program by several.
func shared(t *testing.T, p *cfa.Program, cfg dpr.Config) engine.Result {
	t.Helper()
	cfg.EagerJobs = true
	res, err := dpr.New(cfg).Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind == property.False {
		if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
			t.Error(err)
		}
	}
	return res
}

func cuts(res engine.Result) float64 {
	for _, s := range res.Stats {
		if s.Name == "cuts into parts" {
			return s.Value
		}
	}
	return 0
}

// TestShared has goroutines and helpers explore a program together, and loses some of them.
func TestShared(t *testing.T) {
	limited := func(n string) *cfa.Program {
		return load(t, strings.ReplaceAll(counting, "LIMIT", n))
	}
	lost := func(op string) func(string) string {
		return func(m string) string {
			if strings.Contains(m, `"Op":"`+op+`"`) {
				return ""
			}
			return m
		}
	}
	forged := func(m string) string {
		return strings.Replace(m, `"Op":"close"`, `"Op":"found","Model":"AAEC"`, 1)
	}
	for limit, want := range map[string]property.Kind{"10": property.True, "9": property.False} {
		for name, h := range map[string]*helpers{
			"goroutines":      nil,
			"two helpers":     {programs: []*cfa.Program{limited(limit), limited(limit)}},
			"one is lost":     {programs: []*cfa.Program{limited(limit)}, alter: lost("take")},
			"none joins":      {programs: []*cfa.Program{limited(limit)}, alter: lost("join")},
			"another program": {programs: []*cfa.Program{limited("10")}},
		} {
			if name == "another program" && limit == "10" {
				continue
			}
			cfg := dpr.Config{Learning: dpr.None, Jobs: 3}
			if h != nil {
				h.t, h.cfg = t, dpr.Config{Learning: dpr.None, EagerJobs: true}
				cfg.Jobs, cfg.Helpers = 1, h
			}
			res := shared(t, limited(limit), cfg)
			if res.Verdict.Kind != want {
				t.Errorf("limit %s, %s: %s (%s)", limit, name, res.Verdict, res.Why)
			}
			if name == "another program" && h.closed.Load() > 0 {
				t.Error("a helper with another program has closed a part")
			}
		}
	}
	h := &helpers{t: t, programs: []*cfa.Program{limited("10")}, alter: forged,
		cfg: dpr.Config{Learning: dpr.None, EagerJobs: true}}
	res := shared(t, limited("10"), dpr.Config{Learning: dpr.None, Helpers: h})
	if res.Verdict.Kind == property.False {
		t.Errorf("a forged violation is believed: %s", res.Why)
	}
}

// TestHelperCloses looks whether a helper closes parts, and whether the program stays open if it dies of one.
func TestHelperCloses(t *testing.T) {
	p := load(t, strings.ReplaceAll(counting, "LIMIT", "10"))
	for range 30 {
		h := &helpers{t: t, programs: []*cfa.Program{p}, cfg: dpr.Config{Learning: dpr.None, EagerJobs: true}}
		res := shared(t, p, dpr.Config{Learning: dpr.None, Helpers: h})
		if res.Verdict.Kind != property.True {
			t.Fatalf("%s (%s)", res.Verdict, res.Why)
		}
		if h.closed.Load() > 0 {
			return
		}
	}
	t.Error("no helper has closed a part")
}

// TestRandomShared compares what several say with an enumeration of all inputs.
func TestRandomShared(t *testing.T) {
	compared, parts := 0, 0.0
	for seed := range testflag.Seeds(programs) {
		text := newProgram(uint64(seed))
		p := load(t, text)
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 20_000})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete {
			continue
		}
		for _, learning := range []string{dpr.Deletion, dpr.Provenance, dpr.None} {
			res := shared(t, p, dpr.Config{Learning: learning, Jobs: 3, Steps: 20_000})
			parts += cuts(res)
			switch res.Verdict.Kind {
			case property.True:
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %s: true\n%s", seed, learning, text)
				}
				compared++
			case property.False:
				compared++
			}
		}
	}
	if compared < programs || parts == 0 {
		t.Errorf("%d programs were decided, with %v cuts", compared, parts)
	}
	t.Log(compared, "decided,", parts, "cuts")
}
