package enumerate

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/build"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

func enumerate(b *build.Builder, opt Options) *Result {
	b.T.Helper()
	res, err := Run(context.Background(), b.Program, opt)
	if err != nil {
		b.T.Fatal(err)
	}
	for _, list := range [][]Found{res.Violations, res.Deadlocks} {
		for _, f := range list {
			replays(b, f.Trace)
		}
	}
	return res
}

// replays checks that a trace replays, without and with its steps.
func replays(b *build.Builder, tr *trace.Trace) *trace.Trace {
	b.T.Helper()
	full, err := interp.Replay(context.Background(), b.Program, tr.Machine())
	if err != nil {
		b.T.Fatalf("%v\nof %+v", err, tr.Machine())
	}
	if len(full.Steps) == 0 {
		b.T.Error("the replay explains nothing")
	}
	return full
}

func TestEnumerate(t *testing.T) {
	tests := []struct {
		name       string
		build      func(b *build.Builder)
		violations int
		deadlocks  int
		undefined  int
		incomplete bool
		sampled    bool
	}{
		{name: "lost update", build: func(b *build.Builder) { build.LostUpdate(b, false) }, violations: 1},
		{name: "locked update", build: func(b *build.Builder) { build.LostUpdate(b, true) }},
		{name: "store buffering is impossible", build: func(b *build.Builder) {
			x, y := b.Global("x", 4), b.Global("y", 4)
			r1, r2 := b.Global("r1", 4), b.Global("r2", 4)
			side := func(name string, mine, theirs, out uint64) *build.Procedure {
				f := b.Procedure(name)
				f.Store(b.Ptr(mine), b.BV(32, 1))
				v, _ := f.Load("v", 32, b.Ptr(theirs))
				f.Store(b.Ptr(out), b.Sym(v))
				f.Ret()
				return f
			}
			f := b.Main()
			t1, _ := f.Spawn(side("t1", x.Addr, y.Addr, r1.Addr))
			t2, _ := f.Spawn(side("t2", y.Addr, x.Addr, r2.Addr))
			f.Join(t1)
			f.Join(t2)
			p, _ := f.Load("p", 32, b.Ptr(r1.Addr))
			q, _ := f.Load("q", 32, b.Ptr(r2.Addr))
			f.Check(b.Terms.Not(b.Terms.And(b.Terms.Eq(b.Sym(p), b.BV(32, 0)),
				b.Terms.Eq(b.Sym(q), b.BV(32, 0)))))
			f.Ret()
		}},
		{name: "inputs of 4 bits", build: func(b *build.Builder) {
			f := b.Main()
			x, _ := f.Havoc("x", 4)
			y, _ := f.Havoc("y", 4)
			f.Check(b.Terms.Not(b.Terms.Eq(b.Terms.BVMul(b.Sym(x), b.Sym(y)), b.BV(4, 13))))
			f.Ret()
		}, violations: 1},
		{name: "wide inputs are sampled", build: func(b *build.Builder) {
			f := b.Main()
			x, _ := f.Havoc("x", 128)
			f.Check(b.Terms.Not(b.Terms.Eq(b.Sym(x), b.Terms.BVNot(b.BV(128, 0)))))
			f.Ret()
		}, violations: 1, sampled: true},
		{name: "a prefix before a failing assumption counts", build: func(b *build.Builder) {
			x := b.Global("x", 4)
			w := b.Procedure("w")
			w.Store(b.Ptr(x.Addr), b.BV(32, 1))
			w.Do(cfa.Assume{Cond: b.Terms.False()})
			f := b.Main()
			f.Spawn(w)
			v, _ := f.Load("v", 32, b.Ptr(x.Addr))
			f.Check(b.Terms.Eq(b.Sym(v), b.BV(32, 0)))
			f.Ret()
		}, violations: 1},
		{name: "a section with a failing assumption never happens", build: func(b *build.Builder) {
			x := b.Global("x", 4)
			w := b.Procedure("w")
			w.Do(cfa.AtomicBegin{})
			w.Store(b.Ptr(x.Addr), b.BV(32, 1))
			w.Do(cfa.Assume{Cond: b.Terms.False()})
			f := b.Main()
			f.Spawn(w)
			v, _ := f.Load("v", 32, b.Ptr(x.Addr))
			f.Check(b.Terms.Eq(b.Sym(v), b.BV(32, 0)))
			f.Ret()
		}},
		{name: "locks in opposite order", build: func(b *build.Builder) {
			p, q := b.Global("p", 4), b.Global("q", 4)
			f, g := b.Main(), b.Procedure("other")
			id, _ := f.Spawn(g)
			for _, x := range []struct {
				f    *build.Procedure
				a, b uint64
			}{{f, p.Addr, q.Addr}, {g, q.Addr, p.Addr}} {
				x.f.Lock(b.Ptr(x.a))
				x.f.Lock(b.Ptr(x.b))
				x.f.Unlock(b.Ptr(x.b))
				x.f.Unlock(b.Ptr(x.a))
			}
			f.Join(id)
			f.Ret()
			g.Ret()
		}, deadlocks: 1},
		{name: "a deadlock behind a local choice", build: func(b *build.Builder) {
			m := b.Global("m", 4, cfa.Init{Value: b.BV(32, 1)})
			f := b.Main()
			x, _ := f.Havoc("x", 0)
			yes, no := f.Loc(), f.Loc()
			f.To(cfa.Assume{Cond: b.Sym(x)}, yes)
			f.To(cfa.Assume{Cond: b.Terms.Not(b.Sym(x))}, no)
			f.At(no).Ret()
			f.At(yes).Lock(b.Ptr(m.Addr))
			f.Ret()
		}, deadlocks: 1},
		{name: "an endless local loop is no deadlock", build: func(b *build.Builder) {
			f := b.Main()
			f.To(cfa.Fence{}, f.Cur)
		}},
		{name: "a local loop of choices", build: func(b *build.Builder) {
			f := b.Main()
			x := f.Reg("x", 0)
			head, again, out := f.Cur, f.Loc(), f.Loc()
			f.To(cfa.Havoc{Dst: x, What: "x"}, again)
			f.At(again).To(cfa.Assume{Cond: b.Sym(x)}, head)
			f.To(cfa.Assume{Cond: b.Terms.Not(b.Sym(x))}, out)
			f.At(out).Fail()
		}, violations: 1},
		{name: "overlapping assumptions", build: func(b *build.Builder) {
			f := b.Main()
			x, y, z := f.Loc(), f.Loc(), f.Loc()
			f.To(cfa.Assume{Cond: b.Terms.True()}, x)
			f.To(cfa.Assume{Cond: b.Terms.False()}, y)
			f.To(cfa.Assume{Cond: b.Terms.True()}, z)
			f.At(x).Ret()
			f.At(y).Fail()
			f.At(z).Fail()
		}, violations: 1},
		{name: "uninitialised bytes", build: func(b *build.Builder) {
			g := b.Global("g", 1)
			g.Undefined = true
			f := b.Main()
			x, _ := f.Load("x", 8, b.Ptr(g.Addr))
			y, _ := f.Load("y", 8, b.Ptr(g.Addr))
			f.Check(b.Terms.Eq(b.Sym(x), b.Sym(y)))
			f.Check(b.Terms.Not(b.Terms.Eq(b.Sym(x), b.BV(8, 255))))
			f.Ret()
		}, violations: 1, sampled: true},
		{name: "free against use", build: func(b *build.Builder) {
			g := b.Global("g", 8)
			use := b.Procedure("use")
			p, _ := use.Load("p", 64, b.Ptr(g.Addr))
			use.Store(b.Sym(p), b.BV(8, 1))
			use.Ret()
			f := b.Main()
			a := f.Reg("a", 64)
			f.Do(cfa.Alloc{Dst: a, Size: b.Ptr(1)})
			f.Store(b.Ptr(g.Addr), b.Sym(a))
			id, _ := f.Spawn(use)
			f.Do(cfa.Free{Addr: b.Sym(a)})
			f.Join(id)
			f.Ret()
		}, undefined: 1},
		{name: "a counter that never ends", build: func(b *build.Builder) {
			g := b.Global("g", 8)
			f := b.Main()
			head := f.Cur
			x, _ := f.Load("x", 64, b.Ptr(g.Addr))
			f.To(cfa.Store{Addr: b.Ptr(g.Addr), Value: b.Terms.BVAdd(b.Sym(x), b.Ptr(1))}, head)
		}, incomplete: true},
		{name: "a missing result is an input", build: func(b *build.Builder) {
			g := b.Procedure("g")
			g.Ret()
			f := b.Main()
			x := f.Reg("x", 2)
			f.Do(cfa.Call{Dst: x, Proc: g.ID})
			f.Check(b.Terms.Not(b.Terms.Eq(b.Sym(x), b.BV(2, 3))))
			f.Ret()
		}, violations: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			tt.build(b)
			res := enumerate(b, Options{MaxStates: 5000})
			if len(res.Violations) != tt.violations || len(res.Deadlocks) != tt.deadlocks ||
				len(res.Undefined) != tt.undefined {
				t.Errorf("%d violations, %d deadlocks, %d undefined; want %d, %d, %d", len(res.Violations),
					len(res.Deadlocks),
					len(res.Undefined), tt.violations, tt.deadlocks, tt.undefined)
			}
			if res.Complete == tt.incomplete || res.Sampled != tt.sampled {
				t.Errorf("complete %v (%s), sampled %v", res.Complete, res.Why, res.Sampled)
			}
		})
	}
}

// TestPeterson: mutual exclusion that spins is explored completely, and broken when the turn is left out.
func TestPeterson(t *testing.T) {
	for _, broken := range []bool{false, true} {
		b := build.LP64(t)
		flags := b.Global("flag", 8)
		turn, c := b.Global("turn", 4), b.Global("critical", 4)
		b32 := func(v uint64) term.Term { return b.BV(32, v) }
		side := func(me uint64) *build.Procedure {
			f := b.Procedure("side")
			mine, theirs := b.Ptr(flags.Addr+4*me), b.Ptr(flags.Addr+4*(1-me))
			f.Store(mine, b32(1))
			if !broken {
				f.Store(b.Ptr(turn.Addr), b32(1-me))
			}
			head := f.Cur
			x, _ := f.Load("x", 32, theirs)
			y, _ := f.Load("y", 32, b.Ptr(turn.Addr))
			wait := b.Terms.And(b.Terms.Eq(b.Sym(x), b32(1)), b.Terms.Eq(b.Sym(y), b32(1-me)))
			enter := f.Loc()
			f.To(cfa.Assume{Cond: wait}, head)
			f.To(cfa.Assume{Cond: b.Terms.Not(wait)}, enter)
			f.At(enter).Store(b.Ptr(c.Addr), b32(me))
			z, _ := f.Load("z", 32, b.Ptr(c.Addr))
			f.Check(b.Terms.Eq(b.Sym(z), b32(me)))
			f.Store(mine, b32(0))
			f.Ret()
			return f
		}
		s0, s1 := side(0), side(1)
		f := b.Main()
		t1, _ := f.Spawn(s0)
		t2, _ := f.Spawn(s1)
		f.Join(t1)
		f.Join(t2)
		f.Ret()
		res := enumerate(b, Options{})
		if (len(res.Violations) > 0) != broken || !res.Complete {
			t.Errorf("broken %v: %d violations, complete %v (%s), %d states", broken, len(res.Violations),
				res.Complete, res.Why, res.States)
		}
	}
}

func TestEnumerateCanceled(t *testing.T) {
	b := build.LP64(t)
	build.LostUpdate(b, false)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := Run(ctx, b.Program, Options{})
	if err != nil || res.Complete || res.Why != "context canceled" {
		t.Errorf("%+v, %v", res, err)
	}
}
