package native

import "whittle.dev/smt/native/internal/aig"

import "whittle.dev/smt/internal/termtable"

import (
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/internal/words"
	"whittle.dev/term"
)

// Config holds limits and switches. The zero value is the recommended configuration.
type Config struct {
	// Conflicts bounds the conflicts of each Check; beyond it the answer is
	// Unknown with smt.ReasonTimeout. 0 is no bound.
	Conflicts int64

	// SAT configures the underlying solver.
	SAT sat.Config

	// Switches for tests and measurements.
	NoWords       bool // never ask package words
	NoSimulation  bool // never answer from the simulated assignments
	NoDefinitions bool // assert equations with fresh symbols instead of using them as definitions
	NoPreprocess  bool // translate assertions as they stand, see prep.go
	LazyArrays    bool // expand no read over a write in advance
	KeepGarbage   bool // never start afresh
}

// Solver decides terms of one store. It belongs to the goroutine that owns the
// store. Create one with [New].
type Solver struct {
	st  *term.Store
	cfg Config

	g     *aig.Graph
	table termtable.Table
	slab  []aig.Lit // bits of bit-vector terms
	tmp   aig.Scratch
	work  []term.Term // stack of blast
	args  []aig.Lit   // operands of n-ary operators

	words    wordQueue
	prep     prep
	dividers dividers
	arr      arrays
	order    *ordering

	// Assertions and levels.
	asserted []assertion
	levels   []level
	defined  []term.Term // symbols whose definition at level 0 is tainted, see taintedTerm
	refused  int         // assertions in force that are not supported

	// Clauses.
	sat         *sat.Solver
	cnf         cnf
	encoded     int // assertions that are in clauses
	encodedDefs int // entries of defined that are in clauses
	hard        int // levels whose assertions are clauses without an activation literal
	stale       bool
	garbage     garbage
	assume      []sat.Lit
	assumed     []term.Term // the assumptions of the running Check and
	assumedL    []aig.Lit   // their literals

	model  model
	failed []term.Term

	stats counters
}

// assertion is a term that was asserted.
type assertion struct {
	t           term.Term
	l           aig.Lit
	unsupported string
}

// counters are totals that survive a new start of the SAT solver.
type counters struct {
	checks, simulated, restarts, lemmas, definitions int64
	old                                              sat.Stats // sums of SAT solvers that were dropped
	oldClauses                                       int64
}

var (
	_ smt.Solver  = (*Solver)(nil)
	_ smt.Statser = (*Solver)(nil)
)

// New returns a solver for terms of st, with nothing asserted.
func New(st *term.Store, cfg Config) *Solver {
	s := &Solver{st: st, cfg: cfg, g: aig.NewGraph()}
	s.model.epoch = 1
	s.words.prog = words.New(st)
	s.words.off = !s.wordsWanted()
	s.newSAT()
	return s
}

// reusableVars is the size of a SAT solver up to which its memory is used again.
const reusableVars = 1 << 16

// newSAT starts an empty SAT solver.
func (s *Solver) newSAT() {
	if s.sat != nil {
		s.stats.drop(s.sat.Statistics())
		s.stats.oldClauses += s.cnf.clauses
	}
	if s.sat != nil && s.order == nil && s.sat.NumVars() <= reusableVars {
		s.sat = sat.NewFrom(s.cfg.SAT, s.sat)
	} else {
		s.sat = sat.New(s.cfg.SAT)
	}
	if s.cfg.Conflicts > 0 {
		s.sat.LimitConflicts(s.cfg.Conflicts)
	}
	s.cnf.reset(s.g, s.sat)
	s.encoded, s.encodedDefs, s.hard, s.stale = 0, 0, 0, false
}

// Stats returns the counters: of the present network and clauses (gates,
// inputs, vars, clauses) and of all work since the solver was created.
func (s *Solver) Stats() []smt.Stat {
	st := s.sat.Statistics()
	old := &s.stats.old
	return []smt.Stat{
		{Name: "checks", Value: s.stats.checks},
		{Name: "checks answered by words", Value: s.words.answered},
		{Name: "checks answered by simulation", Value: s.stats.simulated},
		{Name: "gates", Value: int64(s.g.Len() - 1)},
		{Name: "vars", Value: int64(st.Vars)},
		{Name: "clauses", Value: s.cnf.clauses},
		{Name: "clauses ever", Value: s.cnf.clauses + s.stats.oldClauses},
		{Name: "conflicts", Value: old.Conflicts + st.Conflicts},
		{Name: "decisions", Value: old.Decisions + st.Decisions},
		{Name: "propagations", Value: old.Propagations + st.Propagations},
		{Name: "theory propagations", Value: old.TheoryProps + st.TheoryProps},
		{Name: "theory conflicts", Value: old.TheoryConfl + st.TheoryConfl},
		{Name: "restarts", Value: old.Restarts + st.Restarts},
		{Name: "learnt clauses", Value: int64(st.Learnts)},
		{Name: "array lemmas", Value: s.stats.lemmas},
		{Name: "definitions", Value: s.stats.definitions},
		{Name: "new starts", Value: s.stats.restarts},
	}
}

func (c *counters) drop(st sat.Stats) {
	c.old.Conflicts += st.Conflicts
	c.old.Decisions += st.Decisions
	c.old.Propagations += st.Propagations
	c.old.TheoryProps += st.TheoryProps
	c.old.TheoryConfl += st.TheoryConfl
	c.old.Restarts += st.Restarts
}
