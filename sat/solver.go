package sat

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
//
// It is the loop of the search over its parts. Each part knows those that it is
// made with; only [Search] knows the Solver.
type Solver struct {
	state     state
	stop      Stop
	searching bool // inside Solve: clauses of theories are added by lemma

	core     core
	analysis analyzer
	ext      extension
	restarts restarter
	rephase  rephaser
	reduce   reducer

	// Inprocessing.
	simplify      simplifier
	probe         prober
	vivify        vivifier
	condense      condenser
	nextInprocess int64 // conflicts
	inprocessings int64 // so far

	perSolve     int64 // conflicts per Solve, 0 for no limit
	maxConflicts int64 // at which the running Solve ends
	told         int64 // ticks that Config.Work knows of
}

// New creates an empty solver.
func New(cfg Config) *Solver { return NewFrom(cfg, &Solver{}) }

// NewFrom creates an empty solver in the memory of another one, which must not be used
// any more. For streams of small problems it saves most of the set-up.
func NewFrom(cfg Config, old *Solver) *Solver {
	// Only memory is taken over: all that is not mentioned here starts at zero.
	mem := *old
	s := old
	c := &s.core
	*s = Solver{
		analysis: analyzer{core: c},
		ext:      extension{core: c},
		restarts: restarter{core: c},
		rephase:  rephaser{core: c, restarts: &s.restarts},
		reduce:   reducer{core: c},
		simplify: simplifier{core: c},
		probe:    prober{core: c, analysis: &s.analysis},
		vivify:   vivifier{core: c, analysis: &s.analysis},
		condense: condenser{core: c, ext: &s.ext, simplify: &s.simplify},
	}
	c.reuse(cfg, &mem.core)
	c.theory.search.s = s
	s.analysis.reuse(&mem.analysis)
	s.restarts.init()
	s.rephase.init()
	s.reduce.next = reduceInterval
	s.nextInprocess = inprocessInterval
	if cfg.rush {
		s.reduce.next, s.nextInprocess = 5, 8
	}
	return s
}

// NewVar creates a variable. It may be called at any time, also by theories from their callbacks.
func (s *Solver) NewVar() Var { return s.core.newVar() }

// NumVars is the number of variables created.
func (s *Solver) NumVars() int { return len(s.core.trail.vars) - 1 }

// AddClause adds a clause for good. Literals may be repeated and in any order.
// It ends the validity of the last model and core.
func (s *Solver) AddClause(lits ...Lit) { s.add(lits, 0, s.core.db.proof.input) }

// AddAxiom is [Solver.AddClause] for a clause that holds in a theory; only the proof sees a difference.
func (s *Solver) AddAxiom(lits ...Lit) { s.add(lits, 0, s.core.db.proof.axiom) }

// AddLearnt adds a clause that follows from the clauses and theories, as one that another solver of the same
// has learnt, see [Config.Learnt]. Like those of the search it is dropped when it proves useless; glue, from
// 1, is its quality there. For a proof it is an axiom.
func (s *Solver) AddLearnt(glue int, lits ...Lit) { s.add(lits, max(1, glue), s.core.db.proof.axiom) }

func (s *Solver) add(lits []Lit, glue int, tell func([]Lit)) {
	if s.searching {
		panic("sat: a clause is added during Solve; theories use Search.AddClause")
	}
	s.state = stateReady
	tell(lits)
	if s.ext.count > 0 {
		s.ext.need(lits)
		s.core.addRestored()
	}
	s.core.addBetween(lits, glue)
}

// Reset gives up the last model or core and goes back to decision level 0. A theory calls it before it is
// changed between solves; AddClause and Solve go back by themselves as far as needed.
func (s *Solver) Reset() {
	if s.searching {
		panic("sat: Reset during Solve")
	}
	s.reset()
}

// reset leaves the state after a solve: the trail goes back to level 0.
func (s *Solver) reset() {
	s.core.backtrack(0)
	s.state = stateReady
}

// Freeze says that v will be used again in later clauses or assumptions, so that inprocessing had better not
// eliminate it from now on. It is a matter of speed alone: variables that were eliminated come back when they
// are used. Calls nest with [Solver.Melt]. Variables that a theory observes and those of the assumptions of a
// running solve are kept anyway.
func (s *Solver) Freeze(v Var) { s.core.frozen[v]++ }

// Melt undoes one [Solver.Freeze].
func (s *Solver) Melt(v Var) {
	if s.core.frozen[v] == 0 {
		panic("sat: Melt without Freeze")
	}
	s.core.frozen[v]--
}

// Statistics is a snapshot of the counters.
func (s *Solver) Statistics() Stats {
	st := s.core.stats
	st.Vars = s.NumVars()
	st.Fixed = s.core.trail.fixed()
	st.Clauses = len(s.core.db.irredundant)
	st.Learnts = len(s.core.db.learnts)
	st.Bins = s.core.db.bins
	st.Bytes = int64(len(s.core.db.words)) * 4
	return st
}
