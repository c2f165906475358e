package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// bindThread hands the number that a new thread gets to it, as a further
// argument of the procedure that starts threads.
func (f *fn) bindThread(args []term.Term) []term.Term {
	if f.monitor == nil || f.monitor.coming == cfa.NoReg {
		return args
	}
	if m := f.monitor; m.counted {
		f.quietly("witness: threads are counted", source.Pos{}, func() {
			r := f.flow.NewReg("created", term.BitVec(32), "", false)
			f.flow.Emit(cfa.AtomicBegin{})
			f.flow.Emit(cfa.Load{Dst: r, Addr: m.created, Order: cfa.SeqCst})
			n := f.ts.BVAdd(f.flow.Sym(r), f.values.BV(32, 1))
			f.flow.Emit(cfa.Store{Addr: m.created, Value: n, Order: cfa.SeqCst})
			f.flow.Emit(cfa.Assign{Dst: m.coming, Value: f.ts.Extract(15, 0, n)})
			f.flow.Emit(cfa.AtomicEnd{})
		})
	}
	return append(args, f.flow.Sym(f.monitor.coming))
}

// boundThread forgets the number that was handed over.
func (f *fn) boundThread() {
	if f.monitor != nil && f.monitor.coming != cfa.NoReg {
		f.flow.Emit(cfa.Assign{Dst: f.monitor.coming, Value: f.values.BV(16, 0)})
	}
}

// takeNumber receives the number in the procedure that starts threads.
func (f *fn) takeNumber() {
	m := f.monitor
	if m == nil || m.thread == cfa.NoReg {
		return
	}
	p := f.flow.NewReg("witness thread", term.BitVec(16), "", false)
	f.flow.Proc.Params = append(f.flow.Proc.Params, p)
	f.flow.Emit(cfa.Assign{Dst: m.thread, Value: f.ts.Ite(f.ts.Eq(f.flow.Sym(p), f.values.BV(16, 0)),
		f.values.BV(16, unknownThread),
		f.flow.Sym(p))})
}
