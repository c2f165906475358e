package lib_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// TestDefinitions: what is declared, defined and said of terms comes out, and mistakes have places.
func TestDefinitions(t *testing.T) {
	st := term.NewStore()
	var said []string
	d := lib.NewDefinitions(st, func(a lib.Attribute) error {
		if a.Key == "wrong" {
			return fmt.Errorf("it is wrong")
		}
		value := "none"
		if a.Value != nil {
			value = a.Value.Abbreviate()
		}
		said = append(said, fmt.Sprintf("%s %s %s %v %v", st.String(a.Term), a.Key, value, a.Pos, a.Open))
		return nil
	})
	rd := lib.NewReader(strings.NewReader(`(set-logic QF_LRA)
(declare-fun x () Real)
(declare-const b Bool)
(define-sort R () Real)
(define-const two R 2)
(define-fun big () Bool (! (> x two) :good :why (because 1)))
(define-fun also () Bool (> x 2))
(define-fun above ((y Real)) Bool (! (> x y) :open yes))
(frobnicate)
(define-fun bad () Bool (! b :wrong 1))
(declare-fun f (Real) Real)
(define-fun all () Bool (! (forall ((c Bool)) c) :good))
(define-fun few () Bool)
`))
	var got []string
	for {
		n, err := rd.Next()
		if err != nil {
			break
		}
		if known, err := d.Command(&n); err != nil || !known {
			got = append(got, fmt.Sprintf("%v %v", known, err))
		}
	}
	want := []string{"false <nil>", "true 10:30: it is wrong",
		"true 11:16: functions with parameters are not supported unless they are defined",
		"true 12:28: terms have no quantifiers, and this is forall",
		"true 13:1: define-fun takes 4 arguments, not 3"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	want = []string{"(not (<= x 2.0)) good none 6:38 false", "(not (<= x 2.0)) why (because 1) 6:44 false",
		"(not (<= (+ x (* (- 1.0) y!1)) 0.0)) open yes 8:46 true"}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", said, want)
	}
	big := st.Not(st.Le(st.Lookup("x"), st.Real(term.IntValue(st.ConstBig(st.Int64(2))).Rat())))
	if def, ok := d.NameOf(big); !ok || def.Name != "big" || def.Pos.Line != 6 {
		t.Errorf("the name of %s is %v, %v", st.String(big), def, ok)
	}
	if list := d.Declared(); len(list) != 2 || st.Name(list[0]) != "x" || st.Name(list[1]) != "b" {
		t.Errorf("declared: %v", list)
	}
}
