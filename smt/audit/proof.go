package audit

import (
	"bytes"
	"context"
	"fmt"

	"whittle.dev/sat"
	"whittle.dev/sat/drat"
)

// recorder keeps the clauses that a SAT solver was given, and its proof, for package
// drat. Clauses of theories count as given.
type recorder struct {
	given  []sat.Lit // each clause ends in a 0
	proof  bytes.Buffer
	writer *sat.ProofWriter
	most   int  // bytes and literals that are kept
	full   bool // there were more
}

var _ sat.Proof = (*recorder)(nil)

func newRecorder(most int) *recorder {
	r := &recorder{most: most}
	r.writer = sat.NewProofWriter(&r.proof, false)
	return r
}

// room reports whether more is kept; what was kept is dropped when there is none.
func (r *recorder) room() bool {
	if !r.full && len(r.given)+r.proof.Len() > r.most {
		r.full, r.given = true, nil
		r.proof = bytes.Buffer{}
	}
	return !r.full
}

// Input implements sat.Proof.
func (r *recorder) Input(clause []sat.Lit) {
	if r.room() {
		r.given = append(append(r.given, clause...), 0)
	}
}

// Axiom implements sat.Proof.
func (r *recorder) Axiom(clause []sat.Lit) { r.Input(clause) }

// Learn implements sat.Proof.
func (r *recorder) Learn(clause []sat.Lit) {
	if r.room() {
		r.writer.Learn(clause)
	}
}

// Delete implements sat.Proof.
func (r *recorder) Delete(clause []sat.Lit) {
	if r.room() {
		r.writer.Delete(clause)
	}
}

// check checks that the clauses are unsatisfiable by the proof. done is false
// if there is no proof, because none was written or it is too large, or no time.
func (r *recorder) check(ctx context.Context) (done bool, err error) {
	if r.full || len(r.given) == 0 {
		return false, nil
	}
	r.writer.Learn(nil) // a conflict by propagation alone may have no lemma
	if err := r.writer.Flush(); err != nil {
		return false, nil
	}
	c := drat.New(drat.Config{Format: drat.Text})
	from := 0
	for i, l := range r.given {
		if l == 0 {
			c.Add(r.given[from:i]...)
			from = i + 1
		}
	}
	res, err := c.Check(ctx, &r.proof, "proof")
	switch {
	case err != nil && ctx.Err() != nil:
		return false, nil
	case err != nil:
		return false, fmt.Errorf("the proof of the second solver cannot be read: %w", err)
	case !res.Verified:
		return false, fmt.Errorf("the proof of the second solver is wrong: %s", res.Why)
	}
	return true, nil
}
