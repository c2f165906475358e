package numbers

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
)

// world gives values to the inputs of a graph and the unknowns of a table.
type world struct {
	g     *aig.Graph
	t     *Table
	free  map[uint32]bool // inputs that are no atoms
	vals  map[linear.Var]rational.Rat
	atoms map[uint32]int32
}

func newWorld() *world {
	w := &world{g: aig.NewGraph(), free: map[uint32]bool{}, vals: map[linear.Var]rational.Rat{},
		atoms: map[uint32]int32{}}
	t := NewTable(w.g, func(id int32) aig.Lit {
		l := w.g.Input()
		w.g.MarkAtom(l)
		w.atoms[l.Node()] = id
		return l
	})
	w.t = &t
	return w
}

// value returns the value of a form; what an unknown stands for gives it its value.
func (w *world) value(f linear.Form) rational.Rat {
	return f.Value(func(v linear.Var) rational.Rat {
		if x, ok := w.vals[v]; ok {
			return x
		}
		m := w.t.Meaning(v)
		x := w.value(m.A)
		switch {
		case m.Choice && !w.holds(m.Cond):
			x = w.value(m.B)
		case !m.Choice:
			x = x.Div(m.By).Floor()
		}
		w.vals[v] = x
		return x
	})
}

func (w *world) holds(l aig.Lit) bool {
	p := w.g.Gate(l.Node())
	v := false
	switch id, atom := w.atoms[l.Node()]; {
	case l.IsConst():
	case atom && len(w.t.Atoms[id].Linear.Terms) > 0:
		a := &w.t.Atoms[id].Linear
		c := w.value(linear.Form{Terms: a.Terms}).Cmp(a.Bound)
		v = c < 0 || c == 0 && !a.Strict
	case p.Kind() == aig.Input:
		v = w.free[l.Node()]
	case p.Kind() == aig.And:
		v = w.holds(p.F0) && w.holds(p.F1)
	case p.Kind() == aig.Xor:
		v = w.holds(p.F0) != w.holds(p.F1)
	case p.Kind() == aig.Ite:
		v = w.holds(p.F0) && w.holds(p.F1) || !w.holds(p.F0) && w.holds(p.F2)
	default:
		n := 0
		for _, x := range []aig.Lit{p.F0, p.F1, p.F2} {
			if w.holds(x) {
				n++
			}
		}
		v = n > 1
	}
	return v != l.Complemented()
}

// axioms checks that the axiom of each unknown holds at its value, and at no other one nearby.
func (w *world) axioms(t *testing.T, seed int) {
	t.Helper()
	for v := range linear.Var(w.t.Vars.Len()) {
		m := w.t.Meaning(v)
		if !m.Choice && m.By.IsZero() {
			continue
		}
		x := w.value(linear.Of(v))
		for _, d := range []int64{0, 1, -1} {
			w.vals[v] = x.Add(rational.Of(d))
			if got := w.holds(w.t.Axiom(v)); got != (d == 0) {
				t.Fatalf("seed %d: the axiom of an unknown is %v at a distance of %d", seed, got, d)
			}
		}
		w.vals[v] = x
	}
}

// TestTableRandom builds expressions over numbers and bits, and compares forms, comparisons and axioms with
// the values that they must have.
func TestTableRandom(t *testing.T) {
	for i := range testflag.Times(400) {
		r := rand.New(rand.NewPCG(4, uint64(i)))
		w := newWorld()
		var ints []linear.Form
		for range 2 {
			x := w.t.Unknown(true)
			w.vals[x.Terms[0].Var] = rational.Of(int64(r.IntN(41) - 20))
			ints = append(ints, x)
		}
		real := w.t.Unknown(false)
		w.vals[real.Terms[0].Var] = rational.Frac(int64(r.IntN(41)-20), int64(1+r.IntN(5)))
		var bits []aig.Lit
		for range 4 {
			b := w.g.Input()
			w.free[b.Node()] = r.IntN(2) == 0
			bits = append(bits, b)
		}
		pick := func() linear.Form { return ints[r.IntN(len(ints))] }
		for range 5 {
			f := pick()
			x := w.value(f)
			var got linear.Form
			var want rational.Rat
			k := rational.Of([]int64{2, 3, -2, 5, -7}[r.IntN(5)])
			floor := x.Div(k.Abs()).Floor()
			switch r.IntN(6) {
			case 0:
				got = w.t.Div(f, k)
				if want = floor; k.Sign() < 0 {
					want = floor.Neg()
				}
			case 1:
				got, want = w.t.Mod(f, k), x.Sub(floor.Mul(k.Abs()))
			case 2:
				got = w.t.Floor(f.Add(real))
				want = x.Add(w.value(real)).Floor()
			case 3:
				c := bits[r.IntN(len(bits))] ^ aig.Lit(r.IntN(2))
				other := pick()
				got = w.t.Choose(c, f, other, true)
				if want = x; !w.holds(c) {
					want = w.value(other)
				}
			case 4:
				signed := r.IntN(2) == 0
				got = w.t.FromBits(bits, signed)
				n := int64(0)
				for j, b := range bits {
					if w.holds(b) {
						n += 1 << j
					}
				}
				if signed && n >= 8 {
					n -= 16
				}
				want = rational.Of(n)
			default:
				other := pick()
				got, want = f.Scale(k).Sub(other), x.Mul(k).Sub(w.value(other))
			}
			if v := w.value(got); !v.Equal(want) {
				t.Fatalf("seed %d: the value of a form is %v, want %v", i, v, want)
			}
			ints = append(ints, got)
		}
		for range 5 {
			f := pick().Sub(pick()).Plus(rational.Frac(int64(r.IntN(7)-3), int64(1+r.IntN(2))))
			sign, strict := w.value(f).Sign(), r.IntN(2) == 0
			if got := w.holds(w.t.AtMost(f, strict)); got != (sign < 0 || sign == 0 && !strict) {
				t.Fatalf("seed %d: a comparison is %v", i, got)
			}
			if got := w.holds(w.t.Equal(f)); got != (sign == 0) {
				t.Fatalf("seed %d: an equation is %v", i, got)
			}
		}
		w.axioms(t, i)
	}
}

// TestToBits checks that the axiom of the bits of a number holds for these bits alone.
func TestToBits(t *testing.T) {
	for _, x := range []int64{0, 1, 5, 7, 8, 13, -1, -6, -8, -9} {
		w := newWorld()
		f := w.t.Unknown(true)
		w.vals[f.Terms[0].Var] = rational.Of(x)
		v := w.t.ToBits(f, 3)
		for n := range int64(8) {
			for j, l := range v {
				w.free[l.Node()] = n>>j&1 != 0
			}
			for u := range linear.Var(w.t.Vars.Len()) {
				if u != f.Terms[0].Var {
					delete(w.vals, u) // choices by the bits
				}
			}
			if got := w.holds(w.t.AxiomOf(w.atoms[v[0].Node()])); got != (x&7 == n) {
				t.Errorf("%d as the bits of %d: %v", n, x, got)
			}
		}
		for j, l := range w.t.ToBits(linear.Number(rational.Of(x)), 3) {
			if l != aig.Lit(x>>j&1) {
				t.Errorf("bit %d of %d is %v", j, x, l)
			}
		}
	}
}
