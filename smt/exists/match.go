package exists

import (
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
	maxChoices  = 3
)

// match looks for terms over free symbols that may be good choices for the bound symbols, by matching the
// operations in the constraint with those in the assertions and in the constraint itself. Two sets of states
// that stem from one program are the same operations on different inputs, and matching finds which input of
// the one to take for which of the other. A wrong candidate costs little: it is evaluated, and only an
// instance that excludes a proposal is asserted.
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
		if out = append(out, s.st.Conjuncts(g)...); len(out) > maxFacts {
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
		case s.st.Op(a) == term.OpSymbol && !s.st.Contains(b, a):
			d.defs[a] = b
		case s.st.Op(b) == term.OpSymbol && !s.st.Contains(a, b):
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
