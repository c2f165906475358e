package cache

import "whittle.dev/smt"

// counters are totals since the solver was created.
type counters struct {
	checks, parts, unchanged                         int64
	constant, inherited, extended                    int64
	hitsSat, hitsUnsat, rejected, misses             int64
	tried, reused, coreHits, asked, unknown, largest int64
	trims                                            int64
}

// Stats implements smt.Statser: how the parts of all checks were decided, what the
// cache holds, and the counters of the inner solver.
func (s *Solver) Stats() []smt.Stat {
	c, u := &s.stats, s.cache.Usage()
	out := []smt.Stat{
		{Name: "cache checks", Value: c.checks},
		{Name: "cache parts", Value: c.parts},
		{Name: "cache parts unchanged", Value: c.unchanged},
		{Name: "cache parts constant", Value: c.constant},
		{Name: "cache parts inherited", Value: c.inherited},
		{Name: "cache parts by extended models", Value: c.extended},
		{Name: "cache hits sat", Value: c.hitsSat},
		{Name: "cache hits unsat", Value: c.hitsUnsat},
		{Name: "cache misses", Value: c.misses},
		{Name: "cache entries rejected", Value: c.rejected},
		{Name: "cache parts by remembered models", Value: c.reused},
		{Name: "cache models tried", Value: c.tried},
		{Name: "cache parts by remembered cores", Value: c.coreHits},
		{Name: "cache solver calls", Value: c.asked},
		{Name: "cache solver calls unknown", Value: c.unknown},
		{Name: "cache largest part asked", Value: c.largest},
		{Name: "cache trims", Value: c.trims},
		{Name: "cache entries", Value: u.Entries},
		{Name: "cache bytes", Value: u.Bytes},
		{Name: "cache evictions", Value: u.Evicted},
	}
	if in, ok := s.inner.(smt.Statser); ok {
		out = append(out, in.Stats()...)
	}
	return out
}
