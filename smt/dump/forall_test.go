package dump_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/smt/dump"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// TestForAll dumps quantified assertions, on two levels.
func TestForAll(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	folder, dir := newFolder(t)
	st := term.NewStore()
	z3, err := process.New(st, process.Config{Command: "z3"})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := dump.NewForAller(st, z3, folder)
	if !ok {
		t.Fatal("z3 takes no quantified formulas")
	}
	defer s.Close()
	if _, ok := dump.NewForAller(st, native.New(st, native.Config{}), folder); ok {
		t.Error("native takes quantified formulas")
	}
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	s.Assert(st.BVUlt(x, st.BV(8, 2)))
	s.Push()
	s.AssertForAll([]term.Term{y}, st.Not(st.Eq(x, st.BVAdd(y, y))))
	s.Check(context.Background())
	s.Push()
	s.AssertForAll([]term.Term{y}, st.Not(st.Eq(x, st.BVLShr(y, st.BV(8, 7)))))
	s.Check(context.Background())
	s.Pop()
	s.Pop()
	s.Check(context.Background())
	for i, want := range []string{"sat", "unsat", "sat"} {
		name := filepath.Join(dir, fmt.Sprintf("check-%04d.smt2", i+1))
		if got := run(t, name); got != want {
			t.Errorf("script %d is %s, want %s", i+1, got, want)
		}
		text, _ := os.ReadFile(name)
		if strings.Contains(string(text), "(set-logic BV)") != (i < 2) {
			t.Errorf("the logic of script %d:\n%s", i+1, text)
		}
	}
}
