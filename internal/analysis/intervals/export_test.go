package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Term returns an interval over the values of a term (a Bool or a bit-vector
// of at most 64 bits) at a location.
func (x *Intervals) Term(l cfa.LocID, t term.Term) absint.Interval {
	s, _ := x.flow.At(l)
	return x.dom.Eval(s, t).Interval
}
