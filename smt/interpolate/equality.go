package interpolate

import "whittle.dev/term"

// Equations between symbols and constants of sorts that are not numbers, Bool among them, are decided by
// union-find: of Bool, whose values are two, a symbol may be the negation of another. What a conjunction says
// about shared symbols in the words of equations is its strongest interpolant, except where a sort has fewer
// values than there are symbols that differ pairwise; such conflicts are left to others.

// classes are sets of terms that are equal.
type classes struct {
	st     *term.Store
	index  map[term.Term]int
	terms  []term.Term
	parent []int
	flip   []bool // of Bool: the term is the negation of its parent
	value  []term.Term
	apart  [][2]term.Term
	absurd bool
}

func newClasses(st *term.Store, equations ...[]equation) *classes {
	c := &classes{st: st, index: map[term.Term]int{}}
	for _, list := range equations {
		for _, e := range list {
			c.add(e)
		}
	}
	return c
}

// node returns the number of a term other than false, which is the negation of true.
func (c *classes) node(t term.Term) int {
	i, ok := c.index[t]
	if !ok {
		i = len(c.terms)
		c.index[t] = i
		c.terms = append(c.terms, t)
		c.parent, c.flip = append(c.parent, i), append(c.flip, false)
		value := term.None
		if c.st.IsConst(t) {
			value = t
		}
		c.value = append(c.value, value)
	}
	return i
}

// find returns the representative of a term and whether it is its negation.
func (c *classes) find(t term.Term) (root int, flip bool) {
	if c.st.IsFalse(t) {
		t, flip = c.st.True(), true
	}
	i := c.node(t)
	for c.parent[i] != i {
		flip = flip != c.flip[i]
		i = c.parent[i]
	}
	return i, flip
}

func (c *classes) add(e equation) {
	i, f := c.find(e.a)
	j, g := c.find(e.b)
	if e.apart && !c.st.Sort(e.a).IsBool() {
		c.apart = append(c.apart, [2]term.Term{e.a, e.b})
		return
	}
	differ := f != g != e.apart
	if i == j {
		c.absurd = c.absurd || differ
		return
	}
	if c.value[i] != term.None {
		if c.value[j] != term.None && c.value[i] != c.value[j] {
			c.absurd = true
			return
		}
		i, j = j, i // a constant stays the representative
	}
	c.parent[i], c.flip[i] = j, differ
}

// contradictory reports whether the equations cannot hold together.
func (c *classes) contradictory() bool {
	if c.absurd {
		return true
	}
	for _, d := range c.apart {
		i, _ := c.find(d[0])
		j, _ := c.find(d[1])
		if i == j {
			return true
		}
	}
	return false
}

// consequences are what follows about the shared terms: equations with a representative of their class, and
// inequations of representatives.
func (c *classes) consequences(shared func(term.Term) bool) []equation {
	var out []equation
	known := map[int]equation{} // by root: a shared term of the class, or a constant; apart: its negation
	for i, t := range c.terms {
		root, flip := c.find(t)
		if c.value[root] != term.None {
			known[root] = equation{a: c.value[root]}
			if shared(t) && i != root {
				out = append(out, equation{t, c.value[root], flip})
			}
			continue
		}
		if !shared(t) {
			continue
		}
		if k, ok := known[root]; ok {
			out = append(out, equation{t, k.a, k.apart != flip})
		} else {
			known[root] = equation{a: t, apart: flip}
		}
	}
	for _, d := range c.apart {
		i, _ := c.find(d[0])
		j, _ := c.find(d[1])
		a, b := known[i], known[j]
		if a.a != term.None && b.a != term.None && !(c.st.IsConst(a.a) && c.st.IsConst(b.a)) {
			out = append(out, equation{a.a, b.a, true})
		}
	}
	return out
}

// formula is the equation as a term.
func (e equation) formula(st *term.Store) term.Term {
	t := st.Eq(e.a, e.b)
	if e.apart {
		return st.Not(t)
	}
	return t
}

// separateEquations returns equations that follow from a and contradict b, few of them; nil if there are
// none. An empty list says that b contradicts itself.
func separateEquations(st *term.Store, a, b []equation, shared func(term.Term) bool) []equation {
	left := newClasses(st, a)
	if left.contradictory() {
		return []equation{{a: st.True(), b: st.True(), apart: true}}
	}
	if newClasses(st, b).contradictory() {
		return []equation{}
	}
	all := left.consequences(shared)
	if !newClasses(st, b, all).contradictory() {
		return nil
	}
	for _, e := range all { // one alone, if that is enough
		if newClasses(st, b, []equation{e}).contradictory() {
			return []equation{e}
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		rest := append(append([]equation{}, all[:i]...), all[i+1:]...)
		if newClasses(st, b, rest).contradictory() {
			all = rest
		}
	}
	return all
}
