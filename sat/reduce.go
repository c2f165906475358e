package sat

import (
	"math"
	"slices"
)

// Reduction of the learnt clauses. Clauses of glue up to tier1 stay for good,
// those up to tier2 while they were used since the last but one reduction, the
// others while used since the last; of the rest the worse part by glue and size goes (Audemard
// and Simon, Glucose; Oh, "Improving SAT solvers by exploiting empirical
// characteristics of CDCL", 2016; the interval follows CaDiCaL).

const (
	reduceInterval = 300
	reduceFraction = 75 // per cent of the candidates
)

// reduce drops learnt clauses that seem useless and collects the arena.
func (s *Solver) reduce() {
	s.stats.Reductions++
	s.limits.reduce = s.stats.Conflicts + s.limits.scale(s.reduceDelta())
	s.freeTemps()
	s.lockReasons(true)
	keys := s.sortBuf[:0]
	for i, c := range s.learnts {
		f := s.arena[c+1]
		if f&(flagLocked|flagGarbage) != 0 {
			continue
		}
		if used := f & usedMask >> usedShift; used > 0 {
			s.setUsed(c, used-1)
			continue
		}
		glue := uint64(f >> glueShift)
		if glue <= tier1 {
			continue
		}
		size := uint64(min(s.arena[c], 1<<16-1))
		// Worst first: high glue, then many literals; ties by age.
		keys = append(keys, (1<<16-1-min(glue, 1<<16-1))<<48|(1<<16-1-size)<<32|uint64(i))
	}
	slices.Sort(keys)
	for _, k := range keys[:len(keys)*reduceFraction/100] {
		s.drop(s.learnts[k&(1<<32-1)])
	}
	s.sortBuf = keys
	s.lockReasons(false)
	s.collect()
}

// reduceDelta is the number of conflicts to the next reduction. It grows
// arithmetically, and with the formula, all of which a reduction visits.
func (s *Solver) reduceDelta() int64 {
	delta := reduceInterval * (s.stats.Reductions + 1)
	if n := len(s.irredundant); n > 100_000 {
		delta = int64(float64(delta) * math.Log10(float64(n)/10_000))
	}
	return delta
}

// lockReasons marks or unmarks the clauses that are reasons.
func (s *Solver) lockReasons(on bool) {
	for _, l := range s.trail {
		if r := s.vars[l>>1].reason; r.isClause() {
			if on {
				s.arena[cref(r)+1] |= flagLocked
			} else {
				s.arena[cref(r)+1] &^= flagLocked
			}
		}
	}
}

// drop deletes a clause. Its words stay until the next collection, its watches
// until then too: the caller must collect before the next propagation.
func (s *Solver) drop(c cref) {
	if s.cfg.Proof != nil {
		s.cfg.Proof.Delete(s.lits(c))
	}
	s.arena[c+1] |= flagGarbage
	s.wasted += headerWords + int(s.arena[c])
}
