package sat

import (
	"math"
	"slices"
)

// Reduction of the learnt clauses. Clauses of glue up to tier1 stay for good, those up to tier2 while they
// were used since the last but one reduction, the others while used since the last; of the rest the worse
// part by glue and size goes (Audemard and Simon, Glucose; Oh, "Improving SAT solvers by exploiting empirical
// characteristics of CDCL", 2016; the interval follows CaDiCaL).

const (
	reduceInterval = 300
	reduceFraction = 75 // per cent of the candidates
)

// reducer drops learnt clauses now and then.
type reducer struct {
	core *core
	next int64 // conflicts at the next reduction
	keys []uint64
}

// reduce drops learnt clauses that seem useless and collects the arena.
func (r *reducer) reduce() {
	s := r.core
	s.stats.Reductions++
	r.next = s.stats.Conflicts + s.cfg.scale(r.interval())
	s.freeTemps()
	s.lockReasons(true)
	keys := r.keys[:0]
	for i, c := range s.db.learnts {
		f := s.db.words[c+1]
		if f&(flagLocked|flagGarbage) != 0 {
			continue
		}
		if used := f & usedMask >> usedShift; used > 0 {
			s.db.setUsed(c, used-1)
			continue
		}
		glue := uint64(f >> glueShift)
		if glue <= tier1 {
			continue
		}
		size := uint64(min(s.db.words[c], 1<<16-1))
		// Worst first: high glue, then many literals; ties by age.
		keys = append(keys, (1<<16-1-min(glue, 1<<16-1))<<48|(1<<16-1-size)<<32|uint64(i))
	}
	slices.Sort(keys)
	for _, k := range keys[:len(keys)*reduceFraction/100] {
		s.db.drop(s.db.learnts[k&(1<<32-1)])
	}
	r.keys = keys
	s.lockReasons(false)
	s.collect()
}

// interval is the number of conflicts to the next reduction. It grows
// arithmetically, and with the formula, all of which a reduction visits.
func (r *reducer) interval() int64 {
	s := r.core
	delta := reduceInterval * (s.stats.Reductions + 1)
	if n := len(s.db.irredundant); n > 100_000 {
		delta = int64(float64(delta) * math.Log10(float64(n)/10_000))
	}
	return delta
}
