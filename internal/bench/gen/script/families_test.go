package script

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// small has instances of every family whose answer is known from its definition.
var small = []struct {
	name, want string
	make       func() *Script
}{
	{"high half", "unsat", func() *Script { return HighHalf(4) }},
	{"division", "unsat", func() *Script { return Division(5, "bvudiv", "bvurem") }},
	{"signed division", "unsat", func() *Script { return Division(5, "bvsdiv", "bvsrem") }},
	{"cancels", "unsat", func() *Script { return Cancels(4) }},
	{"signed division by absolute values", "unsat", func() *Script { return SignedDivision(4) }},
	{"two divisions", "unsat", func() *Script { return TwoDivisions(8, 5, 7) }},
	{"two divisions that wrap", "sat", func() *Script { return TwoDivisions(5, 5, 7) }},
	{"variable divisions", "unsat", func() *Script { return VariableDivisions(6) }},
	{"reciprocal", "unsat", func() *Script { return Reciprocal(8, 7) }},
	{"reciprocal of 23", "unsat", func() *Script { return Reciprocal(7, 23) }},
	{"divisible by 3", "unsat", func() *Script { return Divisible(3, 3) }},
	{"root", "sat", func() *Script { return Root(1, 8, 3) }},
	{"factors", "sat", func() *Script { return Factors(6, 31*37) }},
	{"factors of a prime", "unsat", func() *Script { return Factors(6, 1151) }},
	{"powers", "sat", func() *Script { return Powers(1, 3, 4, 2) }},
	{"pythagoras", "sat", func() *Script { return Pythagoras(5, 2, false) }},
	{"pythagoras, odd", "unsat", func() *Script { return Pythagoras(4, 0, true) }},
	{"clear lowest", "unsat", func() *Script { return ClearLowest(8) }},
	{"parity", "unsat", func() *Script { return ParityProduct(16) }},
	{"saturating product", "unsat", func() *Script { return SaturatingProduct(4) }},
	{"saturating sum", "unsat", func() *Script { return SaturatingSum(5, 3) }},
	{"square root", "unsat", func() *Script { return SquareRoot(8) }},
	{"gray", "unsat", func() *Script { return Gray(6, 0x1d) }},
	{"finalizer", "sat", func() *Script { return Finalizer(1, 16, 2, 8, false) }},
	{"finalizer, none", "unsat", func() *Script { return Finalizer(1, 16, 2, 8, true) }},
	{"text", "sat", func() *Script { return Text(1, 2) }},
	{"additions", "sat", func() *Script { return Additions(1, 2) }},
	{"cipher", "sat", func() *Script { return Cipher(1, 16, 4, 2, 8, false) }},
	{"cipher, none", "unsat", func() *Script { return Cipher(1, 16, 4, 2, 8, true) }},
	{"digest", "sat", func() *Script { return Digest(1, 10, 6, false) }},
	{"digest, none", "unsat", func() *Script { return Digest(1, 10, 6, true) }},
	{"generator", "sat", func() *Script { return Generator(1, 12, 4, 4, false) }},
	{"generator, none", "unsat", func() *Script { return Generator(1, 10, 6, 5, true) }},
	{"boxes", "sat", func() *Script { return Boxes(1, 1, 2, false) }},
	{"swaps", "unsat", func() *Script { return Swaps(2, 8, 8) }},
	{"sum after swaps", "unsat", func() *Script { return SumAfterSwaps(1, 2, 4) }},
	{"sorted", "unsat", func() *Script { return SortedArray(2, 4, false) }},
	{"sorted, broken", "sat", func() *Script { return SortedArray(2, 4, true) }},
	{"copies", "unsat", func() *Script { return Copies(3, false) }},
	{"copies, overlap", "sat", func() *Script { return Copies(3, true) }},
	{"unions", "unsat", func() *Script { return Unions(2, 2) }},
	{"histogram", "unsat", func() *Script { return Histogram(3, 2) }},
	{"machine", "sat", func() *Script { return Machine(3, 6) }},
	{"machine, no steps", "unsat", func() *Script { return Machine(0, 6) }},
	{"parser, odd", "unsat", func() *Script { return Parser(3, 2, 1, 0) }},
	{"parser", "sat", func() *Script { return Parser(2, 2, 1, (37*(37+'(')+')')%4096) }},
	{"steps", "sat", func() *Script { return Steps(8, 4, 2, 10) }},
	{"steps, too many", "unsat", func() *Script { return Steps(8, 3, 4, 10) }},
	{"divisors", "unsat", func() *Script { return Divisors(4, 3) }},
	{"buckets", "sat", func() *Script { return Buckets(12, 3, 3, 11) }},
	{"filter", "unsat", func() *Script { return Filter(8, 2, 1, 1) }},
	{"filter that grows", "sat", func() *Script { return Filter(8, 3, 3, 1) }},
}

// TestFamilies compares known answers with those of our solver and, where it is there, z3.
func TestFamilies(t *testing.T) {
	z3, _ := exec.LookPath("z3")
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			var text, again bytes.Buffer
			if err := c.make().Write(&text, c.want); err != nil {
				t.Fatal(err)
			}
			if err := c.make().Write(&again, c.want); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text.Bytes(), again.Bytes()) {
				t.Error("two scripts of the same parameters differ")
			}
			in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
				error) {
				return native.New(st, native.Config{}), nil
			}})
			defer in.Close()
			var out strings.Builder
			if _, err := in.Run(context.Background(), &again, &out); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(out.String()); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if z3 == "" {
				return
			}
			file := filepath.Join(t.TempDir(), "f.smt2")
			if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			said, _ := exec.Command(z3, "-T:20", file).CombinedOutput()
			if got := strings.TrimSpace(string(said)); got != c.want {
				t.Errorf("z3 says %s, want %s", got, c.want)
			}
		})
	}
}
