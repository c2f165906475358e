package llvm

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// What a handler gets is known better than from the runtime's word: a handler for one type gets an object
// that was thrown as that type. So a register of the thread keeps, for each type, what was thrown last,
// and a handler takes it from there. Analyses that do not look at the order of steps then tell objects of
// different types apart. An exception of the same type that was thrown in between is not supported.

// thrownLast is the register for a type.
func (f *fn) thrownLast(name string) cfa.RegID {
	if f.last == nil {
		f.last = map[string]cfa.RegID{}
	}
	r, ok := f.last[name]
	if !ok {
		r = f.prog.NewReg(cfa.Reg{Name: "thrown " + name, Sort: term.BitVec(f.prog.PtrWidth),
			Scope: cfa.Thread})
		f.last[name] = r
	}
	return r
}

// again reports whether exceptions may be thrown again later on, in other threads even.
func (l *lowerer) again() bool {
	s := l.global["__whittle_throw_again"]
	return s != nil && s.used
}

// noteThrow keeps what is thrown.
func (f *fn) noteThrow(in *ir.Instr) {
	if to := f.callee(f.m, in); to == nil || to.name != "__cxa_throw" || f.again() {
		return
	}
	if name := globalIn(in.Args[1]); name != "" {
		f.flow.Emit(cfa.Assign{Dst: f.thrownLast(name), Value: f.value(in.Args[0])})
	}
}

// caught replaces what the runtime gives to a handler by what was thrown as one of its types; it reports
// whether the call is of that kind.
func (f *fn) caught(in *ir.Instr, name string) bool {
	to := f.callee(f.m, in)
	if to == nil || to.name != "__cxa_begin_catch" || in.Res < 0 || f.again() {
		return false
	}
	handler := f.handledType()
	if handler == "" || isPointerType(handler) {
		return false
	}
	operands, ok := f.operands(in, name)
	if !ok {
		return true
	}
	word := f.b.Call(name, operands)
	if word == term.None || f.flow.IsDead() {
		return true
	}
	given, done := f.flow.Sym(f.copied("given", word)), f.flow.NewLoc()
	for _, t := range f.thrownTypes() {
		way, ok := f.catches(f.m, handler, t)
		if !ok || isPointerType(t) {
			continue
		}
		here, other := f.flow.NewLoc(), f.flow.NewLoc()
		f.flow.Branch(f.ts.Not(f.ts.Eq(f.flow.Sym(f.thrownLast(t)), f.prog.Ptr(0))), here, other)
		f.flow.Cur = here
		at := f.flow.Sym(f.copied("caught", f.walk(f.flow.Sym(f.thrownLast(t)), way)))
		same, not := f.flow.NewLoc(), f.flow.NewLoc()
		f.flow.Branch(f.ts.Eq(at, given), same, not)
		f.flow.Cur = same
		f.set(in, at)
		f.flow.Jump(done)
		f.flow.Cur = not
		f.flow.Jump(other)
		f.flow.Cur = other
	}
	f.flow.Unsupported("an exception of a type that is thrown again before it is caught")
	f.flow.Cur = done
	return true
}

// handledType is the symbol of the type that the block that is being lowered is the handler for; empty:
// it is not known.
func (f *fn) handledType() string {
	for _, b := range f.body.Blocks {
		end := &b.Instrs[len(b.Instrs)-1]
		if end.Op != ir.Br || len(end.Args) == 0 || end.Targets[0] != f.block ||
			end.Args[0].Kind != ir.Local {
			continue
		}
		is := f.body.Definition(end.Args[0].N)
		if is == nil || is.Op != ir.ICmp || is.Pred != ir.EQ {
			return ""
		}
		for _, a := range is.Args {
			if a.Kind != ir.Local {
				continue
			}
			id := f.body.Definition(a.N)
			if id != nil && id.Op == ir.Call && isIntrinsic(id) && len(id.Args) == 1 &&
				strings.HasPrefix(id.Call.Callee.X.Name, "llvm.eh.typeid.for") {
				return globalIn(id.Args[0])
			}
		}
	}
	return ""
}
