package arith

import (
	"slices"

	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/linear"
)

// Config holds switches. The zero value is the recommended configuration.
type Config struct {
	NoCuts      bool // integers by splits on single variables alone, see package simplex
	NoPropagate bool // no literals from rows
}

// Theory implements [linear.Backend]. Create one with [New].
type Theory struct {
	cfg     Config
	vars    *linear.Vars
	lp      *simplex.Solver
	columns []simplex.Var // by unknown, plus one; 0 if it is in no atom
	atoms   []atom
	byVar   []int32   // by SAT variable: one more than its atom, 0 for none
	onVar   [][]int32 // by variable of the simplex: its atoms by ascending bound

	queue     []told
	processed int // of queue: told to the simplex
	records   []record
	offered   []offered
	stamp     uint64
	delta     rational.Rat
	finals    int         // final checks
	search    *sat.Search // of the callback at hand
	buf       []sat.Lit
	used      []simplex.Antecedent
}

var _ linear.Backend = (*Theory)(nil)

// atom says that v <= at exactly if lit is true.
type atom struct {
	lit sat.Lit
	v   simplex.Var
	at  rational.Value
	// over is the least value of v that is greater than at.
	over rational.Value

	stamp uint64 // of the propagation that offered it last
}

// offered is a literal that follows from a row.
type offered struct {
	lit sat.Lit
	row simplex.Derivation
}

// told is a literal that the search assigned, with what to undo.
type told struct {
	lit     sat.Lit
	level   int32
	mark    simplex.Mark // before its bound
	records int32        // before its consequences
}

// record says why a literal was implied: by a bound, whose literal this is, or by a row.
type record struct {
	from sat.Lit // 0: by the row
	row  simplex.Derivation
}

// New returns a theory over these unknowns, without atoms.
func New(vars *linear.Vars, cfg Config) *Theory {
	return &Theory{cfg: cfg, vars: vars, lp: simplex.New(simplex.Config{NoCuts: cfg.NoCuts})}
}

// Atom implements [linear.Backend]. It takes all atoms.
func (t *Theory) Atom(l sat.Lit, a linear.Atom) bool {
	terms := make([]simplex.Term, len(a.Terms))
	for i, m := range a.Terms {
		terms[i] = simplex.Term{Coef: m.Coef, Var: t.column(m.Var)}
	}
	v, factor, _ := t.lp.Form(terms)
	at := rational.Value{R: a.Bound.Div(factor)}
	if a.Strict {
		at.D = rational.Of(-1)
	}
	if factor.Sign() < 0 { // v >= at, or v > at
		at.D = at.D.Neg()
		l, at = l.Not(), t.before(v, at)
	}
	t.add(atom{lit: l, v: v, at: at})
	t.lp.Watch(v, true)
	return true
}

// column returns the variable of the simplex for an unknown.
func (t *Theory) column(v linear.Var) simplex.Var {
	for int(v) >= len(t.columns) {
		t.columns = append(t.columns, 0)
	}
	if t.columns[v] == 0 {
		t.columns[v] = t.lp.NewVar(t.vars.IsInt(v)) + 1
	}
	return t.columns[v] - 1
}

// before returns the greatest value of v that is less than at, in units of the infinitesimal.
func (t *Theory) before(v simplex.Var, at rational.Value) rational.Value {
	if t.lp.Integer(v) {
		return rational.Exactly(at.Ceil().Sub(rational.Of(1)))
	}
	return at.Sub(rational.Value{D: rational.Of(1)})
}

// after returns the least value of v that is greater than at.
func (t *Theory) after(v simplex.Var, at rational.Value) rational.Value {
	if t.lp.Integer(v) {
		return rational.Exactly(at.Floor().Add(rational.Of(1)))
	}
	return at.Add(rational.Value{D: rational.Of(1)})
}

// add enters an atom.
func (t *Theory) add(a atom) {
	id := int32(len(t.atoms))
	a.over = t.after(a.v, a.at)
	t.atoms = append(t.atoms, a)
	for int(a.lit.Var()) >= len(t.byVar) {
		t.byVar = append(t.byVar, 0)
	}
	t.byVar[a.lit.Var()] = id + 1
	for int(a.v) >= len(t.onVar) {
		t.onVar = append(t.onVar, nil)
	}
	i, _ := t.find(a.v, a.at)
	t.onVar[a.v] = slices.Insert(t.onVar[a.v], i, id)
}

// find returns the place of the first atom on v whose bound is not less than at, and whether it is at.
func (t *Theory) find(v simplex.Var, at rational.Value) (int, bool) {
	if int(v) >= len(t.onVar) {
		return 0, false
	}
	return slices.BinarySearchFunc(t.onVar[v], at, func(id int32, at rational.Value) int {
		return t.atoms[id].at.Cmp(at)
	})
}

// literal returns the literal of v <= at, of an atom that it makes if there is none.
func (t *Theory) literal(v simplex.Var, at rational.Value) sat.Lit {
	if i, ok := t.find(v, at); ok {
		return t.atoms[t.onVar[v][i]].lit
	}
	l := t.search.NewVar().Pos()
	t.add(atom{lit: l, v: v, at: at})
	t.search.Observe(l.Var())
	return l
}

// Stats returns the counters of the simplex.
func (t *Theory) Stats() simplex.Stats { return t.lp.Stats() }
