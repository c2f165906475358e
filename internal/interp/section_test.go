package interp

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

// stepUntil steps thread i until something else than a local step happens.
func stepUntil(t *testing.T, m *Machine, i int) Event {
	t.Helper()
	ev, err := m.StepVisible(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

// TestDisabledSection runs a section that changes everything it can before
// it finds a false Await, and checks that nothing is left of it.
func TestDisabledSection(t *testing.T) {
	b := build.LP64(t)
	g := b.Global("g", 16)
	u := b.Global("u", 4)
	u.Undefined = true
	tls := b.NewReg(cfa.Reg{Name: "tls", Sort: term.BitVec(32), Scope: cfa.Thread})
	child := b.Procedure("child")
	child.Ret()

	// enter begins the section and returns into the caller's frame.
	enter := b.Procedure("enter", 32)
	enter.Do(cfa.AtomicBegin{})
	enter.Do(cfa.Assign{Dst: enter.Params[0], Value: b.BV(32, 99)})
	enter.Ret()

	f := b.Main()
	x, a := f.Reg("x", 32), f.Reg("a", 64)
	f.Do(cfa.Alloc{Dst: a, Size: b.Ptr(4), Zero: true, Name: "old"})
	f.Do(cfa.Assign{Dst: x, Value: b.BV(32, 1)})
	f.Store(b.Ptr(g.Addr), b.BV(32, 7)) // the state to come back to
	f.Do(cfa.Call{Dst: cfa.NoReg, Proc: enter.ID, Args: []term.Term{b.Sym(x)}})
	f.Do(cfa.Assign{Dst: x, Value: b.BV(32, 2)})
	f.Do(cfa.Assign{Dst: tls, Value: b.BV(32, 3)})
	f.Load("u", 32, b.Ptr(u.Addr)) // chooses bytes
	f.Store(b.Ptr(g.Addr), b.BV(32, 8))
	f.Store(b.Ptr(g.Addr+3), b.BV(64, ^uint64(0)))
	f.Store(b.Sym(a), b.BV(32, 5))
	c := f.Reg("c", 64)
	f.Do(cfa.Alloc{Dst: c, Size: b.Ptr(8), Name: "new"})
	f.Do(cfa.Free{Addr: b.Sym(a)})
	f.Spawn(child)
	y, _ := f.Load("y", 32, b.Ptr(g.Addr+12))
	f.Do(cfa.Await{Cond: b.Terms.Eq(b.Sym(y), b.BV(32, 1))})
	f.Do(cfa.AtomicEnd{})
	f.Check(b.Terms.Eq(b.Sym(x), b.BV(32, 2)))
	f.Ret()

	for _, record := range []bool{false, true} {
		m, err := New(b.Program, Config{Record: record, Decider: NewRandom(1)})
		if err != nil {
			t.Fatal(err)
		}
		if ev := stepUntil(t, m, 0); ev != Visible {
			t.Fatalf("first store: event %d", ev)
		}
		// The call of enter is local: run to the beginning of the section.
		if ev, _ := m.Step(0); ev != Local {
			t.Fatalf("call: event %d", ev)
		}
		before := string(m.AppendState(nil, nil))
		used, steps := m.mem.Total(), 0
		if record {
			steps = len(m.rec.steps)
		}
		for range 3 {
			if ev := stepUntil(t, m, 0); ev != Blocked {
				t.Fatalf("section: event %d, %s", ev, m.outcome.String())
			}
			if got := string(m.AppendState(nil, nil)); got != before {
				t.Fatalf("state\n%x\nafter rolling back, want\n%x", got, before)
			}
			if m.NumThreads() != 1 || m.owner != -1 || m.mem.Allocations() != 1 {
				t.Errorf("%d threads, section of %d, %d allocations", m.NumThreads(), m.owner,
					m.mem.Allocations())
			}
			if m.mem.Total() > used+64 {
				t.Errorf("%d bytes used, before %d", m.mem.Total(), used)
			}
			if record && (len(m.rec.steps) != steps || len(m.rec.inputs) != 1) {
				t.Errorf("%d steps and %d inputs recorded, want %d and 1", len(m.rec.steps),
					len(m.rec.inputs), steps)
			}
		}
		// With the Await true the section happens.
		m.mem.Write(m.mem.Find(g.Addr), 12, 4, 1, 0)
		if ev := stepUntil(t, m, 0); ev != Visible || m.NumThreads() != 2 {
			t.Fatalf("section: event %d, %d threads", ev, m.NumThreads())
		}
		if string(m.AppendState(nil, nil)) == before {
			t.Error("the section changed nothing")
		}
	}
}

// TestSectionEnds: what ends a path inside of a section.
func TestSectionEnds(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *build.Builder, f *build.Procedure)
		kind  OutcomeKind
	}{
		{"violation", func(b *build.Builder, f *build.Procedure) { f.Fail() }, Violated},
		{"assumption", func(b *build.Builder, f *build.Procedure) { f.Do(cfa.Assume{Cond: b.Terms.False()}) },
			AssumeFailed},
		{"process", func(b *build.Builder, f *build.Procedure) { f.Do(cfa.Exit{Kind: cfa.ExitProcess}) },
			Exited},
		{"join", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Join{Dst: cfa.NoReg,
				Thread: b.Sym(b.Self)})
		}, Deadlock},
		{"thread", func(b *build.Builder, f *build.Procedure) { f.Do(cfa.Exit{Kind: cfa.ExitThread}) },
			Exited},
		{"undefined", func(b *build.Builder, f *build.Procedure) { f.Do(cfa.UB{What: "x"}) }, Undefined},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			f := b.Main()
			f.Do(cfa.AtomicBegin{})
			f.Do(cfa.AtomicBegin{})
			tt.build(b, f)
			if out := run(b, 0); out.Kind != tt.kind {
				t.Error(out.String())
			}
		})
	}
}

// TestSectionExcludes: no other thread runs inside of a section, and the API refuses to let one.
func TestSectionExcludes(t *testing.T) {
	b := build.LP64(t)
	g := b.Global("g", 4)
	inc := b.Procedure("inc")
	inc.Do(cfa.AtomicBegin{})
	x, _ := inc.Load("x", 32, b.Ptr(g.Addr))
	inc.Store(b.Ptr(g.Addr), b.Terms.BVAdd(b.Sym(x), b.BV(32, 1)))
	inc.Do(cfa.AtomicEnd{})
	inc.Ret()
	f := b.Main()
	t1, _ := f.Spawn(inc)
	t2, _ := f.Spawn(inc)
	f.Join(t1)
	f.Join(t2)
	y, _ := f.Load("y", 32, b.Ptr(g.Addr))
	f.Check(b.Terms.Eq(b.Sym(y), b.BV(32, 2)))
	f.Ret()
	m, err := New(b.Program, Config{})
	if err != nil {
		t.Fatal(err)
	}
	stepUntil(t, m, 0)
	stepUntil(t, m, 0)
	m.Step(1) // begin
	if _, err := m.Step(2); err != ErrNotRunnable {
		t.Errorf("error %v, want %v", err, ErrNotRunnable)
	}
	if _, err := m.Step(3); err == nil {
		t.Error("a thread that does not exist was stepped")
	}
}
