package absint

import (
	"fmt"
	"testing"

	"whittle.dev/term"
)

// elements lists a strided set.
func (a Strided) elements() []uint64 {
	out := []uint64{a.Lo}
	for v := a.Lo; v != a.Hi; {
		v = (v + a.Step) & Mask(a.Width)
		out = append(out, v)
	}
	return out
}

// allStrided returns every strided set of a width.
func allStrided(w int) []Strided {
	m := Mask(w)
	out := []Strided{Everything(w)}
	for lo := range m + 1 {
		out = append(out, Single(w, lo))
		for step := uint64(1); step <= m; step++ {
			for n := uint64(1); n*step < m; n++ {
				out = append(out, Stepped(Span(w, lo, lo+n*step), step))
			}
		}
	}
	return out
}

// TestStridedLaws compares what is said of operations on all sets of three bits, and of those with one
// operand on all of five bits, with what they do to each element.
func TestStridedLaws(t *testing.T) {
	st := term.NewStore()
	looked := make(map[term.Op]bool)
	// check looks at op on sets: make makes its term.
	check := func(make func(args ...term.Term) term.Term, sets ...Strided) {
		t.Helper()
		w := sets[0].Width
		symbols := []term.Term{st.Symbol(fmt.Sprint("p", w), term.BitVec(w)),
			st.Symbol(fmt.Sprint("q", w), term.BitVec(w))}[:len(sets)]
		shape := make(symbols...)
		if st.IsConst(shape) || st.Op(shape) == term.OpSymbol {
			return
		}
		for i := range st.NumArgs(shape) {
			if st.NumArgs(shape) != len(sets) || st.Arg(shape, i) != symbols[i] {
				return // it is expressed by another operator
			}
		}
		low := 0
		if st.Op(shape) == term.OpExtract {
			_, low = st.Params(shape)
		}
		got := Apply(st.Op(shape), Width(st.Sort(shape)), low, sets...)
		looked[st.Op(shape)] = true
		values := sets[0].elements()
		others := []uint64{0}
		if len(sets) > 1 {
			others = sets[1].elements()
		}
		for _, v := range values {
			for _, u := range others {
				args := []term.Term{st.BV(sets[0].Width, v), st.BV(sets[0].Width, u)}[:len(sets)]
				want := make(args...)
				n := Bit(st.IsTrue(want))
				if !st.Sort(want).IsBool() {
					n, _ = st.ConstUint64(want)
				}
				if got.Width != 0 && !got.Contains(Single(got.Width, n)) {
					t.Fatalf("%v of %v = %v lacks %d, which is that of %d and %d", st.Op(shape), sets, got, n,
						v, u)
				}
			}
		}
	}
	for _, a := range allStrided(5) {
		for _, f := range []func(args ...term.Term) term.Term{
			func(a ...term.Term) term.Term { return st.BVNeg(a[0]) },
			func(a ...term.Term) term.Term { return st.BVNot(a[0]) },
			func(a ...term.Term) term.Term { return st.ZeroExt(3, a[0]) },
			func(a ...term.Term) term.Term { return st.SignExt(3, a[0]) },
			func(a ...term.Term) term.Term { return st.Extract(2, 0, a[0]) },
			func(a ...term.Term) term.Term { return st.Extract(4, 1, a[0]) },
			func(a ...term.Term) term.Term { return st.Extract(3, 2, a[0]) },
		} {
			check(f, a)
		}
	}
	pairs := map[string]func(a, b term.Term) term.Term{
		"add": st.BVAdd, "sub": st.BVSub, "mul": st.BVMul, "and": st.BVAnd, "or": st.BVOr, "xor": st.BVXor,
		"urem": st.BVURem, "srem": st.BVSRem, "smod": st.BVSMod, "udiv": st.BVUDiv, "sdiv": st.BVSDiv,
		"shl": st.BVShl, "lshr": st.BVLShr, "ashr": st.BVAShr, "concat": st.Concat, "eq": st.Eq,
		"ult": st.BVUlt, "slt": st.BVSlt,
		"saddo": st.BVSAddO, "ssubo": st.BVSSubO, "smulo": st.BVSMulO, "uaddo": st.BVUAddO,
		"umulo": st.BVUMulO,
	}
	small := allStrided(3)
	for name, f := range pairs {
		t.Run(name, func(t *testing.T) {
			for _, a := range small {
				for _, b := range small {
					check(func(a ...term.Term) term.Term { return f(a[0], a[1]) }, a, b)
				}
			}
		})
	}
	if len(looked) < 22 {
		t.Errorf("only %d operators are tested: %v", len(looked), looked)
	}
	for _, a := range small {
		for _, b := range small {
			j := a.Join(b)
			w := a.Widen(b, Thresholds{2, 5})
			for _, v := range append(a.elements(), b.elements()...) {
				if one := Single(3, v); !j.Contains(one) || !w.Contains(one) {
					t.Fatalf("%v and %v: joined %v, widened %v lacks %d", a, b, j, w, v)
				}
			}
			in, some := a.Within(b.Interval)
			for _, v := range a.elements() {
				if b.Interval.Has(v) && (!some || !in.Contains(Single(3, v))) {
					t.Fatalf("%v within %v = %v, %v lacks %d", a, b.Interval, in, some, v)
				}
			}
		}
	}
}
