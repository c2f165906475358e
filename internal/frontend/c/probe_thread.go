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
			r := f.newReg("created", term.BitVec(32), "", false)
			f.emit(cfa.AtomicBegin{})
			f.emit(cfa.Load{Dst: r, Addr: m.created, Order: cfa.SeqCst})
			n := f.ts.BVAdd(f.sym(r), f.bv(32, 1))
			f.emit(cfa.Store{Addr: m.created, Value: n, Order: cfa.SeqCst})
			f.emit(cfa.Assign{Dst: m.coming, Value: f.ts.Extract(15, 0, n)})
			f.emit(cfa.AtomicEnd{})
		})
	}
	return append(args, f.sym(f.monitor.coming))
}

// boundThread forgets the number that was handed over.
func (f *fn) boundThread() {
	if f.monitor != nil && f.monitor.coming != cfa.NoReg {
		f.emit(cfa.Assign{Dst: f.monitor.coming, Value: f.bv(16, 0)})
	}
}

// takeNumber receives the number in the procedure that starts threads.
func (f *fn) takeNumber() {
	m := f.monitor
	if m == nil || m.thread == cfa.NoReg {
		return
	}
	p := f.newReg("witness thread", term.BitVec(16), "", false)
	f.proc.Params = append(f.proc.Params, p)
	f.emit(cfa.Assign{Dst: m.thread, Value: f.ts.Ite(f.ts.Eq(f.sym(p), f.bv(16, 0)), f.bv(16, unknownThread),
		f.sym(p))})
}
