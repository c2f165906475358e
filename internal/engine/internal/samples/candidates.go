package samples

import (
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Bounds of what is tried at one location.
const (
	maxPhases     = 24  // guards
	maxCandidates = 400 // of all samples
	maxPhased     = 40  // of the samples of one guard
	minPhase      = 3   // samples
)

// candidates are what all samples of a location have in common, and of a guard that only some of them have,
// what those have in common: guard -> candidate.
func (l *lab) candidates(loc int, states []transition.State) []term.Term {
	if len(states) == 0 {
		return nil
	}
	v := newView(l.g, loc, states, l.extensions)
	every := make([]int, len(states))
	for i := range every {
		every[i] = i
	}
	atoms := l.compared(loc, states)
	known := map[term.Term]bool{}
	var out []term.Term
	add := func(t term.Term) {
		if t != term.None && !l.st.IsTrue(t) && !known[t] {
			known[t] = true
			out = append(out, t)
		}
	}
	for _, t := range limit(v.common(every, atoms, l.pool), maxCandidates) {
		add(t)
	}
	for i := range v.groups {
		g := &v.groups[i]
		if g.sort.IsBitVec() && !l.opt.Forms {
			continue
		}
		for _, t := range g.forms(l.st, every, l.pool[g.sort], nil) {
			add(t)
		}
	}
	if l.opt.NoPhases {
		return out
	}
	phases := 0
	for _, a := range atoms {
		var which []int
		for i, holds := range a.holds {
			if holds {
				which = append(which, i)
			}
		}
		if len(which) < minPhase || len(which) == len(states) {
			continue
		}
		if phases++; phases > maxPhases {
			break
		}
		n := 0
		for _, t := range v.common(which, atoms, l.pool) {
			if t == term.None || known[t] || l.st.IsTrue(t) {
				continue
			}
			if n++; n > maxPhased {
				break
			}
			add(l.st.Implies(a.t, t))
		}
	}
	return out
}

func limit(ts []term.Term, n int) []term.Term { return ts[:min(len(ts), n)] }

// common are the relations that some samples have in common: affine ones first, then atoms of guards, orders
// and bounds.
func (v *view) common(which []int, atoms []atom, pool map[term.Sort][]uint64) []term.Term {
	var out []term.Term
	for i := range v.groups {
		g := &v.groups[i]
		rows := make([][]uint64, len(which))
		for k, i := range which {
			rows[k] = g.rows[i]
		}
		for _, r := range affine(rows, g.width) {
			out = append(out, g.equation(v.st, r))
		}
	}
	for _, a := range atoms {
		if !slices.ContainsFunc(which, func(i int) bool { return !a.holds[i] }) {
			out = append(out, a.t)
		}
	}
	for i := range v.groups {
		g := &v.groups[i]
		out = g.pairs(v.st, which, pool[g.sort], out)
		out = g.bounds(v.st, which, pool[g.sort], out)
	}
	return out
}

// atom is a condition with its truth in each sample.
type atom struct {
	t     term.Term
	holds []bool
}

// compared are the conditions that the atoms of guards give rise to at a location: of a comparison of x and y
// that x is less, at most, equal to, at least and greater than y; others and their negations as they are.
func (l *lab) compared(loc int, states []transition.State) []atom {
	var ts []term.Term
	seen := map[term.Term]bool{}
	add := func(t term.Term) {
		if !seen[t] && !l.st.IsConst(t) {
			seen[t] = true
			ts = append(ts, t)
		}
	}
	for _, g := range l.guards {
		if !l.fits(loc, g) {
			continue
		}
		add(g)
		add(l.st.Not(g))
		for _, t := range l.neighbours(g) {
			add(t)
			add(l.st.Not(t))
		}
	}
	out := make([]atom, 0, len(ts))
	for _, t := range ts {
		a := atom{t: t, holds: make([]bool, len(states))}
		ok := true
		for i, x := range states {
			l.sim.state = x
			clear(l.sim.inputs)
			v, err := l.st.Eval(t, l.sim)
			ok = ok && err == nil
			a.holds[i] = err == nil && v.Bool()
		}
		if ok {
			out = append(out, a)
		}
	}
	return out
}

// neighbours are the other comparisons of the operands of one.
func (l *lab) neighbours(t term.Term) []term.Term {
	if l.st.NumArgs(t) != 2 {
		return nil
	}
	x, y := l.st.Arg(t, 0), l.st.Arg(t, 1)
	sort := l.st.Sort(x)
	switch {
	case sort.IsInt():
		return []term.Term{l.st.Le(x, y), l.st.Le(y, x), l.st.Eq(x, y)}
	case !sort.IsBitVec() || sort.Width() < 2:
		return nil
	case l.st.Op(t) == term.OpBVUlt:
		return []term.Term{l.st.BVUle(x, y), l.st.BVUle(y, x), l.st.Eq(x, y)}
	case l.st.Op(t) == term.OpBVSlt:
		return []term.Term{l.st.BVSle(x, y), l.st.BVSle(y, x), l.st.Eq(x, y)}
	}
	return []term.Term{l.st.BVSle(x, y), l.st.BVSle(y, x), l.st.BVUle(x, y), l.st.BVUle(y, x)}
}

// fits reports whether a condition is about variables that matter at a location, and nothing else.
func (l *lab) fits(loc int, t term.Term) bool {
	for _, sym := range l.st.Symbols(t) {
		if i, ok := l.sim.index[sym]; !ok || !l.g.Locs[loc].Live[i] {
			return false
		}
	}
	return true
}
