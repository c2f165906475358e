package c

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// enterSite looks at the probes when a call is about to be made, leaveSite when
// it has been.
func (f *fn) enterSite(x *cc.PostfixExpression) {
	if f.monitor == nil || f.unit.model || f.flow.Constant {
		return
	}
	if n, ok := f.monitor.byPlace[probeKey{ProbeEnter, f.unit.pos(tokenNode{x.Token2})}]; ok {
		f.runSite(n, func(int) term.Term { return f.ts.True() })
	}
}

func (f *fn) leaveSite(x *cc.PostfixExpression, v value.Value) value.Value {
	if f.monitor == nil || f.unit.model || f.flow.Constant || f.flow.IsDead() {
		return v
	}
	at := f.unit.pos(tokenNode{x.Token2})
	if f.handsOver(at) {
		// The call may have created no thread, which is no reason for the next call to take the number.
		f.boundThread()
	}
	n, ok := f.monitor.byPlace[probeKey{ProbeReturn, at}]
	if !ok {
		return v
	}
	notes := f.monitor.notes[n]
	if v.Term == term.None || len(notes) != len(f.monitor.sites[n].probes) {
		f.flow.Unsupported("a witness's condition on this result")
		return v
	}
	v = f.values.Hold(v)
	f.monitor.results[n] = v
	f.runSite(n, func(i int) term.Term { return f.cond(notes[i]) })
	return v
}

// handsOver reports whether a probe at a call gives a number to the thread that it creates.
func (f *fn) handsOver(at source.Pos) bool {
	m := f.monitor
	n, ok := m.byPlace[probeKey{ProbeEnter, at}]
	return ok && slices.ContainsFunc(m.sites[n].probes, func(i int) bool { return m.bind[i] != 0 })
}

// resultOf is the value of an identifier that stands for \result.
func (f *fn) resultOf(x *cc.PrimaryExpression) (value.Value, bool) {
	if f.monitor == nil || !f.monitor.busy {
		return value.Value{}, false
	}
	rest, ok := strings.CutPrefix(x.Token.SrcStr(), resultName)
	if !ok {
		return value.Value{}, false
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		return value.Value{}, false
	}
	v, ok := f.monitor.results[n]
	if ok && repr.IsPointer(v.Type) {
		v.Type = f.types.Pvoid
	}
	return v, ok
}
