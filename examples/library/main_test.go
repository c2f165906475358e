package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	x := "x=(_ BitVec 8)"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{x, "(and (bvult x #x10) (= (bvmul x x) #x51))"}, "sat\nx = #x09\n"},
		{[]string{x, "(bvult x #x10)", "(bvugt x #x10)"}, "unsat\n"},
		{[]string{x, "x"}, "x is not of sort Bool"},
		{[]string{"(= y #x10)"}, "y"},
		{[]string{"x=(_ BitVec 32)", "(= ((_ repeat 100000000) x) ((_ repeat 100000000) x))"}, "repeat"},
	} {
		var out strings.Builder
		err := run(&out, false, c.args)
		if got := out.String(); err != nil && !strings.Contains(err.Error(), c.want) || err == nil &&
			got != c.want {
			t.Errorf("%q: got %q, %v, want %q", c.args, got, err, c.want)
		}
	}
	var out strings.Builder
	if err := run(&out, true, []string{x, "(bvult x #x10)"}); err != nil ||
		!strings.Contains(out.String(), "(check-sat)") {
		t.Errorf("script %q, %v", out.String(), err)
	}
}
