package cnf

import (
	"math/rand/v2"

	"whittle.dev/sat"
)

// source returns the pseudo-random numbers of a seed: the same ones always.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// Random returns a formula of clauses of k different variables each, chosen uniformly. At about 4.26 clauses
// a variable, for k = 3, half of them are satisfiable (Mitchell, Selman, Levesque: "Hard and easy
// distributions of SAT problems", 1992).
func Random(seed uint64, k, vars, clauses int) *Formula {
	f := &Formula{}
	r := source(seed)
	v := f.Vars(vars)
	clause := make([]sat.Lit, k)
	for range clauses {
		randomClause(r, v, clause)
		f.Clause(clause...)
	}
	return f
}

// randomClause fills clause with literals of different variables.
func randomClause(r *rand.Rand, v, clause []sat.Lit) {
	for i := 0; i < len(clause); {
		l := v[r.IntN(len(v))]
		fresh := true
		for _, x := range clause[:i] {
			fresh = fresh && x.Var() != l.Var()
		}
		if !fresh {
			continue
		}
		if r.IntN(2) == 0 {
			l = l.Not()
		}
		clause[i] = l
		i++
	}
}

// Planted is Random with clauses that a hidden assignment makes true, an odd number
// of literals of each so that majorities do not point to it. Satisfiable. (Barthel and
// others: "Hiding solutions in random satisfiability problems", 2002.)
func Planted(seed uint64, k, vars, clauses int) *Formula {
	f := &Formula{}
	r := source(seed)
	v := f.Vars(vars)
	hidden := make([]bool, vars)
	for i := range hidden {
		hidden[i] = r.IntN(2) == 0
	}
	clause := make([]sat.Lit, k)
	for n := 0; n < clauses; {
		randomClause(r, v, clause)
		odd := false
		for _, l := range clause {
			if hidden[l.Var()-1] != l.Negated() {
				odd = !odd
			}
		}
		// A few clauses that are true throughout or in an even number keep the
		// system of parities from being solved by elimination.
		if odd || r.IntN(8) == 0 && satisfied(hidden, clause) {
			f.Clause(clause...)
			n++
		}
	}
	return f
}

func satisfied(model []bool, clause []sat.Lit) bool {
	for _, l := range clause {
		if model[l.Var()-1] != l.Negated() {
			return true
		}
	}
	return false
}
