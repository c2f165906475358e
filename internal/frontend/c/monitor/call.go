package monitor

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// EnterSite looks at the probes when a call is about to be made, LeaveSite when it has been.
func (wa *Watch) EnterSite(x *cc.PostfixExpression) {
	if wa.Monitor == nil || wa.Model || wa.Flow.Constant {
		return
	}
	if n, ok := wa.Monitor.SiteAt(probe.Enter, wa.Pos(syntax.TokenNode{Token: x.Token2})); ok {
		wa.RunSite(n, func(int) term.Term { return wa.Ts.True() })
	}
}

// LeaveSite is what probes at the end of a call do with its result, which may be held in a register then.
func (wa *Watch) LeaveSite(x *cc.PostfixExpression, v value.Value) value.Value {
	if wa.Monitor == nil || wa.Model || wa.Flow.Constant || wa.Flow.IsDead() {
		return v
	}
	at := wa.Pos(syntax.TokenNode{Token: x.Token2})
	if wa.handsOver(at) {
		// The call may have created no thread, which is no reason for the next call to take the number.
		wa.BoundThread()
	}
	n, ok := wa.Monitor.SiteAt(probe.Return, at)
	if !ok {
		return v
	}
	notes := wa.Monitor.Notes[n]
	if v.Term == term.None || len(notes) != len(wa.Monitor.ProbeSites[n].Probes) {
		wa.Flow.Unsupported("a witness's condition on this result")
		return v
	}
	v = wa.Values.Hold(v)
	wa.Monitor.results[n] = v
	wa.RunSite(n, func(i int) term.Term { return wa.Exprs.Cond(notes[i]) })
	return v
}

// handsOver reports whether a probe at a call gives a number to the thread that it creates.
func (wa *Watch) handsOver(at source.Pos) bool {
	m := wa.Monitor
	n, ok := m.SiteAt(probe.Enter, at)
	return ok && slices.ContainsFunc(m.ProbeSites[n].Probes, func(i int) bool { return m.Bind[i] != 0 })
}

// ResultOf is the value of an identifier that stands for \result.
func (wa *Watch) ResultOf(x *cc.PrimaryExpression) (value.Value, bool) {
	if wa.Monitor == nil || !wa.Monitor.Busy {
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
	v, ok := wa.Monitor.results[n]
	if ok && repr.IsPointer(v.Type) {
		v.Type = wa.Types.Pvoid
	}
	return v, ok
}

// BindThread hands the number that a new thread gets to it, as a further
// argument of the procedure that starts threads.
func (wa *Watch) BindThread(args []term.Term) []term.Term {
	if wa.Monitor == nil || wa.Monitor.coming == cfa.NoReg {
		return args
	}
	if m := wa.Monitor; m.Counted {
		wa.quietly("witness: threads are counted", source.Pos{}, func() {
			r := wa.Flow.NewReg("created", term.BitVec(32), "", false)
			wa.Flow.Emit(cfa.AtomicBegin{})
			wa.Flow.Emit(cfa.Load{Dst: r, Addr: m.created, Order: cfa.SeqCst})
			n := wa.Ts.BVAdd(wa.Flow.Sym(r), wa.Values.BV(32, 1))
			wa.Flow.Emit(cfa.Store{Addr: m.created, Value: n, Order: cfa.SeqCst})
			wa.Flow.Emit(cfa.Assign{Dst: m.coming, Value: wa.Ts.Extract(15, 0, n)})
			wa.Flow.Emit(cfa.AtomicEnd{})
		})
	}
	return append(args, wa.Flow.Sym(wa.Monitor.coming))
}

// BoundThread forgets the number that was handed over.
func (wa *Watch) BoundThread() {
	if wa.Monitor != nil && wa.Monitor.coming != cfa.NoReg {
		wa.Flow.Emit(cfa.Assign{Dst: wa.Monitor.coming, Value: wa.Values.BV(16, 0)})
	}
}

// TakeNumber receives the number in the procedure that starts threads.
func (wa *Watch) TakeNumber() {
	m := wa.Monitor
	if m == nil || m.thread == cfa.NoReg {
		return
	}
	p := wa.Flow.NewReg("witness thread", term.BitVec(16), "", false)
	wa.Flow.Proc.Params = append(wa.Flow.Proc.Params, p)
	wa.Flow.Emit(cfa.Assign{Dst: m.thread, Value: wa.Ts.Ite(wa.Ts.Eq(wa.Flow.Sym(p), wa.Values.BV(16, 0)),
		wa.Values.BV(16, unknownThread),
		wa.Flow.Sym(p))})
}
