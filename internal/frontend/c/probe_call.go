package c

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// enterSite looks at the probes when a call is about to be made, leaveSite when it has been.
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

// bindThread hands the number that a new thread gets to it, as a further
// argument of the procedure that starts threads.
func (wa *watch) bindThread(args []term.Term) []term.Term {
	if wa.low.monitor == nil || wa.low.monitor.coming == cfa.NoReg {
		return args
	}
	if m := wa.low.monitor; m.Counted {
		wa.quietly("witness: threads are counted", source.Pos{}, func() {
			r := wa.flow.NewReg("created", term.BitVec(32), "", false)
			wa.flow.Emit(cfa.AtomicBegin{})
			wa.flow.Emit(cfa.Load{Dst: r, Addr: m.created, Order: cfa.SeqCst})
			n := wa.ts.BVAdd(wa.flow.Sym(r), wa.values.BV(32, 1))
			wa.flow.Emit(cfa.Store{Addr: m.created, Value: n, Order: cfa.SeqCst})
			wa.flow.Emit(cfa.Assign{Dst: m.coming, Value: wa.ts.Extract(15, 0, n)})
			wa.flow.Emit(cfa.AtomicEnd{})
		})
	}
	return append(args, wa.flow.Sym(wa.low.monitor.coming))
}

// boundThread forgets the number that was handed over.
func (wa *watch) boundThread() {
	if wa.low.monitor != nil && wa.low.monitor.coming != cfa.NoReg {
		wa.flow.Emit(cfa.Assign{Dst: wa.low.monitor.coming, Value: wa.values.BV(16, 0)})
	}
}

// takeNumber receives the number in the procedure that starts threads.
func (wa *watch) takeNumber() {
	m := wa.low.monitor
	if m == nil || m.thread == cfa.NoReg {
		return
	}
	p := wa.flow.NewReg("witness thread", term.BitVec(16), "", false)
	wa.flow.Proc.Params = append(wa.flow.Proc.Params, p)
	wa.flow.Emit(cfa.Assign{Dst: m.thread, Value: wa.ts.Ite(wa.ts.Eq(wa.flow.Sym(p), wa.values.BV(16, 0)),
		wa.values.BV(16, unknownThread),
		wa.flow.Sym(p))})
}
