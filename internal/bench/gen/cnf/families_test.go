package cnf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// small has instances of every family whose answer is known from its definition.
var small = []struct {
	name string
	want sat.Status
	make func() *Formula
}{
	{"multiplier", sat.Unsat, func() *Formula { return MultiplierMiter(4, ShiftAdd, Dadda, false) }},
	{"multiplier, booth", sat.Unsat, func() *Formula { return MultiplierMiter(4, Booth, CarrySave, false) }},
	{"multiplier, karatsuba", sat.Unsat, func() *Formula {
		return MultiplierMiter(4, Karatsuba, Wallace,
			false)
	}},
	{"multiplier, commutes", sat.Unsat, func() *Formula {
		return MultiplierMiter(4, Wallace, Wallace,
			true)
	}},
	{"distributes", sat.Unsat, func() *Formula { return Distributivity(3, ShiftAdd, CarrySave) }},
	{"factor 899", sat.Sat, func() *Formula { return Factor(Wallace, 899, 5, 5) }},
	{"factor 899 in 4 bits", sat.Unsat, func() *Formula { return Factor(Wallace, 899, 4, 6) }},
	{"factor 900 in 3 bits", sat.Unsat, func() *Formula { return Factor(Wallace, 900, 3, 3) }},
	{"factor a prime", sat.Unsat, func() *Formula { return Factor(Booth, 1021, 6, 9) }},
	{"divider", sat.Unsat, func() *Formula { return DividerMiter(4, CarrySave) }},
	{"square root of 4", sat.Sat, func() *Formula { return SquareRoots(8, Wallace, 4) }},
	{"square root of 3 modulo 255", sat.Unsat, func() *Formula { return SquareRoots(8, Wallace, 3) }},
	{"adders", sat.Unsat, func() *Formula { return AdderMiter(4, 4, Ripple, Prefix) }},
	{"adders, select", sat.Unsat, func() *Formula { return AdderMiter(3, 5, Prefix, CarrySelect) }},
	{"counts", sat.Unsat, func() *Formula { return CountMiter(9) }},
	{"pigeons", sat.Unsat, func() *Formula { return Pigeons(Pairwise, 6, 5) }},
	{"pigeons with room", sat.Sat, func() *Formula { return Pigeons(Binary, 6, 6) }},
	{"pigeons, sequential", sat.Unsat, func() *Formula { return Pigeons(Sequential, 6, 5) }},
	{"pigeons, product", sat.Unsat, func() *Formula { return Pigeons(Product, 6, 5) }},
	{"chessboard", sat.Unsat, func() *Formula { return Chessboard(Pairwise, 6) }},
	{"clique", sat.Unsat, func() *Formula { return CliqueColouring(6, 4) }},
	{"planted", sat.Sat, func() *Formula { return Planted(1, 3, 60, 240) }},
	{"few clauses", sat.Sat, func() *Formula { return Random(1, 3, 60, 120) }},
	{"many clauses", sat.Unsat, func() *Formula { return Random(1, 3, 40, 400) }},
	{"urquhart", sat.Unsat, func() *Formula { return Urquhart(1, 8, 4) }},
	{"parity learning", sat.Sat, func() *Formula { return ParityLearning(1, 10, 20, 2, 2) }},
	{"parity learning, no errors", sat.Unsat, func() *Formula { return ParityLearning(1, 10, 30, 2, 0) }},
	{"md4", sat.Sat, func() *Formula { return Inversion(MD4, 1, 20, 8, false) }},
	{"md4, none", sat.Unsat, func() *Formula { return Inversion(MD4, 1, 20, 8, true) }},
	{"sha1", sat.Sat, func() *Formula { return Inversion(SHA1, 1, 18, 8, false) }},
	{"sha1, none", sat.Unsat, func() *Formula { return Inversion(SHA1, 1, 18, 8, true) }},
	{"xorshift", sat.Sat, func() *Formula { return Xorshift(1, 12, 4, 6, false) }},
	{"xorshift, none", sat.Unsat, func() *Formula { return Xorshift(1, 12, 6, 6, true) }},
	{"filter", sat.Sat, func() *Formula { return Filter(1, 12, 24, false) }},
	{"filter, none", sat.Unsat, func() *Formula { return Filter(1, 12, 36, true) }},
	{"sorters", sat.Unsat, func() *Formula { return SorterMiter(OddEven, Bitonic, 4, 2) }},
	{"sorters, brick", sat.Unsat, func() *Formula { return SorterMiter(Insertion, Brick, 5, 1) }},
	{"arbiter", sat.Unsat, func() *Formula { return Arbiter(4, 8, false) }},
	{"arbiter, broken", sat.Sat, func() *Formula { return Arbiter(4, 8, true) }},
	{"queue", sat.Unsat, func() *Formula { return Queue(4, 1, 5) }},
	{"queue of two", sat.Unsat, func() *Formula { return Queue(2, 2, 6) }},
	{"counters", sat.Sat, func() *Formula { return Counters(8, 1, 9, 4, 4) }}, // 0+4, 3*1+1
	{"counters, none", sat.Unsat, func() *Formula { return Counters(8, 1, 4, 9, 4) }},
	{"lost updates to 1", sat.Unsat, func() *Formula { return LostUpdates(2, 3, 1) }},
	{"lost updates to 2", sat.Sat, func() *Formula { return LostUpdates(2, 3, 2) }},
	{"lost updates of one round to 1", sat.Sat, func() *Formula { return LostUpdates(3, 1, 1) }},
	{"lost updates to 7 of 6", sat.Unsat, func() *Formula { return LostUpdates(2, 3, 7) }},
	{"mycielski, 4 of 5 colours", sat.Unsat, func() *Formula { return Mycielski(3, 4) }},
	{"mycielski, 5 colours", sat.Sat, func() *Formula { return Mycielski(3, 5) }},
	{"queens 5", sat.Sat, func() *Formula { return Queens(5, 5) }},
	{"queens 4", sat.Unsat, func() *Formula { return Queens(4, 4) }},
	{"trees have two colours", sat.Sat, func() *Formula { return RandomColouring(1, 30, 10, 3) }},
	{"waerden 8", sat.Sat, func() *Formula { return Waerden(3, 3, 8) }},
	{"waerden 9", sat.Unsat, func() *Formula { return Waerden(3, 3, 9) }},
	{"waerden 34", sat.Sat, func() *Formula { return Waerden(4, 4, 34) }},
	{"waerden 35", sat.Unsat, func() *Formula { return Waerden(4, 4, 35) }},
}

// TestFamilies compares known answers with those of our solver and, where it is
// there, cadical; and reads what was written back.
func TestFamilies(t *testing.T) {
	cadical, _ := exec.LookPath("cadical")
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			f := c.make()
			if got := load(f).Solve(context.Background()); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			var text, again bytes.Buffer
			if err := f.Write(&text, c.name); err != nil {
				t.Fatal(err)
			}
			if err := c.make().Write(&again, c.name); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text.Bytes(), again.Bytes()) {
				t.Error("two formulas of the same parameters differ")
			}
			parse(t, f, &again)
			if cadical == "" {
				return
			}
			file := filepath.Join(t.TempDir(), "f.cnf")
			if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			err := exec.Command(cadical, "-q", "-n", file).Run()
			var exit *exec.ExitError
			code := 0
			if errors.As(err, &exit) {
				code = exit.ExitCode()
			}
			if want := map[sat.Status]int{sat.Sat: 10, sat.Unsat: 20}[c.want]; code != want {
				t.Errorf("cadical ends with %d, want %d", code, want)
			}
		})
	}
}

// parse reads a formula and compares it clause by clause.
func parse(t *testing.T, f *Formula, text io.Reader) {
	t.Helper()
	in := dimacs.NewReader(text, "formula")
	f.Clauses(func(clause []sat.Lit) {
		got, err := in.Next()
		if err != nil || fmt.Sprint(got) != fmt.Sprint(clause) {
			t.Fatalf("read %v (%v), want %v", got, err, clause)
		}
	})
	if _, err := in.Next(); err != io.EOF {
		t.Errorf("after the last clause: %v", err)
	}
	if w := in.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
	if h, _ := in.Header(); h.Vars != f.vars || h.Clauses != len(f.ends) {
		t.Errorf("header %+v, want %d and %d", h, f.vars, len(f.ends))
	}
}
