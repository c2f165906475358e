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
	if isIntrinsic(in) && !isMemory(in) && mathFunction(in) == "" {
		f.intrinsic(in)
		return
	}
	if to := f.callee(f.m, in); to != nil && to.name == "__dynamic_cast" && len(in.Args) == 4 {
		f.dynamicCast(in)
		return
	}
	if in.Call.Callee.Kind == ir.Asm {
		f.assembly(in)
		return
	}
	if f.heap(in) || f.copyKnown(in) {
		return
	}
	if l := f.lowerer; l.panics(f.m, in) {
		f.b.Fail("panic: " + l.panicText(f.m, in))
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
	if f.direct(f.m, in) == nil && !f.b.HasCall(name) {
		f.flow.Unsupported(f.callName(in))
		return
	}
	f.noteThrow(in)
	if !f.caught(in, name) {
		f.callSite(in, name)
	}
}

// callSite lowers a call of a function of the modules, or one by what the shadow has for it.
func (f *fn) callSite(in *ir.Instr, name string) {
	direct := f.direct(f.m, in)
	if direct != nil {
		f.callDirect(in, direct)
		return
	}
	operands, ok := f.operands(in, name)
	if !ok {
		return
	}
	result, _ := valueParts(f.m.Layout, in.Type)
	inObject := len(result) > 1 || len(result) == 1 && f.structResult(f.m, in) != ""
	var to term.Term
	if inObject {
		if to, ok = f.resultObject(in); !ok {
			return
		}
		operands[name+"_o"] = f.copied("operand", to)
	}
	r := f.b.Call(name, operands)
	switch {
	case inObject:
		f.defineFrom(in, to)
	case r != term.None && len(result) == 1:
		f.set(in, f.resize(r, width(result[0], f.prog.PtrWidth), false))
	}
}

// resultObject is the address of an object for a result of several parts.
func (f *fn) resultObject(in *ir.Instr) (term.Term, bool) {
	size, _ := f.m.Layout.Size(in.Type)
	if _, inMemory := partsOf(f.m.Layout, in.Type); !inMemory {
		f.unsupportedType(in.Type)
		return term.None, false
	}
	return f.flow.Sym(f.b.Frame().NewObject(c.Object{Name: "result", Size: size, Align: 16})), true
}

// defineFrom takes a result out of an object.
func (f *fn) defineFrom(in *ir.Instr, object term.Term) {
	if parts, _ := partsOf(f.m.Layout, in.Type); !f.flow.IsDead() {
		f.define(in, f.loadParts(object, parts, manner{})...)
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
	if k := len(in.Args) - 1; to != nil && !to.isDefined() && takesList(to.name) && k >= 0 {
		operands[fmt.Sprintf("%s_%d_0", name, k)] = f.copied("operand", f.listOf(f.value(in.Args[k])))
	}
	if in.Call.Callee.Kind == ir.Local {
		operands[name+"_f"] = f.copied("operand", f.value(in.Call.Callee))
	}
	return operands, true
}

func (f *fn) callName(in *ir.Instr) string {
	switch to := f.callee(f.m, in); {
	case to == nil || to.fn == nil:
		return "this call"
	case to.isDefined():
		return "this call of " + to.name
	default:
		if path := rustPath(to.name); path != nil {
			return "the function " + strings.Join(path, "::")
		}
		return "the function " + to.name
	}
}
