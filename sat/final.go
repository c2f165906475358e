package sat

// analyzeFinal finds the assumptions that made the assumption p false, as in MiniSat (Eén and Sörensson,
// "Temporal induction by incremental SAT solving", 2003): the decisions in the implication graph of its
// complement. All decisions made so far are assumptions.
func (a *analyzer) analyzeFinal(p Lit) {
	s := a.core
	a.failed = append(a.failed[:0], p)
	a.analyzed = a.analyzed[:0]
	if s.trail.vars[p>>1].level > 0 {
		a.markFinal(p)
		for i := len(s.trail.lits) - 1; i >= int(s.trail.levels[1].trail); i-- {
			l := s.trail.lits[i]
			if s.marks[l>>1]&markSeen == 0 {
				continue
			}
			r := s.trail.vars[l>>1].reason
			if r.isTheory() {
				r = s.explain(l)
			}
			switch {
			case r == noReason:
				a.failed = append(a.failed, l)
			case r.isBinary():
				a.markFinal(r.other())
			default:
				for _, q := range s.db.lits(cref(r)) {
					a.markFinal(q)
				}
			}
		}
		a.clear()
	}
	if s.db.proof.on() || s.db.proof.debug != nil {
		core := s.addBuf[:0]
		for i, l := range a.failed {
			if i > 0 && l == p^1 {
				// Contradictory assumptions: nothing to derive.
				core = nil
				break
			}
			core = append(core, l^1)
		}
		if core != nil {
			s.db.proof.derived(core)
		}
	}
}

func (a *analyzer) markFinal(l Lit) {
	s := a.core
	if s.trail.vars[l>>1].level > 0 && s.marks[l>>1]&markSeen == 0 {
		s.marks[l>>1] |= markSeen
		a.analyzed = append(a.analyzed, l)
	}
}
