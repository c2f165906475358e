package bmc_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/switches"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// randomProgram builds a small concurrent program: 2 or 3 threads of 2 to 5 accesses to shared variables,
// with locks, atomic sections that may abort half-way, assumptions, joins, spinning and short loops.
type randomProgram struct {
	*rand.Rand
	p     *cfa.Program
	vars  []*cfa.Object
	locks []*cfa.Object
	c     *cfa.Proc
	at    cfa.LocID
	regs  []cfa.RegID
	in    int // atomic sections around
}

func (r *randomProgram) object(name string) *cfa.Object {
	n := uint64(len(r.p.Objects) + 1)
	o := &cfa.Object{Name: name, Addr: r.p.RegionStart(n), Size: 1, Proc: cfa.NoProc}
	r.p.Objects = append(r.p.Objects, o)
	r.p.HeapBase = r.p.RegionStart(n + 1)
	return o
}

func (r *randomProgram) edge(op cfa.Op) {
	to := r.c.NewLoc(source.Pos{})
	r.p.NewEdge(r.c, r.at, to, op, source.Pos{Line: int32(r.p.NumEdges + 1)})
	r.at = to
}

func (r *randomProgram) reg(name string) cfa.RegID {
	return r.p.NewReg(cfa.Reg{Name: name, Sort: term.BitVec(8), Proc: r.c.ID})
}

func (r *randomProgram) load(x cfa.RegID, o *cfa.Object) {
	r.edge(cfa.Load{Dst: x, Addr: r.p.Ptr(o.Addr)})
}

func (r *randomProgram) store(o *cfa.Object, v term.Term) {
	r.edge(cfa.Store{Addr: r.p.Ptr(o.Addr), Value: v})
}

func (r *randomProgram) sym(x cfa.RegID) term.Term { return r.p.Regs[x].Sym }

func (r *randomProgram) konst() term.Term { return r.p.Terms.BV(8, uint64(r.Intn(3))) }

func (r *randomProgram) cond() term.Term {
	c := r.p.Terms.Eq(r.sym(r.regs[r.Intn(len(r.regs))]), r.konst())
	if r.Intn(3) == 0 {
		c = r.p.Terms.Not(c)
	}
	return c
}

// branch runs then where cond holds, and goes on after it in any case.
func (r *randomProgram) branch(cond term.Term, then func()) {
	from, join := r.at, r.c.NewLoc(source.Pos{})
	yes := r.c.NewLoc(source.Pos{})
	r.p.NewEdge(r.c, from, yes, cfa.Assume{Cond: cond}, source.Pos{})
	r.p.NewEdge(r.c, from, join, cfa.Assume{Cond: r.p.Terms.Not(cond)}, source.Pos{})
	r.at = yes
	then()
	if r.at >= 0 {
		r.p.NewEdge(r.c, r.at, join, cfa.Assign{Dst: r.regs[0], Value: r.sym(r.regs[0])}, source.Pos{})
	}
	r.at = join
}

func (r *randomProgram) violation() {
	r.edge(cfa.Violation{Property: "unreach-call", Message: "reached"})
	r.at = -1
}

func (r *randomProgram) stmt(depth int) {
	s := r.p.Terms
	v := r.vars[r.Intn(len(r.vars))]
	x := r.regs[r.Intn(len(r.regs))]
	switch k := r.Intn(14); {
	case k < 2:
		r.store(v, r.konst())
	case k < 4:
		r.load(x, v)
	case k == 4:
		r.load(x, v)
		r.store(v, s.BVAdd(r.sym(x), s.BV(8, 1)))
	case k == 5:
		r.store(v, r.sym(x))
	case k == 6 && depth < 2 && r.in == 0:
		l := r.locks[r.Intn(len(r.locks))]
		h := r.reg("h")
		r.edge(cfa.AtomicBegin{})
		r.load(h, l)
		r.edge(cfa.Await{Cond: s.Eq(r.sym(h), s.BV(8, 0))})
		r.store(l, s.BV(8, 1))
		r.edge(cfa.AtomicEnd{})
		r.stmt(depth + 1)
		r.stmt(depth + 1)
		if r.Intn(8) > 0 {
			r.store(l, s.BV(8, 0))
		}
	case k == 7 && depth < 2 && r.in == 0:
		r.edge(cfa.AtomicBegin{})
		r.in++
		r.stmt(depth + 1)
		if r.Intn(3) == 0 {
			r.edge(cfa.Assume{Cond: r.cond()})
		}
		r.stmt(depth + 1)
		r.in--
		r.edge(cfa.AtomicEnd{})
	case k == 8:
		r.edge(cfa.Assume{Cond: r.cond()})
	case k == 9 && depth < 2:
		r.branch(r.cond(), func() { r.stmt(depth + 1) })
	case k == 10:
		c := r.cond()
		if r.Intn(2) == 0 {
			c = s.And(c, r.cond())
		}
		r.branch(c, r.violation)
	case k == 11 && depth < 2 && r.in == 0:
		// do x = v; while (x == k): endless waiting
		head := r.at
		r.load(x, v)
		out := r.c.NewLoc(source.Pos{})
		wait := s.Eq(r.sym(x), r.konst())
		r.p.NewEdge(r.c, r.at, head, cfa.Assume{Cond: wait}, source.Pos{})
		r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: s.Not(wait)}, source.Pos{})
		r.at = out
	case k == 12 && depth < 1:
		i := r.reg("i")
		r.edge(cfa.Assign{Dst: i, Value: s.BV(8, 0)})
		head, out, body := r.at, r.c.NewLoc(source.Pos{}), r.c.NewLoc(source.Pos{})
		more := s.BVUlt(r.sym(i), s.BV(8, 2))
		r.p.NewEdge(r.c, head, body, cfa.Assume{Cond: more}, source.Pos{})
		r.p.NewEdge(r.c, head, out, cfa.Assume{Cond: s.Not(more)}, source.Pos{})
		r.at = body
		r.stmt(depth + 1)
		r.p.NewEdge(r.c, r.at, head, cfa.Assign{Dst: i, Value: s.BVAdd(r.sym(i), s.BV(8, 1))}, source.Pos{})
		r.at = out
	default:
		b := r.p.NewReg(cfa.Reg{Name: "b", Sort: term.Bool, Proc: r.c.ID})
		r.edge(cfa.Havoc{Dst: b, What: "choice"})
		r.edge(cfa.Assign{Dst: x, Value: s.Ite(r.p.Regs[b].Sym, s.BV(8, 1), r.sym(x))})
	}
}

func (r *randomProgram) body(n int) {
	r.at = r.c.Entry
	r.regs = []cfa.RegID{r.reg("x"), r.reg("y")}
	for _, x := range r.regs {
		r.edge(cfa.Assign{Dst: x, Value: r.konst()})
	}
	for range n {
		r.stmt(0)
	}
}

func newRandomProgram(seed int64) *cfa.Program {
	r := &randomProgram{Rand: rand.New(rand.NewSource(seed)), p: cfa.NewProgram(32, &source.Files{})}
	r.p.OffsetBits = 20
	for i := range 2 {
		r.vars = append(r.vars, r.object(fmt.Sprint("v", i)))
	}
	r.locks = append(r.locks, r.object("lock"))
	r.p.Self = r.p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	var workers []*cfa.Proc
	for i := range 1 + r.Intn(2) {
		w := r.p.NewProc(fmt.Sprint("worker", i), source.Pos{})
		w.Result = term.BitVec(32)
		r.c = w
		r.body(2 + r.Intn(3))
		r.edge(cfa.Return{Value: r.p.Ptr(0)})
		workers = append(workers, w)
	}
	m := r.p.NewProc("main", source.Pos{})
	r.p.Entry = m.ID
	r.c = m
	r.at = m.Entry
	var ids []cfa.RegID
	for _, w := range workers {
		id := r.p.NewReg(cfa.Reg{Name: "id", Sort: term.BitVec(32), Proc: m.ID})
		r.edge(cfa.Spawn{Dst: id, Proc: w.ID})
		ids = append(ids, id)
	}
	r.regs = []cfa.RegID{r.reg("x"), r.reg("y")}
	for _, x := range r.regs {
		r.edge(cfa.Assign{Dst: x, Value: r.konst()})
	}
	for range r.Intn(3) {
		r.stmt(0)
	}
	if r.Intn(2) == 0 {
		for _, id := range ids {
			r.edge(cfa.Join{Dst: cfa.NoReg, Thread: r.p.Regs[id].Sym})
		}
		for i, v := range r.vars {
			r.load(r.regs[i], v)
		}
		r.branch(r.p.Terms.And(r.cond(), r.cond()), r.violation)
	}
	r.edge(cfa.Return{})
	r.p.Terms.Freeze()
	return r.p
}

// enumeratedPrograms is how many random programs an ordinary run compares in some configurations each.
const enumeratedPrograms = 120

// someEvents are the default configuration and some others, which differ from seed to seed; with -scale more
// of them.
func someEvents(seed int64) []switches.Configuration {
	all := switches.Events()
	if testflag.Chosen() {
		return slices.DeleteFunc(all, func(c switches.Configuration) bool { return !testflag.Only(c.Name) })
	}
	out := all[:1:1]
	for i := range min(testflag.Times(6), len(all)-1) {
		out = append(out, all[1+int(7*seed+int64(i))%(len(all)-1)])
	}
	return out
}

// TestRandomAgainstEnumeration compares verdicts with an enumeration of all
// interleavings, and replays every violation.
func TestRandomAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	violated, holds, unknown, compared := 0, 0, 0, 0
	for seed := range testflag.Seeds(enumeratedPrograms) {
		p := newRandomProgram(seed)
		want := enumerated(t, seed, p)
		if want == nil {
			continue
		}
		for _, cfg := range someEvents(seed) {
			compared++
			res, err := cfg.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, cfg.Name, err)
			}
			switch res.Verdict.Kind {
			case property.False:
				violated++
				if len(want.Violations) == 0 {
					t.Errorf("seed %d, %s: violated, but the enumeration finds no violation", seed, cfg.Name)
				} else if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v", seed, cfg.Name, err)
				}
			case property.True:
				holds++
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %s: holds, but the enumeration finds a violation", seed, cfg.Name)
				}
			default:
				unknown++
				if !cfg.Weak {
					t.Errorf("seed %d, %s: unknown: %s", seed, cfg.Name, res.Why)
				}
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %s: unknown (%s), but there is a violation", seed, cfg.Name, res.Why)
				}
			}
		}
	}
	t.Logf("%d violated, %d hold, %d unknown", violated, holds, unknown)
	if violated < compared/10 || holds < compared/10 {
		t.Errorf("the random programs are too one-sided: %d violated, %d hold", violated, holds)
	}
}
