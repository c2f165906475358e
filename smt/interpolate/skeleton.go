package interpolate

import (
	"whittle.dev/sat"
	"whittle.dev/smt/interpolate/internal/resolution"
	"whittle.dev/term"
)

// skeleton is both sides as clauses over their atoms. Each side has clauses and auxiliary variables of its
// own (G. S. Tseitin, 1968); an atom has one variable for both. Operations ite that are no formulas become
// symbols of their side.
type skeleton struct {
	st     *term.Store
	solver *sat.Solver
	rec    *resolution.Recorder
	lits   [2]map[term.Term]sat.Lit // by side and formula
	ites   [2]map[term.Term]term.Term
	atoms  map[term.Term]sat.Var
	of     []term.Term // by variable: its atom, or None
	in     [2][]bool   // by side and variable: it occurs there
	roots  [2][]term.Term
}

func newSkeleton(st *term.Store, sides [2][]term.Term) *skeleton {
	s := &skeleton{st: st, rec: resolution.NewRecorder(), atoms: map[term.Term]sat.Var{}}
	s.solver = sat.New(sat.Config{Proof: s.rec})
	for side, formulas := range sides {
		s.lits[side], s.ites[side] = map[term.Term]sat.Lit{}, map[term.Term]term.Term{}
		s.rec.From(resolution.Origin{Side: resolution.Side(side)})
		for _, f := range formulas {
			s.assert(side, s.lift(side, f))
		}
	}
	return s
}

func (s *skeleton) assert(side int, f term.Term) {
	for _, c := range s.st.Conjuncts(f) {
		s.roots[side] = append(s.roots[side], c)
		if s.st.Op(c) == term.OpOr { // a clause as it is
			var lits []sat.Lit
			for _, a := range s.st.Args(c) {
				lits = append(lits, s.lit(side, a))
			}
			s.solver.AddClause(lits...)
			continue
		}
		s.solver.AddClause(s.lit(side, c))
	}
}

// lift replaces operations ite within atoms by symbols, and asserts what these are.
func (s *skeleton) lift(side int, f term.Term) term.Term {
	for {
		ite := s.innermost(f)
		if ite == term.None {
			return f
		}
		sym, ok := s.ites[side][ite]
		if !ok {
			sym = s.st.Fresh("ite", s.st.Sort(ite))
			s.ites[side][ite] = sym
			args := s.st.Args(ite)
			s.assert(side, s.st.Or(s.st.Not(args[0]), s.st.Eq(sym, args[1])))
			s.assert(side, s.st.Or(args[0], s.st.Eq(sym, args[2])))
		}
		f = s.st.Substitute(f, map[term.Term]term.Term{ite: sym})
	}
}

// innermost returns an ite of another sort than Bool that has none within it, or None.
func (s *skeleton) innermost(f term.Term) term.Term {
	found := term.None
	seen := map[term.Term]bool{}
	stack := []term.Term{f}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if s.st.Op(t) == term.OpIte && !s.st.Sort(t).IsBool() {
			found = t
			stack = stack[:0] // only what is within it
		}
		stack = append(stack, s.st.Args(t)...)
	}
	return found
}

func (s *skeleton) newVar(side int, atom term.Term) sat.Var {
	v := s.solver.NewVar()
	for int(v) >= len(s.of) {
		s.of = append(s.of, term.None)
		s.in[0], s.in[1] = append(s.in[0], false), append(s.in[1], false)
	}
	s.of[v] = atom
	s.in[side][v] = true
	return v
}

// lit returns the literal of a formula on a side, and adds the clauses that define it.
func (s *skeleton) lit(side int, f term.Term) sat.Lit {
	st := s.st
	if st.Op(f) == term.OpNot {
		return s.lit(side, st.Arg(f, 0)).Not()
	}
	if l, ok := s.lits[side][f]; ok {
		return l
	}
	args := st.Args(f)
	var l sat.Lit
	switch op := st.Op(f); {
	case op == term.OpConst:
		l = sat.MkLit(s.newVar(side, term.None), false)
		if st.IsTrue(f) {
			s.solver.AddClause(l)
		} else {
			s.solver.AddClause(l.Not())
		}
	case op == term.OpAnd, op == term.OpOr:
		parts := make([]sat.Lit, len(args))
		for i, a := range args {
			parts[i] = s.lit(side, a)
		}
		l = s.gate(side, parts, op == term.OpAnd)
	case op == term.OpIte:
		c, a, b := s.lit(side, args[0]), s.lit(side, args[1]), s.lit(side, args[2])
		l = sat.MkLit(s.newVar(side, term.None), false)
		s.solver.AddClause(l.Not(), c.Not(), a)
		s.solver.AddClause(l.Not(), c, b)
		s.solver.AddClause(l, c.Not(), a.Not())
		s.solver.AddClause(l, c, b.Not())
	case op == term.OpEq && st.Sort(args[0]).IsBool():
		a, b := s.lit(side, args[0]), s.lit(side, args[1])
		l = sat.MkLit(s.newVar(side, term.None), false)
		s.solver.AddClause(l.Not(), a.Not(), b)
		s.solver.AddClause(l.Not(), a, b.Not())
		s.solver.AddClause(l, a, b)
		s.solver.AddClause(l, a.Not(), b.Not())
	default:
		l = sat.MkLit(s.atom(side, f), false)
	}
	s.lits[side][f] = l
	return l
}

// atom returns the variable of an atom, the same on both sides.
func (s *skeleton) atom(side int, f term.Term) sat.Var {
	v, ok := s.atoms[f]
	if !ok {
		v = s.newVar(side, f)
		s.atoms[f] = v
	}
	s.in[side][v] = true
	return v
}

// gate defines a conjunction or disjunction.
func (s *skeleton) gate(side int, parts []sat.Lit, and bool) sat.Lit {
	l := sat.MkLit(s.newVar(side, term.None), false)
	out := l
	if !and { // a disjunction is a negated conjunction of negations
		l = l.Not()
	}
	long := []sat.Lit{l}
	for _, p := range parts {
		if !and {
			p = p.Not()
		}
		s.solver.AddClause(l.Not(), p)
		long = append(long, p.Not())
	}
	s.solver.AddClause(long...)
	return out
}

// reasons returns literals over atoms, true in the model of the solver, that suffice for a side to hold.
func (s *skeleton) reasons(side int) []sat.Lit {
	type goal struct {
		t     term.Term
		holds bool
	}
	st := s.st
	var out []sat.Lit
	seen := map[goal]bool{}
	var stack []goal
	for _, r := range s.roots[side] {
		stack = append(stack, goal{r, true})
	}
	truth := func(t term.Term) bool {
		negated := st.Op(t) == term.OpNot
		if negated {
			t = st.Arg(t, 0)
		}
		if l, ok := s.lits[side][t]; ok {
			return s.solver.Value(l) != negated
		}
		return !negated // a clause that is asserted has no literal
	}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for st.Op(g.t) == term.OpNot {
			g = goal{st.Arg(g.t, 0), !g.holds}
		}
		if seen[g] {
			continue
		}
		seen[g] = true
		args := st.Args(g.t)
		switch op := st.Op(g.t); {
		case op == term.OpConst:
		case op == term.OpAnd && g.holds, op == term.OpOr && !g.holds:
			for _, a := range args {
				stack = append(stack, goal{a, g.holds})
			}
		case op == term.OpAnd, op == term.OpOr:
			for _, a := range args {
				if truth(a) == g.holds {
					stack = append(stack, goal{a, g.holds})
					break
				}
			}
		case op == term.OpIte:
			c := truth(args[0])
			branch := args[2]
			if c {
				branch = args[1]
			}
			stack = append(stack, goal{args[0], c}, goal{branch, g.holds})
		case op == term.OpEq && st.Sort(args[0]).IsBool():
			stack = append(stack, goal{args[0], truth(args[0])}, goal{args[1], truth(args[1])})
		default:
			l := s.lits[side][g.t]
			if !g.holds {
				l = l.Not()
			}
			out = append(out, l)
		}
	}
	return out
}
