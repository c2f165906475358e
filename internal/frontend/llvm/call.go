package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// call lowers a call: an intrinsic, or what the shadow has.
func (f *fn) call(in *ir.Instr) {
	if isIntrinsic(in) && !isMemory(in) {
		f.intrinsic(in)
		return
	}
	if to := f.callee(f.m, in); to != nil && to.name == "__dynamic_cast" && len(in.Args) == 4 {
		f.dynamicCast(in)
		return
	}
	if f.heap(in) {
		return
	}
	if name := f.passedThrough(in); name != "" {
		f.flow.Unsupported(name + ", which may throw, in a call of the library")
		return
	}
	if targets, ok := f.virtualTargets(f.m, f.body, in); ok {
		f.virtualCall(in, targets)
		return
	}
	name := label(f.block, f.index)
	if !f.b.HasCall(name) {
		f.flow.Unsupported(f.callName(in))
		return
	}
	f.noteThrow(in)
	if !f.caught(in, name) {
		f.callSite(in, name)
	}
}

// callSite lowers a call by what the shadow has for it.
func (f *fn) callSite(in *ir.Instr, name string) {
	operands, ok := f.operands(in, name)
	if !ok {
		return
	}
	result, _ := valueParts(f.m.Layout, in.Type)
	var to term.Term
	parts, inMemory := partsOf(f.m.Layout, in.Type)
	if len(result) > 1 {
		size, _ := f.m.Layout.Size(in.Type)
		if !inMemory {
			f.unsupportedType(in.Type)
			return
		}
		to = f.flow.Sym(f.b.Frame().NewObject(c.Object{Name: "result", Size: size, Align: 16}))
		operands[name+"_o"] = f.copied("operand", to)
	}
	r := f.b.Call(name, operands)
	switch {
	case len(result) > 1 && !f.flow.IsDead():
		f.define(in, f.loadParts(to, parts, manner{})...)
	case r != term.None && len(result) == 1:
		f.set(in, f.resize(r, width(result[0], f.prog.PtrWidth), false))
	}
}

// operands puts the arguments of a call into registers, by their names in the shadow.
func (f *fn) operands(in *ir.Instr, name string) (map[string]cfa.RegID, bool) {
	operands := map[string]cfa.RegID{}
	to := f.callee(f.m, in)
	fixed := len(in.Args)
	if to.isDefined() && to.fn.Type.Variadic {
		fixed = len(to.fn.Type.Fields)
	}
	for k, a := range in.Args[:fixed] {
		if _, ok := f.literal(f.m, a); ok && !isByVal(in, k) {
			continue
		}
		p := f.parts(a)
		if p == nil {
			return nil, false
		}
		if isByVal(in, k) {
			p = []term.Term{f.copyOf(p[0], in.Call.Params[k].ByVal, "argument")}
		}
		types, _ := valueParts(f.m.Layout, a.Type)
		for i, t := range p {
			_, bits := carrier(types[i], f.prog.PtrWidth)
			operands[fmt.Sprintf("%s_%d_%d", name, k, i)] = f.copied("operand", f.resize(t, bits, false))
		}
	}
	if to.isDefined() && to.fn.Type.Variadic {
		list, ok := f.variableArguments(in, fixed)
		if !ok {
			return nil, false
		}
		operands[name+"_v"] = f.copied("operand", list)
	}
	if in.Call.Callee.Kind == ir.Local {
		operands[name+"_f"] = f.copied("operand", f.value(in.Call.Callee))
	}
	return operands, true
}

func (f *fn) callName(in *ir.Instr) string {
	switch to := f.callee(f.m, in); {
	case in.Call.Callee.Kind == ir.Asm:
		return "inline assembly"
	case to == nil || to.fn == nil:
		return "this call"
	case to.isDefined():
		return "this call of " + to.name
	default:
		return "the function " + to.name
	}
}

// variableArguments puts variable arguments into memory, where those stand that are passed on the stack, and
// returns the address.
func (f *fn) variableArguments(in *ir.Instr, from int) (term.Term, bool) {
	word := uint64(f.prog.PtrWidth / 8)
	type argument struct {
		off   uint64
		parts []part
		v     []term.Term
	}
	var list []argument
	at := uint64(0)
	for k := from; k < len(in.Args); k++ {
		a := in.Args[k]
		t := a.Type
		v := f.parts(a)
		if v == nil {
			return term.None, false
		}
		if isByVal(in, k) {
			t = in.Call.Params[k].ByVal
		}
		parts, ok := partsOf(f.m.Layout, t)
		size, ok2 := f.m.Layout.Size(t)
		if !ok || !ok2 || len(parts) != len(v) && !isByVal(in, k) {
			f.unsupportedType(t)
			return term.None, false
		}
		if isByVal(in, k) {
			if holdsUnion(t, 0) {
				parts = withPadding(parts, size, f.prog.PtrWidth)
			}
			v = f.loadParts(v[0], parts, manner{})
		}
		if word == 8 && f.m.Layout.Align(t) > 8 {
			at = (at + 15) / 16 * 16
		}
		list = append(list, argument{at, parts, v})
		at += (size + word - 1) / word * word
	}
	base := f.flow.Sym(f.b.Frame().NewObject(c.Object{Name: "variable arguments", Size: max(at, word),
		Align: 16}))
	if len(list) == 0 {
		return f.prog.PtrAdd(base, f.prog.Ptr(word)), true // behind the end: there is nothing
	}
	for _, a := range list {
		f.storeParts(f.prog.PtrAdd(base, f.prog.Ptr(a.off)), a.parts, a.v, manner{})
	}
	return base, true
}

// startList lowers llvm.va_start: all arguments lie where those on the stack do, and none in registers.
func (f *fn) startList(list term.Term) {
	bits := func(n uint64) term.Term { return f.ts.BV(32, n) }
	put := func(off uint64, v term.Term) {
		f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(list, f.prog.Ptr(off)), Value: v})
	}
	switch {
	case f.list == cfa.NoReg:
		f.flow.Unsupported("va_start in a function without variable arguments")
	case f.prog.PtrWidth == 32 && f.isIntel():
		put(0, f.flow.Sym(f.list))
	case f.isIntel():
		put(0, bits(48))
		put(4, bits(176))
		put(8, f.flow.Sym(f.list))
		put(16, f.prog.Ptr(0))
	default:
		f.flow.Unsupported("va_start for this machine")
	}
}

// copyList lowers llvm.va_copy.
func (f *fn) copyList(to, from term.Term) {
	if !f.isIntel() {
		f.flow.Unsupported("va_copy for this machine")
		return
	}
	parts := []part{{ir.PointerType(), 0}}
	if f.prog.PtrWidth == 64 {
		parts = []part{{ir.IntType(32), 0}, {ir.IntType(32), 4}, {ir.PointerType(), 8},
			{ir.PointerType(), 16}}
	}
	f.storeParts(to, parts, f.loadParts(from, parts, manner{}), manner{})
}

// isIntel reports whether a va_list is as the System V ABI has it for Intel's machines.
func (f *fn) isIntel() bool {
	t := f.m.Triple
	intel := strings.HasPrefix(t, "x86_64") || len(t) > 4 && t[0] == 'i' && t[2:4] == "86"
	return intel && !strings.Contains(t, "windows")
}
