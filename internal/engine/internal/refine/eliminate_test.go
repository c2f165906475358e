package refine

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// bare is a refiner without a graph.
func bare(st *term.Store) *Refiner {
	solver := func(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }
	return New(&flow.Graph{Sys: &transition.System{Terms: st}}, Config{Solver: solver})
}

// conjunction makes random conditions over two state variables and the given inputs.
func conjunction(r *rand.Rand, st *term.Store, state, inputs []term.Term) []term.Term {
	w := st.Sort(state[0]).Width()
	sum := func() term.Term {
		out := st.BV(w, r.Uint64())
		for _, x := range append(append([]term.Term{}, state...), inputs...) {
			if st.Sort(x).IsBitVec() && r.IntN(2) == 0 {
				out = st.BVAdd(out, st.BVMul(x, st.BV(w, uint64(r.IntN(1<<w)))))
			}
		}
		return out
	}
	input := inputs[r.IntN(2)]
	var literal func(depth int) term.Term
	literal = func(depth int) term.Term {
		switch r.IntN(8) {
		case 0, 1, 2:
			return st.Eq(sum(), sum())
		case 3:
			return st.BVUlt(input, sum())
		case 4:
			return st.Not(st.BVSlt(input, state[r.IntN(2)]))
		case 5:
			return st.Or(inputs[2], st.Eq(input, state[0]))
		case 6:
			if depth > 0 {
				return st.Or(st.And(literal(0), literal(0)), literal(0))
			}
		}
		return st.BVSlt(state[0], input)
	}
	var out []term.Term
	for range 1 + r.IntN(3) {
		out = append(out, literal(1))
	}
	return out
}

// TestEliminate: what is left without inputs holds wherever some values of them fit, and in most cases
// nowhere else.
func TestEliminate(t *testing.T) {
	exact, weak := 0, 0
	for seed := range testflag.Seeds(60) {
		const w = 3
		rnd := rand.New(rand.NewPCG(uint64(seed), 5))
		st := term.NewStore()
		r := bare(st)
		state := []term.Term{st.Symbol("x", term.BitVec(w)), st.Symbol("y", term.BitVec(w))}
		inputs := []term.Term{st.Symbol("n", term.BitVec(w)), st.Symbol("m", term.BitVec(w)),
			st.Symbol("b", term.Bool)}
		conj := conjunction(rnd, st, state, inputs)
		left := r.eliminate(context.Background(), conj, inputs)
		for _, s := range st.Symbols(left...) {
			if s != state[0] && s != state[1] {
				t.Fatalf("seed %d: %s is left", seed, st.Name(s))
			}
		}
		before, after := st.And(conj...), st.And(left...)
		same := true
		for v := range 1 << (2 * w) {
			m := term.Map{state[0]: term.BVValue(w, uint64(v)), state[1]: term.BVValue(w, uint64(v)>>w)}
			exists := false
			for n := 0; n < 1<<(2*w+1) && !exists; n++ {
				m[inputs[0]], m[inputs[1]] = term.BVValue(w, uint64(n)), term.BVValue(w, uint64(n)>>w)
				m[inputs[2]] = term.BoolValue(n>>(2*w) == 1)
				exists = holds(t, st, before, m)
			}
			switch got := holds(t, st, after, m); {
			case exists && !got:
				t.Fatalf("seed %d: %s of %s is too strong", seed, st.String(after), st.String(before))
			case got && !exists:
				same = false
			}
		}
		if same {
			exact++
		} else {
			weak++
		}
	}
	t.Logf("%d exact, %d too weak", exact, weak)
	if exact < 2*weak {
		t.Errorf("%d exact, %d too weak", exact, weak)
	}
}

func holds(t *testing.T, st *term.Store, cond term.Term, m term.Assignment) bool {
	v, err := st.Eval(cond, m)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// TestEliminateExamples: the rules that the package is about.
func TestEliminateExamples(t *testing.T) {
	st := term.NewStore()
	word := term.BitVec(8)
	x, y, n := st.Symbol("x", word), st.Symbol("y", word), st.Symbol("n", word)
	i, j, k := st.Symbol("i", term.Int), st.Symbol("j", term.Int), st.Symbol("k", term.Int)
	num := func(v uint64) term.Term { return st.BV(8, v) }
	int64s := st.Int64
	for _, c := range []struct {
		name string
		in   []term.Term
		want term.Term
	}{
		{"an odd factor defines", []term.Term{st.Eq(st.BVMul(n, num(3)), x), st.BVUlt(n, num(5))},
			st.BVUlt(st.BVMul(x, num(171)), num(5))},
		{"an even one leaves a congruence", []term.Term{st.Eq(st.BVAdd(x, st.BVMul(n, num(12))), y)},
			st.Eq(st.Extract(1, 0, st.BVSub(x, y)), st.BV(2, 0))},
		{"lower below upper", []term.Term{st.BVUle(x, n), st.BVUle(n, y)}, st.BVUle(x, y)},
		{"above the greatest value is nothing", []term.Term{st.BVSlt(x, n)}, st.Not(st.Eq(x, num(127)))},
		{"integers", []term.Term{st.Le(i, k), st.Lt(k, j)}, st.Lt(i, j)},
		{"multiples", []term.Term{st.Eq(i, st.IntMul(int64s(3), k))},
			st.Eq(st.IntMod(i, int64s(3)), int64s(0))},
	} {
		got := st.And(bare(st).eliminate(context.Background(), c.in, []term.Term{n, k})...)
		s := native.New(st, native.Config{})
		if err := s.Assert(st.Not(st.Eq(got, c.want))); err != nil {
			t.Fatal(err)
		}
		if res := s.Check(context.Background()); res.Status != smt.Unsat {
			t.Errorf("%s: %s, want %s (%v)", c.name, st.String(got), st.String(c.want), res)
		}
	}
}

// TestIdeal: a sum over integers and its reading as words agree where nothing wraps around.
func TestIdeal(t *testing.T) {
	for _, unsigned := range []bool{false, true} {
		compared := 0
		for seed := range testflag.Seeds(60) {
			rnd := rand.New(rand.NewPCG(uint64(seed), 6))
			st := term.NewStore()
			x := &ideal{Refiner: bare(st), unsigned: unsigned, ints: map[term.Term]term.Term{},
				words: map[term.Term]term.Term{}, memo: map[term.Term]term.Term{}}
			words := []term.Term{st.Symbol("x", term.BitVec(4)), st.Symbol("y", term.BitVec(4)),
				st.Symbol("z", term.BitVec(3))}
			sum := st.Int64(int64(rnd.IntN(41)) - 20)
			for _, w := range words {
				if rnd.IntN(3) > 0 {
					sum = st.IntAdd(sum, st.IntMul(st.Int64(int64(rnd.IntN(9))-4), x.number(w)))
				}
			}
			atom := []term.Term{st.Le(sum, st.Int64(0)), st.Eq(sum, st.Int64(0)),
				st.Eq(st.IntMod(sum, st.Int64(4)), st.Int64(int64(rnd.IntN(4))))}[rnd.IntN(3)]
			if st.IsConst(atom) || st.Op(atom) == term.OpNot {
				continue
			}
			read := x.atom(atom)
			if read == term.None {
				continue
			}
			compared++
			for v := range 1 << 11 {
				m := term.Map{}
				for i, w := range words {
					width := st.Sort(w).Width()
					val := term.BVValue(width, uint64(v)>>(4*i))
					m[w] = val
					n := val.Big()
					if !unsigned && n.Bit(width-1) == 1 {
						n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(width)))
					}
					if sym, ok := x.ints[w]; ok {
						m[sym] = term.IntValue(n)
					}
				}
				if a, b := holds(t, st, atom, m), holds(t, st, read, m); a != b {
					t.Fatalf("seed %d: %s is %v, and %s is %v", seed, st.String(atom), a, st.String(read), b)
				}
			}
		}
		if compared < 20 {
			t.Errorf("only %d compared", compared)
		}
	}
}
