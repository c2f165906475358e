package eventfacts

import (
	"math/rand"
	"testing"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestEvaluate compares every operation on intervals of a small width with
// the values of the term on all members.
func TestEvaluate(t *testing.T) {
	const w = testWidth
	s := term.NewStore()
	x, y := s.Symbol("x", term.BitVec(w)), s.Symbol("y", term.BitVec(w))
	v := &evaluator{g: &events.Graph{Terms: s}, cone: &cone{}}
	terms := []term.Term{
		s.BVAdd(x, y), s.BVSub(x, y), s.BVMul(x, y), s.BVNeg(x), s.BVNot(x), s.BVAnd(x, y), s.BVOr(x, y),
		s.BVXor(x, y),
		s.BVUDiv(x, y), s.BVURem(x, y), s.BVLShr(x, y), s.BVShl(x, y), s.BVAShr(x, y), s.BVSDiv(x, y),
		s.BVSRem(x, y),
		s.BVShl(x, s.BV(w, 2)), s.Concat(x, y), s.Extract(2, 0, x), s.Extract(3, 2, x), s.Extract(2, 1, x),
		s.ZeroExt(3, x), s.SignExt(3, x), s.Ite(s.BVUlt(x, y), x, y), s.BVAdd(x, s.BV(w, 15)),
		s.SignExt(60, x),
		s.Eq(x, y), s.BVUlt(x, y), s.BVSlt(x, y), s.And(s.BVUlt(x, y), s.BVSlt(y, x)),
		s.Or(s.Eq(x, y), s.BVSlt(x, y)),
		s.Ite(s.BVUlt(x, y), s.Eq(x, s.BV(w, 1)), s.BVSlt(x, y)), s.Eq(s.BVUlt(x, y), s.BVSlt(x, y)),
		s.BVAdd(s.BVMul(x, x), y),
	}
	r := rand.New(rand.NewSource(1))
	decided, narrow := 0, 0
	for range testflag.Times(500) {
		ix, iy := randomInterval(r), randomInterval(r)
		v.memo, v.truths = map[term.Term]box.Box{x: ix, y: iy}, map[term.Term]box.Truth{}
		for _, tt := range terms {
			seen := box.Never
			for a := range uint64(16) {
				for b := range uint64(16) {
					if !hasMember(ix, w, a) || !hasMember(iy, w, b) {
						continue
					}
					env := term.Map{x: s.ConstValue(s.BV(w, a)), y: s.ConstValue(s.BV(w, b))}
					got, err := s.Eval(tt, env)
					if err != nil {
						t.Fatal(err)
					}
					if s.Sort(tt).IsBool() {
						one := box.No
						if got.Bool() {
							one = box.Yes
						}
						seen |= one
						if v.truth(tt)&one == 0 {
							t.Fatalf("%s with x = %d of %+v, y = %d of %+v: %v", s.String(tt), a, ix, b, iy,
								v.truth(tt))
						}
					} else if n := s.Sort(tt).Width(); !hasMember(v.of(tt), n, got.Uint64()) {
						t.Fatalf("%s with x = %d of %+v, y = %d of %+v is %d, not of %+v", s.String(tt), a,
							ix, b, iy, got.Uint64(), v.of(tt))
					}
				}
			}
			if s.Sort(tt).IsBool() && seen != box.Never && v.truth(tt) != box.Either {
				decided++
			}
			if !s.Sort(tt).IsBool() && v.of(tt) != box.Full(s.Sort(tt).Width()) {
				narrow++
			}
		}
	}
	if decided < testflag.Times(125) || narrow < testflag.Times(1250) {
		t.Errorf("%d comparisons were decided and %d intervals narrow", decided, narrow)
	}
}
