package exists

import (
	"sort"

	"whittle.dev/term"
)

// matcher finds what bound symbols must be for terms to be equal.
type matcher struct {
	st      *term.Store
	bound   map[term.Term]bool
	has     *term.Finder // of bound symbols
	targets map[shape][]term.Term
	steps   int // left for this pair of terms
	total   int // left for all
	same    map[[2]term.Term]bool
	trail   [][2]term.Term // keys of same, which a dead end takes back

	loose           bool
	choice, choices int // bits of choices between orders of operands, and how many there were
}

// shape is what two terms must agree in to match.
type shape struct {
	op     term.Op
	sort   term.Sort
	hi, lo int
	args   int
}

func (m *matcher) shape(t term.Term) shape {
	hi, lo := m.st.Params(t)
	return shape{m.st.Op(t), m.st.Sort(t), hi, lo, m.st.NumArgs(t)}
}

// collect lists operations on free symbols in the facts and the body.
func (m *matcher) collect(facts []term.Term, defs *definitions, body term.Term) {
	m.targets = map[shape][]term.Term{}
	m.has = term.NewFinder(m.st, func(t term.Term) bool { return m.bound[t] })
	total := 0
	var terms []term.Term
	for _, t := range append([]term.Term{body}, facts...) {
		terms = append(terms, defs.expand(t))
	}
	for u := range m.st.Subterms(terms...) {
		if total >= maxTargets {
			break
		}
		if m.st.NumArgs(u) > 0 && m.st.Sort(u).IsBitVec() && !m.has.In(u) {
			total++
			k := m.shape(u)
			m.targets[k] = append(m.targets[k], u)
		}
	}
}

// equations matches the sides of equations of which one has no bound symbols.
func (m *matcher) equations(body term.Term, add func(map[term.Term]term.Term) bool) {
	st := m.st
	for u := range st.Subterms(body) {
		if st.Op(u) != term.OpEq || !st.Sort(st.Arg(u, 0)).IsBitVec() {
			continue
		}
		a, b := st.Arg(u, 0), st.Arg(u, 1)
		if m.has.In(b) {
			a, b = b, a
		}
		if m.has.In(a) && !m.has.In(b) && !m.try(a, b, add) {
			return
		}
	}
}

// patterns matches operations on bound symbols with those on free ones, large ones first.
func (m *matcher) patterns(body term.Term, add func(map[term.Term]term.Term) bool) {
	st := m.st
	var list []term.Term
	size := map[term.Term]int{}
	for u := range st.Subterms(body) {
		if st.NumArgs(u) > 0 && st.Sort(u).IsBitVec() && m.has.In(u) && len(list) < maxPatterns {
			list = append(list, u)
			for range st.Subterms(u) {
				size[u]++
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return size[list[i]] > size[list[j]] })
	for _, p := range list {
		for _, g := range m.targets[m.shape(p)] {
			if !m.try(p, g, add) {
				return
			}
		}
	}
}

// try matches the pattern p with g, first exactly and then loosely. It returns false when enough was found.
func (m *matcher) try(p, g term.Term, add func(map[term.Term]term.Term) bool) bool {
	m.loose = false
	if !m.tryOrders(p, g, add) {
		return false
	}
	m.loose = true
	return m.tryOrders(p, g, add)
}

// tryOrders matches p with g. Where both orders of operands may do, the bits of choice
// say which to try first.
func (m *matcher) tryOrders(p, g term.Term, add func(map[term.Term]term.Term) bool) bool {
	for m.choice = 0; ; m.choice++ {
		m.steps = min(maxSteps, m.total)
		before := m.steps
		m.choices = 0
		m.same, m.trail = map[[2]term.Term]bool{}, m.trail[:0]
		sub, ok := m.unify(p, g, nil)
		m.total -= before - max(0, m.steps)
		if ok && !add(sub) {
			return false
		}
		if m.choice+1 >= 1<<min(m.choices, maxChoices) {
			return true
		}
	}
}

// swap makes a choice between two orders.
func (m *matcher) swap() bool {
	bit := m.choices
	m.choices++
	return bit < maxChoices && m.choice>>bit&1 == 1
}

// unify extends sub so that p becomes g; sub is not changed. Operands of commutative operators are tried in
// both orders, and operations that can be inverted need not agree.
func (m *matcher) unify(p, g term.Term, sub map[term.Term]term.Term) (map[term.Term]term.Term, bool) {
	st := m.st
	if m.steps--; m.steps < 0 {
		return nil, false
	}
	switch {
	case p == g:
		return sub, true
	case !m.has.In(p), st.Sort(p) != st.Sort(g): // operands of concat may differ in width
		return nil, false
	case m.bound[p]:
		return bind(sub, p, g)
	case m.same[[2]term.Term{p, g}]:
		return sub, true
	}
	both := st.NumArgs(p) == 2 && commutes(st.Op(p)) && m.has.In(st.Arg(p, 0)) && m.has.In(st.Arg(p, 1))
	swap := both && m.swap()
	if m.shape(p) == m.shape(g) {
		first, second := st.Args(g), []term.Term(nil)
		if st.NumArgs(p) == 2 && commutes(st.Op(p)) {
			second = []term.Term{first[1], first[0]}
		}
		if swap {
			first, second = second, first
		}
		if out, ok := m.unifyAll(p, g, first, sub); ok {
			return out, true
		}
		if second != nil {
			if out, ok := m.unifyAll(p, g, second, sub); ok {
				return out, true
			}
		}
	}
	// Peel one operation that can be inverted, and go on below it. Loosely, what it leaves
	// open is 0, and whether its conditions hold shows when the candidate is evaluated.
	inv := inverse{}
	if next, r, ok := inv.step(st, m.has.In, p, g); ok &&
		(m.loose || len(inv.fresh) == 0 && len(inv.side) == 0) {
		for _, f := range inv.fresh {
			r = st.Substitute(r, map[term.Term]term.Term{f.sym: st.FromValue(st.ZeroValue(st.Sort(f.sym)))})
		}
		if out, ok := m.unify(next, r, sub); ok {
			return out, true
		}
	}
	// Loosely, make the operation do nothing: p is one operand if the other is neutral.
	if e, ok := neutral(st, st.Op(p), st.Sort(p)); ok && m.loose && st.NumArgs(p) == 2 {
		x, y := st.Arg(p, 0), st.Arg(p, 1)
		if swap {
			x, y = y, x
		}
		if out, ok := m.unify(y, e, sub); ok {
			return m.unify(x, g, out)
		}
	}
	return nil, false
}

// neutral returns the second operand with which an operation gives its first.
func neutral(st *term.Store, op term.Op, sort term.Sort) (term.Term, bool) {
	if !sort.IsBitVec() {
		return term.None, false
	}
	w := sort.Width()
	switch op {
	case term.OpBVAdd, term.OpBVSub, term.OpBVXor, term.OpBVOr, term.OpBVShl, term.OpBVLShr, term.OpBVAShr:
		return st.BV(w, 0), true
	case term.OpBVMul, term.OpBVUDiv, term.OpBVSDiv:
		return st.BV(w, 1), true
	case term.OpBVAnd:
		return st.BVNot(st.BV(w, 0)), true
	}
	return term.None, false
}

// unifyAll unifies the operands of p with gs, those of g in some order.
func (m *matcher) unifyAll(p, g term.Term, gs []term.Term,
	sub map[term.Term]term.Term) (map[term.Term]term.Term, bool) {
	mark := len(m.trail)
	for i, a := range m.st.Args(p) {
		var ok bool
		if sub, ok = m.unify(a, gs[i], sub); !ok {
			for _, k := range m.trail[mark:] {
				delete(m.same, k)
			}
			m.trail = m.trail[:mark]
			return nil, false
		}
	}
	k := [2]term.Term{p, g}
	m.same[k] = true
	m.trail = append(m.trail, k)
	return sub, true
}

// bind returns sub with t for y, if it has nothing else for y.
func bind(sub map[term.Term]term.Term, y, t term.Term) (map[term.Term]term.Term, bool) {
	if u, ok := sub[y]; ok {
		return sub, u == t
	}
	out := make(map[term.Term]term.Term, len(sub)+1)
	for k, v := range sub {
		out[k] = v
	}
	out[y] = t
	return out, true
}

func commutes(op term.Op) bool {
	switch op {
	case term.OpBVAdd, term.OpBVMul, term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		return true
	}
	return false
}

// key identifies choices.
func (m *matcher) key(vars []term.Term, sub map[term.Term]term.Term) string {
	b := make([]byte, 0, 4*len(vars))
	for _, y := range vars {
		t := sub[y]
		b = append(b, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
	}
	return string(b)
}
