package pass

import (
	"context"
	"maps"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// constants replaces, in the terms of each edge, registers that have only one value there by it.
func constants(ctx context.Context, w *work) error {
	p := w.prog
	regs := w.regs()
	for _, proc := range p.Procs {
		order := analysis.WTO(proc)
		values, err := intervals.Analyse(ctx, regs, p, proc, order)
		if err != nil {
			return err
		}
		for l, loc := range proc.Locs {
			at := cfa.LocID(l)
			if len(loc.Out) == 0 || !order.Reaches(at) || !values.Reached(at) {
				continue
			}
			known := make(map[term.Term]term.Term)
			values.Values(at, func(r cfa.RegID, i absint.Interval) {
				v, ok := i.Const()
				if !ok {
					return
				}
				if sort := p.Regs[r].Sort; sort.IsBool() {
					known[p.Sym(r)] = p.Terms.Bool(v == 1)
				} else {
					known[p.Sym(r)] = p.Terms.BV(sort.Width(), v)
				}
			})
			if len(known) == 0 {
				continue
			}
			put := folder{p, known, term.NewSubstituter(p.Terms, known)}
			for _, i := range loc.Out {
				e := proc.Edges[i]
				e.Op = cfa.MapTerms(e.Op, put.apply)
				if e.Sync != nil && e.Sync.Object != term.None {
					sync := *e.Sync
					sync.Object = put.apply(sync.Object)
					e.Sync = &sync
				}
			}
		}
	}
	return nil
}

// folder puts constants in place of registers.
type folder struct {
	prog  *cfa.Program
	known map[term.Term]term.Term
	all   *term.Substituter
}

// apply puts them into a term. In one like "a + (x - b)", with addresses of two objects, those in registers
// stay: the sum would be folded to x and a number, of which nobody could tell that it leads from b to a
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
