package interp

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

func (b *builder) enumerate(opt EnumOptions) *Enumeration {
	b.t.Helper()
	res, err := Enumerate(context.Background(), b.Program, opt)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, list := range [][]Found{res.Violations, res.Deadlocks} {
		for _, f := range list {
			b.replays(f.Trace)
		}
	}
	return res
}

// replays checks that a trace replays, without and with its steps.
func (b *builder) replays(tr *trace.Trace) *trace.Trace {
	b.t.Helper()
	full, err := Replay(context.Background(), b.Program, tr.Machine())
	if err != nil {
		b.t.Fatalf("%v\nof %+v", err, tr.Machine())
	}
	if len(full.Steps) == 0 {
		b.t.Error("the replay explains nothing")
	}
	return full
}

// lostUpdate makes two threads that increment g without protection, or with a
// lock.
func lostUpdate(b *builder, locked bool) {
	g, m := b.global("g", 4), b.global("m", 4)
	inc := b.fn("inc")
	if locked {
		inc.lock(b.Ptr(m.Addr))
	}
	x, _ := inc.load("x", 32, b.Ptr(g.Addr))
	inc.store(b.Ptr(g.Addr), b.Terms.BVAdd(b.sym(x), b.bv(32, 1)))
	if locked {
		inc.unlock(b.Ptr(m.Addr))
	}
	inc.ret()
	f := b.main()
	t1, _ := f.spawn(inc)
	t2, _ := f.spawn(inc)
	f.join(t1)
	f.join(t2)
	y, _ := f.load("y", 32, b.Ptr(g.Addr))
	f.check(b.Terms.Eq(b.sym(y), b.bv(32, 2)))
	f.ret()
}

func TestEnumerate(t *testing.T) {
	tests := []struct {
		name       string
		build      func(b *builder)
		violations int
		deadlocks  int
		undefined  int
		incomplete bool
		sampled    bool
	}{
		{name: "lost update", build: func(b *builder) { lostUpdate(b, false) }, violations: 1},
		{name: "locked update", build: func(b *builder) { lostUpdate(b, true) }},
		{name: "store buffering is impossible", build: func(b *builder) {
			x, y := b.global("x", 4), b.global("y", 4)
			r1, r2 := b.global("r1", 4), b.global("r2", 4)
			side := func(name string, mine, theirs, out uint64) *fn {
				f := b.fn(name)
				f.store(b.Ptr(mine), b.bv(32, 1))
				v, _ := f.load("v", 32, b.Ptr(theirs))
				f.store(b.Ptr(out), b.sym(v))
				f.ret()
				return f
			}
			f := b.main()
			t1, _ := f.spawn(side("t1", x.Addr, y.Addr, r1.Addr))
			t2, _ := f.spawn(side("t2", y.Addr, x.Addr, r2.Addr))
			f.join(t1)
			f.join(t2)
			p, _ := f.load("p", 32, b.Ptr(r1.Addr))
			q, _ := f.load("q", 32, b.Ptr(r2.Addr))
			f.check(b.Terms.Not(b.Terms.And(b.Terms.Eq(b.sym(p), b.bv(32, 0)),
				b.Terms.Eq(b.sym(q), b.bv(32, 0)))))
			f.ret()
		}},
		{name: "inputs of 4 bits", build: func(b *builder) {
			f := b.main()
			x, _ := f.havoc("x", 4)
			y, _ := f.havoc("y", 4)
			f.check(b.Terms.Not(b.Terms.Eq(b.Terms.BVMul(b.sym(x), b.sym(y)), b.bv(4, 13))))
			f.ret()
		}, violations: 1},
		{name: "wide inputs are sampled", build: func(b *builder) {
			f := b.main()
			x, _ := f.havoc("x", 128)
			f.check(b.Terms.Not(b.Terms.Eq(b.sym(x), b.Terms.BVNot(b.bv(128, 0)))))
			f.ret()
		}, violations: 1, sampled: true},
		{name: "a prefix before a failing assumption counts", build: func(b *builder) {
			x := b.global("x", 4)
			w := b.fn("w")
			w.store(b.Ptr(x.Addr), b.bv(32, 1))
			w.do(cfa.Assume{Cond: b.Terms.False()})
			f := b.main()
			f.spawn(w)
			v, _ := f.load("v", 32, b.Ptr(x.Addr))
			f.check(b.Terms.Eq(b.sym(v), b.bv(32, 0)))
			f.ret()
		}, violations: 1},
		{name: "a section with a failing assumption never happens", build: func(b *builder) {
			x := b.global("x", 4)
			w := b.fn("w")
			w.do(cfa.AtomicBegin{})
			w.store(b.Ptr(x.Addr), b.bv(32, 1))
			w.do(cfa.Assume{Cond: b.Terms.False()})
			f := b.main()
			f.spawn(w)
			v, _ := f.load("v", 32, b.Ptr(x.Addr))
			f.check(b.Terms.Eq(b.sym(v), b.bv(32, 0)))
			f.ret()
		}},
		{name: "locks in opposite order", build: func(b *builder) {
			p, q := b.global("p", 4), b.global("q", 4)
			f, g := b.main(), b.fn("other")
			id, _ := f.spawn(g)
			for _, x := range []struct {
				f    *fn
				a, b uint64
			}{{f, p.Addr, q.Addr}, {g, q.Addr, p.Addr}} {
				x.f.lock(b.Ptr(x.a))
				x.f.lock(b.Ptr(x.b))
				x.f.unlock(b.Ptr(x.b))
				x.f.unlock(b.Ptr(x.a))
			}
			f.join(id)
			f.ret()
			g.ret()
		}, deadlocks: 1},
		{name: "a deadlock behind a local choice", build: func(b *builder) {
			m := b.global("m", 4, cfa.Init{Value: b.bv(32, 1)})
			f := b.main()
			x, _ := f.havoc("x", 0)
			yes, no := f.loc(), f.loc()
			f.to(cfa.Assume{Cond: b.sym(x)}, yes)
			f.to(cfa.Assume{Cond: b.Terms.Not(b.sym(x))}, no)
			f.at(no).ret()
			f.at(yes).lock(b.Ptr(m.Addr))
			f.ret()
		}, deadlocks: 1},
		{name: "an endless local loop is no deadlock", build: func(b *builder) {
			f := b.main()
			f.to(cfa.Fence{}, f.cur)
		}},
		{name: "a local loop of choices", build: func(b *builder) {
			f := b.main()
			x := f.reg("x", 0)
			head, again, out := f.cur, f.loc(), f.loc()
			f.to(cfa.Havoc{Dst: x, What: "x"}, again)
			f.at(again).to(cfa.Assume{Cond: b.sym(x)}, head)
			f.to(cfa.Assume{Cond: b.Terms.Not(b.sym(x))}, out)
			f.at(out).fail()
		}, violations: 1},
		{name: "overlapping assumptions", build: func(b *builder) {
			f := b.main()
			x, y, z := f.loc(), f.loc(), f.loc()
			f.to(cfa.Assume{Cond: b.Terms.True()}, x)
			f.to(cfa.Assume{Cond: b.Terms.False()}, y)
			f.to(cfa.Assume{Cond: b.Terms.True()}, z)
			f.at(x).ret()
			f.at(y).fail()
			f.at(z).fail()
		}, violations: 1},
		{name: "uninitialised bytes", build: func(b *builder) {
			g := b.global("g", 1)
			g.Undefined = true
			f := b.main()
			x, _ := f.load("x", 8, b.Ptr(g.Addr))
			y, _ := f.load("y", 8, b.Ptr(g.Addr))
			f.check(b.Terms.Eq(b.sym(x), b.sym(y)))
			f.check(b.Terms.Not(b.Terms.Eq(b.sym(x), b.bv(8, 255))))
			f.ret()
		}, violations: 1, sampled: true},
		{name: "free against use", build: func(b *builder) {
			g := b.global("g", 8)
			use := b.fn("use")
			p, _ := use.load("p", 64, b.Ptr(g.Addr))
			use.store(b.sym(p), b.bv(8, 1))
			use.ret()
			f := b.main()
			a := f.reg("a", 64)
			f.do(cfa.Alloc{Dst: a, Size: b.Ptr(1)})
			f.store(b.Ptr(g.Addr), b.sym(a))
			id, _ := f.spawn(use)
			f.do(cfa.Free{Addr: b.sym(a)})
			f.join(id)
			f.ret()
		}, undefined: 1},
		{name: "a counter that never ends", build: func(b *builder) {
			g := b.global("g", 8)
			f := b.main()
			head := f.cur
			x, _ := f.load("x", 64, b.Ptr(g.Addr))
			f.to(cfa.Store{Addr: b.Ptr(g.Addr), Value: b.Terms.BVAdd(b.sym(x), b.Ptr(1))}, head)
		}, incomplete: true},
		{name: "a missing result is an input", build: func(b *builder) {
			g := b.fn("g")
			g.ret()
			f := b.main()
			x := f.reg("x", 2)
			f.do(cfa.Call{Dst: x, Proc: g.ID})
			f.check(b.Terms.Not(b.Terms.Eq(b.sym(x), b.bv(2, 3))))
			f.ret()
		}, violations: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := lp64(t)
			tt.build(b)
			res := b.enumerate(EnumOptions{MaxStates: 5000})
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

// TestPeterson: mutual exclusion that spins is explored completely, and
// broken when the turn is left out.
func TestPeterson(t *testing.T) {
	for _, broken := range []bool{false, true} {
		b := lp64(t)
		flags := b.global("flag", 8)
		turn, c := b.global("turn", 4), b.global("critical", 4)
		b32 := func(v uint64) term.Term { return b.bv(32, v) }
		side := func(me uint64) *fn {
			f := b.fn("side")
			mine, theirs := b.Ptr(flags.Addr+4*me), b.Ptr(flags.Addr+4*(1-me))
			f.store(mine, b32(1))
			if !broken {
				f.store(b.Ptr(turn.Addr), b32(1-me))
			}
			head := f.cur
			x, _ := f.load("x", 32, theirs)
			y, _ := f.load("y", 32, b.Ptr(turn.Addr))
			wait := b.Terms.And(b.Terms.Eq(b.sym(x), b32(1)), b.Terms.Eq(b.sym(y), b32(1-me)))
			enter := f.loc()
			f.to(cfa.Assume{Cond: wait}, head)
			f.to(cfa.Assume{Cond: b.Terms.Not(wait)}, enter)
			f.at(enter).store(b.Ptr(c.Addr), b32(me))
			z, _ := f.load("z", 32, b.Ptr(c.Addr))
			f.check(b.Terms.Eq(b.sym(z), b32(me)))
			f.store(mine, b32(0))
			f.ret()
			return f
		}
		s0, s1 := side(0), side(1)
		f := b.main()
		t1, _ := f.spawn(s0)
		t2, _ := f.spawn(s1)
		f.join(t1)
		f.join(t2)
		f.ret()
		res := b.enumerate(EnumOptions{})
		if (len(res.Violations) > 0) != broken || !res.Complete {
			t.Errorf("broken %v: %d violations, complete %v (%s), %d states", broken, len(res.Violations),
				res.Complete, res.Why, res.States)
		}
	}
}

func TestEnumerateCanceled(t *testing.T) {
	b := lp64(t)
	lostUpdate(b, false)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := Enumerate(ctx, b.Program, EnumOptions{})
	if err != nil || res.Complete || res.Why != "context canceled" {
		t.Errorf("%+v, %v", res, err)
	}
}
