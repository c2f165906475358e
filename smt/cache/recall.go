package cache

// Models and cores that are remembered for conjuncts of this store, besides
// the exact answers of the shared cache. A model that satisfied a set of
// conjuncts satisfies its subsets, and often supersets; a set that contains an
// unsatisfiable core is unsatisfiable (Cadar, Dunbar and Engler, "KLEE", OSDI 2008, section 3.3).

// recent holds the latest models in a ring.
type recent struct {
	ring   [64]*model
	serial int64 // of the latest model; the first has the number 1
	epoch  uint64
	tried  []int64
}

// remember keeps a model that satisfies the conjuncts.
func (s *Solver) remember(m *model, list []int32) {
	r := &s.recent
	r.serial++
	r.ring[r.serial%int64(len(r.ring))] = m
	for _, id := range list {
		s.conjuncts[id].model = r.serial
	}
}

// model returns a remembered model, nil if it is too old.
func (r *recent) model(serial int64) *model {
	if serial <= 0 || serial <= r.serial-int64(len(r.ring)) {
		return nil
	}
	return r.ring[serial%int64(len(r.ring))]
}

// tryModels evaluates a part whose normal form is at hand under models that satisfied
// some of its conjuncts, those of the latest conjuncts first.
func (s *Solver) tryModels(p *part, list []int32, key Key) bool {
	r := &s.recent
	r.tried = r.tried[:0]
candidates:
	for _, id := range list {
		if len(r.tried) >= s.cfg.Candidates {
			return false
		}
		serial := s.conjuncts[id].model
		for _, t := range r.tried {
			if t == serial {
				continue candidates
			}
		}
		m := r.model(serial)
		if m == nil {
			continue
		}
		r.tried = append(r.tried, serial)
		s.stats.tried++
		a := &s.scratch
		a.reset()
		a.load(m)
		for _, id := range list {
			// What the model is known to satisfy needs no evaluation.
			if c := &s.conjuncts[id]; (c.model != serial || c.partial) && !a.holds(c) {
				continue candidates
			}
		}
		s.stats.reused++
		s.learnSat(p, key, a.restrict(s.norm.syms))
		return true
	}
	return false
}

// cores holds unsatisfiable cores in a ring. Each is watched by its latest
// conjunct: a set that contains the core contains that conjunct.
type cores struct {
	list [][]int32
	next int
}

const (
	maxCores    = 4096
	maxCoreSize = 32
)

// addCore remembers a core.
func (s *Solver) addCore(core []int32) {
	if len(core) > maxCoreSize {
		return
	}
	c := &s.cores
	at := int32(c.next)
	if len(c.list) < maxCores {
		c.list = append(c.list, nil)
	}
	c.next = (c.next + 1) % maxCores
	if old := c.list[at]; old != nil {
		w := s.conjuncts[watched(old)].watch
		for i, x := range w {
			if x == at {
				s.conjuncts[watched(old)].watch = append(w[:i], w[i+1:]...)
				break
			}
		}
	}
	c.list[at] = core
	w := watched(core)
	s.conjuncts[w].watch = append(s.conjuncts[w].watch, at)
}

// watched returns the member of a core that was numbered last.
func watched(core []int32) int32 {
	w := core[0]
	for _, id := range core {
		w = max(w, id)
	}
	return w
}

// findCore returns a remembered core among the conjuncts, or nil.
func (s *Solver) findCore(list []int32) []int32 {
	marked := false
	for _, id := range list {
		for _, at := range s.conjuncts[id].watch {
			if !marked {
				marked = true
				s.recent.epoch++
				for _, id := range list {
					s.conjuncts[id].mark = s.recent.epoch
				}
			}
			if core := s.cores.list[at]; len(core) <= len(list) && s.allMarked(core) {
				return core
			}
		}
	}
	return nil
}

func (s *Solver) allMarked(core []int32) bool {
	for _, id := range core {
		if s.conjuncts[id].mark != s.recent.epoch {
			return false
		}
	}
	return true
}

// trim forgets what is remembered here once that outgrows its budget, but for
// what is known about the parts as they are now.
func (s *Solver) trim() {
	if s.bytes <= s.cfg.Bytes {
		return
	}
	s.stats.trims++
	s.bytes = 0
	s.recent.ring = [64]*model{}
	s.cores = cores{}
	s.shaper.blind = table[uint64]{}
	s.scratch.eval, s.values.a.eval = nil, nil
	// Conjuncts that are not in force go; the others get new numbers.
	old := s.conjuncts
	s.conjuncts, s.conjOf = nil, table[int32]{}
	number := make([]int32, len(old))
	for i := range old {
		c := old[i]
		if c.active == 0 {
			continue
		}
		c.model, c.watch, c.mark = 0, nil, 0
		number[i] = int32(len(s.conjuncts))
		s.conjOf.put(c.t, number[i])
		s.conjuncts = append(s.conjuncts, c)
	}
	for i := range s.force {
		s.force[i].conj = number[s.force[i].conj]
	}
	for _, p := range s.forest.made {
		p.conj = number[p.conj]
		p.list = nil
		if p.covered || p.unsat {
			p.forget()
		}
	}
}
