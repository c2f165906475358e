package native

// LimitConflicts bounds the conflicts of each following Check, as Config.Conflicts does; 0 is no bound.
func (s *Solver) LimitConflicts(n int64) {
	s.cfg.Conflicts = n
	s.enc.cnf.sat.LimitConflicts(n)
}

// Conflicts is the number of conflicts since the solver was created.
func (s *Solver) Conflicts() int64 {
	return s.stats.old.Conflicts + s.enc.cnf.sat.Statistics().Conflicts
}
