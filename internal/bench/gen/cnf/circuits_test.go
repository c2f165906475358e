package cnf

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/sat"
)

// load gives a formula to a solver.
func load(f *Formula) *sat.Solver {
	s := sat.New(sat.Config{})
	for range f.vars {
		s.NewVar()
	}
	f.Clauses(func(c []sat.Lit) { s.AddClause(c...) })
	return s
}

// number reads a word in the model.
func number(s *sat.Solver, w Word) uint64 {
	v := uint64(0)
	for i, l := range w {
		if s.Value(l) {
			v |= 1 << i
		}
	}
	return v
}

// compute is the value of a circuit of two inputs.
func compute(t *testing.T, n int, a, b uint64, circuit func(f *Formula, a, b Word) Word) uint64 {
	t.Helper()
	f := &Formula{}
	x, y := f.Input(n), f.Input(n)
	out := circuit(f, x, y)
	f.Fix(x, a)
	f.Fix(y, b)
	s := load(f)
	if got := s.Solve(context.Background()); got != sat.Sat {
		t.Fatalf("%d, %d: the circuit has no value: %v", a, b, got)
	}
	v := number(s, out)
	// The value must be the only one.
	var other []sat.Lit
	for i, l := range out {
		if v>>i&1 != 0 {
			l = l.Not()
		}
		other = append(other, l)
	}
	s.AddClause(other...)
	if s.Solve(context.Background()) != sat.Unsat {
		t.Fatalf("%d, %d: the circuit has several values", a, b)
	}
	return v
}

func TestArithmetic(t *testing.T) {
	type circuit struct {
		name string
		make func(f *Formula, a, b Word) Word
		want func(a, b, mask uint64) uint64
	}
	var circuits []circuit
	for m := ShiftAdd; m <= Karatsuba; m++ {
		circuits = append(circuits, circuit{"mul " + m.String(),
			func(f *Formula, a, b Word) Word { return f.Multiply(m, a, b) },
			func(a, b, _ uint64) uint64 { return a * b }})
	}
	for k := Ripple; k <= CarrySelect; k++ {
		circuits = append(circuits, circuit{fmt.Sprint("adder ", k),
			func(f *Formula, a, b Word) Word {
				sum, carry := f.Add(k, a, b, f.True())
				return append(sum, carry)
			},
			func(a, b, mask uint64) uint64 { return a + b + 1 }})
	}
	circuits = append(circuits,
		circuit{"sub", func(f *Formula, a, b Word) Word {
			diff, less := f.Subtract(a, b)
			return append(diff, less, f.Less(a, b), f.Same(a, b))
		}, func(a, b, mask uint64) uint64 {
			v := (a - b) & mask
			if a < b {
				v |= 3 * (mask + 1)
			}
			if a == b {
				v |= 4 * (mask + 1)
			}
			return v
		}},
		circuit{"div", func(f *Formula, a, b Word) Word {
			q, r := f.Divide(a, b)
			return append(q, r...)
		}, func(a, b, mask uint64) uint64 {
			if b == 0 {
				return a*(mask+1) | mask
			}
			return a%b*(mask+1) | a/b
		}})
	for _, c := range circuits {
		t.Run(c.name, func(t *testing.T) {
			check := func(n int, a, b uint64) {
				if got, want := compute(t, n, a, b, c.make), c.want(a, b, 1<<n-1); got != want {
					t.Errorf("%d bits: of %d and %d: got %d, want %d", n, a, b, got, want)
				}
			}
			for n := 1; n <= 3; n++ {
				for a := range uint64(1) << n {
					for b := range uint64(1) << n {
						check(n, a, b)
					}
				}
			}
			r := rand.New(rand.NewPCG(1, 2))
			for range 20 {
				n := 4 + r.IntN(7)
				check(n, r.Uint64N(1<<n), r.Uint64N(1<<n))
			}
		})
	}
}

// TestHashes compares the circuits with known answers for all of a message of one block.
func TestHashes(t *testing.T) {
	// The states after all steps for the padded empty message, before the initial state is added.
	for _, c := range []struct {
		h     Hash
		steps int
		first uint64 // word of the message: the bit that ends it
		add   []uint64
		want  []uint64
	}{
		{MD4, 48, 0x80, []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
			[]uint64{0xe0cfd631, 0x31e96ad1, 0xd7593cb7, 0xc089c0e0}}, // 31d6cfe0 d16ae931 b73c59d7 e0c089c0
		{SHA1, 80, 0x80000000, []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
			[]uint64{0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709}},
	} {
		f := &Formula{}
		message := []Word{f.Constant(32, c.first)}
		for range 15 {
			message = append(message, f.Constant(32, 0))
		}
		state := c.h.Steps(f, message, c.steps)
		s := load(f)
		if s.Solve(context.Background()) != sat.Sat {
			t.Fatal("no value")
		}
		for i, w := range state {
			if got := (number(s, w) + c.add[i]) & 0xffffffff; got != c.want[i] {
				t.Errorf("%s: word %d is %08x, want %08x", c.h.Name, i, got, c.want[i])
			}
		}
	}
}

// TestSorters runs the networks on all inputs of zeros and ones, which suffices for a
// network of comparators, and checks that no comparator can be left out.
func TestSorters(t *testing.T) {
	for s := Insertion; s <= Brick; s++ {
		network := s.comparators(8)
		sorts := func(without int) bool {
			for m := range 256 {
				var lines [8]int
				for i := range lines {
					lines[i] = m >> i & 1
				}
				for k, c := range network {
					if k != without && lines[c[0]] > lines[c[1]] {
						lines[c[0]], lines[c[1]] = lines[c[1]], lines[c[0]]
					}
				}
				for i := range 7 {
					if lines[i] > lines[i+1] {
						return false
					}
				}
			}
			return true
		}
		if !sorts(-1) {
			t.Errorf("%v does not sort", s)
		}
		for k := range network {
			if sorts(k) {
				t.Errorf("%v sorts without comparator %d", s, k)
			}
		}
	}
}

func TestAtMostOne(t *testing.T) {
	for e := Pairwise; e <= Product; e++ {
		for n := 1; n <= 11; n++ {
			f := &Formula{}
			lits := f.Vars(n)
			f.AtMostOne(e, lits)
			s := load(f)
			count := 0
			for s.Solve(context.Background()) == sat.Sat {
				count++
				block := make([]sat.Lit, n)
				for i, l := range lits {
					block[i] = l
					if s.Value(l) {
						block[i] = l.Not()
					}
				}
				s.AddClause(block...)
			}
			if count != n+1 {
				t.Errorf("%v of %d: %d assignments, want %d", e, n, count, n+1)
			}
		}
	}
}

func TestParity(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for m := range 1 << n {
			for _, odd := range []bool{false, true} {
				f := &Formula{}
				lits := f.Vars(n)
				f.Parity(odd, 4, lits...)
				f.Fix(lits, uint64(m))
				want := sat.Unsat
				if (ones(m)%2 == 1) == odd {
					want = sat.Sat
				}
				if got := load(f).Solve(context.Background()); got != want {
					t.Fatalf("parity %v of %0*b: %v", odd, n, m, got)
				}
			}
		}
	}
}

func ones(m int) int {
	n := 0
	for ; m > 0; m /= 2 {
		n += m % 2
	}
	return n
}
