package lower

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// Thread-local variables. A scalar whose address is never taken is a register of scope Thread. Others are
// objects of which every thread allocates its own at its start; a register of scope Thread holds the address.

// needsStart reports whether a thread-local variable must be made at the
// start of a thread: registers of scope Thread start at zero by themselves.
func (l *lowerer) needsStart(e *Entity) bool {
	return e.ThreadLocal && (e.addrTaken || e.init != nil || l.Types.Scalar(e.Typ).Class == repr.None)
}

// findTLS looks for thread-local variables of the program that threads must make. Those inside functions and
// those of the models, which most programs do not use, are found when they are met.
func (l *lowerer) findTLS() {
	tables := []map[string]*Entity{l.User}
	for _, u := range l.units {
		if !u.Model {
			tables = append(tables, u.Internal)
		}
	}
	for _, t := range tables {
		for _, e := range t {
			if l.needsStart(e) {
				l.hasTLS = true
			}
		}
	}
}

// ThreadLocalPlace is a thread-local variable of the running thread.
func (lv *lvalues) ThreadLocalPlace(e *Entity) value.Place {
	if e.reg == cfa.NoReg && e.addrReg == cfa.NoReg {
		if l := lv.low; !l.hasTLS && l.needsStart(e) {
			l.missedTLS = true
		}
		s := lv.types.Scalar(e.Typ)
		if s.Class != repr.None && !e.addrTaken {
			e.reg = lv.prog.NewReg(cfa.Reg{Name: e.Name, Sort: s.Sort(), Scope: cfa.Thread,
				Type: e.Typ.String(), Signed: s.Signed, Pos: e.Pos})
		} else {
			e.addrReg = lv.prog.NewReg(cfa.Reg{Name: "&" + e.Name, Sort: term.BitVec(lv.prog.PtrWidth),
				Scope: cfa.Thread, Pos: e.Pos})
		}
		lv.low.threadLocals = append(lv.low.threadLocals, e)
	}
	if e.reg != cfa.NoReg {
		return value.Place{Type: e.Typ, Reg: e.reg}
	}
	return lv.mem.At(lv.flow.Sym(e.addrReg), e.Typ)
}

// callTLSInit calls the procedure that makes the thread-local variables of a
// new thread. It is lowered last, when they are all known.
func (ca *calls) callTLSInit() {
	l := ca.low
	if l.tlsInit == nil {
		l.tlsInit = &Entity{Name: threadLocalName, Unit: ca.unit, Pos: ca.flow.Pos}
		l.tlsInit.proc = l.Prog.NewProc(l.tlsInit.Name, ca.flow.Pos)
		l.tlsInit.proc.Model = true
	}
	ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: l.tlsInit.proc.ID})
}

func (l *lowerer) lowerTLSInit() {
	e := l.tlsInit
	f := l.newFn(e.Unit, e.Name, e.proc)
	f.Vars.result = l.Types.Void
	for i := 0; i < len(l.threadLocals); i++ {
		v := l.threadLocals[i]
		f.Flow.Pos = v.Pos
		if v.reg == cfa.NoReg {
			size, _ := l.objectSize(v)
			f.Flow.Emit(cfa.Alloc{Dst: v.addrReg, Size: f.Prog.Ptr(max(size, 1)),
				Align: max(l.Types.Align(v.Typ), v.align), Kind: cfa.Stack, Zero: true, Name: v.Name,
				Layout: l.Types.Layout(v.Typ)})
		}
		if v.init == nil {
			continue
		}
		for _, in := range l.staticInit(v) {
			if v.reg != cfa.NoReg {
				f.Flow.Emit(cfa.Assign{Dst: v.reg, Value: in.Value})
			} else {
				f.Flow.Emit(cfa.Store{Addr: f.Prog.PtrAdd(f.Flow.Sym(v.addrReg), f.Prog.Ptr(in.Offset)),
					Value: in.Value})
			}
		}
	}
	f.Flow.End(cfa.Return{})
	f.Flow.Finish(l.nodes)
}

// Spawn starts a thread at an address with one argument.
func (ca *calls) Spawn(target, arg term.Term) term.Term {
	op := cfa.Spawn{Dst: ca.flow.NewPtr("thread"), Proc: cfa.NoProc,
		Target: target, Args: []term.Term{arg}}
	var callee *Entity
	if ca.low.hasTLS {
		callee = ca.low.threadStart()
		op.Target, op.Args = term.None, ca.watch.BindThread([]term.Term{target, arg})
	} else if u, ok := ca.ts.ConstUint64(target); ok {
		if e := ca.low.functionAt(u); e != nil && e.isFunc() {
			if ps := repr.Params(e.Signature()); len(ps) == 1 && repr.IsPointer(ps[0]) {
				callee, op.Target = e, term.None
			}
		}
	}
	s := ca.flow.Emit(op)
	if callee != nil {
		s.Callee = ca.low.ProcOf(callee)
	} else {
		s.Placed = ca.low.NotePointer(Called{})
	}
	ca.watch.BoundThread()
	return ca.flow.Sym(op.Dst)
}

// threadStart is the procedure of new threads in a program with thread-local variables.
func (l *lowerer) threadStart() *Entity {
	if l.startProc != nil {
		return l.startProc
	}
	e := &Entity{Name: threadStartName, Unit: l.units[0], Model: true}
	e.synth = func(f *Function) {
		w := term.BitVec(f.Prog.PtrWidth)
		f.Flow.Proc.Result = w
		target := f.Flow.NewReg("function", w, "", false)
		arg := f.Flow.NewReg("argument", w, "", false)
		f.Flow.Proc.Params = []cfa.RegID{target, arg}
		f.Watch.TakeNumber()
		f.Calls.callTLSInit()
		r := f.Flow.NewReg("result", w, "", false)
		f.Flow.Emit(cfa.Call{Dst: r, Proc: cfa.NoProc, Target: f.Flow.Sym(target),
			Args: []term.Term{f.Flow.Sym(arg)}}).Placed = f.NotePointer(Called{})
		f.Flow.End(cfa.Return{Value: f.Flow.Sym(r)})
	}
	l.startProc = e
	return e
}
