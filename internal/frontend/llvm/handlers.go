package llvm

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// A throw looks for the handler first: where there is none, std::terminate is called there,
// and no destructor runs that might wait for ever before. So a register of the thread says, for each type
// that is thrown, whether a handler for it waits on the stack.

// handlerOf is the register for a type.
func (f *fn) handlerOf(name string) cfa.RegID {
	if f.handlers == nil {
		f.handlers = map[string]cfa.RegID{}
	}
	r, ok := f.handlers[name]
	if !ok {
		r = f.prog.NewReg(cfa.Reg{Name: "handler for " + name, Sort: term.BitVec(1), Scope: cfa.Thread})
		f.handlers[name] = r
	}
	return r
}

// handle notes that the handlers of an invoke wait from here on. What is returned ends that.
func (f *fn) handle(in *ir.Instr) (restore func()) {
	pad := padOf(f.body.Blocks[in.Targets[1]])
	if pad == nil || len(pad.Args) == 0 || !f.mayThrow(f.m, in) || f.flow.IsDead() {
		return func() {}
	}
	type saved struct{ handler, before cfa.RegID }
	var list []saved
	for _, t := range f.thrownTypes() {
		if _, _, found := f.clauseFor(pad, t); found {
			h := f.handlerOf(t)
			list = append(list, saved{h, f.copied("handler outside", f.flow.Sym(h))})
			f.flow.Emit(cfa.Assign{Dst: h, Value: f.ts.BV(1, 1)})
		}
	}
	return func() {
		for _, s := range list {
			f.flow.Emit(cfa.Assign{Dst: s.handler, Value: f.flow.Sym(s.before)})
		}
	}
}

func padOf(b *ir.Block) *ir.Instr {
	for i := range b.Instrs {
		if b.Instrs[i].Op == ir.LandingPad {
			return &b.Instrs[i]
		}
	}
	return nil
}

// endUnhandled calls std::terminate where nothing handles what is thrown.
func (f *fn) endUnhandled(in *ir.Instr, to *symbol) {
	if f.flow.IsDead() {
		return
	}
	types, handled := f.thrownTypes(), f.ts.False()
	is := func(t string) term.Term { return f.ts.Eq(f.flow.Sym(f.handlerOf(t)), f.ts.BV(1, 1)) }
	switch {
	case f.anyThrown:
		return // no landing pad is supported
	case to.name == "__cxa_throw":
		handled = is(globalIn(in.Args[1]))
	default:
		kind := f.flow.Sym(f.copied("type of the exception", f.b.Call(askType, nil)))
		for _, t := range types {
			handled = f.ts.Or(handled, f.ts.And(f.ts.Eq(kind, f.address(f.m, t)), is(t)))
		}
	}
	yes, no := f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(handled, yes, no)
	if f.flow.Cur = no; !f.flow.IsDead() {
		f.b.Call(doEnd, nil)
		if !f.flow.IsDead() {
			f.flow.Jump(yes)
		}
	}
	f.flow.Cur = yes
}
