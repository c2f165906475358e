package refine

import (
	"context"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// interpolants returns the atoms of a sequence of interpolants along the path.
func (r *Refiner) interpolants(ctx context.Context, p *unrolled) []Predicate {
	parts, back := r.parts(p)
	return r.sequence(ctx, p, parts, func(t term.Term) []term.Term { return atoms(r.st, back.Apply(t)) })
}

// maxParts bounds the length of paths that are interpolated: each part is a question about the whole path.
const maxParts = 40

// sequence returns what predicates makes of the interpolants of parts, at the locations that they belong to:
// the first one is the initial condition, and each step has one.
func (r *Refiner) sequence(ctx context.Context, p *unrolled, parts []term.Term,
	predicates func(term.Term) []term.Term) []Predicate {
	if len(parts) > maxParts {
		return nil
	}
	ts, res := r.wrapped.Sequence(ctx, parts)
	if res.Status != smt.Unsat {
		return nil
	}
	var out []Predicate
	for i, t := range ts {
		from := r.g.Edges[p.chain.Edges[i]].From
		for _, a := range predicates(t) {
			out = append(out, Predicate{a, from, Interpolants})
		}
	}
	return out
}

// parts returns the initial condition and the steps of a path as formulas, over symbols for the variables at
// each position, and the substitution that leads back to those of the system.
func (r *Refiner) parts(p *unrolled) (parts []term.Term, back *term.Substituter) {
	origin := map[term.Term]term.Term{}
	at := func(i, v int) term.Term {
		sym := r.g.Sys.Vars[v].Sym
		t := r.symbolAt(r.state, i, sym)
		origin[t] = sym
		return t
	}
	for i, edge := range p.chain.Edges {
		e := &r.g.Edges[edge]
		now := map[term.Term]term.Term{}
		for v, live := range r.g.Locs[e.From].Live {
			if live {
				now[r.g.Sys.Vars[v].Sym] = at(i, v)
			}
		}
		if i == 0 {
			parts = append(parts, r.st.Substitute(r.g.Locs[e.From].Init, now))
		}
		for in, sym := range p.inputs[i] {
			now[in] = sym
		}
		sub := term.NewSubstituter(r.st, now)
		step := []term.Term{sub.Apply(e.Guard)}
		if e.To != flow.Goal {
			for v, live := range r.g.Locs[e.To].Live {
				if live {
					step = append(step, r.st.Eq(at(i+1, v), sub.Apply(e.Next[v])))
				}
			}
		}
		parts = append(parts, r.st.And(step...))
	}
	return parts, term.NewSubstituter(r.st, origin)
}
