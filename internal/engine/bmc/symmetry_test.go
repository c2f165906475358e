package bmc_test

import (
	"context"
	"fmt"
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

// newTwinProgram builds a program with two or three threads of one procedure, and with what may tell them
// apart: arguments, joins of some of them, accesses and branches between their creations.
func newTwinProgram(seed int64) *cfa.Program {
	r := &randomProgram{Rand: rand.New(rand.NewSource(seed)), p: cfa.NewProgram(32, &source.Files{})}
	s := r.p.Terms
	r.p.OffsetBits = 20
	for i := range 2 {
		r.vars = append(r.vars, r.object(fmt.Sprint("v", i)))
	}
	r.locks = append(r.locks, r.object("lock"))
	own := r.object("own") // of main
	r.p.Self = r.p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	w := r.p.NewProc("worker", source.Pos{})
	w.Result = term.BitVec(32)
	arg := r.p.NewReg(cfa.Reg{Name: "arg", Sort: term.BitVec(8), Proc: w.ID})
	w.Params = []cfa.RegID{arg}
	n := 2 + r.Intn(2)
	r.c = w
	r.body(5 - n)
	if r.Intn(3) == 0 {
		r.store(r.vars[0], r.sym(arg))
	}
	exit := r.p.Ptr(0)
	if r.Intn(4) == 0 {
		exit = s.ZeroExt(24, r.sym(r.regs[0]))
	}
	r.edge(cfa.Return{Value: exit})

	m := r.p.NewProc("main", source.Pos{})
	r.p.Entry = m.ID
	r.c = m
	r.at = m.Entry
	r.regs = []cfa.RegID{r.reg("x"), r.reg("y")}
	for _, x := range r.regs {
		r.edge(cfa.Assign{Dst: x, Value: r.konst()})
	}
	var ids []cfa.RegID
	between := r.Intn(4)
	given := r.konst()
	for i := range n {
		id := r.p.NewReg(cfa.Reg{Name: "id", Sort: term.BitVec(32), Proc: m.ID})
		a := given
		if i > 0 && r.Intn(6) == 0 {
			a = r.konst()
		}
		r.edge(cfa.Spawn{Dst: id, Proc: w.ID, Args: []term.Term{a}})
		ids = append(ids, id)
		switch between {
		case 0:
			r.store(own, r.konst())
		case 1:
			if r.Intn(2) == 0 {
				r.stmt(1)
			}
		}
	}
	if r.Intn(2) == 0 {
		r.stmt(0)
	}
	if r.Intn(2) == 0 {
		r.Shuffle(n, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	}
	for i, id := range ids {
		if i > 0 && r.Intn(6) == 0 {
			if r.Intn(2) == 0 {
				break
			}
			r.stmt(1)
		}
		dst := cfa.NoReg
		if r.Intn(6) == 0 {
			dst = r.p.NewReg(cfa.Reg{Name: "result", Sort: term.BitVec(32), Proc: m.ID})
		}
		join := func() { r.edge(cfa.Join{Dst: dst, Thread: r.sym(id)}) }
		if dst == cfa.NoReg && r.Intn(4) == 0 {
			c := r.p.NewReg(cfa.Reg{Name: "c", Sort: term.Bool, Proc: m.ID})
			r.edge(cfa.Havoc{Dst: c, What: "choice"})
			r.branch(r.sym(c), join)
		} else {
			join()
		}
		if dst != cfa.NoReg {
			r.edge(cfa.Assign{Dst: r.regs[1], Value: s.Extract(7, 0, r.sym(dst))})
		}
	}
	r.load(r.regs[0], r.vars[0])
	if r.Intn(2) == 0 {
		r.load(r.regs[1], r.vars[1])
	}
	r.branch(s.And(s.Eq(r.sym(r.regs[0]), s.BV(8, uint64(r.Intn(n+2)))), r.cond()), r.violation)
	r.edge(cfa.Return{})
	r.p.Terms.Freeze()
	return r.p
}

// TestTwins compares an enumeration of all interleavings with what the solver
// alone finds out about programs with threads that do the same.
func TestTwins(t *testing.T) {
	ctx := context.Background()
	configs := map[string]bmc.Config{
		"cone":                 {},
		"cone, no symmetry":    {NoSymmetry: true},
		"cone, plain encoding": {NoLockedReads: true, NoDistinctStores: true, NoSilentStores: true},
	}
	twins, verdicts := 0, map[property.Kind]int{}
	for seed := range testflag.Seeds(80) {
		p := newTwinProgram(seed)
		want := enumerated(t, seed, p)
		if want == nil {
			continue
		}
		for name, cfg := range configs {
			cfg.NoValues, cfg.NoIntervals = true, true
			res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall,
				MaxUnwind: 4})
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			if (res.Verdict.Kind == property.False) != (len(want.Violations) > 0) {
				t.Errorf("seed %d, %s: %s (%s), but the enumeration finds %d violations", seed, name,
					res.Verdict, res.Why, len(want.Violations))
			}
			if res.Verdict.Kind == property.False {
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v", seed, name, err)
				}
			}
			if name == "cone" {
				verdicts[res.Verdict.Kind]++
				for _, x := range res.Stats {
					if x.Name == "interchangeable threads" && x.Value > 0 {
						twins++
					}
				}
			}
		}
	}
	t.Logf("verdicts %v, %d programs with interchangeable threads", verdicts, twins)
	if twins == 0 || verdicts[property.False] == 0 || verdicts[property.True] == 0 {
		t.Error("the programs are all of one kind")
	}
}
