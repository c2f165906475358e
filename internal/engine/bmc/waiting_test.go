package bmc_test

import (
	"context"
	"math/rand"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// lock takes a lock: mostly as one does.
func (r *randomProgram) lock(l *cfa.Object) {
	s := r.p.Terms
	h := r.reg("h")
	r.edge(cfa.AtomicBegin{})
	r.load(h, l)
	r.edge(cfa.Await{Cond: s.Eq(r.sym(h), s.BV(8, 0))})
	r.store(l, s.BV(8, 1))
	r.edge(cfa.AtomicEnd{})
}

// wait waits under a lock until a variable has another value, or looks at the lock word.
func (r *randomProgram) wait() {
	s := r.p.Terms
	v, x, l := r.vars[r.Intn(len(r.vars))], r.regs[r.Intn(len(r.regs))], r.locks[0]
	same := s.Eq(r.sym(x), s.BV(8, uint64(r.Intn(4)/3)))
	loop := func(head cfa.LocID) {
		out := r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, r.at, head, cfa.Assume{Cond: same}, source.Pos{})
		r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: s.Not(same)}, source.Pos{})
		r.at = out
	}
	switch r.Intn(5) {
	case 0, 1: // polling
		head := r.at
		r.lock(l)
		r.load(x, v)
		if r.Intn(4) == 0 {
			r.store(v, r.konst())
		}
		r.store(l, s.BV(8, 0))
		loop(head)
	case 2, 3: // waiting as with a condition variable
		r.lock(l)
		first, head := r.at, r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, first, head, cfa.Fence{}, source.Pos{})
		r.at = head
		r.load(x, v)
		again, out := r.c.NewLoc(source.Pos{}), r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, r.at, again, cfa.Assume{Cond: same}, source.Pos{})
		r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: s.Not(same)}, source.Pos{})
		r.at = again
		r.store(l, s.BV(8, 0))
		if r.Intn(4) == 0 {
			r.load(r.regs[r.Intn(len(r.regs))], v)
		}
		r.lock(l)
		r.p.NewEdge(r.c, r.at, head, cfa.Fence{}, source.Pos{})
		r.at = out
		r.store(l, s.BV(8, 0))
	default:
		if r.Intn(3) == 0 {
			r.load(x, l) // sees whether somebody holds it
		} else {
			r.lock(l)
			r.store(v, r.konst())
			r.store(l, s.BV(8, 0))
		}
	}
}

// newWaitingProgram builds a random program in which threads wait under a lock.
func newWaitingProgram(seed int64) *cfa.Program {
	r := &randomProgram{Rand: rand.New(rand.NewSource(seed)), p: cfa.NewProgram(32, &source.Files{})}
	r.p.OffsetBits = 20
	r.vars = []*cfa.Object{r.object("v0"), r.object("v1")}
	r.locks = []*cfa.Object{r.object("lock")}
	r.p.Self = r.p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	body := func() {
		r.at = r.c.Entry
		r.regs = []cfa.RegID{r.reg("x"), r.reg("y")}
		for _, x := range r.regs {
			r.edge(cfa.Assign{Dst: x, Value: r.p.Terms.BV(8, 0)})
		}
		for range 2 + r.Intn(2) {
			if r.Intn(3) > 0 {
				r.wait()
			} else {
				r.stmt(2)
			}
			if r.at < 0 {
				r.at = r.c.NewLoc(source.Pos{})
			}
		}
	}
	worker := r.p.NewProc("worker", source.Pos{})
	worker.Result = term.BitVec(32)
	r.c = worker
	body()
	r.edge(cfa.Return{Value: r.p.Ptr(0)})
	m := r.p.NewProc("main", source.Pos{})
	r.p.Entry = m.ID
	r.c, r.at = m, m.Entry
	id := r.p.NewReg(cfa.Reg{Name: "id", Sort: term.BitVec(32), Proc: m.ID})
	r.edge(cfa.Spawn{Dst: id, Proc: worker.ID})
	entry := r.at
	keep := m.Entry
	m.Entry = entry
	body()
	m.Entry = keep
	for i, v := range r.vars {
		r.load(r.regs[i], v)
	}
	r.branch(r.p.Terms.And(r.cond(), r.cond()), r.violation)
	r.edge(cfa.Return{})
	r.p.Terms.Freeze()
	return r.p
}

// TestRandomWaiting compares verdicts on random programs that wait with an enumeration of all interleavings.
func TestRandomWaiting(t *testing.T) {
	ctx := context.Background()
	violated, holds, more := 0, 0, 0
	n := testflag.Times(6)
	for seed := range testflag.Seeds(6) {
		p := newWaitingProgram(seed)
		want := enumerated(t, seed, p)
		if want == nil {
			continue
		}
		var with property.Kind
		for i, cfg := range []bmc.Config{
			{NoValues: true, NoIntervals: true}, {NoValues: true, NoIntervals: true, NoRetakes: true}, {},
			{NoValues: true, NoIntervals: true, NoLockedReads: true, NoSilentStores: true,
				NoSpinReduction: true},
		} {
			res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall,
				MaxUnwind: 4})
			if err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, cfg, err)
			}
			switch res.Verdict.Kind {
			case property.False:
				violated++
				if len(want.Violations) == 0 {
					t.Errorf("seed %d, %+v: violated, but the enumeration finds no violation", seed, cfg)
				} else if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %+v: the trace does not replay: %v", seed, cfg, err)
				}
			case property.True:
				holds++
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %+v: holds, but the enumeration finds a violation", seed, cfg)
				}
			}
			if i == 0 {
				with = res.Verdict.Kind
			} else if cfg.NoRetakes && with == property.True && res.Verdict.Kind == property.Unknown {
				more++
			}
		}
	}
	t.Logf("%d violated, %d hold; %d proved with retakes only", violated, holds, more)
	if holds < n || more < n/4 {
		t.Errorf("the random programs are too one-sided")
	}
}
