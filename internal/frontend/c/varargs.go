package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// A scalar among the variable arguments has two places in the memory that passes them, one for a number and
// one for a pointer, and va_arg reads the place of its type. So the analyses can tell that what %d prints is
// no address, wherever the format comes from. The other place is read only where the types disagree, as in
// printf("%lx", p) or with 0 for a null pointer.
const (
	slotAlign     = 16
	pointerInSlot = 8
)

// slot is the size of a variable argument in the memory that passes it.
func (f *fn) slot(t cc.Type) uint64 {
	n, _ := f.types.Size(t)
	return repr.RoundUp(max(n, 1), slotAlign)
}

// variableArguments puts the variable arguments of a call into memory and
// returns its address.
func (f *fn) variableArguments(args []value.Value) term.Term {
	size := uint64(0)
	for _, a := range args {
		size += f.slot(a.Type)
	}
	base := f.flow.Sym(f.frame.NewObject(flow.Object{Name: "variable arguments", Size: max(size, slotAlign),
		Align: slotAlign}))
	if len(args) == 0 {
		return f.prog.PtrAdd(base, f.prog.Ptr(slotAlign)) // behind the end, where va_arg finds nothing
	}
	var off uint64
	for _, a := range args {
		f.passVariable(f.prog.PtrAdd(base, f.prog.Ptr(off)), a)
		off += f.slot(a.Type)
	}
	return base
}

// passVariable puts one variable argument into its slot.
func (f *fn) passVariable(slot term.Term, a value.Value) {
	if a.Addr != term.None {
		f.mem.Copy(slot, a.Addr, a.Type)
		return
	}
	if a.Term == term.None {
		return
	}
	bits := f.mem.InMemoryBits(a.Type, a.Term)
	other := f.types.Pvoid
	if repr.IsPointer(a.Type) {
		other = f.types.SizeT
	} else if f.ts.Sort(bits).Width() > 64 {
		f.flow.Emit(cfa.Store{Addr: slot, Value: bits})
		return
	}
	f.flow.Emit(cfa.Store{Addr: f.inSlot(slot, a.Type), Value: bits})
	f.flow.Emit(cfa.Store{Addr: f.inSlot(slot, other), Value: f.asOtherType(bits)})
}

// asOtherType is what va_arg finds where it expects a pointer instead of a number, or the other way around:
// the same bits, but not known to be an address. Of a number that is shorter the rest stays unset, but for 0.
func (f *fn) asOtherType(bits term.Term) term.Term {
	if n, ok := f.ts.ConstUint64(bits); ok && n == 0 {
		return f.prog.Ptr(0)
	}
	bits = f.ts.Extract(min(f.ts.Sort(bits).Width(), f.prog.PtrWidth)-1, 0, bits)
	r := f.flow.NewReg("number", f.ts.Sort(bits), "", false)
	f.flow.Emit(cfa.Assign{Dst: r, Value: bits, Number: true})
	return f.flow.Sym(r)
}

// inSlot is the place of a scalar of a type in a slot.
func (f *fn) inSlot(slot term.Term, t cc.Type) term.Term {
	if repr.IsPointer(t) {
		return f.prog.PtrAdd(slot, f.prog.Ptr(pointerInSlot))
	}
	return slot
}

// vaArg lowers the operand of va_arg, (*(T *)__builtin_va_arg_impl(ap)), at
// its cast.
func (f *fn) vaArg(x *cc.CastExpression, to cc.Type) (value.Value, bool) {
	call, ok := syntax.Unparen(x.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return value.Value{}, false
	}
	d := syntax.Callee(call.PostfixExpression)
	t := repr.Elem(to)
	if d == nil || d.Name() != "__builtin_va_arg_impl" || t == nil {
		return value.Value{}, false
	}
	args := syntax.Arguments(call)
	if len(args) != 1 {
		return value.Value{}, false
	}
	p := f.lvalue(args[0])
	v := f.mem.Load(p)
	if p.Reg != cfa.NoReg {
		v = f.values.Hold(v)
	}
	if v.Term == term.None {
		return f.values.Unsupported(to, "va_arg"), true
	}
	f.mem.Store(p, value.Value{Term: f.prog.PtrAdd(v.Term, f.prog.Ptr(f.slot(t))), Type: p.Type})
	return value.Value{Term: f.inSlot(v.Term, t), Type: to}, true
}
