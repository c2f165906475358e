package sat

// analyzeFinal finds the assumptions that made the assumption p false, as in
// MiniSat (Eén and Sörensson, "Temporal induction by incremental SAT solving",
// 2003): the decisions in the implication graph of its complement. All
// decisions made so far are assumptions.
func (s *Solver) analyzeFinal(p Lit) {
	s.failed = append(s.failed[:0], p)
	s.analyzed = s.analyzed[:0]
	if s.vars[p>>1].level > 0 {
		s.markFinal(p)
		for i := len(s.trail) - 1; i >= int(s.levels[1].trail); i-- {
			l := s.trail[i]
			if s.marks[l>>1]&markSeen == 0 {
				continue
			}
			r := s.vars[l>>1].reason
			if r.isTheory() {
				r = s.explain(l)
			}
			switch {
			case r == noReason:
				s.failed = append(s.failed, l)
			case r.isBinary():
				s.markFinal(r.other())
			default:
				for _, q := range s.lits(cref(r)) {
					s.markFinal(q)
				}
			}
		}
		s.clearAnalysis()
	}
	if s.cfg.Proof != nil || s.cfg.Debug != nil {
		core := s.addBuf[:0]
		for i, l := range s.failed {
			if i > 0 && l == p^1 {
				// Contradictory assumptions: nothing to derive.
				core = nil
				break
			}
			core = append(core, l^1)
		}
		if core != nil {
			s.derived(core)
		}
	}
}

func (s *Solver) markFinal(l Lit) {
	if s.vars[l>>1].level > 0 && s.marks[l>>1]&markSeen == 0 {
		s.marks[l>>1] |= markSeen
		s.analyzed = append(s.analyzed, l)
	}
}
