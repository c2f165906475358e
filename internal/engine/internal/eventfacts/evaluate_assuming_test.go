package eventfacts

import (
	"math/rand"
	"testing"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestHold lets comparisons of two symbols hold, and not hold: what that leaves of their intervals has all
// members for which it is so.
func TestHold(t *testing.T) {
	const w = testWidth
	s := term.NewStore()
	x, y := s.Symbol("x", term.BitVec(w)), s.Symbol("y", term.BitVec(w))
	v := &evaluator{g: &events.Graph{Terms: s}, cone: &cone{}}
	r := rand.New(rand.NewSource(2))
	for range testflag.Times(500) {
		ix, iy := randomInterval(r), randomInterval(r)
		for _, c := range []bool{true, false} {
			for _, tt := range []term.Term{s.Eq(x, y), s.BVUlt(x, y), s.BVSlt(x, y)} {
				v.memo, v.truths = map[term.Term]box.Box{x: ix, y: iy}, map[term.Term]box.Truth{}
				v.env = map[term.Term]box.Box{}
				ok := v.hold(comparison{tt, !c, s.Arg(tt, 0), s.Arg(tt, 1)})
				for a := range uint64(16) {
					for b := range uint64(16) {
						if !hasMember(ix, w, a) || !hasMember(iy, w, b) {
							continue
						}
						got, _ := s.Eval(tt, term.Map{x: s.ConstValue(s.BV(w, a)),
							y: s.ConstValue(s.BV(w, b))})
						if got.Bool() == c && (!ok || !hasMember(v.peek(x), w, a) ||
							!hasMember(v.peek(y), w, b)) {
							t.Fatalf("%s is %t with x = %d of %+v, y = %d of %+v, but left are %t, %+v, %+v",
								s.String(tt), c, a, ix, b, iy, ok, v.peek(x), v.peek(y))
						}
					}
				}
				v.env = nil
			}
		}
	}
}
