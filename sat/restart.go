package sat

// Restarts and modes. Focused mode restarts as soon as the recent glue is
// worse than the long average (Biere and Fröhlich, "Evaluating CDCL restart
// schemes", POS 2015, after Glucose); stable mode follows the reluctant
// doubling sequence of Luby (Knuth, TAOCP 7.2.2.2). The two alternate, first
// after a number of conflicts, then by the same effort in memory accesses
// (Oh, "Between SAT and UNSAT", SAT 2015; Biere, CaDiCaL 2018).

const (
	restartInterval = 2    // conflicts between restarts, at least
	restartMargin   = 1.10 // recent glue over average glue
	maxDecisionRate = 100  // decisions per conflict beyond which reasons are not bumped
	reluctantPeriod = 1024
	firstMode       = 1000 // conflicts of the first focused phase
	rephaseInterval = 1000
	tier1           = 2 // clauses of this glue are kept for good
	tier2           = 6 // clauses of this glue stay for two reductions
)

// limits is the conflict counts at which things happen next.
type limits struct {
	rush        int64 // divides all intervals
	restart     int64
	rephase     int64
	reduce      int64
	mode        int64 // conflicts, for the first switch
	modeTick    int64 // ticks, for the later ones
	modeUnit    int64
	inprocess   int64
	runs        int64 // of inprocessing
	growth      int   // index of the bound of elimination in growths
	denseTicks  int64 // ticks at the end of the last elimination
	condense    int64 // conflicts at the next elimination
	condensed   int64 // number of eliminations
	probeTicks  int64 // ticks at the end of the last probing
	vivifyTicks int64
	walkTicks   int64 // ticks at the last local search
	nextProbe   Var

	simplified int64 // ticks at the last simplification
	fixed      int   // units known at the last collection
	conflict   int64
	perSolve   int64 // conflicts per Solve, 0 for no limit
}

func (l *limits) init(rush bool) {
	l.restart = restartInterval
	l.rephase = rephaseInterval
	l.reduce = reduceInterval
	l.mode = firstMode
	l.inprocess = inprocessInterval
	l.rush = 1
	if rush {
		l.rush = 100
		l.rephase, l.reduce, l.mode, l.inprocess = 10, 5, 7, 8
	}
}

// scale is n, or much less under the configuration for tests.
func (l *limits) scale(n int64) int64 { return max(1, n/l.rush) }

// ema is an exponential moving average whose start is corrected for bias
// (Kingma and Ba, "Adam", 2015).
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

// restarting reports that it is time for a restart.
func (s *Solver) restarting() bool {
	if s.level() <= len(s.assumptions) {
		return false
	}
	if s.stable {
		if s.luby.trigger {
			s.luby.trigger = false
			return true
		}
		return false
	}
	return s.stats.Conflicts >= s.limits.restart && s.avg.slow.value*restartMargin <= s.avg.fast.value
}

// restart jumps back as far as the next decisions would differ (Ramos, van
// der Tak and Heule, "Between restarts and backjumps", SAT 2011).
func (s *Solver) restart() {
	s.stats.Restarts++
	s.backtrack(s.reusable())
	s.limits.restart = s.stats.Conflicts + restartInterval
}

// backtrackRestart jumps back to at least the given level.
func (s *Solver) backtrackRestart(to int) {
	s.backtrack(to)
	s.limits.restart = s.stats.Conflicts + restartInterval
}

// reusable is the level up to which a restart would repeat the trail.
func (s *Solver) reusable() int {
	base := min(len(s.assumptions), s.level())
	next := s.nextVar()
	if next == 0 || s.theory.decides() {
		return base
	}
	lev := base
	for lev < s.level() {
		d := s.trail[s.levels[lev+1].trail].Var()
		if s.stable && !s.heap.less(d, next) || !s.stable && s.queue.stamp[d] < s.queue.stamp[next] {
			break
		}
		lev++
	}
	return lev
}

// switchMode changes between focused and stable mode when it is time.
func (s *Solver) switchMode() {
	if s.cfg.NoStable || s.cfg.NoFocused {
		return
	}
	l := &s.limits
	if l.modeUnit == 0 {
		if s.stats.Conflicts < l.mode {
			return
		}
		l.modeUnit = max(s.ticks, 1)
	} else if s.ticks < l.modeTick || s.stats.Conflicts < l.mode {
		return // without a conflict in between, modes could switch for ever
	}
	l.mode = s.stats.Conflicts + 1
	s.stats.ModeSwitches++
	k := s.stats.ModeSwitches/2 + 1
	l.modeTick = s.ticks + l.modeUnit*k*k
	if l.rush > 1 {
		l.modeTick = s.ticks + 100
	}
	s.backtrack(min(len(s.assumptions), s.level()))
	s.stable = !s.stable
	if s.stable {
		s.luby.enable()
		clear(s.target)
		s.targetLen = 0
	}
	// The modes learn different clauses: each compares with its own past.
	s.avg, s.otherAvg = s.otherAvg, s.avg
	s.avg.decided = s.stats.Decisions
}
