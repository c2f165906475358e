package sat

import "slices"

// Shrinking of the learnt clause (Fleury and Biere, "Efficient all-UIP learned clause minimization", SAT
// 2021). The literals of one decision level are replaced by their first unique implication point, if no other
// literals come in from below. So the clause never grows and its glue stays.

// shrink replaces blocks of a.learnt. It sorts the literals after the first
// by level and place on the trail, the latest first.
func (a *analyzer) shrink() {
	s := a.core
	if len(a.learnt) < 3 {
		return
	}
	keys := a.keys[:0]
	for _, l := range a.learnt[1:] {
		d := &s.trail.vars[l>>1]
		// No level is higher than the length of the trail.
		keys = append(keys, uint64(d.level)<<32|uint64(d.trail))
	}
	a.keys = keys
	slices.Sort(keys)
	keep := a.learnt[:1]
	for end := len(keys); end > 0; {
		start := end - 1
		for start > 0 && keys[start-1]>>32 == keys[end-1]>>32 {
			start--
		}
		if uip := a.blockUIP(keys[start:end]); uip != 0 {
			s.stats.Minimized += int64(end - start - 1)
			keep = append(keep, uip^1)
			if s.marks[uip>>1]&markSeen == 0 {
				s.marks[uip>>1] |= markSeen
				a.analyzed = append(a.analyzed, uip^1)
			}
		} else {
			for i := end - 1; i >= start; i-- {
				keep = append(keep, s.trail.lits[uint32(keys[i])]^1)
			}
		}
		end = start
	}
	a.learnt = keep
}

// blockUIP is the true literal that implies the complements of a block of literals of one level, together
// with what the rest of the clause implies, or 0 if there is none.
func (a *analyzer) blockUIP(block []uint64) Lit {
	s := a.core
	if len(block) == 1 {
		return 0
	}
	level := int32(block[0] >> 32)
	pos := int(uint32(block[len(block)-1]))
	a.shrunk = a.shrunk[:0]
	for _, k := range block {
		v := s.trail.lits[uint32(k)].Var()
		s.marks[v] |= markBlock
		a.shrunk = append(a.shrunk, v)
	}
	open := len(block)
	uip := Lit(0)
	for {
		for s.marks[s.trail.lits[pos]>>1]&markBlock == 0 {
			pos--
		}
		l := s.trail.lits[pos]
		pos--
		if open--; open == 0 {
			uip = l
			break
		}
		added := 0
		r := s.trail.vars[l>>1].reason
		switch {
		case r == noReason || r.isTheory():
			added = -1
		case r.isBinary():
			added = a.addBlock(r.other(), level)
		default:
			for _, other := range s.db.lits(cref(r)) {
				if other == l {
					continue
				}
				n := a.addBlock(other, level)
				if n < 0 {
					added = -1
					break
				}
				added += n
			}
		}
		if added < 0 {
			break
		}
		open += added
	}
	for _, v := range a.shrunk {
		s.marks[v] &^= markBlock
	}
	return uip
}

// addBlock takes a literal of a reason into the block: 1 if it is a new one of
// the level, 0 if it need not be looked at, -1 if it ends the attempt.
func (a *analyzer) addBlock(l Lit, level int32) int {
	s := a.core
	v := l.Var()
	d := &s.trail.vars[v]
	switch {
	case d.level == 0 || s.marks[v]&markBlock != 0:
		return 0
	case d.level == level:
		s.marks[v] |= markBlock
		a.shrunk = append(a.shrunk, v)
		return 1
	case a.redundant(l, 1):
		return 0
	}
	return -1
}
