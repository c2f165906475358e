package resolution

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
)

// table is a truth table of a formula over few variables: bit i is its value under the assignment i.
type table uint32

const vars = 5

func variable(v sat.Var) table {
	var t table
	for i := range 1 << vars {
		if i>>(v-1)&1 == 1 { // variables begin with 1
			t |= 1 << i
		}
	}
	return t
}

func literal(l sat.Lit) table {
	if t := variable(l.Var()); !l.Negated() {
		return t
	} else {
		return ^t
	}
}

// tables computes interpolants as truth tables.
type tables struct{}

func (tables) Clause(lits []sat.Lit) (t table) {
	for _, l := range lits {
		t |= literal(l)
	}
	return t
}
func (x tables) Cube(lits []sat.Lit) table { return ^x.Clause(lits) }
func (tables) Lemma(int) table             { panic("there is no theory") }
func (tables) Or(x, y table) table         { return x | y }
func (tables) And(x, y table) table        { return x & y }

// independent reports that a table does not depend on a variable.
func (t table) independent(v sat.Var) bool {
	with, without := t&variable(v), t&^variable(v)
	return with>>(1<<(v-1)) == without
}

// TestInterpolate: random contradictory clauses have interpolants, strong ones that imply the weak ones.
func TestInterpolate(t *testing.T) {
	proofs := 0
	for seed := range testflag.Seeds(400) {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		rec := NewRecorder()
		solver := sat.New(sat.Config{Proof: rec})
		for range vars {
			solver.NewVar()
		}
		sides := [2]table{^table(0), ^table(0)}
		var in [2][vars + 1]bool
		for range 8 + r.IntN(24) {
			side := Side(r.IntN(2))
			rec.From(Origin{Side: side})
			var lits []sat.Lit
			clause := table(0)
			for range 1 + r.IntN(3) {
				v := sat.Var(1 + r.IntN(vars-1))
				if v == 1 && side == B {
					v = vars // the first variable is A's alone, the last one B's
				}
				l := sat.MkLit(v, r.IntN(2) == 0)
				lits = append(lits, l)
				clause |= literal(l)
				in[side][v] = true
			}
			sides[side] &= clause
			solver.AddClause(lits...)
		}
		if solver.Solve(context.Background()) != sat.Unsat {
			continue
		}
		proofs++
		var got [2]table
		for i, shared := range [2]Side{B, A} { // strong, weak
			label := func(v sat.Var) Side {
				switch {
				case !in[B][v]:
					return A
				case !in[A][v]:
					return B
				}
				return shared
			}
			var err error
			if got[i], err = Interpolate[table](context.Background(), rec, label, tables{}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if sides[A]&^got[i] != 0 || got[i]&sides[B] != 0 {
				t.Errorf("seed %d: %b is no interpolant of %b and %b", seed, got[i], sides[A], sides[B])
			}
			for v := sat.Var(1); v <= vars; v++ {
				if !(in[A][v] && in[B][v]) && !got[i].independent(v) {
					t.Errorf("seed %d: %b depends on variable %d", seed, got[i], v)
				}
			}
		}
		if got[0]&^got[1] != 0 {
			t.Errorf("seed %d: the strong one, %b, does not imply the weak one, %b", seed, got[0], got[1])
		}
	}
	if proofs < 50 {
		t.Errorf("only %d proofs", proofs)
	}
}

// TestNoProof: a derivation with a clause that does not follow, or without the empty one, is refused.
func TestNoProof(t *testing.T) {
	x, y := sat.MkLit(1, false), sat.MkLit(2, false)
	label := func(sat.Var) Side { return A }
	for name, derive := range map[string]func(*Recorder){
		"no empty clause": func(r *Recorder) { r.Input([]sat.Lit{x}) },
		"nothing":         func(*Recorder) {},
		"a jump": func(r *Recorder) {
			r.Input([]sat.Lit{x, y})
			r.Learn([]sat.Lit{x})
			r.Input([]sat.Lit{x.Not()})
			r.Learn(nil)
		},
	} {
		r := NewRecorder()
		derive(r)
		if _, err := Interpolate[table](context.Background(), r, label, tables{}); err != ErrNoProof {
			t.Errorf("%s: %v", name, err)
		}
	}
}
