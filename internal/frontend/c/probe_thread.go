package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

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
