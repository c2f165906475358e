package sat

// Restarts and modes. Focused mode restarts as soon as the recent glue is worse than the long average (Biere
// and Fröhlich, "Evaluating CDCL restart schemes", POS 2015, after Glucose); stable mode follows the
// reluctant doubling sequence of Luby (Knuth, TAOCP 7.2.2.2). The two alternate, first after a number of
// conflicts, then by the same effort in memory accesses (Oh, "Between SAT and UNSAT", SAT 2015; Biere,
// CaDiCaL 2018).

const (
	restartInterval = 2    // conflicts between restarts, at least
	restartMargin   = 1.10 // recent glue over average glue
	maxDecisionRate = 100  // decisions per conflict beyond which reasons are not bumped
	reluctantPeriod = 1024
	firstMode       = 1000 // conflicts of the first focused phase
	tier1           = 2    // clauses of this glue are kept for good
	tier2           = 6    // clauses of this glue stay for two reductions
)

// ema is an exponential moving average whose start is corrected for bias (Kingma and Ba, "Adam", 2015).
type ema struct{ value, biased, alpha, beta, exp float64 }

func newEMA(window float64) ema {
	return ema{alpha: 1 / window, beta: 1 - 1/window, exp: 1}
}

func (e *ema) update(y float64) {
	e.biased += e.alpha * (y - e.biased)
	if e.exp > 1e-12 {
		e.exp *= e.beta
		e.value = e.biased / (1 - e.exp)
	} else {
		e.value = e.biased
	}
}

type averages struct {
	fast, slow, size ema   // glue, glue, length of learnt clauses
	decisions        ema   // between conflicts
	decided          int64 // decisions up to the last conflict
}

func (a *averages) init() {
	a.fast = newEMA(33)
	a.slow = newEMA(1e5)
	a.size = newEMA(1e5)
	a.decisions = newEMA(1e5)
}

func (a *averages) learned(glue, size int, decisions int64) {
	a.decisions.update(float64(decisions - a.decided))
	a.decided = decisions
	a.fast.update(float64(glue))
	a.slow.update(float64(glue))
	a.size.update(float64(size))
}

// reluctant is the doubling sequence 1 1 2 1 1 2 4 ... times a period.
type reluctant struct {
	u, v, countdown int64
	trigger         bool
}

func (r *reluctant) enable() {
	r.u, r.v, r.countdown, r.trigger = 1, 1, reluctantPeriod, false
}

func (r *reluctant) tick() {
	if r.countdown--; r.countdown > 0 {
		return
	}
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	r.v = min(r.v, 1<<20)
	r.countdown = r.v * reluctantPeriod
	r.trigger = true
}

// restarter decides when the search jumps back, and when it changes its mode.
type restarter struct {
	core     *core
	next     int64    // conflicts at the next restart, at least
	avg      averages // of the mode at hand
	otherAvg averages // of the other mode
	luby     reluctant

	mode     int64 // conflicts, for the first switch
	modeTick int64 // ticks, for the later ones
	modeUnit int64
}

func (r *restarter) init() {
	r.avg.init()
	r.otherAvg.init()
	r.next, r.mode = restartInterval, firstMode
	if r.core.cfg.rush {
		r.mode = 7
	}
}

// due reports that it is time for a restart.
func (r *restarter) due() bool {
	s := r.core
	if s.trail.level() <= len(s.assumptions) {
		return false
	}
	if s.order.stable {
		if r.luby.trigger {
			r.luby.trigger = false
			return true
		}
		return false
	}
	return s.stats.Conflicts >= r.next && r.avg.slow.value*restartMargin <= r.avg.fast.value
}

// restart jumps back as far as the next decisions would differ (Ramos, van
// der Tak and Heule, "Between restarts and backjumps", SAT 2011).
func (r *restarter) restart() {
	r.core.stats.Restarts++
	r.to(r.reusable())
}

// to jumps back to at least the given level.
func (r *restarter) to(level int) {
	r.core.backtrack(level)
	r.next = r.core.stats.Conflicts + restartInterval
}

// reusable is the level up to which a restart would repeat the trail.
func (r *restarter) reusable() int {
	s := r.core
	base := min(len(s.assumptions), s.trail.level())
	next := s.order.next(s.trail.vals)
	if next == 0 || s.theory.decides() {
		return base
	}
	lev := base
	for lev < s.trail.level() && s.order.before(s.trail.decision(lev+1).Var(), next) {
		lev++
	}
	return lev
}

// switchMode changes between focused and stable mode when it is time.
func (r *restarter) switchMode() {
	s := r.core
	if s.cfg.NoStable || s.cfg.NoFocused {
		return
	}
	if r.modeUnit == 0 {
		if s.stats.Conflicts < r.mode {
			return
		}
		r.modeUnit = max(s.ticks, 1)
	} else if s.ticks < r.modeTick || s.stats.Conflicts < r.mode {
		return // without a conflict in between, modes could switch for ever
	}
	r.mode = s.stats.Conflicts + 1
	s.stats.ModeSwitches++
	k := s.stats.ModeSwitches/2 + 1
	r.modeTick = s.ticks + r.modeUnit*k*k
	if s.cfg.rush {
		r.modeTick = s.ticks + 100
	}
	s.backtrack(min(len(s.assumptions), s.trail.level()))
	s.order.stable = !s.order.stable
	if s.order.stable {
		r.luby.enable()
		s.order.phases.forgetTarget()
	}
	// The modes learn different clauses: each compares with its own past.
	r.avg, r.otherAvg = r.otherAvg, r.avg
	r.avg.decided = s.stats.Decisions
}
