package vmt_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/vmt"
)

const runs = `(declare-fun ltl.U (Bool Bool) Bool)
(declare-fun x () Int)
(declare-fun x.next () Int)
(declare-fun in () Bool)
(define-fun .x () Int (! x :next x.next))
(define-fun start () Bool (! (= x 0) :init true))
(define-fun count () Bool (! (= x.next (+ x 1)) :trans true))
(define-fun low () Bool (< x 3))
(define-fun stays () Bool (! (> x 5) :live-property 4))
(define-fun .q () Bool (let ((grows (< x x.next))) (let ((f (ltl.F (and low in))))
  (! (=> (ltl.G grows) f) :ltl-property 1))))
(define-fun until () Bool (! (ltl.U low (not (ltl.X (ltl.R in (= x 1))))) :ltl-property 2))
(define-fun equal () Bool (! (= (ltl.G low) (ite in (ltl.F low) false)) :ltl-property 3))
`

// TestTemporal: the formulas of a file, read and written and read again.
func TestTemporal(t *testing.T) {
	want := []string{
		"ltl-property 1 property 1: F AP((and in (<= x 2))) || !G AP((<= (+ x (* (- 1) x.next)) (- 1)))",
		"ltl-property 2 until: low U !X (AP(in) R AP((= x 1)))",
		"ltl-property 3 equal: G low <-> (AP(in) && F low)",
		"live-property 4 stays: F G stays",
	}
	s := read(t, runs)
	var text strings.Builder
	for i := range 2 {
		var got []string
		for _, f := range s.Temporals {
			got = append(got, fmt.Sprintf("%s %d %s: %s", f.Property, f.Number, f.Name, f.Formula))
			if len(f.Atoms) != len(f.Formula.Atoms()) {
				t.Errorf("%s has %d propositions", f.Formula, len(f.Atoms))
			}
		}
		if i == 1 { // what has a name is not told from its definition when it is written
			for k := range want {
				want[k] = strings.ReplaceAll(want[k], "low", "AP((<= x 2))")
			}
		}
		if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
			t.Errorf("got\n%s\nwant\n%s", g, w)
		}
		text.Reset()
		if err := vmt.Write(&text, s); err != nil {
			t.Fatal(err)
		}
		s = read(t, text.String())
	}
}
