package interp

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
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
	b := lp64(t)
	g := b.global("g", 16)
	u := b.global("u", 4)
	u.Undefined = true
	tls := b.NewReg(cfa.Reg{Name: "tls", Sort: term.BitVec(32), Scope: cfa.Thread})
	child := b.fn("child")
	child.ret()

	// enter begins the section and returns into the caller's frame.
	enter := b.fn("enter", 32)
	enter.do(cfa.AtomicBegin{})
	enter.do(cfa.Assign{Dst: enter.Params[0], Value: b.bv(32, 99)})
	enter.ret()

	f := b.main()
	x, a := f.reg("x", 32), f.reg("a", 64)
	f.do(cfa.Alloc{Dst: a, Size: b.Ptr(4), Zero: true, Name: "old"})
	f.do(cfa.Assign{Dst: x, Value: b.bv(32, 1)})
	f.store(b.Ptr(g.Addr), b.bv(32, 7)) // the state to come back to
	f.do(cfa.Call{Dst: cfa.NoReg, Proc: enter.ID, Args: []term.Term{b.sym(x)}})
	f.do(cfa.Assign{Dst: x, Value: b.bv(32, 2)})
	f.do(cfa.Assign{Dst: tls, Value: b.bv(32, 3)})
	f.load("u", 32, b.Ptr(u.Addr)) // chooses bytes
	f.store(b.Ptr(g.Addr), b.bv(32, 8))
	f.store(b.Ptr(g.Addr+3), b.bv(64, ^uint64(0)))
	f.store(b.sym(a), b.bv(32, 5))
	c := f.reg("c", 64)
	f.do(cfa.Alloc{Dst: c, Size: b.Ptr(8), Name: "new"})
	f.do(cfa.Free{Addr: b.sym(a)})
	f.spawn(child)
	y, _ := f.load("y", 32, b.Ptr(g.Addr+12))
	f.do(cfa.Await{Cond: b.Terms.Eq(b.sym(y), b.bv(32, 1))})
	f.do(cfa.AtomicEnd{})
	f.check(b.Terms.Eq(b.sym(x), b.bv(32, 2)))
	f.ret()

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
		before := string(m.appendState(nil, 0))
		freed, used, steps := len(m.mem.freed), m.mem.used, 0
		if record {
			steps = len(m.rec.steps)
		}
		for range 3 {
			if ev := stepUntil(t, m, 0); ev != Blocked {
				t.Fatalf("section: event %d, %s", ev, m.outcome.String())
			}
			if got := string(m.appendState(nil, 0)); got != before {
				t.Fatalf("state\n%x\nafter rolling back, want\n%x", got, before)
			}
			if m.NumThreads() != 1 || m.owner != -1 || len(m.mem.freed) != freed || m.mem.allocs != 1 {
				t.Errorf("%d threads, section of %d, %d freed, %d allocations", m.NumThreads(), m.owner,
					len(m.mem.freed), m.mem.allocs)
			}
			if m.mem.used > used+64 {
				t.Errorf("%d bytes used, before %d", m.mem.used, used)
			}
			if record && (len(m.rec.steps) != steps || len(m.rec.inputs) != 1) {
				t.Errorf("%d steps and %d inputs recorded, want %d and 1", len(m.rec.steps),
					len(m.rec.inputs), steps)
			}
		}
		// With the Await true the section happens.
		m.write(m.mem.find(g.Addr), 12, 4, 1)
		if ev := stepUntil(t, m, 0); ev != Visible || m.NumThreads() != 2 {
			t.Fatalf("section: event %d, %d threads", ev, m.NumThreads())
		}
		if string(m.appendState(nil, 0)) == before {
			t.Error("the section changed nothing")
		}
	}
}

// TestNestedAwait: an Await of an inner section disables the outer one.
func TestNestedAwait(t *testing.T) {
	b := lp64(t)
	m, g := b.global("m", 4), b.global("g", 4)
	other := b.fn("other")
	x, _ := other.load("x", 32, b.Ptr(g.Addr))
	other.check(b.Terms.Eq(b.sym(x), b.bv(32, 0)))
	other.unlock(b.Ptr(m.Addr))
	other.ret()
	f := b.main()
	f.store(b.Ptr(m.Addr), b.bv(32, 1))
	id, _ := f.spawn(other)
	f.do(cfa.AtomicBegin{})
	f.store(b.Ptr(g.Addr), b.bv(32, 1))
	f.lock(b.Ptr(m.Addr))
	f.do(cfa.AtomicEnd{})
	f.join(id)
	y, _ := f.load("y", 32, b.Ptr(g.Addr))
	f.check(b.Terms.Eq(b.sym(y), b.bv(32, 1)))
	f.ret()
	res := b.enumerate(EnumOptions{})
	if len(res.Violations)+len(res.Deadlocks) != 0 || !res.Complete {
		t.Errorf("%+v", res)
	}
	for seed := range uint64(10) {
		if out := b.run(seed); out.Kind != Exited {
			t.Errorf("seed %d: %s", seed, out.String())
		}
	}
}

// TestSectionEnds: what ends a path inside of a section.
func TestSectionEnds(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *builder, f *fn)
		kind  OutcomeKind
	}{
		{"violation", func(b *builder, f *fn) { f.fail() }, Violated},
		{"assumption", func(b *builder, f *fn) { f.do(cfa.Assume{Cond: b.Terms.False()}) }, AssumeFailed},
		{"process", func(b *builder, f *fn) { f.do(cfa.Exit{Kind: cfa.ExitProcess}) }, Exited},
		{"join", func(b *builder, f *fn) { f.do(cfa.Join{Dst: cfa.NoReg, Thread: b.sym(b.Self)}) }, Deadlock},
		{"thread", func(b *builder, f *fn) { f.do(cfa.Exit{Kind: cfa.ExitThread}) }, Exited},
		{"undefined", func(b *builder, f *fn) { f.do(cfa.UB{What: "x"}) }, Undefined},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := lp64(t)
			f := b.main()
			f.do(cfa.AtomicBegin{})
			f.do(cfa.AtomicBegin{})
			tt.build(b, f)
			if out := b.run(0); out.Kind != tt.kind {
				t.Error(out.String())
			}
		})
	}
}

// TestSectionExcludes: no other thread runs inside of a section, and the API
// refuses to let one.
func TestSectionExcludes(t *testing.T) {
	b := lp64(t)
	g := b.global("g", 4)
	inc := b.fn("inc")
	inc.do(cfa.AtomicBegin{})
	x, _ := inc.load("x", 32, b.Ptr(g.Addr))
	inc.store(b.Ptr(g.Addr), b.Terms.BVAdd(b.sym(x), b.bv(32, 1)))
	inc.do(cfa.AtomicEnd{})
	inc.ret()
	f := b.main()
	t1, _ := f.spawn(inc)
	t2, _ := f.spawn(inc)
	f.join(t1)
	f.join(t2)
	y, _ := f.load("y", 32, b.Ptr(g.Addr))
	f.check(b.Terms.Eq(b.sym(y), b.bv(32, 2)))
	f.ret()
	if res := b.enumerate(EnumOptions{}); len(res.Violations) != 0 || !res.Complete {
		t.Errorf("%+v", res)
	}
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
