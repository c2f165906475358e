package interpolate_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/interpolate"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// problems makes random pairs of formulas of one theory. Symbols s are for both sides, a and b for one.
type problems struct {
	*rand.Rand
	st      *term.Store
	side    string // "a" or "b"
	clauses bool
	numbers term.Sort
	words   int  // width of bit-vectors, 0 for none
	bools   bool // symbols of sort Bool
	diff    bool // differences only
	mod     bool // remainders
	ite     bool
	apply   bool     // functions and arrays of words
	model   term.Map // of the side at hand, so that no side contradicts itself
}

// Value implements term.Assignment: symbols get values when they are first asked for.
func (g *problems) Value(s term.Term) (term.Value, bool) {
	v, ok := g.model[s]
	if !ok {
		switch sort := g.st.Sort(s); {
		case sort.IsBool():
			v = term.BoolValue(g.IntN(2) == 0)
		case sort.IsBitVec():
			v = term.BVValue(sort.Width(), g.Uint64())
		case sort.IsArray(), sort.IsFunc():
			v = g.table(sort)
		case sort.IsReal():
			v = term.RealValue(big.NewRat(int64(g.IntN(13))-6, 1+int64(g.IntN(2))))
		default:
			v = term.IntValue(big.NewInt(int64(g.IntN(9)) - 4))
		}
		g.model[s] = v
	}
	return v, true
}

// table is a value of an array or a function of words.
func (g *problems) table(sort term.Sort) term.Value {
	word := func(v int) term.Value { return term.BVValue(g.words, uint64(v)) }
	if sort.IsArray() {
		v := g.st.ZeroValue(sort)
		for i := range 1 << g.words {
			v = v.With(word(i), word(g.IntN(8)))
		}
		return v
	}
	var entries []term.FuncEntry
	for i := range 1 << g.words {
		entries = append(entries, term.FuncEntry{Args: []term.Value{word(i)}, Result: word(g.IntN(8))})
	}
	return g.st.FuncValue(sort, word(0), entries...)
}

// holds returns t or its negation.
func (g *problems) holds(t term.Term) term.Term {
	v, err := g.st.Eval(t, g)
	if err != nil {
		panic(err)
	}
	if !v.Bool() {
		return g.st.Not(t)
	}
	return t
}

func (g *problems) symbol(sort term.Sort) term.Term {
	if i := g.IntN(5); i < 3 {
		return g.st.Symbol(fmt.Sprintf("s%d%v", i, sort), sort)
	}
	return g.st.Symbol(fmt.Sprintf("%s%d%v", g.side, g.IntN(2), sort), sort)
}

func (g *problems) constant(c int64) term.Term {
	if g.numbers.IsReal() {
		return g.st.IntMul(g.st.ToReal(g.st.Int64(c)))
	}
	return g.st.Int64(c)
}

func (g *problems) number(depth int) term.Term {
	st := g.st
	switch {
	case g.mod && g.IntN(5) == 0:
		return st.IntMod(g.symbol(g.numbers), st.Int64(2+int64(g.IntN(3))))
	case g.ite && depth > 0 && g.IntN(6) == 0:
		return st.Ite(g.literal(0), g.number(depth-1), g.number(depth-1))
	}
	return g.symbol(g.numbers)
}

func (g *problems) linear(depth int) term.Term {
	st := g.st
	compare := []func(a, b term.Term) term.Term{st.Le, st.Lt, st.Eq, st.Le, st.Lt,
		func(a, b term.Term) term.Term { return st.Not(st.Eq(a, b)) }}[g.IntN(6)]
	c := g.constant(int64(g.IntN(9)) - 4)
	if g.diff {
		return compare(st.IntSub(g.number(depth), g.number(depth)), c)
	}
	var sum []term.Term
	for range 1 + g.IntN(3) {
		sum = append(sum, st.IntMul(g.constant(int64(g.IntN(7))-3), g.number(depth)))
	}
	return compare(st.IntAdd(sum...), c)
}

func (g *problems) word(depth int) term.Term {
	st, w := g.st, g.words
	sort := term.BitVec(w)
	if depth <= 0 || g.IntN(3) == 0 {
		if g.IntN(4) == 0 {
			return st.BV(w, g.Uint64())
		}
		return g.symbol(sort)
	}
	if g.apply && g.IntN(2) == 0 {
		f := st.Func(fmt.Sprintf("f%d", g.IntN(2)), []term.Sort{sort}, sort)
		if g.IntN(2) == 0 {
			return st.Select(g.symbol(st.ArraySort(sort, sort)), g.word(depth-1))
		}
		return st.Apply(f, g.word(depth-1))
	}
	x, y := g.word(depth-1), g.word(depth-1)
	switch g.IntN(7) {
	case 0, 1:
		return st.BVAdd(x, y)
	case 2:
		return st.BVSub(x, y)
	case 3:
		return st.BVMul(x, st.BV(w, uint64(g.IntN(5))))
	case 4:
		return st.BVAnd(x, y)
	case 5:
		return st.BVXor(x, y)
	}
	return st.Ite(g.literal(0), x, y)
}

func (g *problems) literal(depth int) term.Term {
	st := g.st
	switch n := g.IntN(6); {
	case g.bools && (n < 2 || g.numbers == 0 && g.words == 0):
		p := g.symbol(term.Bool)
		if g.IntN(4) == 0 {
			p = st.Eq(p, g.symbol(term.Bool))
		}
		if g.IntN(2) == 0 {
			p = st.Not(p)
		}
		return p
	case g.words > 0 && (n < 4 || g.numbers == 0):
		x, y := g.word(depth+1), g.word(depth+1)
		if g.IntN(4) == 0 {
			if v, err := st.Eval(x, g); err == nil {
				return st.Eq(x, st.FromValue(v))
			}
		}
		t := []func(a, b term.Term) term.Term{st.BVUle, st.BVSlt, st.Eq, st.Eq, st.BVUlt}[g.IntN(5)](x, y)
		if g.IntN(3) == 0 {
			t = st.Not(t)
		}
		return t
	}
	return g.linear(depth)
}

// more adds conjuncts to a formula of a side.
func (g *problems) more(side string, model term.Map, out []term.Term) []term.Term {
	g.side, g.model = side, model
	for range 2 {
		t := g.literal(1)
		if g.clauses && g.IntN(2) == 0 {
			t = g.st.Or(t, g.literal(1), g.st.And(g.literal(1), g.literal(1)))
		}
		out = append(out, g.holds(t))
	}
	return out
}

// theories are how problems are made.
var theories = []struct {
	name  string
	shape problems
}{
	{"LRA", problems{numbers: term.Real}},
	{"LRA clauses", problems{numbers: term.Real, clauses: true, ite: true}},
	{"LIA", problems{numbers: term.Int, mod: true}},
	{"LIA clauses", problems{numbers: term.Int, clauses: true, ite: true}},
	{"IDL", problems{numbers: term.Int, diff: true}},
	{"RDL clauses", problems{numbers: term.Real, diff: true, clauses: true}},
	{"Bool", problems{bools: true, clauses: true}},
	{"BV", problems{words: 5}},
	{"BV clauses", problems{words: 4, clauses: true}},
	{"functions and arrays", problems{words: 3, apply: true}},
	{"mixed", problems{words: 4, bools: true, numbers: term.Int, clauses: true, ite: true}},
}

// level is a solver whose assertions are taken back when it is closed.
type level struct{ *process.Solver }

func (l level) Close() error {
	l.Solver.Pop()
	return nil
}

// TestRandom: interpolants of random contradictory formulas meet all conditions, whatever is preferred.
func TestRandom(t *testing.T) {
	ctx := context.Background()
	for _, th := range theories {
		if !testflag.Only(th.name) {
			continue
		}
		t.Run(th.name, func(t *testing.T) {
			st := term.NewStore()
			z3 := newProcess(t, st)
			second := audit.Config{Second: func(*term.Store, sat.Proof) smt.Solver {
				z3.Push()
				return level{z3}
			}}
			p := interpolate.New(st, interpolate.Config{
				Solver: func(st *term.Store) smt.Solver { return native.New(st, native.Config{}) }})
			aud := audit.NewInterpolator(st, p, second)
			unsat, unknown, kinds := 0, 0, map[interpolate.Kind]int{}
			var first smt.Result
			for seed := range testflag.Seeds(8) {
				g := th.shape
				g.Rand, g.st = rand.New(rand.NewPCG(uint64(seed), 7)), st
				opt := interpolate.Options{Strength: interpolate.Strength(seed % 3), Whole: seed%2 == 0}
				var a, b []term.Term
				var s interpolate.Separator
				r := smt.Result{Status: smt.Sat}
				inA, inB := term.Map{}, term.Map{}
				for n := 0; n < 15 && r.Status == smt.Sat; n++ {
					a, b = g.more("a", inA, a), g.more("b", inB, b)
					s, r = p.Separate(ctx, a, b, opt)
				}
				switch r.Status {
				case smt.Unknown:
					unknown++
					first = r
				case smt.Unsat:
					unsat++
					kinds[s.Kind]++
					if err := aud.Check(ctx, a, b, s.Term); err != nil {
						t.Fatalf("seed %d, %+v: %v\nA %s\nB %s", seed, opt, err, st.String(st.And(a...)),
							st.String(st.And(b...)))
					}
				case smt.Sat:
					z3.Push()
					for _, f := range append(a, b...) {
						if err := z3.Assert(f); err != nil {
							t.Fatal(err)
						}
					}
					if r := z3.Check(ctx); r.Status != smt.Sat {
						t.Fatalf("seed %d: z3 says %v\nA %s\nB %s", seed, r, st.String(st.And(a...)),
							st.String(st.And(b...)))
					}
					z3.Pop()
				}
			}
			t.Logf("%d contradictory, %d unknown (%v), kinds %v", unsat, unknown, first, kinds)
			if unsat == 0 {
				t.Error("no problem was contradictory")
			}
		})
	}
}

// newProcess starts z3, or skips the test.
func newProcess(t *testing.T, st *term.Store) *process.Solver {
	t.Helper()
	s, err := process.New(st, process.Config{Command: "z3"})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
