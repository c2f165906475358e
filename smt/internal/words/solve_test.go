package words

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"whittle.dev/term"
)

// maker makes random terms over two symbols of a width and a Bool.
type maker struct {
	r    *rand.Rand
	st   *term.Store
	w    int
	syms []term.Term
	flag term.Term
}

func newMaker(r *rand.Rand, w int) *maker {
	st := term.NewStore()
	m := &maker{r: r, st: st, w: w, flag: st.Symbol("p", term.Bool)}
	for i := range 2 {
		m.syms = append(m.syms, st.Symbol(fmt.Sprint("x", i), term.BitVec(w)))
	}
	return m
}

func (m *maker) mk(op term.Op, params []int, args ...term.Term) term.Term {
	if m.r.IntN(3) == 0 {
		return m.st.MkRaw(op, params, args...)
	}
	return m.st.Mk(op, params, args...)
}

func (m *maker) vec(d int) term.Term {
	if d == 0 || m.r.IntN(8) == 0 {
		if m.r.IntN(4) == 0 {
			return m.st.BV(m.w, m.r.Uint64())
		}
		return m.syms[m.r.IntN(len(m.syms))]
	}
	ops := []term.Op{
		term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVUDiv,
		term.OpBVURem,
		term.OpBVShl, term.OpBVLShr, term.OpBVAShr,
	}
	switch m.r.IntN(9) {
	case 0:
		return m.mk(term.OpBVNot, nil, m.vec(d-1))
	case 1:
		return m.mk(term.OpBVNeg, nil, m.vec(d-1))
	case 2:
		return m.mk(term.OpIte, nil, m.bool(d-1), m.vec(d-1), m.vec(d-1))
	case 3: // through a wider vector
		op := []term.Op{term.OpSignExt, term.OpZeroExt}[m.r.IntN(2)]
		by := 1 + m.r.IntN(3)
		lo := m.r.IntN(by + 1)
		return m.mk(term.OpExtract, []int{m.w + lo - 1, lo}, m.mk(op, []int{by}, m.vec(d-1)))
	case 4:
		lo := m.r.IntN(m.w + 1)
		return m.mk(term.OpExtract, []int{m.w + lo - 1, lo}, m.mk(term.OpConcat, nil, m.vec(d-1), m.vec(d-1)))
	}
	return m.mk(ops[m.r.IntN(len(ops))], nil, m.vec(d-1), m.vec(d-1))
}

func (m *maker) bool(d int) term.Term {
	if d == 0 {
		return m.flag
	}
	ops := []term.Op{
		term.OpEq, term.OpEq, term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVUgt, term.OpBVUge, term.OpBVSlt,
		term.OpBVSle, term.OpBVSgt, term.OpBVSge,
	}
	switch m.r.IntN(12) {
	case 0:
		return m.mk(term.OpNot, nil, m.bool(d-1))
	case 1:
		return m.mk(term.OpAnd, nil, m.bool(d-1), m.bool(d-1), m.bool(d-1))
	case 2:
		return m.mk(term.OpOr, nil, m.bool(d-1), m.bool(d-1))
	case 3:
		return m.mk(term.OpXor, nil, m.bool(d-1), m.bool(d-1))
	case 4:
		return m.mk(term.OpIte, nil, m.bool(d-1), m.bool(d-1), m.bool(d-1))
	}
	return m.mk(ops[m.r.IntN(len(ops))], nil, m.vec(d-1), m.vec(d-1))
}

// bindings is an assignment of symbols.
type bindings map[term.Term]term.Value

// Value implements term.Assignment.
func (b bindings) Value(t term.Term) (term.Value, bool) { v, ok := b[t]; return v, ok }

func holds(t *testing.T, e *term.Evaluator, b bindings, ts []term.Term) bool {
	t.Helper()
	e.Reset(b)
	for _, x := range ts {
		v, err := e.Eval(x)
		if err != nil {
			t.Fatal(err)
		}
		if !v.Bool() {
			return false
		}
	}
	return true
}

// TestSolveAgainstEnumeration compares answers with those of all assignments.
func TestSolveAgainstEnumeration(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 500
	}
	counts := map[string]int{}
	for i := range rounds {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		m := newMaker(r, 1+r.IntN(4))
		p := New(m.st)
		if r.IntN(2) == 0 { // after others that are gone
			mark := p.Mark()
			p.code.add(m.bool(3))
			p.Release(mark)
		}
		var ts []term.Term
		var roots []Ref
		for range 1 + r.IntN(4) {
			x := m.bool(1 + r.IntN(4))
			ref, ok := p.code.add(x)
			if !ok {
				t.Fatalf("round %d: %s is not compiled", i, m.st.String(x))
			}
			ts = append(ts, x)
			if r.IntN(2) == 0 && len(roots) == 0 {
				p.Assert(ref)
			} else {
				roots = append(roots, ref)
			}
		}
		got := p.Solve(roots, Effort(r.IntN(2)))
		e := term.NewEvaluator(m.st, bindings{})
		if got == Sat {
			b := bindings{}
			for _, s := range m.syms {
				x, _ := p.Value(s)
				b[s] = term.BVValue(m.w, x)
			}
			x, _ := p.Value(m.flag)
			b[m.flag] = term.BoolValue(x != 0)
			if !holds(t, e, b, ts) {
				t.Fatalf("round %d: no model: %v of %s", i, b, m.st.String(m.st.And(ts...)))
			}
		}
		any := false
		for a := uint64(0); a < 1<<(2*m.w+1) && !any; a++ {
			k := uint64(1)<<m.w - 1
			any = holds(t, e, bindings{
				m.syms[0]: term.BVValue(m.w, a&k), m.syms[1]: term.BVValue(m.w, a>>m.w&k),
				m.flag: term.BoolValue(a>>(2*m.w) != 0),
			}, ts)
		}
		if any && (got == Unsat || p.Refuted(roots)) {
			t.Fatalf("round %d: satisfiable: %s", i, m.st.String(m.st.And(ts...)))
		}
		if !any && got == Sat {
			t.Fatalf("round %d: unsatisfiable: %s", i, m.st.String(m.st.And(ts...)))
		}
		counts[fmt.Sprint(any, " ", got)]++
	}
	t.Log(counts)
	if counts["true 1"] < rounds/4 || counts["false 2"] < rounds/20 {
		t.Errorf("too few answers: %v", counts)
	}
}

func TestAddRefuses(t *testing.T) {
	st := term.NewStore()
	bv := func(name string, w int) term.Term { return st.Symbol(name, term.BitVec(w)) }
	a := st.Symbol("a", st.ArraySort(term.BitVec(8), term.BitVec(8)))
	deep := bv("x", 8)
	for i := range 2 * MaxNodes {
		deep = st.BVMul(st.BVAdd(deep, bv(fmt.Sprint("d", i), 8)), bv("x", 8))
	}
	n := st.Symbol("n", term.Int)
	for _, c := range []term.Term{
		st.Eq(bv("w", 65), bv("v", 65)),
		st.Eq(st.Select(a, bv("x", 8)), bv("y", 8)),
		st.Eq(st.BVSDiv(bv("x", 8), bv("y", 8)), bv("z", 8)),
		st.Eq(n, st.Int(big.NewInt(3))),
		st.Eq(deep, bv("y", 8)),
	} {
		p := New(st)
		m := p.Mark()
		if _, ok := p.code.add(c); ok {
			t.Errorf("%.60s is compiled", st.String(c))
		}
		p.Release(m)
		r, ok := p.code.add(st.BVUlt(bv("x", 8), bv("y", 8)))
		if !ok || p.Solve([]Ref{r}, Thorough) != Sat {
			t.Errorf("after %.60s: no model of x < y", st.String(c))
		}
	}
}

// TestLevelsAgainstEnumeration goes through random sequences of marks, assertions,
// releases and solves: what is kept from one to the next must not show.
func TestLevelsAgainstEnumeration(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	answers := map[Status]int{}
	for i := range rounds {
		r := rand.New(rand.NewPCG(9, uint64(i)))
		m := newMaker(r, 1+r.IntN(3))
		e := term.NewEvaluator(m.st, bindings{})
		p := New(m.st)
		type level struct {
			mark Mark
			ts   int
		}
		var levels []level
		var ts []term.Term
		for range 30 {
			switch k := r.IntN(10); {
			case k < 2:
				levels = append(levels, level{p.Mark(), len(ts)})
			case k < 4 && len(levels) > 0:
				l := levels[len(levels)-1]
				levels = levels[:len(levels)-1]
				p.Release(l.mark)
				ts = ts[:l.ts]
			case k < 7:
				x := m.bool(1 + r.IntN(3))
				ref, ok := p.code.add(x)
				if !ok {
					t.Fatal(m.st.String(x))
				}
				p.Assert(ref)
				ts = append(ts, x)
			default:
				all, mark := ts[:len(ts):len(ts)], p.Mark()
				var assumed []Ref
				for range r.IntN(3) {
					x := m.bool(1 + r.IntN(3))
					ref, ok := p.code.add(x)
					if !ok {
						t.Fatal(m.st.String(x))
					}
					assumed = append(assumed, ref)
					all = append(all, x)
				}
				got := p.Solve(assumed, Effort(r.IntN(2)))
				refuted := p.Refuted(assumed)
				p.Release(mark)
				answers[got]++
				any := false
				k := uint64(1)<<m.w - 1
				for a := uint64(0); a < 1<<(2*m.w+1) && !any; a++ {
					any = holds(t, e, bindings{
						m.syms[0]: term.BVValue(m.w, a&k), m.syms[1]: term.BVValue(m.w, a>>m.w&k),
						m.flag: term.BoolValue(a>>(2*m.w) != 0),
					}, all)
				}
				if any && (got == Unsat || refuted) || !any && got == Sat {
					t.Fatalf("round %d: answer %d, refuted %v, satisfiable %v: %s", i, got, refuted, any,
						m.st.String(m.st.And(all...)))
				}
			}
		}
	}
	t.Log(answers)
}
