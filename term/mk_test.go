package term

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// workbench makes random terms of all sorts, with and without simplification, and compares their values under
// random assignments by Eval, which the tests of the reference establish.
type workbench struct {
	t    *testing.T
	rng  *rand.Rand
	s    *Store
	pool []pair
	deep map[Term]int // nesting of products, so that numbers stay small
	vars []Term
	fns  []Term
}

func newWorkbench(t *testing.T, rng *rand.Rand) *workbench {
	s := NewStore()
	b := &workbench{t: t, rng: rng, s: s, deep: map[Term]int{}}
	mem := s.ArraySort(BitVec(4), BitVec(65))
	set := s.SortSymbol("a set")
	sorts := []Sort{Bool, BitVec(1), BitVec(4), BitVec(33), BitVec(64), BitVec(65), BitVec(130), Int, Real,
		mem, s.ArraySort(Int, Real), s.ArraySort(BitVec(1), mem), s.ArraySort(Bool, Bool), set,
		s.ArraySort(set, Int)}
	for _, sort := range sorts {
		for _, name := range []string{"a", "b"} {
			x := s.Symbol(name+" of "+s.SortString(sort), sort)
			b.vars = append(b.vars, x)
			b.pool = append(b.pool, pair{x, x})
		}
		for range 3 {
			lit := s.FromValue(b.value(sort))
			b.pool = append(b.pool, pair{lit, lit})
		}
	}
	for i, params := range [][]Sort{{Int}, {set}, {Bool, BitVec(1)}, {Real, mem, set, Int}} {
		for j, result := range []Sort{Bool, Int, set, mem} {
			b.fns = append(b.fns, s.Func(fmt.Sprint("f", i, j), params, result))
		}
	}
	b.vars = append(b.vars, b.fns...)
	return b
}

// value returns a random value, often an extreme or a small one.
func (b *workbench) value(sort Sort) Value {
	small := int64(b.rng.IntN(5)) - 2
	switch {
	case sort == Bool:
		return BoolValue(b.rng.IntN(2) == 0)
	case sort == Int && b.rng.IntN(4) == 0:
		v := new(big.Int).Lsh(big.NewInt(small), 63)
		return IntValue(v.Add(v, big.NewInt(int64(b.rng.IntN(3))-1)))
	case sort == Int:
		return IntValue(big.NewInt(small))
	case sort == Real:
		return RealValue(big.NewRat(small, int64(1+b.rng.IntN(3))))
	case sort.IsBitVec():
		w := sort.Width()
		v := big.NewInt(small)
		switch b.rng.IntN(4) {
		case 0:
			v.Add(v, new(big.Int).Lsh(bigOne, uint(w-1)))
		case 1:
			v.Add(v, new(big.Int).Lsh(bigOne, uint(b.rng.IntN(w))))
		case 2:
			for range w/64 + 1 {
				v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(b.rng.Uint64()))
			}
		}
		return BVValueBig(w, v)
	case sort.IsUninterpreted():
		return b.s.ElementValue(sort, uint64(small+2))
	case sort.IsFunc():
		params, result := b.s.FuncParts(sort)
		var table []FuncEntry
		for range b.rng.IntN(5) {
			e := FuncEntry{Result: b.value(result)}
			for _, p := range params {
				e.Args = append(e.Args, b.value(p))
			}
			table = append(table, e)
		}
		return b.s.FuncValue(sort, b.value(result), table...)
	}
	index, elem := b.s.ArrayParts(sort)
	v := b.s.ArrayValue(sort, b.value(elem))
	for range b.rng.IntN(4) {
		v = v.With(b.value(index), b.value(elem))
	}
	return v
}

func (b *workbench) pick(sort Sort) pair {
	for i := range 200 {
		p := b.pool[b.rng.IntN(len(b.pool))]
		if sort == 0 || b.s.Sort(p.raw) == sort {
			return p
		}
		if i == 199 {
			break
		}
	}
	lit := b.s.FromValue(b.value(sort))
	return pair{lit, lit}
}

// step tries a random application; an ill-sorted one must be reported by SortOf.
func (b *workbench) step() {
	op := Op(2 + b.rng.IntN(int(numOps)-2))
	if op == OpApply {
		f := b.fns[b.rng.IntN(len(b.fns))]
		args := []pair{{f, f}}
		params, _ := b.s.FuncParts(b.s.Sort(f))
		for _, p := range params {
			args = append(args, b.pick(p))
		}
		b.apply(op, nil, args)
		return
	}
	first := b.pick(0)
	args := []pair{first}
	sort := b.s.Sort(first.raw)
	n := int(opTable[op].args)
	if n < 0 {
		n = 2 + b.rng.IntN(4)
	}
	for len(args) < n {
		want := sort
		switch {
		case op == OpIte && len(args) == 1:
			want = 0
		case op == OpIte:
			want = b.s.Sort(args[1].raw)
		case (op == OpSelect || op == OpStore) && sort.IsArray():
			index, elem := b.s.ArrayParts(sort)
			want = []Sort{0, index, elem}[len(args)]
		case op == OpConcat:
			want = 0
		}
		args = append(args, b.pick(want))
	}
	var params []int
	for range op.NumParams() {
		params = append(params, b.rng.IntN(sort.Width()+3))
	}
	if len(params) == 2 && params[0] < params[1] {
		params[0], params[1] = params[1], params[0]
	}
	if op == OpConstArray {
		params = []int{int(b.s.Sort(b.pick(0).raw))}
	}
	b.apply(op, params, args)
}

func (b *workbench) apply(op Op, params []int, args []pair) {
	var raws, builts []Term
	deep := 0
	for _, p := range args {
		raws, builts = append(raws, p.raw), append(builts, p.built)
		deep = max(deep, b.deep[p.raw])
	}
	sort, err := b.s.SortOf(op, params, raws...)
	if err != nil || sort.Width() > 400 {
		return
	}
	if op == OpMul {
		if deep++; deep > 3 {
			return
		}
	}
	p := pair{b.s.MkRaw(op, params, raws...), b.s.Mk(op, params, builts...)}
	if b.s.Sort(p.raw) != sort || b.s.Sort(p.built) != sort {
		b.t.Fatalf("%s was built as %s of another sort", b.s.String(p.raw), b.s.String(p.built))
	}
	b.deep[p.raw] = deep
	b.pool = append(b.pool, p)
}

func (b *workbench) compare() {
	a := Map{}
	for _, x := range b.vars {
		a[x] = b.value(b.s.Sort(x))
	}
	e := NewEvaluator(b.s, a)
	for _, p := range b.pool {
		want, err := e.Eval(p.raw)
		if err != nil {
			b.t.Fatal(err)
		}
		got, err := e.Eval(p.built)
		if err != nil || !got.Equal(want) || got.Sort() != b.s.Sort(p.raw) {
			b.t.Fatalf("%s\n  was built as %s\n  %v: want %v, got %v, %v", b.s.String(p.raw),
				b.s.String(p.built), a, want, got, err)
		}
		if lit := b.s.FromValue(want); !b.s.Sort(lit).IsArray() && !b.s.ConstValue(lit).Equal(want) {
			b.t.Fatalf("the literal of %v has the value %v", want, b.s.ConstValue(lit))
		}
	}
}

func runWorkbench(t *testing.T, seed uint64, steps int) {
	b := newWorkbench(t, rand.New(rand.NewPCG(seed, 7)))
	for range steps {
		b.step()
	}
	for range 6 {
		b.compare()
	}
}

func TestRandomAllSorts(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	for seed := range rounds {
		runWorkbench(t, uint64(seed), 400)
	}
}

func FuzzMk(f *testing.F) {
	f.Add(uint64(1), uint16(200))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint16) {
		runWorkbench(t, seed, int(steps%1000))
	})
}

func TestMkRefuses(t *testing.T) {
	s := NewStore()
	x, y, p := s.Symbol("x", BitVec(4)), s.Symbol("y", BitVec(5)), s.Symbol("p", Bool)
	i, r := s.Symbol("i", Int), s.Symbol("r", Real)
	a := s.Symbol("a", s.ArraySort(Int, Real))
	f := s.Func("f", []Sort{Int}, Int)
	for _, c := range []struct {
		op     Op
		params []int
		args   []Term
	}{
		{OpNot, nil, []Term{x}},
		{OpNot, nil, nil},
		{OpNot, nil, []Term{p, p}},
		{OpAnd, nil, []Term{p, x}},
		{OpEq, nil, []Term{x, y}},
		{OpEq, nil, []Term{i, r}},
		{OpIte, nil, []Term{x, x, x}},
		{OpIte, nil, []Term{p, x, y}},
		{OpBVAdd, nil, []Term{x, y}},
		{OpBVAdd, nil, []Term{p, p}},
		{OpBVUlt, nil, []Term{x, y}},
		{OpExtract, []int{4, 0}, []Term{x}},
		{OpExtract, []int{0, 1}, []Term{x}},
		{OpExtract, []int{1}, []Term{x}},
		{OpExtract, []int{1, -1}, []Term{x}},
		{OpZeroExt, []int{MaxWidth}, []Term{x}},
		{OpRepeat, []int{0}, []Term{x}},
		{OpRepeat, []int{1 << 31}, []Term{x}},
		{OpIntToBV, []int{0}, []Term{i}},
		{OpAdd, nil, []Term{i, r}},
		{OpDiv, nil, []Term{r, r}},
		{OpRDiv, nil, []Term{i, i}},
		{OpDivisible, []int{0}, []Term{i}},
		{OpSelect, nil, []Term{a, r}},
		{OpSelect, nil, []Term{x, x}},
		{OpStore, nil, []Term{a, i, i}},
		{OpConstArray, nil, []Term{r}},
		{OpConstArray, []int{int(Int)}, []Term{r}},
		{OpConstArray, []int{int(s.Sort(a))}, []Term{i}},
		{OpApply, nil, []Term{i}},
		{OpApply, nil, []Term{i, i}},
		{OpApply, nil, []Term{f, r}},
		{OpApply, nil, []Term{f, i, i}},
		{OpEq, nil, []Term{f, f}},
		{OpDistinct, nil, []Term{f, f}},
		{OpIte, nil, []Term{p, f, f}},
		{OpNot, nil, []Term{None}},
		{OpNot, nil, []Term{99999}},
		{OpSymbol, nil, nil},
		{numOps, nil, []Term{x}},
		{OpNone, nil, []Term{x}},
	} {
		if sort, err := s.SortOf(c.op, c.params, c.args...); err == nil {
			t.Errorf("SortOf(%v %v %v) = %v, want an error", c.op, c.params, c.args, sort)
		}
		mustPanic(t, c.op.String(), func() { s.Mk(c.op, c.params, c.args...) })
		mustPanic(t, c.op.String(), func() { s.MkRaw(c.op, c.params, c.args...) })
	}
}

// TestNamedRefuse calls the named constructors with operands of wrong sorts.
func TestNamedRefuse(t *testing.T) {
	s := NewStore()
	x, y, p, i := s.Symbol("x", BitVec(4)), s.Symbol("y", BitVec(5)), s.Symbol("p", Bool), s.Symbol("i", Int)
	for op := range numOps {
		switch {
		case op <= OpConst, op == OpConstArray, op == OpConcat, op == OpApply:
			continue
		case op.NumParams() > 0:
			bad := p
			mustPanic(t, op.String(), func() { s.apply(op, 0, []int{0, 0}[:op.NumParams()], []Term{bad}) })
		case opTable[op].args == 1:
			bad := x
			if op >= OpBVNot && op <= OpSBVToInt {
				bad = p
			}
			mustPanic(t, op.String(), func() { s.apply(op, 0, nil, []Term{bad}) })
		case op == OpAdd, op == OpMul, op == OpIte, op == OpStore:
			mustPanic(t, op.String(), func() { s.IntAdd(i, x) })
			mustPanic(t, op.String(), func() { s.IntMul(i, x) })
			mustPanic(t, op.String(), func() { s.Ite(p, i, x) })
			mustPanic(t, op.String(), func() { s.StoreArr(i, i, x) })
		default:
			mustPanic(t, op.String(), func() { s.apply(op, 0, nil, []Term{x, y}) })
		}
	}
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

func TestMkChains(t *testing.T) {
	s := NewStore()
	x, y, z := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("z", BitVec(4))
	i := s.Symbol("i", Int)
	for _, c := range []struct{ got, want Term }{
		{s.Mk(OpBVAdd, nil, x, y, x, s.BV(8, 1)), s.BVAdd(s.BVAdd(s.BVAdd(x, y), x), s.BV(8, 1))},
		{s.Mk(OpConcat, nil, x, z, y), s.Concat(x, s.Concat(z, y))},
		{s.Mk(OpEq, nil, x, y, s.BV(8, 1)), s.And(s.Eq(x, y), s.Eq(y, s.BV(8, 1)))},
		{s.Mk(OpSub, nil, i, i, i), s.IntNeg(i)},
		{s.Mk(OpSub, nil, i), s.IntNeg(i)},
		{s.Mk(OpAnd, nil, s.True()), s.True()},
		{s.Mk(OpExtract, []int{3, 0}, s.Mk(OpZeroExt, []int{4}, z)), z},
		{s.Mk(OpConstArray, []int{int(s.ArraySort(Int, BitVec(8)))}, x),
			s.ConstArray(s.ArraySort(Int, BitVec(8)), x)},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", s.String(c.got), s.String(c.want))
		}
	}
}
