package modular

import (
	"context"
	"io"

	"whittle.dev/internal/engine/modular/certificate"
	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/internal/proof"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// modularProof is a certificate as the reason of a result.
type modularProof struct{ cert *certificate.Certificate }

// atoms counts those of all lemmas.
func (p modularProof) atoms() int {
	n := 0
	for _, lemma := range p.cert.Lemmas {
		n += len(lemma)
	}
	return n
}

// Check implements proof.Proof.
func (p modularProof) Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	solver, err := make(p.cert.Sys.Terms)
	if err != nil {
		return nil, err
	}
	if c, ok := solver.(io.Closer); ok {
		defer c.Close() //nolint:errcheck // it has answered
	}
	if r, ok := solver.(smt.Restricted); ok {
		r.Restrict("QF_AUFBV") // what is followed are bit-vectors
	}
	a, err := p.cert.Check(ctx, solver)
	if err != nil {
		return nil, err
	}
	return &proof.Certificate{Checked: a.Undecided == "", Reason: a.Undecided, Questions: a.Questions,
		Evidence: &proof.ThreadModular{Views: a.Views, Places: int64(len(p.cert.Seats)), Steps: a.Steps}}, nil
}

// Write implements proof.Proof.
func (p modularProof) Write(w io.Writer, title string) error { return p.cert.Write(w, title) }

// certify makes the certificate of a table with the lemmas of its views; without them each control state of
// one thread may have any values.
func certify(t *table.Table, k int, found *fixpoint.Result, copies *fixpoint.Copies) modularProof {
	c := &certificate.Certificate{Sys: t.Sys, K: k, Moves: map[certificate.Control][]certificate.Move{},
		Near: map[certificate.Control][]int{}, Lemmas: map[certificate.View][]term.Term{},
		Second: func(local term.Term) term.Term { return copies.Sym(local, 1) }}
	for _, v := range t.Stores {
		c.Stores = append(c.Stores, v)
	}
	for _, s := range t.Seats {
		c.Seats = append(c.Seats, certificate.Seat{Template: s.Template, Loc: s.Loc, Values: s.Values})
	}
	for g := range t.Stores {
		for _, s := range t.Ones(g) {
			at := certificate.Control{Store: g, Seat: s}
			c.Near[at] = t.Near(g, s)
			if found == nil {
				c.Lemmas[certificate.View{Store: g, A: s, B: -1}] = nil
			}
			for _, m := range t.Moves(g, s) {
				if m.Edge.Kind == model.Step {
					c.Moves[at] = append(c.Moves[at], certificate.Move{Edge: m.Edge, Store: m.Store,
						Seat: m.Seat, Child: m.Child})
				}
			}
		}
	}
	if found != nil {
		for _, v := range found.Views {
			view := certificate.View{Store: v.Store, A: v.Seats[0], B: -1}
			if len(v.Seats) > 1 {
				view.B = v.Seats[1]
			}
			c.Lemmas[view] = v.Atoms
		}
	}
	return modularProof{c}
}
