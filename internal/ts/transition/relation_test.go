package transition_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// TestParts looks at the shape of what is made of relations.
func TestParts(t *testing.T) {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	sym := func(i int) (term.Term, term.Term) { return s.Vars[i].Sym, s.Vars[i].Next }
	x, xn := sym(s.AddVar("x", term.Int))
	y, yn := sym(s.AddVar("y", term.Int))
	b, bn := sym(s.AddVar("b", term.Bool))
	c, cn := sym(s.AddVar("c", term.Bool))
	w, wn := sym(s.AddVar("w", term.BitVec(8)))
	in := st.Symbol("in", term.Int)
	one := st.Int64(1)
	for _, k := range []struct {
		name string
		rel  term.Term
		want string // by part: guards, updates, relations, inputs
	}{
		{"assignment", st.And(st.Eq(xn, st.IntAdd(x, one)), st.Lt(x, y)), "1 1 0 0"},
		{"input", st.And(st.Eq(xn, in), st.Lt(in, y)), "1 1 0 1"},
		{"chain", st.And(st.Eq(yn, st.IntAdd(xn, one)), st.Eq(xn, st.IntAdd(x, one)), st.Lt(yn, in)),
			"1 2 0 1"},
		{"solved", st.Eq(st.IntSub(x, xn), one), "0 1 0 0"},
		{"word", st.Eq(st.BVAdd(wn, st.BVMul(w, w)), st.BV(8, 3)), "0 1 0 0"},
		{"not solved", st.Eq(st.IntMul(st.Int64(2), xn), y), "0 0 1 0"},
		{"in itself", st.Eq(xn, st.IntMul(xn, xn)), "0 0 1 0"},
		{"literals", st.And(bn, st.Not(cn)), "0 2 0 0"},
		{"equivalence", st.Eq(st.Not(bn), st.Or(b, c)), "0 1 0 0"},
		{"twice", st.And(st.Eq(xn, y), st.Eq(xn, st.IntAdd(y, one))), ""},
		{"disjunction", st.Or(st.And(b, bn, st.Eq(xn, x)), st.And(st.Not(b), st.Eq(xn, y), st.Not(bn)),
			st.Lt(xn, x)), "1 2 0 0, 1 2 0 0, 0 0 1 0"},
		{"below", st.And(st.Eq(yn, y), st.Or(st.And(b, bn), st.And(c, cn))), "1 2 0 0, 1 2 0 0"},
		{"case distinction", st.Ite(b, st.Eq(xn, x), st.Ite(c, st.Eq(xn, y), st.Eq(xn, one))),
			"1 1 0 0, 2 1 0 0, 2 1 0 0"},
		{"clauses of a guard", st.And(st.Or(b, c), bn, st.Eq(xn, x)), "1 2 0 0"},
		{"either way", st.And(st.Or(st.Not(cn), st.Eq(xn, y)), st.Or(cn, st.Eq(xn, st.IntAdd(y, one))),
			st.Eq(cn, b)), "0 2 0 0"},
		{"inputs of values", st.And(st.Eq(xn, st.IntAdd(yn, one)), st.Lt(yn, y), st.Eq(bn, cn)), "1 4 0 2"},
		{"rules", st.And(st.Or(st.Not(b), st.And(st.Eq(xn, x), cn)), st.Or(b, st.Eq(xn, y))),
			"1 2 0 0, 1 1 0 0"},
		{"rules with a gap", st.And(st.Or(st.Not(b), st.Not(c), st.Eq(xn, x)), st.Or(b, st.Eq(xn, y))),
			"1 1 0 0, 2 1 0 0, 2 0 0 0"},
		{"no product", st.And(st.Or(bn, cn), st.Or(st.Lt(xn, x), st.Lt(yn, y))), "0 1 1 0, 0 1 1 0"},
		{"false", st.And(b, st.Not(b)), ""},
		{"everything", st.True(), "0 0 0 0"},
	} {
		got := ""
		for i, p := range s.Parts(k.rel) {
			if i > 0 {
				got += ", "
			}
			got += fmt.Sprint(len(p.Guards), len(p.Updates), len(p.Relations), len(p.Inputs))
		}
		if got != k.want {
			t.Errorf("%s: %s, want %s", k.name, got, k.want)
		}
	}
}

// TestPartsMeanTheRelation: a random relation holds for random values exactly if one of its parts does.
func TestPartsMeanTheRelation(t *testing.T) {
	var some, parts int
	for seed := range testflag.Seeds(300) {
		g := newRelations(rand.New(rand.NewPCG(uint64(seed), 0)))
		rel := g.formula(4)
		made := g.s.Parts(rel)
		parts += len(made)
		for range 60 {
			values := g.values()
			want, err := g.s.Terms.Eval(rel, values)
			if err != nil {
				t.Fatal(err)
			}
			got := false
			for i := range made {
				for _, u := range made[i].Updates { // an input that only says what the value is
					if _, ok := values[u.Value]; g.s.Terms.Op(u.Value) == term.OpSymbol && !ok {
						values[u.Value] = values[g.s.Vars[u.Var].Next]
					}
				}
				v, err := g.s.Terms.Eval(g.s.Relation(&made[i].Transition), values)
				if err != nil {
					t.Fatal(err)
				}
				got = got || v.Bool()
			}
			if got != want.Bool() {
				t.Fatalf("seed %d: %s is %v, its %d parts are %v under %v", seed,
					g.s.Terms.String(rel), want.Bool(), len(made), got, values)
			}
			if got {
				some++
			}
		}
	}
	if some == 0 || parts == 0 {
		t.Error("no relation held")
	}
}

var sorts = []term.Sort{term.Bool, term.Int, term.Real, term.BitVec(3)}

// TestPartsShared: a relation that is small for what it shares, and large without, is taken apart at once.
func TestPartsShared(t *testing.T) {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	rel := s.Vars[s.AddVar("x", term.Bool)].Next
	for i := range 100 {
		p, q := st.Symbol(fmt.Sprintf("p%d", i), term.Bool), st.Symbol(fmt.Sprintf("q%d", i), term.Bool)
		rel = st.Not(st.Or(st.Or(st.Not(rel), p), st.Or(st.Not(rel), q)))
		rel = st.And(st.Not(st.Or(st.Not(rel), p)), st.Not(st.Or(st.Not(rel), q)))
	}
	if parts := s.Parts(rel); len(parts) != 1 || len(parts[0].Guards) != 200 || len(parts[0].Updates) != 1 {
		t.Errorf("%d parts", len(parts))
	}
}

// relations makes random relations over two variables of each sort and an input.
type relations struct {
	s    *transition.System
	rng  *rand.Rand
	syms map[term.Sort][]term.Term
}

func newRelations(rng *rand.Rand) *relations {
	g := &relations{s: &transition.System{Terms: term.NewStore()}, rng: rng,
		syms: map[term.Sort][]term.Term{}}
	for _, sort := range sorts {
		for _, name := range []string{"a", "b"} {
			v := g.s.Vars[g.s.AddVar(name, sort)]
			g.syms[sort] = append(g.syms[sort], v.Sym, v.Next)
		}
		g.syms[sort] = append(g.syms[sort], g.s.Fresh("in", sort))
	}
	return g
}

func (g *relations) pick(sort term.Sort) term.Term {
	return g.syms[sort][g.rng.IntN(len(g.syms[sort]))]
}

func (g *relations) formula(depth int) term.Term {
	st := g.s.Terms
	if depth == 0 || g.rng.IntN(6) == 0 {
		return g.atom()
	}
	list := make([]term.Term, 1+g.rng.IntN(3))
	for i := range list {
		list[i] = g.formula(depth - 1)
	}
	switch g.rng.IntN(5) {
	case 0, 1:
		return st.And(list...)
	case 2:
		return st.Or(list...)
	case 3:
		return st.Not(st.And(list...))
	}
	return st.Ite(list[0], g.formula(depth-1), g.formula(depth-1))
}

// atom is mostly an equation.
func (g *relations) atom() term.Term {
	st := g.s.Terms
	switch g.rng.IntN(5) {
	case 0:
		return g.pick(term.Bool)
	case 1:
		return st.Eq(g.pick(term.Bool), st.Or(g.pick(term.Bool), g.pick(term.Bool)))
	case 2:
		w := term.BitVec(3)
		return st.Eq(st.BVAdd(g.pick(w), g.pick(w)), st.BVSub(g.pick(w), st.BV(3, uint64(g.rng.IntN(8)))))
	case 3:
		return st.Eq(st.IntMul(st.Real(big.NewRat(int64(g.rng.IntN(5)-2), 2)), g.pick(term.Real)),
			st.IntAdd(g.pick(term.Real), g.pick(term.Real)))
	}
	sum := st.IntAdd(g.pick(term.Int), st.IntMul(st.Int64(int64(g.rng.IntN(5)-2)), g.pick(term.Int)))
	if g.rng.IntN(3) == 0 {
		return st.Lt(sum, g.pick(term.Int))
	}
	return st.Eq(sum, st.IntAdd(g.pick(term.Int), st.Int64(int64(g.rng.IntN(3)))))
}

func (g *relations) values() term.Map {
	m := term.Map{}
	for _, sort := range sorts {
		for _, x := range g.syms[sort] {
			switch n := g.rng.IntN(4); {
			case sort.IsBool():
				m[x] = term.BoolValue(n%2 == 0)
			case sort.IsInt():
				m[x] = intValue(int64(n - 1))
			case sort.IsReal():
				m[x] = term.RealValue(big.NewRat(int64(n-1), 2))
			default:
				m[x] = term.BVValue(sort.Width(), uint64(n))
			}
		}
	}
	return m
}
