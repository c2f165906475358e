package suites

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"whittle.dev/internal/bench/gen"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// bitLevel is the formula in CNF that the built-in solver makes of a script with
// one check, before it searches.
func bitLevel(in gen.Instance) gen.Instance {
	script := in.Write
	in.Write = func(w io.Writer) error {
		var text bytes.Buffer
		if err := script(&text); err != nil {
			return err
		}
		rec := &clauseRecorder{}
		it := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver, error) {
			// One conflict, for no answer is wanted.
			return native.New(st, native.Config{Conflicts: 1, NoSimulation: true,
				SAT: sat.Config{Proof: rec}}), nil
		}})
		defer it.Close()
		sum, err := it.Run(context.Background(), &text, io.Discard)
		if err == nil && sum.Errors > 0 {
			err = fmt.Errorf("%d errors in the script", sum.Errors)
		}
		if err == nil && rec.count == 0 {
			err = fmt.Errorf("the script was decided without clauses")
		}
		if err != nil {
			return err
		}
		out := dimacs.NewWriter(w)
		out.Comment(in.Name)
		out.Comment("status " + string(in.Want))
		out.Header(dimacs.Header{Vars: int(rec.top), Clauses: rec.count})
		from := 0
		for i, l := range rec.lits {
			if l == 0 {
				out.Clause(rec.lits[from:i]...)
				from = i + 1
			}
		}
		return out.Flush()
	}
	return in
}

// clauseRecorder keeps the clauses that a solver is given, each with a 0 after it.
type clauseRecorder struct {
	lits  []sat.Lit
	count int
	top   sat.Var
}

// Input implements sat.Proof.
func (r *clauseRecorder) Input(clause []sat.Lit) {
	for _, l := range clause {
		r.top = max(r.top, l.Var())
	}
	r.lits = append(append(r.lits, clause...), 0)
	r.count++
}

// Axiom implements sat.Proof.
func (r *clauseRecorder) Axiom(clause []sat.Lit) { r.Input(clause) }

// Learn implements sat.Proof.
func (*clauseRecorder) Learn([]sat.Lit) {}

// Delete implements sat.Proof.
func (*clauseRecorder) Delete([]sat.Lit) {}
