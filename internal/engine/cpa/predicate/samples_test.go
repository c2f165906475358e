package predicate_test

import (
	"testing"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestSample: of a path that goes round a loop, in which two bytes change by the same amount, the difference
// that the loop keeps is a predicate.
func TestSample(t *testing.T) {
	w := newBench(false)
	cfg := refine.Config{Solver: func(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }}
	slots := []multistate.Slot{{Place: at(0), Sym: w.x}, {Place: at(1), Sym: w.y}}
	head := [16]byte{1}
	seven := w.st.BV(8, 7)
	enter := &domain.Step{Terms: w.st, Target: slots, Next: []term.Term{w.a, w.st.BVAdd(w.a, seven)},
		Shape: head}
	round := &domain.Step{Terms: w.st, Source: slots, Target: slots, Shape: head,
		Guard: []term.Term{w.st.BVUlt(w.x, w.st.BV(8, 100))},
		Next:  []term.Term{w.st.BVAdd(w.x, w.st.BV(8, 3)), w.st.BVAdd(w.y, w.st.BV(8, 3))}}
	end := &domain.Step{Terms: w.st, Source: slots, Guard: []term.Term{w.st.Eq(w.x, w.y)}}
	before := w.d.Precision.Len()
	if _, ok, err := w.d.Sample(t.Context(), []*domain.Step{enter, end}, cfg); ok || err != nil {
		t.Fatalf("a path without a loop: %v, %v", ok, err)
	}
	cfg.Off[refine.Samples] = true
	if _, ok, _ := w.d.Sample(t.Context(), []*domain.Step{enter, round, end}, cfg); ok {
		t.Fatal("samples were taken although they are off")
	}
	cfg.Off[refine.Samples] = false
	first, ok, err := w.d.Sample(t.Context(), []*domain.Step{enter, round, end}, cfg)
	if !ok || first != 1 || err != nil || w.d.Precision.Len() == before {
		t.Fatalf("nothing about state 1: %d, %v, %v", first, ok, err)
	}
	e, ok, err := w.d.Prec(t.Context(), w.d.Initial(), &domain.Step{Terms: w.st, Target: slots,
		Next: enter.Next, Value: func(p multistate.Place) term.Term {
			for _, s := range slots {
				if s.Place == p {
					return s.Sym
				}
			}
			return term.None
		}})
	if !ok || err != nil || !w.excludes(t, e, w.st.Eq(w.x, w.y)) {
		t.Errorf("what the loop keeps is not known: %v, %v", w.d.Facts(e), err)
	}
}
