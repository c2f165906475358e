package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// slot is the size of a variable argument in the memory that passes it.
func (f *fn) slot(t cc.Type) uint64 {
	n, _ := f.lay.sizeOf(t)
	return roundUp(max(n, 1), 8)
}

// variableArguments puts the variable arguments of a call into memory and
// returns its address.
func (f *fn) variableArguments(args []value) term.Term {
	if len(args) == 0 {
		return f.prog.Ptr(0)
	}
	var size uint64
	for _, a := range args {
		size += f.slot(a.ty)
	}
	base := f.sym(f.frameObject(f.types.pvoid, "variable arguments", size, 16))
	f.scope.allocs[len(f.scope.allocs)-1].lay = nil
	var off uint64
	for _, a := range args {
		at := f.prog.PtrAdd(base, f.prog.Ptr(off))
		if a.addr != term.None {
			f.copyObject(at, a.addr, a.ty)
		} else if a.t != term.None {
			f.emit(cfa.Store{Addr: at, Value: f.inMemoryBits(a.ty, a.t)})
		}
		off += f.slot(a.ty)
	}
	return base
}

// vaArg lowers the operand of va_arg, (*(T *)__builtin_va_arg_impl(ap)), at
// its cast.
func (f *fn) vaArg(x *cc.CastExpression, to cc.Type) (value, bool) {
	call, ok := unwrap(x.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return value{}, false
	}
	d := calledFunction(call.PostfixExpression)
	t := elem(to)
	if d == nil || d.Name() != "__builtin_va_arg_impl" || t == nil {
		return value{}, false
	}
	args := argList(call.ArgumentExpressionList)
	if len(args) != 1 {
		return value{}, false
	}
	p := f.lvalue(args[0])
	v := f.load(p)
	if p.reg != cfa.NoReg {
		v = f.hold(v)
	}
	if v.t == term.None {
		return f.unsupportedValue(to, "va_arg"), true
	}
	f.storeTo(p, value{t: f.prog.PtrAdd(v.t, f.prog.Ptr(f.slot(t))), ty: p.ty})
	return value{t: v.t, ty: to}, true
}
