package oracle

import "whittle.dev/sat"

// Depth first, the next oracle differs from the execution before in the last choice of the reason that was
// learnt. Such a reason holds as long as that choice is made in the other way, so the solver need not know
// it; it is kept with the choice. When the other way is excluded as well, by a second reason, the resolvent
// of the two, without the choice, is what was learnt from both executions: as in the search of M. Davis, G.
// Logemann, D. Loveland ("A machine program for theorem-proving", 1962), with backjumps. Where the resolvent
// subsumes the two, as it does if nothing is learnt but that an execution was made, the solver never hears of
// them.

// path is the execution before, as far as the next one is to follow it.
type path struct {
	choices []sat.Lit
	// kept has by position the reason that the negation of the choice was excluded by; nil: it was not. Its
	// other choices are among those before the position.
	kept [][]sat.Lit
	// said is by variable what the oracle says if it says no more than this path: 1, -1, or 0 for nothing.
	said  []int8
	heard []sat.Var // whose entries in said are not 0
	in    []bool    // scratch, by literal
}

// grow makes room for one more variable.
func (p *path) grow() {
	p.said = append(p.said, 0)
	p.in = append(p.in, false, false)
}

// follow notes the choices of an execution, and returns the reasons kept with choices that it has not made.
func (p *path) follow(choices []sat.Lit) (lost [][]sat.Lit) {
	same := 0
	for same < len(choices) && same < len(p.choices) && choices[same] == p.choices[same] {
		same++
	}
	lost = p.lose(same)
	p.choices = append(p.choices[:same], choices[same:]...)
	p.kept = p.kept[:same]
	for len(p.kept) < len(p.choices) {
		p.kept = append(p.kept, nil)
	}
	return lost
}

// lose returns the reasons kept from a position on, which are no longer kept.
func (p *path) lose(from int) (lost [][]sat.Lit) {
	for i := from; i < len(p.kept); i++ {
		if p.kept[i] != nil {
			lost, p.kept[i] = append(lost, p.kept[i]), nil
		}
	}
	return lost
}

// say makes the choices of the path those of the oracle.
func (p *path) say() {
	for _, v := range p.heard {
		p.said[v] = 0
	}
	p.heard = p.heard[:0]
	for _, l := range p.choices {
		p.heard = append(p.heard, l.Var())
		p.said[l.Var()] = 1
		if l.Negated() {
			p.said[l.Var()] = -1
		}
	}
}

// drop gives a choice of the path up, and returns the reason kept with it.
func (p *path) drop(l sat.Lit) (reason []sat.Lit) {
	for i, c := range p.choices {
		if c == l {
			reason, p.kept[i] = p.kept[i], nil
			return reason
		}
	}
	return nil
}

// without gives up the last choice of the path that is one of some.
func (p *path) without(choices []sat.Lit) {
	if i := p.last(choices); i >= 0 {
		p.choices = append(p.choices[:i], p.choices[i+1:]...)
		p.kept = append(p.kept[:i], p.kept[i+1:]...)
	}
}

// last is the position of the last choice of the path that is one of some; -1: none is.
func (p *path) last(choices []sat.Lit) int {
	p.mark(choices, true)
	i := len(p.choices) - 1
	for i >= 0 && !p.in[p.choices[i]] {
		i--
	}
	p.mark(choices, false)
	return i
}

func (p *path) mark(choices []sat.Lit, in bool) {
	for _, l := range choices {
		p.in[l] = in
	}
}

// covers reports whether the path makes all of some choices.
func (p *path) covers(choices []sat.Lit) bool {
	p.mark(choices, true)
	n := 0
	for _, l := range p.choices {
		if p.in[l] {
			n++
		}
	}
	p.mark(choices, false)
	return n == len(choices)
}

// resolvent is the union of two lists of choices without a choice of the one and its negation in the other.
func (p *path) resolvent(a, b []sat.Lit, without sat.Lit) []sat.Lit {
	out := make([]sat.Lit, 0, max(len(a), len(b)))
	for _, list := range [...][]sat.Lit{a, b} {
		for _, l := range list {
			if l.Var() != without.Var() && !p.in[l] {
				p.in[l] = true
				out = append(out, l)
			}
		}
	}
	p.mark(out, false)
	return out
}

// resolve excludes choices. Those that the path makes are kept with the last of them, which is made in the
// other way next; if that was excluded before, their resolvent is excluded.
func (s *Space) resolve(choices []sat.Lit) {
	p := &s.path
	if !p.covers(choices) {
		s.add(choices)
		return
	}
	for {
		i := p.last(choices)
		if i < 0 {
			s.empty = true
			return
		}
		other := p.kept[i]
		if other == nil {
			for _, reason := range p.lose(i + 1) { // they may have the choice
				s.add(reason)
			}
			p.kept[i] = append([]sat.Lit(nil), choices...)
			p.choices[i] = p.choices[i].Not()
			return
		}
		p.kept[i] = nil
		both := p.resolvent(choices, other, p.choices[i])
		for _, reason := range [...][]sat.Lit{choices, other} {
			if len(reason) <= len(both) { // it is not subsumed
				s.add(reason)
			}
		}
		s.Learn(both)
		choices = both
	}
}

// Learn notes in the proof that choices are excluded which reasons exclude together.
func (s *Space) Learn(choices []sat.Lit) {
	if s.proof == nil {
		return
	}
	clause := make([]sat.Lit, len(choices))
	for i, l := range choices {
		clause[i] = l.Not()
	}
	s.proof.Learn(clause)
}
