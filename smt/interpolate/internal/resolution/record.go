package resolution

import (
	"slices"

	"whittle.dev/sat"
)

// Side is where a clause or a variable belongs.
type Side uint8

// The sides. A Theory clause is a lemma of both.
const (
	A Side = iota
	B
	Theory
)

// Origin says where an input clause comes from.
type Origin struct {
	Side Side
	// Lemma is the caller's number of a clause of a theory.
	Lemma int
}

// clause is a clause of a derivation.
type clause struct {
	lits    []sat.Lit // without repetitions
	origin  Origin
	learned bool
}

// Recorder keeps the clauses of a derivation. It is a sat.Proof.
type Recorder struct {
	clauses []clause
	from    Origin
	empty   bool // the last clause is empty; what follows does not matter
}

var _ sat.Proof = (*Recorder)(nil)

// NewRecorder returns a recorder without clauses.
func NewRecorder() *Recorder { return &Recorder{} }

// From says where the input clauses that follow come from.
func (r *Recorder) From(o Origin) { r.from = o }

// Len is the number of clauses.
func (r *Recorder) Len() int { return len(r.clauses) }

func (r *Recorder) add(lits []sat.Lit, learned bool) {
	if r.empty {
		return
	}
	lits = slices.Clone(lits)
	slices.Sort(lits)
	lits = slices.Compact(lits)
	for i := 1; i < len(lits); i++ {
		if lits[i] == lits[i-1].Not() {
			return // it says nothing
		}
	}
	r.clauses = append(r.clauses, clause{lits, r.from, learned})
	r.empty = len(lits) == 0
}

// Input implements sat.Proof.
func (r *Recorder) Input(lits []sat.Lit) { r.add(lits, false) }

// Axiom implements sat.Proof. No theory is attached to the solver, so there are none.
func (r *Recorder) Axiom(lits []sat.Lit) { r.add(lits, false) }

// Learn implements sat.Proof.
func (r *Recorder) Learn(lits []sat.Lit) { r.add(lits, true) }

// Delete implements sat.Proof. Deleted clauses stay: they are still true.
func (r *Recorder) Delete([]sat.Lit) {}
