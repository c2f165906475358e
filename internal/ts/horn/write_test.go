package horn_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/horn"
	"whittle.dev/term"
)

// TestVerdicts: z3's Spacer gives the known verdicts for small systems of each family.
func TestVerdicts(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed")
	}
	quick := []string{"Bakery 2 A pair", "Bakery 2 A pair broken", "Fischer 2 pair broken", "Deque 5",
		"Deque 5 two segments", "Deque 5 two segments broken"}
	rows := slab.Elevators()
	for _, r := range append(slab.Table2(), slab.Broken()...) {
		if testflag.Deep() || slices.Contains(quick, r.Name) {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		t.Run(r.Name, func(t *testing.T) {
			var text strings.Builder
			if err := horn.Write(&text, r.System(), horn.All); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "system.smt2")
			if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			out, err := exec.CommandContext(ctx, z3, file).Output()
			want := "unsat"
			if r.Safe {
				want = "sat"
			}
			if ctx.Err() != nil {
				t.Skip("z3 found no answer in a minute")
			}
			if got := strings.TrimSpace(string(out)); got != want {
				t.Errorf("z3 says %q (%v), want %s", got, err, want)
			}
		})
	}
}

// TestWrite: the clauses of a small system, with an input, a relation and a goal that is left out.
func TestWrite(t *testing.T) {
	m := guarded.New()
	x, y := m.IntVar("x"), m.BoolVar("a y")
	size := m.Input("size", term.Int)
	m.Init(x.Is(0))
	m.Command("grow", m.When(y.Term), x.Becomes(m.IntAdd(x.Term, size)), guarded.Reading(size))
	m.Command("fall\nfast", nil, x.Changes(), guarded.Demanding(m.Le(x.Next, x.Term)))
	m.Bad("first", x.Is(7))
	m.Bad("second", x.Is(8))
	var text strings.Builder
	if err := horn.Write(&text, m.System(), 1); err != nil {
		t.Fatal(err)
	}
	want := `(set-logic HORN)
(declare-fun Reach (Int Bool) Bool)
; initial
(assert (forall ((x Int) (|a y| Bool))
  (=> (and true
    (= x 0))
  (Reach x |a y|))))
; grow
(assert (forall ((x Int) (|a y| Bool) (size Int))
  (=> (and true (Reach x |a y|)
    |a y|)
  (Reach (+ x size) |a y|))))
; fall fast
(assert (forall ((x Int) (|a y| Bool) (|x'| Int))
  (=> (and true (Reach x |a y|)
    (not (<= (+ x (* (- 1) |x'|)) (- 1))))
  (Reach |x'| |a y|))))
; second
(assert (forall ((x Int) (|a y| Bool))
  (=> (and true (Reach x |a y|)
    (= x 8))
  false)))
(check-sat)
`
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", text.String(), want)
	}
	if horn.Write(&text, m.System(), 2) == nil {
		t.Error("a goal that is not there has clauses")
	}
}
