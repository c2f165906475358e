package term

import (
	"strings"
	"testing"
)

// Terms get a million levels deep. A recursion over them would need gigabytes of
// stack, so nothing here may recurse.

const deepLevels = 300_000

func TestDeep(t *testing.T) {
	s := NewStore()
	x, y, p := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("p", Bool)
	acc := x
	for i := range deepLevels / 2 {
		acc = s.BVMul(acc, y)
		acc = s.Ite(s.BVUlt(acc, s.BV(8, uint64(i)|1)), acc, x)
	}
	e := NewEvaluator(s, Map{x: BVValue(8, 3), y: BVValue(8, 5), p: BoolValue(true)})
	want := uint64(3)
	for i := range deepLevels / 2 {
		want = want * 5 % 256
		if want >= uint64(i|1)%256 {
			want = 3
		}
	}
	if v, err := e.Eval(acc); err != nil || v.Uint64() != want {
		t.Errorf("Eval = %v, %v; want %d", v, err, want)
	}
	if syms := s.Symbols(acc); len(syms) != 2 {
		t.Errorf("Symbols = %v", syms)
	}
	z := s.Symbol("z", BitVec(8))
	r := s.Substitute(acc, map[Term]Term{x: z})
	if syms := s.Symbols(r); len(syms) != 2 || syms[0] == x {
		t.Error("Substitute")
	}
	var n counter
	if err := s.Write(&n, acc); err != nil || n < deepLevels {
		t.Errorf("Write: %d bytes, %v", n, err)
	}
	d := NewStore()
	if c := NewImporter(d, s).Import(acc); len(d.Symbols(c)) != 2 {
		t.Error("Import")
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// TestDeepChains builds long chains by every constructor whose rules look into nested terms of the same kind.
func TestDeepChains(t *testing.T) {
	const n = 30_000
	s := NewStore()
	sym := func(sort Sort) Term { return s.Fresh("v", sort) }
	bv := BitVec(8)
	mem := s.ArraySort(bv, bv)
	chains := map[string]func(Term) Term{
		"and":     func(t Term) Term { return s.And(t, sym(Bool)) },
		"or":      func(t Term) Term { return s.Or(sym(Bool), t) },
		"and-or":  func(t Term) Term { return s.And(s.Or(t, sym(Bool)), sym(Bool)) },
		"xor":     func(t Term) Term { return s.Xor(t, sym(Bool)) },
		"ite":     func(t Term) Term { return s.Ite(sym(Bool), t, sym(Bool)) },
		"implies": func(t Term) Term { return s.Implies(t, sym(Bool)) },
	}
	for name, f := range chains {
		t.Run(name, func(t *testing.T) {
			acc := sym(Bool)
			for range n {
				acc = f(acc)
			}
			if s.NumArgs(acc) == 0 {
				t.Error("the chain vanished")
			}
		})
	}
	t.Run("absorb", func(t *testing.T) {
		p, a := sym(Bool), sym(Bool)
		acc := sym(Bool)
		for range 10 * n {
			acc = s.Or(s.Not(p), s.And(a, acc))
		}
		s.And(p, acc)
	})
	x := s.Symbol("x", bv)
	words := map[string]func(Term) Term{
		"add":      func(t Term) Term { return s.BVAdd(t, sym(bv)) },
		"addconst": func(t Term) Term { return s.BVAdd(s.BVAdd(t, sym(bv)), s.BV(8, 1)) },
		"sub":      func(t Term) Term { return s.BVSub(sym(bv), t) },
		"subsub":   func(t Term) Term { return s.BVSub(s.BV(8, 7), s.BVSub(t, sym(bv))) },
		"mul":      func(t Term) Term { return s.BVMul(t, sym(bv)) },
		"xor":      func(t Term) Term { return s.BVXor(s.BVNot(t), sym(bv)) },
		"or":       func(t Term) Term { return s.BVOr(t, sym(bv)) },
		"ite":      func(t Term) Term { return s.Ite(s.Eq(sym(bv), x), s.BV(8, 4), t) },
		"iteeq":    func(t Term) Term { return s.Ite(s.Eq(t, s.BV(8, 4)), s.BV(8, 4), t) },
		"bytes":    func(t Term) Term { return s.Extract(8, 1, s.Concat(t, s.Extract(3, 0, sym(bv)))) },
		"shift":    func(t Term) Term { return s.BVOr(s.BVShl(t, s.BV(8, 1)), s.ZeroExt(7, sym(BitVec(1)))) },
		"memory": func(t Term) Term {
			return s.Select(s.StoreArr(s.StoreArr(s.Symbol("mem", mem), t, x), sym(bv), t), x)
		},
	}
	for name, f := range words {
		t.Run("bv"+name, func(t *testing.T) {
			acc := sym(bv)
			for range n / 4 {
				acc = f(acc)
			}
			s.Eq(acc, s.BV(8, 4))
			s.BVUlt(acc, s.BV(8, 4))
			s.Extract(3, 1, acc)
			s.BVSub(acc, s.BV(8, 1))
		})
	}
	t.Run("concat", func(t *testing.T) {
		acc := sym(bv)
		for range 20_000 {
			acc = s.Concat(acc, sym(bv))
		}
		s.Extract(s.Sort(acc).Width()-5, 3, acc)
		s.Eq(acc, s.BV(s.Sort(acc).Width(), 77))
	})
	t.Run("narrow", func(t *testing.T) { // a tree of 2^300 nodes
		acc := x
		for range 300 {
			acc = s.BVAdd(s.ZeroExt(1, acc), s.SignExt(1, acc))
		}
		s.Extract(7, 0, acc)
	})
	t.Run("store", func(t *testing.T) {
		m := s.Symbol("mem", mem)
		for i := range n {
			m = s.StoreArr(m, s.BVAdd(x, s.BV(8, uint64(i))), sym(bv))
			s.Select(m, s.BVAdd(x, s.BV(8, uint64(i+1))))
		}
	})
	t.Run("sum", func(t *testing.T) {
		acc := sym(Int)
		for range n / 20 {
			acc = s.IntAdd(acc, sym(Int), s.Int64(1))
			acc = s.IntNeg(acc)
		}
	})
	if s.depth != 0 {
		t.Errorf("nesting of rewrites is %d at the end", s.depth)
	}
}

// TestConjunctionMemory builds a conjunction one by one: the memory must be linear.
func TestConjunctionMemory(t *testing.T) {
	s := NewStore()
	const n = 50_000
	acc := s.True()
	for range n {
		acc = s.And(acc, s.Fresh("p", Bool))
	}
	if s.Bytes() > n*400 {
		t.Errorf("%d bytes for %d conjuncts", s.Bytes(), n)
	}
	if !strings.HasPrefix(s.String(acc), "(and ") {
		t.Error("no conjunction")
	}
}
