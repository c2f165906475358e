package lower

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
func (ca *calls) slot(t cc.Type) uint64 {
	n, _ := ca.types.Size(t)
	if ca.inWords() {
		return repr.RoundUp(max(n, 1), uint64(ca.prog.PtrWidth)/8)
	}
	return repr.RoundUp(max(n, 1), slotAlign)
}

// inWords reports whether variable arguments have one place each, which is that of another front end.
func (ca *calls) inWords() bool { return ca.low.Cfg.Foreign != nil && ca.low.Cfg.Foreign.Words }

// VariableArguments puts the variable arguments of a call into memory and returns its address.
func (ca *calls) VariableArguments(args []value.Value) term.Term {
	size := uint64(0)
	for _, a := range args {
		size += ca.slot(a.Type)
	}
	// What va_arg finds of a wider type than the argument has is not what the program has never set.
	base := ca.flow.Sym(ca.frame.NewObject(flow.Object{Name: "variable arguments", Size: max(size, slotAlign),
		Align: slotAlign, Zero: ca.low.followsUnset()}))
	if len(args) == 0 {
		return ca.prog.PtrAdd(base, ca.prog.Ptr(slotAlign)) // after the end, where va_arg finds nothing
	}
	var off uint64
	for _, a := range args {
		ca.passVariable(ca.prog.PtrAdd(base, ca.prog.Ptr(off)), a)
		off += ca.slot(a.Type)
	}
	return base
}

// passVariable puts one variable argument into its slot.
func (ca *calls) passVariable(slot term.Term, a value.Value) {
	if a.Addr != term.None {
		ca.mem.Copy(slot, a.Addr, a.Type)
		return
	}
	if a.Term == term.None {
		return
	}
	bits := ca.mem.InMemoryBits(a.Type, a.Term)
	if ca.inWords() {
		ca.flow.Emit(cfa.Store{Addr: slot, Value: bits})
		return
	}
	other := ca.types.Pvoid
	if repr.IsPointer(a.Type) {
		other = ca.types.SizeT
	} else if ca.ts.Sort(bits).Width() > 64 {
		ca.flow.Emit(cfa.Store{Addr: slot, Value: bits})
		return
	}
	ca.flow.Emit(cfa.Store{Addr: ca.inSlot(slot, a.Type), Value: bits})
	ca.flow.Emit(cfa.Store{Addr: ca.inSlot(slot, other), Value: ca.asOtherType(bits)})
}

// asOtherType is what va_arg finds where it expects a pointer instead of a number, or the other way around:
// the same bits, but not known to be an address. Of a number that is shorter the rest stays unset, but for 0.
func (ca *calls) asOtherType(bits term.Term) term.Term {
	if n, ok := ca.ts.ConstUint64(bits); ok && n == 0 {
		return ca.prog.Ptr(0)
	}
	bits = ca.ts.Extract(min(ca.ts.Sort(bits).Width(), ca.prog.PtrWidth)-1, 0, bits)
	r := ca.flow.NewReg("number", ca.ts.Sort(bits), "", false)
	ca.flow.Emit(cfa.Assign{Dst: r, Value: bits, Number: true})
	return ca.flow.Sym(r)
}

// inSlot is the place of a scalar of a type in a slot.
func (ca *calls) inSlot(slot term.Term, t cc.Type) term.Term {
	if repr.IsPointer(t) && !ca.inWords() {
		return ca.prog.PtrAdd(slot, ca.prog.Ptr(pointerInSlot))
	}
	return slot
}

// vaArg lowers the operand of va_arg, (*(T *)__builtin_va_arg_impl(ap)), at its cast.
func (ca *calls) vaArg(x *cc.CastExpression, to cc.Type) (value.Value, bool) {
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
	p := ca.lvalues.Lvalue(args[0])
	v := ca.mem.Load(p)
	if p.Reg != cfa.NoReg {
		v = ca.values.Hold(v)
	}
	if v.Term == term.None {
		return ca.values.Unsupported(to, "va_arg"), true
	}
	ca.mem.Store(p, value.Value{Term: ca.prog.PtrAdd(v.Term, ca.prog.Ptr(ca.slot(t))), Type: p.Type})
	return value.Value{Term: ca.inSlot(v.Term, t), Type: to}, true
}
