package native

import (
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/internal/words"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/numbers"
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

// Solver decides terms of one store. It belongs to the goroutine that owns the store. Create one with [New].
//
// It is made of parts, each of which knows those before it that it is made with.
type Solver struct {
	st  *term.Store
	cfg Config

	words   wordQueue      // in front of all others
	bits    vectors        // gates, and which of them are the bits of a term
	atoms   atoms          // inputs of the gates that stand for something
	arith   arithmetic     // linear forms of Int and Real terms
	places  places         // values of all sorts
	elems   elements       // elements of uninterpreted sorts
	funcs   functions      // uninterpreted functions applied
	arr     arrays         // arrays and what is read of them
	blaster blaster        // terms to gates
	asserts assertions     // assertions and levels
	prep    prep           // simplification of assertions
	theory  numberTheory   // atoms about numbers
	same    equalityTheory // equations of elements, and applications
	enc     encoder        // gates to clauses
	values  valuation      // the last model, of gates
	numbers numberValues   // the last model, of unknown numbers
	refine  refinement     // lemmas about arrays
	model   model          // the last model, of terms
	order   *ordering      // nil until the capability is used

	assume   []sat.Lit
	assumed  []term.Term // the assumptions of the running Check and
	assumedL []aig.Lit   // their literals
	failed   []term.Term
	keep     []term.Term // of Keep, until the next Check

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
	s := &Solver{st: st, cfg: cfg}
	c, b := &s.cfg, &s.bits
	s.words = wordQueue{st: st, cfg: c, stats: &s.stats, prog: words.New(st)}
	s.bits = vectors{st: st, g: aig.NewGraph()}
	s.atoms = atoms{bits: b}
	s.places = places{st: st, bits: b, arith: &s.arith, elems: &s.elems, arr: &s.arr, funcs: &s.funcs}
	s.arith = arithmetic{st: st, bits: b, table: numbers.NewTable(b.g, func(id int32) aig.Lit {
		return s.atoms.input(atomNumber, id)
	})}
	s.elems = elements{st: st, bits: b, atoms: &s.atoms}
	s.funcs = functions{st: st, places: &s.places, elems: &s.elems}
	s.arr = arrays{st: st, bits: b, atoms: &s.atoms, places: &s.places, cfg: c}
	s.blaster = blaster{st: st, bits: b, arith: &s.arith, arr: &s.arr, elems: &s.elems, funcs: &s.funcs,
		places: &s.places}
	s.asserts = assertions{st: st, cfg: c, stats: &s.stats, blaster: &s.blaster}
	s.prep = prep{st: st, cfg: c, asserts: &s.asserts}
	s.enc = encoder{st: st, cfg: c, stats: &s.stats, bits: b, atoms: &s.atoms, places: &s.places,
		asserts: &s.asserts, theory: &s.theory, same: &s.same, refine: &s.refine}
	s.theory = numberTheory{table: &s.arith.table, places: &s.places, cnf: &s.enc.cnf}
	s.same = equalityTheory{elems: &s.elems, bits: b, cnf: &s.enc.cnf}
	s.values = valuation{bits: b, epoch: 1}
	s.numbers = numberValues{table: &s.arith.table, gates: &s.values}
	s.refine = refinement{bits: b, arr: &s.arr, cnf: &s.enc.cnf, values: &s.values, theory: &s.theory,
		same: &s.same, funcs: &s.funcs, nums: &s.numbers, stats: &s.stats}
	s.model = model{st: st, bits: b, places: &s.places, values: &s.values, refine: &s.refine, front: &s.words}
	s.words.off = !s.wordsWanted()
	s.enc.newSAT()
	return s
}

// Stats returns the counters: of the present network and clauses (gates,
// inputs, vars, clauses) and of all work since the solver was created.
func (s *Solver) Stats() []smt.Stat {
	st := s.enc.cnf.sat.Statistics()
	old := &s.stats.old
	return []smt.Stat{
		{Name: "checks", Value: s.stats.checks},
		{Name: "checks answered by words", Value: s.words.answered},
		{Name: "checks answered by simulation", Value: s.stats.simulated},
		{Name: "gates", Value: int64(s.bits.g.Len() - 1)},
		{Name: "vars", Value: int64(st.Vars)},
		{Name: "clauses", Value: s.enc.cnf.clauses},
		{Name: "clauses ever", Value: s.enc.cnf.clauses + s.stats.oldClauses},
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
