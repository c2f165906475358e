package simplex

import "whittle.dev/internal/simplex/rational"

// Var is a variable: one that the caller made, or the value of a linear form.
type Var int32

// Reason is the caller's name for what a bound was asserted for.
type Reason uint32

// A Solver decides conjunctions of bounds on variables and linear forms. It belongs to one goroutine. Create
// one with [New].
type Solver struct {
	cfg    Config
	vars   []variable
	forms  formTable
	matrix matrix
	bounds []bound // the trail; bounds[0] is no bound
	stats  Stats

	// The search for a feasible assignment.
	pending  []Var // bounds changed since the last feasible check
	heap     heap  // basic variables that may be out of bounds
	saved    []savedValue
	conflict []Antecedent
	pivots   int64 // of the check at hand

	// The propagation of bounds.
	changed []Var // bounds changed since the last propagation
	stamp   uint32
	rowMark []uint32 // by row
	derived []derivation
	arena   []formTerm // the rows of derivations

	ints intSearch
}

// Config holds limits and switches. The zero value is the recommended configuration.
type Config struct {
	// Bland is the number of pivots of a check after which Bland's rule chooses both variables, so that the
	// check ends; 0 is a default.
	Bland int64
	// LongRow is the length beyond which a row propagates no bounds; 0 is a default.
	LongRow int
	// NoCuts answers questions about integers by splits on single variables alone, so that Farkas factors
	// prove every conflict.
	NoCuts bool
}

// Stats counts what a Solver has done and holds.
type Stats struct {
	Checks    int64 // calls of Check
	Pivots    int64 // exchanges of a basic and another variable
	Conflicts int64 // infeasible checks and bounds that cross
	Implied   int64 // bounds that propagation offered and the caller used
	Splits    int64 // splits asked for
	Cuts      int64 // cuts offered
	Patched   int64 // variables that were moved so that others have integer values
}

// variable is what is known of a Var.
type variable struct {
	value   rational.Value
	lo, hi  int32 // in the trail of bounds, 0 for none
	form    int32 // in the table of forms, or -1 for a variable of the caller
	row     int32 // the row it is basic in, or -1
	integer bool
	active  bool // it is in the matrix, or is a variable of the caller
	watched bool // the caller wants bounds on it
	pending bool
	changed bool
	saved   bool
}

// savedValue is a value at the last feasible assignment.
type savedValue struct {
	v     Var
	value rational.Value
}

// New returns a solver without variables.
func New(cfg Config) *Solver {
	if cfg.Bland == 0 {
		cfg.Bland = 1000
	}
	if cfg.LongRow == 0 {
		cfg.LongRow = 300
	}
	return &Solver{cfg: cfg, bounds: make([]bound, 1), forms: newFormTable()}
}

// NewVar makes a variable over the integers or the reals, without bounds.
func (s *Solver) NewVar(integer bool) Var {
	return s.newVar(variable{integer: integer, form: -1, row: -1, active: true})
}

func (s *Solver) newVar(x variable) Var {
	v := Var(len(s.vars))
	s.vars = append(s.vars, x)
	s.matrix.addVar()
	s.heap.addVar()
	return v
}

// NumVars returns the number of variables, those of forms included.
func (s *Solver) NumVars() int { return len(s.vars) }

// Integer reports that v has only integer values: the caller made it so, or it is the value of a form with
// integer coefficients over such variables.
func (s *Solver) Integer(v Var) bool { return s.vars[v].integer }

// Watch says whether [Solver.Propagate] shall look for bounds on v. A form that is watched is kept in the
// matrix, and so takes part in every pivot.
func (s *Solver) Watch(v Var, on bool) {
	s.vars[v].watched = on
	if on {
		s.activate(v)
	}
}

// Stats returns the counters.
func (s *Solver) Stats() Stats { return s.stats }

// Rows returns the number of rows of the matrix: of forms in use.
func (s *Solver) Rows() int { return len(s.matrix.rows) - len(s.matrix.unused) }
