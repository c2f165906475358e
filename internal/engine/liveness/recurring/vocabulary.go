package recurring

import (
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// maxAtoms bounds the conditions that may be invariants, and maxCandidates the functions that may be
// measures.
const (
	maxAtoms      = 120
	maxCandidates = 300
)

// atoms are the conditions on states, without others joined in them, that occur in the system, and their
// negations.
func (m *measurer) atoms() []term.Term {
	seen, states := map[term.Term]bool{}, map[term.Term]bool{}
	for _, v := range m.p.base.Vars {
		states[v.Sym] = true
	}
	var out []term.Term
	var visit func(t term.Term)
	visit = func(t term.Term) {
		if seen[t] || len(out) >= maxAtoms {
			return
		}
		seen[t] = true
		for _, a := range m.st.Args(t) {
			visit(a)
		}
		if !m.st.Sort(t).IsBool() || m.joins(t) || m.st.IsConst(t) {
			return
		}
		if !slices.ContainsFunc(m.st.Symbols(t), func(x term.Term) bool { return !states[x] }) {
			out = append(out, t, m.st.Not(t))
		}
	}
	visit(m.p.base.Init)
	for i := range m.p.base.Transitions {
		for _, c := range m.p.base.Conjuncts(&m.p.base.Transitions[i]) {
			visit(c)
		}
	}
	for _, list := range [][]term.Term{m.p.monitor.f.Atoms, m.p.monitor.f.Fair, m.p.base.Hints} {
		for _, c := range list {
			visit(c)
		}
	}
	return out
}

// joins reports whether a condition is made of others.
func (m *measurer) joins(t term.Term) bool {
	switch m.st.Op(t) {
	case term.OpAnd, term.OpOr, term.OpNot, term.OpIte:
		return true
	case term.OpEq:
		return m.st.Sort(m.st.Arg(t, 0)).IsBool()
	}
	return false
}

// findInvariants finds those of the conditions that hold at a place: all that hold at
// first and that every step keeps (C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for
// ESC/Java", FME 2001). False is one of them, of places that are never come to.
func (m *measurer) findInvariants() {
	m.inv = map[int][]term.Term{}
	atoms := append(m.atoms(), m.st.False())
	for c := range m.p.places() {
		m.inv[c] = slices.Clone(atoms)
	}
	none := term.NewSubstituter(m.st, nil)
	for _, q := range m.p.monitor.automaton.Initial {
		for holds := range m.p.halves() {
			c := m.p.place(m.p.code(q, 0, 0), holds)
			for m.weakened(c, none, append(m.p.holding(holds), m.p.base.Init)...) {
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i, s := range m.p.steps {
			for m.weakened(s.place, m.next, m.p.step(i, m.inv)...) {
				changed = true
			}
		}
	}
}

// weakened drops conditions of a place that do not hold in some state after which others hold.
func (m *measurer) weakened(c int, next *term.Substituter, before ...term.Term) bool {
	if len(m.inv[c]) == 0 {
		return false
	}
	all := make([]term.Term, len(m.inv[c]))
	for i, t := range m.inv[c] {
		all[i] = next.Apply(t)
	}
	switch m.ask(append(before, m.st.Not(m.st.And(append(all, m.st.True())...)))...) {
	case smt.Unsat:
		return false
	case smt.Unknown:
		m.inv[c] = nil
		return true
	}
	var kept []term.Term
	for i, t := range m.inv[c] {
		if v, ok := m.solver.Value(all[i]); ok && v.Bool() {
			kept = append(kept, t)
		}
	}
	if len(kept) == len(m.inv[c]) { // the model does not say which
		kept = nil
	}
	m.inv[c] = kept
	return true
}

// candidates are the functions of which one may be a measure of a part: differences of what the system
// compares, and variables, their sums and their differences.
func (m *measurer) candidates(part []int) []term.Term {
	var out []term.Term
	add := func(t term.Term) {
		if len(out) < maxCandidates && !m.st.IsConst(t) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	both := func(t term.Term) {
		add(t)
		if m.st.Sort(t).IsBitVec() {
			add(m.st.BVNeg(t))
		} else {
			add(m.st.IntNeg(t))
		}
	}
	for _, t := range m.atoms() {
		if m.st.Op(t) == term.OpLe {
			both(m.st.IntSub(m.st.Arg(t, 1), m.st.Arg(t, 0)))
		}
	}
	var vars []term.Term
	for _, v := range m.p.base.Vars {
		vars = append(vars, m.numbers(v.Sym)...)
	}
	for _, x := range vars {
		both(x)
	}
	for i, x := range vars {
		for _, y := range vars[:i] {
			if m.st.Sort(x) != m.st.Sort(y) {
				continue
			}
			if m.st.Sort(x).IsBitVec() {
				both(m.st.BVSub(x, y))
				both(m.st.BVAdd(x, y))
			} else {
				both(m.st.IntSub(x, y))
				both(m.st.IntAdd(x, y))
			}
		}
	}
	return out
}

// numbers are the numbers that a variable may stand for. Words have two bits more, and a common width, so
// that what is made of two of them does not wrap.
func (m *measurer) numbers(x term.Term) []term.Term {
	width := 1
	for _, v := range m.p.base.Vars {
		if s := m.st.Sort(v.Sym); s.IsBitVec() {
			width = max(width, s.Width())
		}
	}
	width += 3
	switch sort := m.st.Sort(x); {
	case sort.IsBool():
		return []term.Term{m.st.Ite(x, m.st.BV(width, 1), m.st.BV(width, 0))}
	case sort.IsBitVec() && sort.Width() == 1:
		return []term.Term{m.st.ZeroExt(width-1, x)}
	case sort.IsBitVec():
		return []term.Term{m.st.ZeroExt(width-sort.Width(), x), m.st.SignExt(width-sort.Width(), x)}
	case sort.IsInt(), sort.IsReal():
		return []term.Term{x}
	}
	return nil
}
