package sat

// varData is what the search knows of an assigned variable.
type varData struct {
	level  int32  // decision level of the assignment
	trail  int32  // position on the trail
	reason reason // why
}

// watch is an entry of an occurrence list of a long clause. If the blocker, a
// literal of the clause, is true, the clause need not be looked at.
type watch struct {
	c       cref
	blocker Lit
}

// occ is what must be visited when a literal becomes true: the clauses that
// watch its complement.
type occ struct {
	bins  []Lit   // the other literal of each binary clause
	longs []watch // the longer clauses
}

// level is the record of one decision level.
type level struct {
	trail     int32 // length of the trail before the decision
	seenCount int32 // literals of this level seen by the running analysis
	seenTrail int32 // the lowest trail position of those
}

// The states of a Solver, see the contract in doc.go.
type state uint8

const (
	stateReady state = iota
	stateSat
	stateUnsat
	stateUnknown
)

// Solver is an incremental CDCL solver. Create one with [New]; the zero value
// is not usable. A Solver belongs to one goroutine.
type Solver struct {
	cfg   Config
	stats Stats

	state       state
	stop        Stop
	broken      bool // the clauses are unsatisfiable without assumptions
	outOfMemory bool
	searching   bool // inside Solve: clauses of theories are added by lemma

	// The clauses.
	arena       []Lit
	spare       []Lit // memory for the next collection
	irredundant []cref
	learnts     []cref
	temps       []cref // explanations of theories
	occs        []occ  // by literal
	bins        int    // number of binary clauses
	wasted      int    // words of garbage in the arena

	// The assignment.
	vals   []Tri     // by literal
	vars   []varData // by variable
	trail  []Lit
	levels []level // one per decision level, levels[0] for the root
	qhead  int     // next trail position to propagate
	rooted int     // trail positions at level 0 that were reported to the proof
	confl  []Lit   // the conflict if it is litsClause

	// Decisions.
	heap      scoreHeap
	queue     moveQueue
	stable    bool
	saved     []Tri  // by variable: last value
	walkRNG   uint64 // state of the generator of local search
	target    []Tri  // by variable: largest conflict-free assignment since the last rephase
	best      []Tri  // by variable: largest since the last "best" rephase
	safe      int    // trail positions below are free of conflict
	targetLen int
	bestLen   int

	// Assumptions.
	assumptions []Lit
	failed      []Lit
	frozen      []int32 // by variable: Freeze minus Melt

	// Conflict analysis.
	marks     []uint8 // by variable
	analyzed  []Lit
	minimized []Lit
	shrunk    []Var
	learnt    []Lit
	touched   []int32 // levels with seenCount > 0
	stamps    []uint32
	stamp     uint32
	sortBuf   []uint64
	sortSpare []uint64
	addBuf    []Lit
	explained []Lit

	// Inprocessing.
	ext         extension
	elimTried   []uint32 // by variable: state in which elimination was tried last
	learntBins  []uint64 // redundant binary clauses, see [Solver.addLearntBinary]
	quiet       bool     // assignments are trials: phases are not saved
	probed      []int32  // by variable: units known when it was probed last
	occurrences []int32  // by literal
	vivifyBuf   []Lit

	limits   limits
	avg      averages // of the mode at hand
	otherAvg averages // of the other mode
	luby     reluctant
	ticks    int64
	told     int64 // ticks that Config.Work knows of
	theory   theoryState
	search   Search
}

// New creates an empty solver.
func New(cfg Config) *Solver { return NewFrom(cfg, &Solver{}) }

// NewFrom creates an empty solver in the memory of another one, which must not be used
// any more. For streams of small problems it saves most of the set-up.
func NewFrom(cfg Config, old *Solver) *Solver {
	// Only memory is taken over: all that is not mentioned here starts at zero.
	mem := *old
	s := old
	*s = Solver{
		cfg:         cfg,
		arena:       append(mem.arena[:0], 0, 0),
		spare:       mem.spare[:0],
		irredundant: mem.irredundant[:0],
		learnts:     mem.learnts[:0],
		occs:        append(mem.occs[:0], occ{}, occ{}),
		vals:        append(mem.vals[:0], Undef, Undef),
		vars:        append(mem.vars[:0], varData{}),
		trail:       mem.trail[:0],
		levels:      append(mem.levels[:0], level{}),
		confl:       mem.confl[:0],
		saved:       append(mem.saved[:0], Undef),
		target:      append(mem.target[:0], Undef),
		best:        append(mem.best[:0], Undef),
		assumptions: mem.assumptions[:0],
		failed:      mem.failed[:0],
		frozen:      append(mem.frozen[:0], 0),
		marks:       append(mem.marks[:0], 0),
		analyzed:    mem.analyzed[:0],
		minimized:   mem.minimized[:0],
		learnt:      mem.learnt[:0],
		touched:     mem.touched[:0],
		stamps:      append(mem.stamps[:0], 0),
		sortBuf:     mem.sortBuf[:0],
		addBuf:      mem.addBuf[:0],
	}
	s.heap.reuse(&mem.heap)
	s.queue.reuse(&mem.queue)
	s.limits.init(cfg.rush)
	s.walkRNG = walkSeed
	s.avg.init()
	s.otherAvg.init()
	s.stable = cfg.NoFocused
	s.search.s = s
	return s
}

// NewVar creates a variable. It may be called at any time, also by theories
// from their callbacks.
func (s *Solver) NewVar() Var {
	v := Var(len(s.vars))
	if n := len(s.occs); n+2 <= cap(s.occs) { // the lists may have memory, see NewFrom
		s.occs = s.occs[:n+2]
		for i := n; i < n+2; i++ {
			o := &s.occs[i]
			o.bins, o.longs = o.bins[:0], o.longs[:0]
		}
	} else {
		s.occs = append(s.occs, occ{}, occ{})
	}
	s.vals = append(s.vals, Undef, Undef)
	s.vars = append(s.vars, varData{})
	s.marks = append(s.marks, 0)
	s.saved = append(s.saved, s.firstPhase())
	s.target = append(s.target, Undef)
	s.best = append(s.best, Undef)
	s.frozen = append(s.frozen, 0)
	s.stamps = append(s.stamps, 0)
	s.heap.add(v)
	s.queue.add(v)
	s.theory.add()
	return v
}

// NumVars is the number of variables created.
func (s *Solver) NumVars() int { return len(s.vars) - 1 }

// AddClause adds a clause for good. Literals may be repeated and in any order.
// It ends the validity of the last model and core.
func (s *Solver) AddClause(lits ...Lit) {
	if s.searching {
		panic("sat: AddClause during Solve; theories use Search.AddClause")
	}
	s.state = stateReady
	if s.cfg.Proof != nil {
		s.cfg.Proof.Input(lits)
	}
	if s.ext.count > 0 {
		s.need(lits)
		s.addRestored()
	}
	s.addBetween(lits)
}

// AddAxiom is [Solver.AddClause] for a clause that holds in a theory; only the
// proof sees a difference.
func (s *Solver) AddAxiom(lits ...Lit) {
	if s.searching {
		panic("sat: AddAxiom during Solve; theories use Search.AddClause")
	}
	s.state = stateReady
	if s.cfg.Proof != nil {
		s.cfg.Proof.Axiom(lits)
	}
	if s.ext.count > 0 {
		s.need(lits)
		s.addRestored()
	}
	s.addBetween(lits)
}

// Reset gives up the last model or core and goes back to decision level 0. A
// theory calls it before it is changed between solves; AddClause and Solve go
// back by themselves as far as needed.
func (s *Solver) Reset() {
	if s.searching {
		panic("sat: Reset during Solve")
	}
	s.reset()
}

// reset leaves the state after a solve: the trail goes back to level 0.
func (s *Solver) reset() {
	s.backtrack(0)
	s.state = stateReady
}

// normalise copies a clause without repeated literals and without those false
// at level 0; taut reports that it is a tautology or true at level 0.
func (s *Solver) normalise(lits []Lit) (buf []Lit, taut bool) {
	buf = s.addBuf[:0]
	for _, l := range lits {
		v := l.Var()
		if v == 0 || int(v) >= len(s.vars) {
			panic("sat: literal of an unknown variable")
		}
		bit := uint8(markPos) << (l & 1)
		if s.marks[v]&bit != 0 {
			continue
		}
		if s.marks[v]&(markPos|markNeg) != 0 {
			taut = true
			break
		}
		if val := s.vals[l]; val != Undef && s.vars[v].level == 0 {
			if val == True {
				taut = true
				break
			}
			continue
		}
		s.marks[v] |= bit
		buf = append(buf, l)
	}
	for _, l := range buf {
		s.marks[l.Var()] &^= markPos | markNeg
	}
	s.addBuf = buf
	return buf, taut
}

func (s *Solver) addBinary(a, b Lit) {
	s.bins++
	s.occs[a^1].bins = append(s.occs[a^1].bins, b)
	s.occs[b^1].bins = append(s.occs[b^1].bins, a)
}

// addLong allocates and watches a clause of three or more literals.
func (s *Solver) addLong(lits []Lit, flags uint32, glue int) cref {
	c := s.alloc(lits, flags, glue)
	s.watch(c, lits[0], lits[1])
	return c
}

func (s *Solver) watch(c cref, a, b Lit) {
	s.occs[a^1].longs = append(s.occs[a^1].longs, watch{c, b})
	s.occs[b^1].longs = append(s.occs[b^1].longs, watch{c, a})
}

// Freeze tells that v will be used again in later clauses or assumptions, so
// that inprocessing had better not eliminate it from now on. It is a matter of
// speed alone: variables that were eliminated come back when they are used. Calls
// nest with [Solver.Melt]. Variables that a theory observes and those of the
// assumptions of a running solve are kept anyway.
func (s *Solver) Freeze(v Var) { s.frozen[v]++ }

// Melt undoes one [Solver.Freeze].
func (s *Solver) Melt(v Var) {
	if s.frozen[v] == 0 {
		panic("sat: Melt without Freeze")
	}
	s.frozen[v]--
}

// Statistics is a snapshot of the counters.
func (s *Solver) Statistics() Stats {
	st := s.stats
	st.Vars = s.NumVars()
	st.Fixed = s.fixed()
	st.Clauses = len(s.irredundant)
	st.Learnts = len(s.learnts)
	st.Bins = s.bins
	st.Bytes = int64(len(s.arena)) * 4
	return st
}

// fixed is the number of variables assigned at level 0.
func (s *Solver) fixed() int {
	if len(s.levels) > 1 {
		return int(s.levels[1].trail)
	}
	return len(s.trail)
}
