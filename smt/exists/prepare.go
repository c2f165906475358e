package exists

import (
	"math"

	"whittle.dev/term"
)

// piece is a universally quantified formula: body holds for all values of vars.
type piece struct {
	vars []term.Term
	body term.Term
	seen bool // its outline is known
}

// maxExpand is the number of bits of bound symbols up to which all their values are listed instead.
const maxExpand = 3

// maxGrowth is the number of new terms after which preparation simplifies no further.
const maxGrowth = 1 << 20

// prepare simplifies a universally quantified formula to an equisatisfiable
// conjunction of formulas without bound symbols and of smaller quantified ones. Each
// model of the result is one of the formula; new symbols are selectors.
//
//	∀y (A ∧ B)         both by themselves
//	∀y (g ∨ A)         with (A ∧ B) for A: distributed over the conjunction if g has no bound symbol
//	∀y (y ≠ t ∨ A)     A[t/y]: destructive equality resolution, see resolve.go
//	∀y,z (A(y) ∨ B(z)) a ∨ b, ∀y (¬a ∨ A), ∀z (¬b ∨ B) with new symbols a, b: miniscoping
//	∀y A(y + t)        A(y) if y occurs nowhere else, see unconstrained.go
//	∀b A(b)            A(true) ∧ A(false) for few bits
//
// outlines are formulas that follow as well, from before equations were
// solved: the operations of the program that a formula came from show there.
func (s *Solver) prepare(vars []term.Term, body term.Term) (ground []term.Term, out, outlines []piece) {
	st := s.st
	fuel := 64 + 8*len(vars)
	work := []piece{{vars: vars, body: body}}
	for start := st.NumTerms(); len(work) > 0; {
		if st.NumTerms()-start > maxGrowth {
			fuel = 0
		}
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if parts := st.Conjuncts(p.body); len(parts) != 1 {
			for i := len(parts) - 1; i >= 0; i-- { // none for true
				work = append(work, piece{p.vars, parts[i], p.seen})
			}
			continue
		}
		if p.vars = occurring(st, p.vars, p.body); len(p.vars) == 0 {
			ground = append(ground, p.body)
			continue
		}
		if s.cfg.NoPrepare {
			out = append(out, p)
			continue
		}
		bound := map[term.Term]bool{}
		for _, x := range p.vars {
			bound[x] = true
		}
		parts := st.Disjuncts(p.body)
		if !p.seen {
			if q, ok := s.resolve(p.vars, parts, &fuel, true); ok {
				work = append(work, q)
				continue
			}
			p.seen = true
			outlines = append(outlines, p)
		}
		if q, ok := s.resolve(p.vars, parts, &fuel, false); ok {
			q.seen = true
			work = append(work, q)
			continue
		}
		rest, comps := components(st, bound, parts)
		if len(comps) > 1 {
			for _, c := range comps {
				sel := st.Fresh("part", term.Bool)
				rest = append(rest, sel)
				work = append(work, piece{c.vars, st.Or(st.Not(sel), st.Or(c.parts...)), p.seen})
			}
			ground = append(ground, st.Or(rest...))
			continue
		}
		if c := comps[0]; len(c.parts) == 1 && len(rest) > 0 {
			if both := st.Conjuncts(c.parts[0]); len(both) > 1 {
				for i := len(both) - 1; i >= 0; i-- {
					work = append(work, piece{c.vars, st.Or(append(rest[:len(rest):len(rest)], both[i])...),
						p.seen})
				}
				continue
			}
		}
		if fuel > 0 {
			if q, ok := s.unconstrained(p, bound); ok {
				fuel--
				work = append(work, q)
				continue
			}
		}
		if bits(st, p.vars) <= maxExpand {
			s.counts.Expanded += int64(len(p.vars))
			ground = append(ground, s.expand(p)...)
			continue
		}
		out = append(out, p)
	}
	return ground, out, outlines
}

// expand returns the instances of p for all values.
func (s *Solver) expand(p piece) []term.Term {
	all := []term.Term{p.body}
	for _, x := range p.vars {
		var next []term.Term
		for _, t := range all {
			if w := s.st.Sort(x).Width(); w == 0 {
				next = append(next, s.st.Substitute(t, map[term.Term]term.Term{x: s.st.False()}),
					s.st.Substitute(t, map[term.Term]term.Term{x: s.st.True()}))
			} else {
				for v := range uint64(1) << w {
					next = append(next, s.st.Substitute(t, map[term.Term]term.Term{x: s.st.BV(w, v)}))
				}
			}
		}
		all = next
	}
	return all
}

// bits returns the sum of the widths of symbols, very many if one is neither Bool nor a bit-vector.
func bits(st *term.Store, vars []term.Term) int {
	n := 0
	for _, x := range vars {
		switch sort := st.Sort(x); {
		case sort.IsBool():
			n++
		case sort.IsBitVec():
			n += sort.Width()
		default:
			return math.MaxInt
		}
	}
	return n
}

// occurring returns those of vars that occur in t, in the order of vars.
func occurring(st *term.Store, vars []term.Term, t term.Term) []term.Term {
	in := map[term.Term]bool{}
	for _, x := range st.Symbols(t) {
		in[x] = true
	}
	var out []term.Term
	for _, x := range vars {
		if in[x] {
			out = append(out, x)
			in[x] = false
		}
	}
	return out
}
