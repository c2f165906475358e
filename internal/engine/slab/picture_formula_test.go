package slab

import (
	"testing"

	"whittle.dev/term"
)

func TestInfix(t *testing.T) {
	st := term.NewStore()
	x, y, b := st.Symbol("x", term.Int), st.Symbol("y", term.Int), st.Symbol("b", term.Bool)
	u, v := st.Symbol("u", term.Real), st.Symbol("v", term.BitVec(8))
	n := func(k int64) term.Term { return st.Int64(k) }
	for _, c := range []struct {
		t    term.Term
		want string
	}{
		{st.Le(x, y), "x <= y"},
		{st.Gt(x, y), "x > y"},
		{st.Eq(x, n(-3)), "x = -3"},
		{st.Not(st.Eq(x, y)), "x != y"},
		{st.Le(st.IntAdd(x, y), n(4)), "x + y <= 4"},
		{st.Le(n(4), st.IntAdd(st.IntMul(n(2), x), st.IntNeg(y))), "2 * x > y + 3"},
		{st.Le(x, st.IntSub(y, n(2))), "x <= y - 2"},
		{st.Le(st.IntAdd(x, n(2)), st.IntNeg(y)), "x + y <= -2"},
		{st.Not(b), "not b"},
		{st.Or(b, st.And(st.Eq(x, n(0)), st.Not(b))), "b or x = 0"},
		{st.Lt(u, st.ToReal(x)), "(to_real x) > u"},
		{st.Eq(v, st.BV(8, 3)), "v = 3"},
		{st.BVUlt(v, st.BV(8, 3)), "(bvult v #x03)"},
	} {
		if got := (infix{st}).formula(c.t); got != c.want {
			t.Errorf("%s: %s, want %s", st.String(c.t), got, c.want)
		}
	}
}
