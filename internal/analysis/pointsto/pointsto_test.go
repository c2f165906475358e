package pointsto

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

func pointsTo(t *testing.T, p *cursor.Program) *Result {
	t.Helper()
	p.Check()
	x, err := Analyse(context.Background(), p.Program, cfa.NewRegIndex(p.Program))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPointsToTerms evaluates address terms over registers with known values.
func TestPointsToTerms(t *testing.T) {
	p := cursor.NewProgram(t)
	p.Global("a", 400)
	b := p.Global("b", 100)
	s := p.Terms
	f := p.Procedure("main")
	i32, i64 := f.Local("i", term.BitVec(32)), f.Local("j", term.BitVec(64))
	ptr, null, nondet := f.Local("p", term.BitVec(64)), f.Local("n", term.BitVec(64)),
		f.Local("u", term.BitVec(64))
	mem, hidden := f.Local("m", term.BitVec(64)), f.Local("h", term.BitVec(64))
	z := p.Global("z", 64)
	f.Emit(cfa.Havoc{Dst: i32, What: "i"})
	f.Emit(cfa.Store{Addr: z, Value: p.Ptr(7)}) // else it is known to hold zero
	f.Emit(cfa.Load{Dst: i64, Addr: z})
	f.Emit(cfa.Load{Dst: mem, Addr: z})
	f.Emit(cfa.Havoc{Dst: nondet, What: "u"})
	f.Emit(cfa.Havoc{Dst: hidden, What: "h", From: []term.Term{b}})
	f.Emit(cfa.Assign{Dst: null, Value: p.Ptr(0)})
	f.Emit(cfa.Assign{Dst: ptr, Value: b})
	uses := s.True()
	for _, r := range []cfa.RegID{i64, ptr, null, nondet, mem, hidden} {
		uses = s.And(uses, s.Eq(p.Sym(r), s.ZeroExt(32, p.Sym(i32))))
	}
	f.Emit(cfa.Assume{Cond: uses})
	f.Emit(cfa.Assign{Dst: null, Value: p.PtrAdd(b, p.Ptr(4))})
	f.Emit(cfa.Return{})
	p.Entry = f.Proc.ID
	x := pointsTo(t, p)
	i := s.SignExt(32, p.Sym(i32))
	neg := func(n uint64) term.Term { return s.BVNeg(p.Ptr(n)) }
	tests := []struct {
		name string
		t    term.Term
		want string
	}{
		{"constant", b, "{1+0}"},
		{"field", p.PtrAdd(b, p.Ptr(12)), "{1+12}"},
		{"before the object", p.PtrAdd(b, neg(8)), "{1+-8}"},
		{"number", p.Ptr(5), "{#5}"},
		{"low bits of the address", s.Concat(s.Extract(63, 5, b), s.Extract(4, 0, p.Sym(i64))), "{1+any}"},
		{"field in low bits", s.Concat(s.Extract(63, 5, b),
			s.Concat(s.Extract(1, 0, p.Sym(i32)), s.BV(3, 4))), "{1+4 mod 8}"},
		{"choice in high bits", s.Concat(s.Ite(s.Eq(p.Sym(i64), p.Ptr(0)), s.Extract(63, 3, b),
			s.Extract(63, 3, z)), s.Extract(2, 0, p.Sym(i64))), "{1+any, 2+any}"},
		{"unlikely address", s.Concat(s.BV(16, 3), s.Extract(47, 0, p.Sym(i64))), "{?, #any}"},
		{"negative number", neg(5), "{#-5}"},
		{"index", p.PtrAdd(b, s.BVMul(i, p.Ptr(12))), "{1+0 mod 12}"},
		{"index and field", p.PtrAdd(p.PtrAdd(b, s.BVMul(i, p.Ptr(24))), p.Ptr(8)), "{1+8 mod 24}"},
		{"power of two", p.PtrAdd(b, s.BVMul(i, p.Ptr(16))), "{1+0 mod 16}"},
		{"shift", p.PtrAdd(p.PtrAdd(b, s.BVShl(i, p.Ptr(4))), p.Ptr(4)), "{1+4 mod 16}"},
		{"wide index may wrap", p.PtrAdd(b, s.BVMul(p.Sym(i64), p.Ptr(12))), "{1+0 mod 4}"},
		{"index minus one", p.PtrAdd(p.PtrAdd(b, s.BVMul(p.Sym(i64), p.Ptr(8))), neg(8)), "{1+0 mod 8}"},
		{"register", p.PtrAdd(p.Sym(ptr), p.Ptr(4)), "{1+4}"},
		{"null or pointer with index", p.PtrAdd(p.Sym(null), s.BVMul(i, p.Ptr(4))), "{1+0 mod 4, #0 mod 4}"},
		{"input", p.Sym(nondet), "{?, #any}"},
		{"computed from an input", p.PtrAdd(p.Sym(nondet), p.Ptr(4)), "{?, #any}"},
		{"number of an address", p.Sym(hidden), "{1+any, #any}"},
		{"input as index", p.PtrAdd(b, p.Sym(nondet)), "{1+any}"},
		{"choice", s.Ite(s.Eq(p.Sym(i64), p.Ptr(0)), b, z), "{1+0, 2+0}"},
		{"aligned down", s.BVAnd(p.PtrAdd(b, p.Ptr(13)), neg(8)), "{1+8}"},
		{"byte of a pointer", s.Concat(s.Extract(63, 8, p.Sym(ptr)), s.Extract(7, 0, p.Sym(ptr))), "{1+0}"},
		{"condition", s.Eq(b, p.Sym(ptr)), "{}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := x.Of(tt.t).String(); got != tt.want {
				t.Errorf("%s: got %s, want %s", s.String(tt.t), got, tt.want)
			}
		})
	}
}

func TestPointsToMemory(t *testing.T) {
	p := cursor.NewProgram(t)
	s := p.Terms
	ptr := term.BitVec(64)
	a, b := p.Global("a", 8), p.Global("b", 8)
	pair := p.AddObject(&cfa.Object{Name: "pair", Size: 16, Init: []cfa.Init{{Offset: 8, Value: b}}})
	f := p.Procedure("main")
	node, first, second, low, pieces := f.Local("node", ptr), f.Local("first", ptr), f.Local("second", ptr),
		f.Local("low", term.BitVec(8)), f.Local("pieces", ptr)
	next, hop := f.Local("next", ptr), f.Local("hop", ptr)
	f.Emit(cfa.Store{Addr: pair, Value: a})
	f.Emit(cfa.Load{Dst: first, Addr: pair})
	f.Emit(cfa.Load{Dst: second, Addr: p.PtrAdd(pair, p.Ptr(8))})
	f.Emit(cfa.Load{Dst: low, Addr: p.PtrAdd(pair, p.Ptr(3))})
	f.Emit(cfa.Assign{Dst: pieces, Value: s.ZeroExt(56, p.Sym(low))})
	alloc := f.Emit(cfa.Alloc{Dst: node, Size: p.Ptr(16), Align: 8})
	f.Emit(cfa.Store{Addr: p.PtrAdd(p.Sym(node), p.Ptr(8)), Value: p.Sym(node)})
	f.Emit(cfa.Load{Dst: next, Addr: p.PtrAdd(p.Sym(node), p.Ptr(8))})
	f.Emit(cfa.Load{Dst: hop, Addr: p.Sym(next)})
	f.Emit(cfa.Return{})
	p.Entry = f.Proc.ID
	x := pointsTo(t, p)
	site, ok := x.Site(alloc)
	if !ok || site != 3 {
		t.Fatalf("allocation site is object %d, %v", site, ok)
	}
	for _, tt := range []struct {
		what string
		reg  cfa.RegID
		want string
	}{
		{"first field", first, "{0+0, #any}"},
		{"second field", second, "{1+0, #any}"},
		{"a byte of the first field", pieces, "{0+any, #any}"},
		{"node", node, "{3+0}"},
		{"next of node", next, "{3+0, #any}"},
		{"another field of node", hop, "{#any}"},
	} {
		if got := x.Reg(tt.reg).String(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
	}
}

// TestPointsToUnknown stores through an address that is an input: every
// object may hold the stored pointer afterwards.
func TestPointsToUnknown(t *testing.T) {
	p := cursor.NewProgram(t)
	ptr := term.BitVec(64)
	a, b := p.Global("a", 8), p.Global("b", 8)
	f := p.Procedure("main")
	u, v, w := f.Local("u", ptr), f.Local("v", ptr), f.Local("w", ptr)
	f.Emit(cfa.Havoc{Dst: u})
	f.Emit(cfa.Store{Addr: p.Sym(u), Value: a})
	f.Emit(cfa.Load{Dst: v, Addr: b})
	f.Emit(cfa.Load{Dst: w, Addr: p.Sym(u)})
	f.Emit(cfa.Return{})
	p.Entry = f.Proc.ID
	x := pointsTo(t, p)
	if got, want := x.Reg(v).String(), "{0+any, #any}"; got != want {
		t.Errorf("read behind an unknown store: got %s, want %s", got, want)
	}
	if got := x.Of(p.Sym(u)); !got.Unknown || !got.MayPointTo(1) {
		t.Errorf("input: got %s, want unknown", got)
	}
}

// TestPointsToDeadInput leaves an uninitialised variable, which is set before it is read, known.
func TestPointsToDeadInput(t *testing.T) {
	p := cursor.NewProgram(t)
	a := p.Global("a", 8)
	f := p.Procedure("main")
	q := f.Local("q", term.BitVec(64))
	f.Emit(cfa.Havoc{Dst: q, What: "uninitialised q"})
	f.Emit(cfa.Assign{Dst: q, Value: a})
	f.Emit(cfa.Store{Addr: p.Sym(q), Value: p.Terms.BV(32, 1)})
	f.Emit(cfa.Return{})
	p.Entry = f.Proc.ID
	if got, want := pointsTo(t, p).Reg(q).String(), "{0+0}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPointsToCalls(t *testing.T) {
	p := cursor.NewProgram(t)
	ptr := term.BitVec(64)
	a := p.Global("a", 8)
	f, g, h := p.Procedure("f"), p.Procedure("g"), p.Procedure("h")
	fx, gx := f.Param("x", ptr), g.Param("x", ptr)
	for _, c := range []*cursor.Cursor{f, g, h} {
		c.Proc.Result = ptr
	}
	f.Emit(cfa.Return{Value: p.PtrAdd(p.Sym(fx), p.Ptr(1))})
	g.Emit(cfa.Exit{Value: p.Sym(gx)})
	h.Emit(cfa.Return{Value: p.Ptr(0)})
	fo, g1 := p.Function(f), p.Function(g)
	main := p.Procedure("main")
	c, target, r, j := main.Local("c", term.Bool), main.Local("t", ptr), main.Local("r", ptr),
		main.Local("j", ptr)
	main.Emit(cfa.Havoc{Dst: c})
	main.Emit(cfa.Assign{Dst: target, Value: p.Terms.Ite(p.Sym(c), fo, g1)})
	call := main.Emit(cfa.Call{Dst: r, Proc: cfa.NoProc, Target: p.Sym(target), Args: []term.Term{a}})
	main.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: g.Proc.ID, Args: []term.Term{a}})
	main.Emit(cfa.Join{Dst: j, Thread: p.Ptr(2)})
	main.Emit(cfa.Return{})
	p.Entry = main.Proc.ID
	x := pointsTo(t, p)
	if got := x.Callees(call); !slices.Equal(got, []cfa.ProcID{f.Proc.ID, g.Proc.ID}) {
		t.Errorf("callees %v", got)
	}
	if got, want := x.Reg(r).String(), "{0+1}"; got != want {
		t.Errorf("result: got %s, want %s", got, want)
	}
	if got, want := x.Reg(j).String(), "{0+0, #any}"; got != want {
		t.Errorf("exit value: got %s, want %s", got, want)
	}
	if !x.roots[g.Proc.ID] || x.roots[f.Proc.ID] {
		t.Error("g alone is started as a thread")
	}
}

// TestCongruenceLaws compares the operations with sets of small numbers.
func TestCongruenceLaws(t *testing.T) {
	var all []absint.Congruence
	for m := range uint64(7) {
		for r := int64(-5); r < 6; r++ {
			all = append(all, absint.CongruentTo(m, r))
		}
	}
	has := func(c absint.Congruence, n int64) bool { return c.Join(absint.Exactly(n)) == c }
	for _, a := range all {
		for _, b := range all {
			join, sum := a.Join(b), a.Add(b)
			for n := int64(-9); n < 10; n++ {
				if (has(a, n) || has(b, n)) && !has(join, n) {
					t.Fatalf("%v join %v = %v lacks %d", a, b, join, n)
				}
				for k := int64(-9); k < 10; k++ {
					if has(a, n) && has(b, k) && !has(sum, n+k) {
						t.Fatalf("%v + %v = %v lacks %d", a, b, sum, n+k)
					}
					if has(a, n) && has(b, k) && n < k+2 && k < n+3 && !a.Overlaps(3, b, 2) {
						t.Fatalf("%v and %v overlap at %d, %d", a, b, n, k)
					}
				}
				if has(a, n) && !has(a.Times(-6), -6*n) {
					t.Fatalf("%v * -6 = %v lacks %d", a, a.Times(-6), -6*n)
				}
				if has(a, n) && !has(a.Wrapped(4), n<<60>>60) {
					t.Fatalf("%v in 4 bits = %v lacks %d", a, a.Wrapped(4), n<<60>>60)
				}
			}
		}
	}
}
