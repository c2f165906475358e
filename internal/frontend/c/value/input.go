package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// Inputs makes the parts of n objects of a type inputs of a kind.
func (mem *Memory) Inputs(dst term.Term, t cc.Type, n uint64, input cfa.Havoc) {
	// Several inputs of one call: a program that is given inputs from outside has no place for them.
	outer := mem.flow.Node
	mem.flow.Node = nil
	defer func() { mem.flow.Node = outer }()
	part := func(width int) term.Term {
		input.Dst = mem.flow.NewReg("input", term.BitVec(width), "", false)
		mem.flow.Emit(input)
		return mem.flow.Sym(input.Dst)
	}
	if n == 1 {
		mem.fillObject(dst, t, part)
		return
	}
	size, _ := mem.types.Size(t)
	mem.flow.Repeat(n, func(i term.Term) {
		mem.fillObject(mem.prog.PtrAdd(dst, mem.ts.BVMul(i, mem.prog.Ptr(size))), t, part)
	})
}

// Temp is an unnamed object of the frame; it returns its address.
func (mem *Memory) Temp(ty cc.Type, name string) term.Term {
	if mem.flow.Constant {
		mem.flow.Refused = "a temporary object"
		return mem.prog.Ptr(0)
	}
	size, _ := mem.types.Size(ty)
	return mem.flow.Sym(mem.frame.NewObject(flow.Object{Name: name, Size: size, Align: mem.types.Align(ty),
		Layout: mem.types.Layout(ty)}))
}

// Havoc is an input of a type.
func (mem *Memory) Havoc(ty cc.Type, what string) Value {
	return mem.Input(ty, cfa.Havoc{What: what})
}

// Inexact is an input that stands for what a library function yields without being exact.
func (mem *Memory) Inexact(ty cc.Type, function string) Value {
	return mem.Input(ty, cfa.Havoc{What: function + "()", Inexact: function})
}

// Unset is what an object holds that was not initialised, or what is used
// in place of a value that the program has not given.
func (mem *Memory) Unset(ty cc.Type, what string) Value {
	return mem.Input(ty, cfa.Havoc{What: what, Unset: true})
}

// Input is an input of a type and of the kind of a Havoc.
func (mem *Memory) Input(ty cc.Type, input cfa.Havoc) Value {
	if repr.IsVoid(ty) {
		return Value{Type: ty}
	}
	s := mem.types.Scalar(ty)
	if s.Class == repr.None {
		if repr.IsAggregate(ty) {
			// Fresh memory has unknown content.
			addr := mem.Temp(ty, input.What)
			if input.Inexact != "" || mem.inputsWritten && !input.Unset {
				mem.Inputs(addr, ty, 1, input)
			}
			return Value{Type: ty, Addr: addr}
		}
		return mem.values.Unsupported(ty, "a value of type "+ty.String())
	}
	input.Dst = mem.values.Temp(ty, "input")
	if s.Class == repr.Floating {
		input.Type = ty.String()
	}
	mem.flow.Emit(input)
	if s.Class == repr.Boolean {
		return Value{Term: mem.ts.ZeroExt(7, mem.ts.Extract(0, 0, mem.flow.Sym(input.Dst))), Type: ty}
	}
	return Value{Term: mem.flow.Sym(input.Dst), Type: ty}
}
