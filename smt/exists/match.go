package exists

import (
	"sort"

	"whittle.dev/term"
)

// Bounds of the search for candidates, in assertions, terms, candidates and pairs of terms.
const (
	maxFacts    = 400
	maxTargets  = 300
	maxPatterns = 60
	maxPartial  = 48
	maxSteps    = 5000
	maxTotal    = 100000
)

// match looks for terms over free symbols that may be good choices for the bound
// symbols, by matching the operations in the constraint with those in the assertions
// and in the constraint itself. Two sets of states that stem from one program are
// the same operations on different inputs, and matching finds which input of
// the one to take for which of the other. A wrong candidate costs little: it
// is evaluated, and only an instance that excludes a proposal is asserted.
func (s *Solver) match(c *constraint) {
	if c.reads == nil {
		c.reads = append([]term.Term{}, c.outer...)
	}
	if s.cfg.NoCandidates || c.version == s.version {
		return
	}
	c.version = s.version
	c.tried, c.partial, c.reads = nil, nil, append(c.reads[:0], c.outer...)
	facts := s.facts()
	if len(facts) > maxFacts {
		return
	}
	m := &matcher{st: s.st, bound: c.bound, total: maxTotal}
	defs := s.definitions(facts)
	body := defs.expand(c.body)
	m.collect(facts, defs, body)

	var found []map[term.Term]term.Term
	seen := map[string]bool{}
	add := func(sub map[term.Term]term.Term) bool {
		if key := m.key(c.vars, sub); len(sub) > 0 && !seen[key] {
			seen[key] = true
			found = append(found, sub)
		}
		return len(found) < maxPartial
	}
	m.equations(body, add)
	m.patterns(body, add)
	used := map[term.Term]bool{}
	for _, x := range c.outer {
		used[x] = true
	}
	seen = map[string]bool{}
	for i := range found {
		all := map[term.Term]term.Term{}
		merge(all, found[i])
		for j := range found {
			if j != i {
				merge(all, found[j])
			}
		}
		key := m.key(c.vars, all)
		if seen[key] {
			continue
		}
		seen[key] = true
		var ts []term.Term
		for _, y := range c.vars {
			if t, ok := all[y]; ok {
				ts = append(ts, t)
			}
		}
		k := candidate{terms: all}
		if len(all) == len(c.vars) {
			k.body = s.st.Substitute(c.body, all)
			ts = append(ts, k.body)
			c.tried = append(c.tried, k)
		} else {
			c.partial = append(c.partial, k)
		}
		for _, x := range s.st.Symbols(ts...) {
			if !used[x] {
				used[x] = true
				c.reads = append(c.reads, x)
			}
		}
	}
}

// merge adds the choices of b that a lacks, if no other differs.
func merge(a, b map[term.Term]term.Term) {
	for y, t := range b {
		if u, ok := a[y]; ok && u != t {
			return
		}
	}
	for y, t := range b {
		a[y] = t
	}
}

// facts returns the conjuncts of the assertions without quantifiers, up to a bound.
func (s *Solver) facts() []term.Term {
	var out []term.Term
	for _, g := range s.ground {
		if out = append(out, conjuncts(s.st, g)...); len(out) > maxFacts {
			break
		}
	}
	return out
}

// definitions are values of symbols by other symbols.
type definitions struct {
	st   *term.Store
	defs map[term.Term]term.Term
}

// definitions reads equations between a symbol and a term as definitions, without cycles.
func (s *Solver) definitions(facts []term.Term) *definitions {
	d := &definitions{s.st, map[term.Term]term.Term{}}
	for _, f := range facts {
		if s.st.Op(f) != term.OpEq {
			continue
		}
		a, b := d.expand(s.st.Arg(f, 0)), d.expand(s.st.Arg(f, 1))
		switch {
		case s.st.Op(a) == term.OpSymbol && !newOccurs(s.st, a).in(b):
			d.defs[a] = b
		case s.st.Op(b) == term.OpSymbol && !newOccurs(s.st, b).in(a):
			d.defs[b] = a
		}
	}
	return d
}

func (d *definitions) expand(t term.Term) term.Term {
	for range 64 {
		u := d.st.Substitute(t, d.defs)
		if u == t {
			break
		}
		t = u
	}
	return t
}

// matcher finds what bound symbols must be for terms to be equal.
type matcher struct {
	st      *term.Store
	bound   map[term.Term]bool
	has     map[term.Term]bool // terms with bound symbols
	targets map[shape][]term.Term
	steps   int // left for this pair of terms
	total   int // left for all
	same    map[[2]term.Term]bool
	trail   [][2]term.Term // keys of same, which a dead end takes back
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
	m.has = map[term.Term]bool{}
	total := 0
	seen := map[term.Term]bool{}
	for _, t := range append([]term.Term{body}, facts...) {
		walk(m.st, defs.expand(t), func(u term.Term) {
			if seen[u] || total >= maxTargets || m.st.NumArgs(u) == 0 || !m.st.Sort(u).IsBitVec() || m.contains(u) {
				return
			}
			seen[u] = true
			total++
			k := m.shape(u)
			m.targets[k] = append(m.targets[k], u)
		})
	}
}

// contains reports whether t has bound symbols.
func (m *matcher) contains(t term.Term) bool {
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if _, ok := m.has[t]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		found, ready := m.bound[t], true
		for _, a := range m.st.Args(t) {
			v, ok := m.has[a]
			if !ok {
				ready = false
				stack = append(stack, a)
			}
			found = found || v
		}
		if ready {
			m.has[t] = found
		}
	}
	return m.has[t]
}

// equations matches the sides of equations of which one has no bound symbols.
func (m *matcher) equations(body term.Term, add func(map[term.Term]term.Term) bool) {
	st := m.st
	ok := true
	walk(st, body, func(u term.Term) {
		if !ok || st.Op(u) != term.OpEq || !st.Sort(st.Arg(u, 0)).IsBitVec() {
			return
		}
		a, b := st.Arg(u, 0), st.Arg(u, 1)
		if m.contains(b) {
			a, b = b, a
		}
		if m.contains(a) && !m.contains(b) {
			ok = m.try(a, b, add)
		}
	})
}

// patterns matches operations on bound symbols with those on free ones, large ones first.
func (m *matcher) patterns(body term.Term, add func(map[term.Term]term.Term) bool) {
	st := m.st
	var list []term.Term
	size := map[term.Term]int{}
	walk(st, body, func(u term.Term) {
		if st.NumArgs(u) > 0 && st.Sort(u).IsBitVec() && m.contains(u) && len(list) < maxPatterns {
			list = append(list, u)
			n := 0
			walk(st, u, func(term.Term) { n++ })
			size[u] = n
		}
	})
	sort.SliceStable(list, func(i, j int) bool { return size[list[i]] > size[list[j]] })
	for _, p := range list {
		for _, g := range m.targets[m.shape(p)] {
			if !m.try(p, g, add) {
				return
			}
		}
	}
}

// try matches the pattern p with g. It returns false when enough was found.
func (m *matcher) try(p, g term.Term, add func(map[term.Term]term.Term) bool) bool {
	m.steps = min(maxSteps, m.total)
	before := m.steps
	m.same, m.trail = map[[2]term.Term]bool{}, m.trail[:0]
	defer func() { m.total -= before - max(0, m.steps) }()
	if sub, ok := m.unify(p, g, nil); ok {
		return add(sub)
	}
	return true
}

// unify extends sub so that p becomes g; sub is not changed. Operands of
// commutative operators are tried in both orders, and operations that can be
// inverted need not agree.
func (m *matcher) unify(p, g term.Term, sub map[term.Term]term.Term) (map[term.Term]term.Term, bool) {
	st := m.st
	if m.steps--; m.steps < 0 {
		return nil, false
	}
	switch {
	case p == g:
		return sub, true
	case !m.contains(p), st.Sort(p) != st.Sort(g): // operands of concat may differ in width
		return nil, false
	case m.bound[p]:
		return bind(sub, p, g)
	case m.same[[2]term.Term{p, g}]:
		return sub, true
	}
	if m.shape(p) == m.shape(g) {
		if out, ok := m.unifyAll(p, g, st.Args(g), sub); ok {
			return out, true
		}
		if n := st.NumArgs(p); n == 2 && commutes(st.Op(p)) {
			if out, ok := m.unifyAll(p, g, []term.Term{st.Arg(g, 1), st.Arg(g, 0)}, sub); ok {
				return out, true
			}
		}
	}
	// Peel one operation that can be inverted, and go on below it.
	inv := inverse{}
	if next, r, ok := inv.step(st, m.contains, p, g); ok && len(inv.fresh) == 0 && len(inv.side) == 0 {
		return m.unify(next, r, sub)
	}
	return nil, false
}

// unifyAll unifies the operands of p with gs, those of g in some order.
func (m *matcher) unifyAll(p, g term.Term, gs []term.Term, sub map[term.Term]term.Term) (map[term.Term]term.Term, bool) {
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
