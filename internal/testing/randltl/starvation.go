package randltl

import "whittle.dev/internal/property"

// Starves reports whether some thread waits for ever in some fair execution: it has not ended and takes no
// more steps, or only steps that look at memory, and it does not wait for the end of another thread.
func (p *Program) Starves(fairness property.Fairness) bool {
	s := p.explore()
	for t := range p.threads {
		part := map[int]bool{}
		for i := range s.states {
			if s.mayWait(i, t) {
				part[i] = true
			}
		}
		edges := map[int][]int{}
		for i := range part {
			for _, next := range s.turns[i] {
				if part[next.to] && !(next.thread == t && next.acts) {
					edges[i] = append(edges[i], next.to)
				}
			}
		}
		if s.waits(t, part, edges, fairness) {
			return true
		}
	}
	return false
}

// mayWait reports whether a thread may wait for ever in a state.
func (s *system) mayWait(i, t int) bool {
	st, code := &s.states[i], s.p.threads[t]
	at := st.at[t]
	if st.over || at == ended || at == unborn {
		return false
	}
	return at < 0 || at >= len(code) || code[at].op != join || st.at[code[at].a] == ended
}

// waits reports whether a thread waits for ever in some states.
func (s *system) waits(t int, part map[int]bool, edges map[int][]int, fairness property.Fairness) bool {
	for work := []map[int]bool{part}; len(work) > 0; {
		part := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range partsOf(part, edges) {
			inner, looks := false, false
			var moved [3]bool
			for i := range c {
				for _, next := range s.turns[i] {
					if !c[next.to] || next.thread == t && next.acts {
						continue
					}
					inner = true
					looks = looks || next.thread == t && next.looks
					if next.thread >= 0 {
						moved[next.thread] = true
					}
				}
			}
			if !inner || moved[t] && !looks {
				continue
			}
			fair, rest := s.fair(c, func(i int) int { return i }, moved, fairness)
			if fair {
				return true
			}
			if rest != nil {
				work = append(work, rest)
			}
		}
	}
	return false
}
