package cnf

import (
	"io"

	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// Formula is a conjunction of clauses under construction. The zero Formula is the empty conjunction.
type Formula struct {
	vars  int
	lits  []sat.Lit // the clauses one after the other
	ends  []int     // by clause: where it ends in lits
	truth sat.Lit   // a literal that is true; 0 until one is wanted
}

// Var returns the positive literal of a new variable.
func (f *Formula) Var() sat.Lit {
	f.vars++
	return sat.Var(f.vars).Pos()
}

// Vars returns the positive literals of n new variables.
func (f *Formula) Vars(n int) []sat.Lit {
	out := make([]sat.Lit, n)
	for i := range out {
		out[i] = f.Var()
	}
	return out
}

// Clause adds a clause. Constants are dropped from it, and a clause that
// contains the true constant is not added.
func (f *Formula) Clause(lits ...sat.Lit) {
	from := len(f.lits)
	for _, l := range lits {
		switch {
		case f.isTrue(l) && len(lits) > 1:
			f.lits = f.lits[:from]
			return
		case f.isFalse(l) && len(lits) > 1:
		default:
			f.lits = append(f.lits, l)
		}
	}
	f.ends = append(f.ends, len(f.lits))
}

// True returns a literal that is true, False one that is false.
func (f *Formula) True() sat.Lit {
	if f.truth == 0 {
		t := f.Var()
		f.Clause(t)
		f.truth = t
	}
	return f.truth
}

// False returns a literal that is false.
func (f *Formula) False() sat.Lit { return f.True().Not() }

// Bool returns the constant v.
func (f *Formula) Bool(v bool) sat.Lit {
	if v {
		return f.True()
	}
	return f.False()
}

func (f *Formula) isTrue(l sat.Lit) bool  { return f.truth != 0 && l == f.truth }
func (f *Formula) isFalse(l sat.Lit) bool { return f.truth != 0 && l == f.truth.Not() }

// Clauses calls visit for every clause in the order of their addition. The slice is valid during the call.
func (f *Formula) Clauses(visit func(clause []sat.Lit)) {
	from := 0
	for _, end := range f.ends {
		visit(f.lits[from:end:end])
		from = end
	}
}

// Write writes the formula in DIMACS CNF after comments, one line for each of the given ones.
func (f *Formula) Write(w io.Writer, comments ...string) error {
	out := dimacs.NewWriter(w)
	for _, c := range comments {
		out.Comment(c)
	}
	out.Header(dimacs.Header{Vars: f.vars, Clauses: len(f.ends)})
	f.Clauses(func(clause []sat.Lit) { out.Clause(clause...) })
	return out.Flush()
}
