package contest_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/contest"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// actor is an engine that does what it is told.
type actor func(ctx context.Context, t engine.Task) (engine.Result, error)

func (actor) Name() string { return "actor" }

func (a actor) Check(ctx context.Context, t engine.Task) (engine.Result, error) { return a(ctx, t) }

// waits has no answer before its context ends.
func waits(ctx context.Context, _ engine.Task) (engine.Result, error) {
	<-ctx.Done()
	return engine.Unknown("%s", engine.StopReason(ctx)), nil
}

func gives(r engine.Result) actor {
	return func(context.Context, engine.Task) (engine.Result, error) { return r, nil }
}

// guest is a process that helps: what it has read, and how it answers.
type guest struct {
	program *cfa.Program
	answers actor
	alter   func(message string) string // nil: messages arrive as they are
}

// guests are all that are called.
type guests struct {
	t    *testing.T
	list []guest
	mu   sync.Mutex
	got  []contest.Strategy
}

func (g *guests) Call(ctx context.Context, p property.Property,
	answer func(context.Context, []byte) []byte) {
	var all sync.WaitGroup
	for _, x := range g.list {
		all.Go(func() {
			send := func(ctx context.Context, m []byte) ([]byte, error) {
				if x.alter != nil {
					m = []byte(x.alter(string(m)))
				}
				if len(m) == 0 {
					return nil, errors.New("the guest was killed")
				}
				return answer(ctx, m), nil
			}
			e := contest.NewGuest("actor", send, func(s contest.Strategy) (engine.Engine, error) {
				g.mu.Lock()
				defer g.mu.Unlock()
				g.got = append(g.got, s)
				return x.answers, nil
			})
			res, err := e.Check(ctx, engine.Task{Program: x.program, Property: p})
			if err != nil || res.Verdict.Kind != property.Unknown {
				g.t.Errorf("a guest says %s (%v)", res.Verdict, err)
			}
		})
	}
	all.Wait()
}

// load reads a program that calls reach_error if its input is 7 and the condition holds.
func load(t *testing.T, condition string) *cfa.Program {
	t.Helper()
	src := `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7 && ` + condition + `) reach_error(); return 0; }`
	p, _, err := c.Load(t.Context(), c.Config{Files: []string{"x.c"}, Property: property.UnreachCall,
		DataModel: c.LP64, Read: func(string) ([]byte, error) { return []byte(src), nil }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lost drops the messages of an operation.
func lost(op string) func(string) string {
	return func(m string) string {
		if strings.Contains(m, `"Op":"`+op+`"`) {
			return ""
		}
		return m
	}
}

func TestContest(t *testing.T) {
	wrong, right := load(t, "x > 5"), load(t, "x > 8")
	unknown, holds := engine.Unknown("tired"), engine.Holds(engine.ByStates, "all states were explored")
	assumed := holds
	assumed.Assumed = []engine.Assumption{{Pos: source.Pos{Line: 2, Col: 3}, What: "invalid access"}}
	forged := engine.Violated(property.UnreachCall, violation(t, wrong))
	search := func(ctx context.Context, t engine.Task) (engine.Result, error) {
		return bmc.New(bmc.Config{}).Check(ctx, t)
	}
	for name, c := range map[string]struct {
		program *cfa.Program
		host    actor
		guests  []guest
		want    property.Kind
	}{
		"a violation": {wrong, waits, []guest{{wrong, waits, nil}, {wrong, search, nil}},
			property.False},
		"a proof": {right, waits, []guest{{right, waits, nil}, {right, search, nil}}, property.True},
		"with an assumption": {right, waits, []guest{{right, gives(assumed), nil}},
			property.True},
		"nobody knows": {wrong, gives(unknown), []guest{{wrong, gives(unknown), nil}},
			property.Unknown},
		"another program": {wrong, gives(unknown), []guest{{right, gives(holds), nil}},
			property.Unknown},
		"a forged violation": {right, gives(unknown), []guest{{right, gives(forged), nil}},
			property.Unknown},
		"killed": {wrong, gives(unknown), []guest{{wrong, gives(holds), lost("answer")}},
			property.Unknown},
		"killed at once": {right, search, []guest{{right, gives(holds), lost("join")}}, property.True},
		"broken messages": {wrong, search, []guest{{wrong, gives(holds),
			func(m string) string { return m[:len(m)-1] }}}, property.False},
	} {
		h := &guests{t: t, list: c.guests}
		res, err := contest.NewHost(c.host, h, []contest.Strategy{{"a": "b"}, {}}).Eager().Check(t.Context(),
			engine.Task{Program: c.program, Property: property.UnreachCall})
		if err != nil || res.Verdict.Kind != c.want {
			t.Errorf("%s: %s (%s), %v", name, res.Verdict, res.Why, err)
			continue
		}
		if name == "with an assumption" && len(res.Assumed) != 1 {
			t.Errorf("%s: it is lost", name)
		}
		if c.want == property.False {
			if _, err := interp.Replay(t.Context(), c.program, res.Trace); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// violation is a trace that violates the property.
func violation(t *testing.T, p *cfa.Program) *trace.Trace {
	t.Helper()
	res, err := bmc.New(bmc.Config{}).Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil || res.Trace == nil {
		t.Fatal(res.Why, err)
	}
	return res.Trace
}

// TestStrategies looks whether each guest has a strategy of its own, also one that comes for another.
func TestStrategies(t *testing.T) {
	p := load(t, "x > 8")
	unknown := gives(engine.Unknown("tired"))
	h := &guests{t: t, list: []guest{{p, unknown, nil}, {p, unknown, nil}, {p, unknown, nil}}}
	list := []contest.Strategy{{"order": "dfs"}, {"order": "bfs"}, {"order": "turns"}}
	held := actor(func(ctx context.Context, t engine.Task) (engine.Result, error) {
		for ctx.Err() == nil {
			h.mu.Lock()
			n := len(h.got)
			h.mu.Unlock()
			if n == len(list) {
				break
			}
		}
		return engine.Unknown("tired"), nil
	})
	if _, err := contest.NewHost(held, h, list).Eager().Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range h.got {
		seen[s["order"]] = true
	}
	if len(seen) != len(list) {
		t.Errorf("strategies %v", h.got)
	}
}

// TestRefuted has an engine prove what a guest refutes: the violation counts.
func TestRefuted(t *testing.T) {
	p := load(t, "x > 5")
	proves := actor(func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		<-ctx.Done() // the guest has answered
		return engine.Holds(engine.ByStates, "all states were explored"), nil
	})
	h := &guests{t: t, list: []guest{{p, gives(engine.Violated(property.UnreachCall, violation(t, p))), nil}}}
	res, err := contest.NewHost(proves, h, []contest.Strategy{{}}).Eager().Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil || res.Verdict.Kind != property.False || len(res.Failures) != 1 {
		t.Errorf("%s (%v), failures %v", res.Verdict, err, res.Failures)
	}
}
