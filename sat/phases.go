package sat

// Phase saving (Pipatsrisawat and Darwiche, SAT 2007), target and best phases with rephasing (Biere and
// Fleury, "Chasing target phases", POS 2020). In stable mode a decision follows the largest assignment
// without conflict seen since the last rephase; the largest since the last "best" rephase is kept apart.

const rephaseInterval = 1000 // conflicts, times the number of rephases

// phases are the values that variables are decided to.
type phases struct {
	first     Tri   // that of new variables
	saved     []Tri // by variable: last value
	target    []Tri // by variable: largest conflict-free assignment since the last rephase
	best      []Tri // by variable: largest since the last "best" rephase
	targetLen int
	bestLen   int
}

// reuse makes p empty, in the memory of another one.
func (p *phases) reuse(cfg *Config, old *phases) {
	*p = phases{
		first:  False,
		saved:  append(old.saved[:0], Undef),
		target: append(old.target[:0], Undef),
		best:   append(old.best[:0], Undef),
	}
	if cfg.Phase {
		p.first = True
	}
}

// newVar makes room for a variable.
func (p *phases) newVar() {
	p.saved = append(p.saved, p.first)
	p.target = append(p.target, Undef)
	p.best = append(p.best, Undef)
}

// update remembers the assignment, about to be undone and without conflict, if it is
// larger than the remembered one.
func (p *phases) update(lits []Lit) {
	if n := len(lits); n > p.targetLen {
		p.targetLen = n
		copyPhases(p.target, lits)
		if n > p.bestLen {
			p.bestLen = n
			copyPhases(p.best, lits)
		}
	}
}

// forgetTarget begins a new search for a large assignment.
func (p *phases) forgetTarget() {
	clear(p.target)
	p.targetLen = 0
}

func copyPhases(to []Tri, lits []Lit) {
	for _, l := range lits {
		if l.Negated() {
			to[l>>1] = False
		} else {
			to[l>>1] = True
		}
	}
}

// rephaser resets the saved phases now and then.
type rephaser struct {
	core      *core
	restarts  *restarter
	next      int64  // conflicts at the next reset
	walkTicks int64  // ticks at the last local search
	rng       uint64 // of local search
}

func (r *rephaser) init() {
	r.rng = walkSeed
	r.next = rephaseInterval
	if r.core.cfg.rush {
		r.next = 10
	}
}

// rephase resets the saved phases: original, inverted, then local search, best
// and one of original and inverted in turn.
func (r *rephaser) rephase() {
	s := r.core
	p := &s.order.phases
	r.restarts.to(0)
	n := s.stats.Rephases
	s.stats.Rephases++
	kind := byte('O')
	switch {
	case n == 1:
		kind = 'I'
	case n > 1:
		kind = "WBOWBI"[(n-2)%6]
	}
	if kind == 'W' && !s.theory.active() && !s.cfg.NoWalk {
		r.walk()
	}
	for v := 1; v < len(p.saved); v++ {
		switch kind {
		case 'O':
			p.saved[v] = p.first
		case 'I':
			p.saved[v] = -p.first
		case 'B':
			if p.best[v] != Undef {
				p.saved[v] = p.best[v]
			}
		}
	}
	p.forgetTarget()
	if kind == 'B' {
		p.bestLen = 0
	}
	r.next = s.stats.Conflicts + s.cfg.scale(rephaseInterval*(s.stats.Rephases+1))
}

// Prefer lets the next search begin with these literals where it decides, so that it finds a model that has
// them all without a conflict. It keeps nothing from being found.
func (s *Solver) Prefer(lits ...Lit) {
	s.core.order.phases.forgetTarget()
	copyPhases(s.core.order.phases.saved, lits)
}
