package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// procedures keeps what is precomputed about procedures, each when it is first entered.
type procedures struct {
	prog  *cfa.Program
	regs  *cfa.RegIndex
	out   *outcome
	space *space
	mem   *memory
	known []*procFacts
}

// procFacts is what the analysis precomputes about a procedure.
type procFacts struct {
	proc  *cfa.Proc
	order *analysis.Order
	live  []live.Set
	stops absint.Thresholds
	// loops tells, by the head of a loop, what its body changes: only that is widened there. What else
	// changes from visit to visit of the head comes from a loop around it.
	loops map[cfa.LocID]*loopFacts
}

type loopFacts struct {
	sets   live.Set // the registers that are set
	stores bool     // memory may change
	// middle: the loop can be entered after its head.
	middle bool
}

func loopsOf(proc *cfa.Proc, order *analysis.Order) map[cfa.LocID]*loopFacts {
	out := make(map[cfa.LocID]*loopFacts)
	for _, l := range order.Locs {
		if order.IsHead(l) {
			out[l] = &loopFacts{}
		}
	}
	for _, e := range proc.Edges {
		if !order.Reaches(e.From) {
			continue
		}
		for h := order.Head(e.To); h != analysis.NoLoc; h = order.Outer(h) {
			if e.To != h && !order.Contains(h, e.From) {
				out[h].middle = true
			}
		}
		for h := order.Head(e.From); h != analysis.NoLoc; h = order.Outer(h) {
			if !order.Contains(h, e.To) {
				continue
			}
			l := out[h]
			if r := cfa.Def(e.Op); r != cfa.NoReg {
				l.sets = l.sets.With(r)
			}
			switch e.Op.(type) {
			case cfa.Store, cfa.Call, cfa.Alloc, cfa.Free, cfa.Spawn:
				l.stores = true
			}
		}
	}
	return out
}

func (x *procedures) facts(p cfa.ProcID) (*procFacts, error) {
	if f := x.known[p]; f != nil {
		return f, nil
	}
	proc := x.prog.Procs[p]
	f := &procFacts{proc: proc, order: analysis.WTO(proc)}
	f.loops = loopsOf(proc, f.order)
	var err error
	if f.live, err = live.Registers(x.out.ctx, x.regs, x.prog, proc, f.order); err != nil {
		return nil, err
	}
	f.stops = x.constants(proc)
	for _, c := range f.stops {
		if len(x.mem.stops) < maxStops && !slices.Contains(x.mem.stops, c) {
			x.mem.stops = append(x.mem.stops, c)
		}
	}
	x.known[p] = f
	return f, nil
}

// maxStops bounds the thresholds.
const maxStops = 64

// constants returns the numbers that conditions of a procedure speak of, and their neighbours.
func (x *procedures) constants(proc *cfa.Proc) absint.Thresholds {
	st := x.prog.Terms
	var out absint.Thresholds
	seen := map[term.Term]bool{}
	var visit func(t term.Term, depth int)
	visit = func(t term.Term, depth int) {
		if depth == 0 || len(out) >= maxStops || seen[t] {
			return
		}
		seen[t] = true
		if c, ok := st.ConstUint64(t); ok && st.Sort(t).Width() > 1 {
			if st.Sort(t).Width() == x.prog.PtrWidth && x.space.byRegion[x.prog.RegionOf(c)] != 0 {
				return
			}
			for _, n := range []uint64{c - 1, c, c + 1} {
				if !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
			return
		}
		for i := range st.NumArgs(t) {
			visit(st.Arg(t, i), depth-1)
		}
	}
	for _, e := range proc.Edges {
		effect := step.Of(x.prog, e.Op)
		if effect.Guard != term.None {
			visit(effect.Guard, 12)
		}
		if effect.From == step.Computed {
			x.ranges(effect.Value, &out, 6)
		}
	}
	return out
}

// ranges adds the largest values of remainders and of low bits.
func (x *procedures) ranges(t term.Term, out *absint.Thresholds, depth int) {
	st := x.prog.Terms
	if depth == 0 || len(*out) >= maxStops || absint.Width(st.Sort(t)) > 64 {
		return
	}
	n := uint64(0)
	switch st.Op(t) {
	case term.OpExtract:
		if hi, lo := st.Params(t); lo == 0 && hi < 16 {
			n = absint.Mask(hi + 1)
		}
	case term.OpBVURem, term.OpBVSRem:
		if k, ok := st.ConstUint64(st.Arg(t, 1)); ok {
			n = k - 1
		}
	}
	if n != 0 && !slices.Contains(*out, n) {
		*out = append(*out, n)
	}
	for i := range st.NumArgs(t) {
		x.ranges(st.Arg(t, i), out, depth-1)
	}
}
