package pass

import (
	"context"
	"reflect"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// share lets starts of threads with the same constant arguments run one procedure, where inlining has made
// equal copies, so that the threads are seen to be identical. Procedures that make objects stay: the copies
// tell the objects of their threads apart.
func share(ctx context.Context, w *work) error {
	p := w.prog
	for changed := true; changed; {
		changed = false
		if err := ctx.Err(); err != nil {
			return err
		}
		var first []*cfa.Edge // starts with different procedures or arguments
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				op, ok := e.Op.(cfa.Spawn)
				if !ok || op.Proc == cfa.NoProc ||
					slices.ContainsFunc(op.Args, func(a term.Term) bool { return !p.Terms.IsConst(a) }) {
					continue
				}
				k := slices.IndexFunc(first, func(f *cfa.Edge) bool { return alike(p, f.Op.(cfa.Spawn), op) })
				if k < 0 {
					first = append(first, e)
				} else if q := first[k].Op.(cfa.Spawn).Proc; q != op.Proc {
					op.Proc = q
					e.Op = op
					changed = true
				}
			}
		}
	}
	return nil
}

// alike reports whether two starts have the same arguments and equal procedures.
func alike(p *cfa.Program, a, b cfa.Spawn) bool {
	return slices.Equal(a.Args, b.Args) && (a.Proc == b.Proc || equal(p, p.Procs[a.Proc], p.Procs[b.Proc]))
}

// equal reports whether two procedures are the same up to the names of their registers, and make no objects.
func equal(p *cfa.Program, a, b *cfa.Proc) bool {
	if a.Name != b.Name || a.Result != b.Result || a.Entry != b.Entry || len(a.Locs) != len(b.Locs) ||
		len(a.Edges) != len(b.Edges) || len(a.Params) != len(b.Params) {
		return false
	}
	var from, to []cfa.RegID // in the order in which they were made
	for i := range p.Regs {
		switch r := &p.Regs[i]; {
		case r.Scope != cfa.Local:
		case r.Proc == a.ID:
			from = append(from, cfa.RegID(i))
		case r.Proc == b.ID:
			to = append(to, cfa.RegID(i))
		}
	}
	if len(from) != len(to) {
		return false
	}
	regs, terms := map[cfa.RegID]cfa.RegID{}, map[term.Term]term.Term{}
	for i, r := range from {
		if p.Regs[r].Sort != p.Regs[to[i]].Sort {
			return false
		}
		regs[r] = to[i]
		terms[p.Sym(r)] = p.Sym(to[i])
	}
	for i, r := range a.Params {
		if regs[r] != b.Params[i] {
			return false
		}
	}
	sub := term.NewSubstituter(p.Terms, terms)
	for i, e := range a.Edges {
		f := b.Edges[i]
		if e.From != f.From || e.To != f.To || e.Origin != f.Origin {
			return false
		}
		if _, ok := e.Op.(cfa.Alloc); ok {
			return false
		}
		op := cfa.MapTerms(e.Op, sub.Apply)
		if r, ok := regs[cfa.Def(op)]; ok {
			op = cfa.WithDef(op, r)
		}
		if !reflect.DeepEqual(op, cfa.MapTerms(f.Op, func(t term.Term) term.Term { return t })) {
			return false
		}
	}
	return true
}
