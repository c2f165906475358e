package c

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// enterSite looks at the probes when a call is about to be made, leaveSite when
// it has been.
func (wa *watch) enterSite(x *cc.PostfixExpression) {
	if wa.low.monitor == nil || wa.unit.model || wa.flow.Constant {
		return
	}
	if n, ok := wa.low.monitor.SiteAt(probe.Enter, wa.unit.pos(tokenNode{x.Token2})); ok {
		wa.runSite(n, func(int) term.Term { return wa.ts.True() })
	}
}

func (wa *watch) leaveSite(x *cc.PostfixExpression, v value.Value) value.Value {
	if wa.low.monitor == nil || wa.unit.model || wa.flow.Constant || wa.flow.IsDead() {
		return v
	}
	at := wa.unit.pos(tokenNode{x.Token2})
	if wa.handsOver(at) {
		// The call may have created no thread, which is no reason for the next call to take the number.
		wa.boundThread()
	}
	n, ok := wa.low.monitor.SiteAt(probe.Return, at)
	if !ok {
		return v
	}
	notes := wa.low.monitor.notes[n]
	if v.Term == term.None || len(notes) != len(wa.low.monitor.ProbeSites[n].Probes) {
		wa.flow.Unsupported("a witness's condition on this result")
		return v
	}
	v = wa.values.Hold(v)
	wa.low.monitor.results[n] = v
	wa.runSite(n, func(i int) term.Term { return wa.exprs.cond(notes[i]) })
	return v
}

// handsOver reports whether a probe at a call gives a number to the thread that it creates.
func (wa *watch) handsOver(at source.Pos) bool {
	m := wa.low.monitor
	n, ok := m.SiteAt(probe.Enter, at)
	return ok && slices.ContainsFunc(m.ProbeSites[n].Probes, func(i int) bool { return m.Bind[i] != 0 })
}

// resultOf is the value of an identifier that stands for \result.
func (wa *watch) resultOf(x *cc.PrimaryExpression) (value.Value, bool) {
	if wa.low.monitor == nil || !wa.low.monitor.busy {
		return value.Value{}, false
	}
	rest, ok := strings.CutPrefix(x.Token.SrcStr(), probe.ResultName)
	if !ok {
		return value.Value{}, false
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		return value.Value{}, false
	}
	v, ok := wa.low.monitor.results[n]
	if ok && repr.IsPointer(v.Type) {
		v.Type = wa.types.Pvoid
	}
	return v, ok
}
