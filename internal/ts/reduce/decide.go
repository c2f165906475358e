package reduce

import (
	"slices"

	"whittle.dev/term"
)

// decide puts in the comparisons that the bounds of a location decide.
func (r *ranges) decide() {
	under := func(p, loc int, guard, t term.Term) term.Term {
		e := &bounds{r: r, own: r.local[p][loc]}
		if !e.assume(guard) {
			return t // it does not matter
		}
		m := map[term.Term]term.Term{}
		st := r.st
		for t := range st.Subterms(t) {
			if op := st.Op(t); op == term.OpBVUlt || op == term.OpEq {
				x, y := st.Arg(t, 0), st.Arg(t, 1)
				c, ok := st.ConstUint64(y)
				switch {
				case ok && op == term.OpBVUlt && e.max(x) < c:
					m[t] = st.True()
				case ok && op == term.OpEq && st.Sort(x).Width() > 0 && e.max(x) < c:
					m[t] = st.False()
				}
				if c, ok := st.ConstUint64(x); ok && op == term.OpBVUlt && e.max(y) <= c {
					m[t] = st.False()
				}
			}
		}
		if len(m) == 0 {
			return t
		}
		return st.Substitute(t, m)
	}
	// Each part of a conjunction is decided under the other parts.
	decided := func(p, loc int, guard term.Term) term.Term {
		st := r.st
		if r.local[p][loc] == nil {
			return st.False()
		}
		parts := []term.Term{guard}
		if st.Op(guard) == term.OpAnd {
			parts = slices.Clone(st.Args(guard))
		}
		for i := range parts {
			part := parts[i]
			parts[i] = st.True()
			parts[i] = under(p, loc, st.And(parts...), part)
		}
		return st.And(parts...)
	}
	for i := range r.s.Instructions {
		in := &r.s.Instructions[i]
		in.Guard = decided(in.Process, in.From, in.Guard)
		if r.st.IsFalse(in.Guard) {
			continue
		}
		for k := range in.Updates {
			in.Updates[k].Value = under(in.Process, in.From, in.Guard, in.Updates[k].Value)
		}
	}
	for i := range r.s.Goals {
		g := &r.s.Goals[i]
		g.Guard = decided(g.Process, g.At, g.Guard)
	}
}
