package c

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
func (l *lowerer) needsStart(e *entity) bool {
	return e.threadLocal && (e.addrTaken || e.init != nil || l.types.Scalar(e.typ).Class == repr.None)
}

// findTLS looks for thread-local variables of the program that threads must make. Those inside functions and
// those of the models, which most programs do not use, are found when they are met.
func (l *lowerer) findTLS() {
	tables := []map[string]*entity{l.user}
	for _, u := range l.units {
		if !u.model {
			tables = append(tables, u.internal)
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

// threadLocalPlace is a thread-local variable of the running thread.
func (lv *lvalues) threadLocalPlace(e *entity) value.Place {
	if e.reg == cfa.NoReg && e.addrReg == cfa.NoReg {
		if l := lv.low; !l.hasTLS && l.needsStart(e) {
			l.missedTLS = true
		}
		s := lv.types.Scalar(e.typ)
		if s.Class != repr.None && !e.addrTaken {
			e.reg = lv.prog.NewReg(cfa.Reg{Name: e.name, Sort: s.Sort(), Scope: cfa.Thread,
				Type: e.typ.String(), Signed: s.Signed, Pos: e.pos})
		} else {
			e.addrReg = lv.prog.NewReg(cfa.Reg{Name: "&" + e.name, Sort: term.BitVec(lv.prog.PtrWidth),
				Scope: cfa.Thread, Pos: e.pos})
		}
		lv.low.threadLocals = append(lv.low.threadLocals, e)
	}
	if e.reg != cfa.NoReg {
		return value.Place{Type: e.typ, Reg: e.reg}
	}
	return lv.mem.At(lv.flow.Sym(e.addrReg), e.typ)
}

// callTLSInit calls the procedure that makes the thread-local variables of a
// new thread. It is lowered last, when they are all known.
func (ca *calls) callTLSInit() {
	l := ca.low
	if l.tlsInit == nil {
		l.tlsInit = &entity{name: threadLocalName, unit: ca.unit, pos: ca.flow.Pos}
		l.tlsInit.proc = l.prog.NewProc(l.tlsInit.name, ca.flow.Pos)
		l.tlsInit.proc.Model = true
	}
	ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: l.tlsInit.proc.ID})
}

func (l *lowerer) lowerTLSInit() {
	e := l.tlsInit
	f := l.newFn(e.unit, e.name, e.proc)
	f.vars.result = l.types.Void
	for i := 0; i < len(l.threadLocals); i++ {
		v := l.threadLocals[i]
		f.flow.Pos = v.pos
		if v.reg == cfa.NoReg {
			size, _ := l.objectSize(v)
			f.flow.Emit(cfa.Alloc{Dst: v.addrReg, Size: f.prog.Ptr(max(size, 1)),
				Align: max(l.types.Align(v.typ), v.align), Kind: cfa.Stack, Zero: true, Name: v.name,
				Layout: l.types.Layout(v.typ)})
		}
		if v.init == nil {
			continue
		}
		for _, in := range l.staticInit(v) {
			if v.reg != cfa.NoReg {
				f.flow.Emit(cfa.Assign{Dst: v.reg, Value: in.Value})
			} else {
				f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(f.flow.Sym(v.addrReg), f.prog.Ptr(in.Offset)),
					Value: in.Value})
			}
		}
	}
	f.flow.End(cfa.Return{})
	f.flow.Finish(l.nodes)
}

// spawn starts a thread at an address with one argument.
func (ca *calls) spawn(target, arg term.Term) term.Term {
	op := cfa.Spawn{Dst: ca.flow.NewPtr("thread"), Proc: cfa.NoProc,
		Target: target, Args: []term.Term{arg}}
	var callee *entity
	if ca.low.hasTLS {
		callee = ca.low.threadStart()
		op.Target, op.Args = term.None, ca.watch.bindThread([]term.Term{target, arg})
	} else if u, ok := ca.ts.ConstUint64(target); ok {
		if e := ca.low.functionAt(u); e != nil && e.isFunc() {
			if ps := repr.Params(e.signature()); len(ps) == 1 && repr.IsPointer(ps[0]) {
				callee, op.Target = e, term.None
			}
		}
	}
	s := ca.flow.Emit(op)
	if callee != nil {
		s.Callee = ca.low.procOf(callee)
	} else {
		s.Placed = ca.low.notePointer(called{})
	}
	ca.watch.boundThread()
	return ca.flow.Sym(op.Dst)
}

// threadStart is the procedure of new threads in a program with thread-local variables.
func (l *lowerer) threadStart() *entity {
	if l.startProc != nil {
		return l.startProc
	}
	e := &entity{name: threadStartName, unit: l.units[0], model: true}
	e.synth = func(f *fn) {
		w := term.BitVec(f.prog.PtrWidth)
		f.flow.Proc.Result = w
		target := f.flow.NewReg("function", w, "", false)
		arg := f.flow.NewReg("argument", w, "", false)
		f.flow.Proc.Params = []cfa.RegID{target, arg}
		f.watch.takeNumber()
		f.calls.callTLSInit()
		r := f.flow.NewReg("result", w, "", false)
		f.flow.Emit(cfa.Call{Dst: r, Proc: cfa.NoProc, Target: f.flow.Sym(target),
			Args: []term.Term{f.flow.Sym(arg)}}).Placed = f.notePointer(called{})
		f.flow.End(cfa.Return{Value: f.flow.Sym(r)})
	}
	l.startProc = e
	return e
}
