package pass

import (
	"context"
	"maps"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// constants replaces, in the terms of each edge, registers that have only one value there by it.
func constants(ctx context.Context, w *work) error {
	for _, proc := range w.prog.Procs {
		found, err := w.values(ctx, proc)
		if err != nil {
			return err
		}
		changed := false
		for l, loc := range proc.Locs {
			at := cfa.LocID(l)
			if len(loc.Out) == 0 || !found.order.Reaches(at) || !found.values.Reached(at) {
				continue
			}
			known := w.constantsAt(found.values, at)
			if len(known) == 0 {
				continue
			}
			put := folder{w.prog, known, term.NewSubstituter(w.prog.Terms, known)}
			for _, i := range loc.Out {
				changed = put.into(proc.Edges[i]) || changed
			}
		}
		if changed {
			w.forget(proc)
		}
	}
	return nil
}

// constantsAt are the values of the symbols of registers that have only one at a location.
func (w *work) constantsAt(values *intervals.Intervals, at cfa.LocID) map[term.Term]term.Term {
	p := w.prog
	var known map[term.Term]term.Term
	values.Values(at, func(r cfa.RegID, i absint.Interval) {
		v, ok := i.Const()
		if !ok {
			return
		}
		if known == nil {
			known = make(map[term.Term]term.Term)
		}
		if sort := p.Regs[r].Sort; sort.IsBool() {
			known[p.Sym(r)] = p.Terms.Bool(v == 1)
		} else {
			known[p.Sym(r)] = p.Terms.BV(sort.Width(), v)
		}
	})
	return known
}

// into puts constants into the terms of an edge and reports whether it has changed any.
func (f folder) into(e *cfa.Edge) bool {
	changed := false
	apply := func(t term.Term) term.Term {
		u := f.apply(t)
		changed = changed || u != t
		return u
	}
	if op := cfa.MapTerms(e.Op, apply); changed {
		e.Op = op
	}
	if e.Sync != nil && e.Sync.Object != term.None {
		sync := *e.Sync
		sync.Object = apply(sync.Object)
		e.Sync = &sync
	}
	return changed
}

// folder puts constants in place of registers.
type folder struct {
	prog  *cfa.Program
	known map[term.Term]term.Term
	all   *term.Substituter
}

// apply puts them into a term. In one like "a + (x - b)", with addresses of two objects, those in registers
// stay: the sum would be folded to x and a number, which does not show that it leads from b to a
// (package pointsto).
func (f folder) apply(t term.Term) term.Term {
	u := f.all.Apply(t)
	if u == t || f.prog.Terms.IsConst(u) || !f.leads(t) {
		return u
	}
	numbers := maps.Clone(f.known)
	maps.DeleteFunc(numbers, func(_, v term.Term) bool { return f.address(v) })
	return f.prog.Terms.Substitute(t, numbers)
}

// leads reports whether a term is of an address and of a difference with one.
func (f folder) leads(t term.Term) bool {
	st := f.prog.Terms
	base, difference := false, false
	st.Walk(func(u term.Term) bool {
		if st.Op(u) == term.OpBVSub && f.leadsFrom(st.Arg(u, 1)) {
			difference = true
			return false
		}
		base = base || f.address(u) || f.address(f.known[u])
		return true
	}, t)
	return base && difference
}

// leadsFrom reports whether an address occurs in a term.
func (f folder) leadsFrom(t term.Term) bool {
	for u := range f.prog.Terms.Subterms(t) {
		if f.address(u) || f.address(f.known[u]) {
			return true
		}
	}
	return false
}

// address reports whether a term is the address of a static object.
func (f folder) address(t term.Term) bool {
	if t == term.None || f.prog.Terms.Sort(t) != term.BitVec(f.prog.PtrWidth) {
		return false
	}
	n, ok := f.prog.Terms.ConstUint64(t)
	return ok && f.prog.RegionOf(n) > 0 && n < f.prog.HeapBase
}
