package lib_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestExpression reads expressions again and looks whether they can differ from what they were made of.
func TestExpression(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		st := term.NewStore()
		a, b := st.Symbol("a", term.BitVec(8)), st.Symbol("b", term.BitVec(8))
		vals := []term.Term{a, b, st.BV(8, 7)}
		pick := func() term.Term { return vals[r.IntN(len(vals))] }
		for range 30 { // much is shared, and deep
			switch r.IntN(4) {
			case 0:
				vals = append(vals, st.BVAdd(pick(), pick()))
			case 1:
				vals = append(vals, st.BVXor(pick(), vals[len(vals)-1]))
			case 2:
				vals = append(vals, st.Ite(st.BVUlt(pick(), pick()), pick(), vals[len(vals)-1]))
			case 3:
				vals = append(vals, st.Concat(st.Extract(3, 0, pick()), st.Extract(7, 4, vals[len(vals)-1])))
			}
		}
		last := vals[len(vals)-1]
		names := map[term.Term]string{a: "|the first|", b: "second"}
		text := lib.Expression(st, last, func(sym term.Term) string { return names[sym] })
		// The definitions of a writer say the same in another way.
		w := lib.NewWriter(st, false)
		w.Raw("(set-logic QF_BV)\n(define-fun f ((|the first| (_ BitVec 8)) (second (_ BitVec 8))) (_ " +
			"BitVec 8) " + text + ")\n")
		ref := w.Ref(last)
		if len(st.Symbols(last)) < 2 {
			continue
		}
		w.Raw("(assert (distinct (f " + w.Ref(a) + " " + w.Ref(b) + ") " + ref + "))\n(check-sat)\n")
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
			error) {
			return native.New(st, native.Config{}), nil
		}})
		var out strings.Builder
		script := w.Take()
		if _, err := in.Run(t.Context(), strings.NewReader(script), &out); err != nil ||
			strings.TrimSpace(out.String()) != "unsat" {
			t.Fatalf("%s, %v:\n%s", out.String(), err, script)
		}
		in.Close()
	}
}

// TestTaken lists names that no variable should have.
func TestTaken(t *testing.T) {
	for name, want := range map[string]bool{"and": true, "bvadd": true, "let": true, "concat": true,
		"x": false, "main::and": false} {
		if lib.Taken(name) != want {
			t.Errorf("Taken(%q) is %v", name, !want)
		}
	}
}
