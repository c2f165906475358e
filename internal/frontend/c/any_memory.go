package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// nondetMemory is __VERIFIER_nondet_memory(p, n), which makes the n bytes at p inputs. Where n is a constant
// multiple of the size of what p points to, they are written in units of that; else the model writes them
// byte by byte.
func nondetMemory(f *fn, c *callCtx) value {
	if len(c.args) != 2 {
		f.evalAll(c)
		return f.unsupportedValue(f.types.Void, c.name+" without its two arguments")
	}
	n, ok := f.constSize(c.args[1])
	if t := f.pointee(c.args[0]); ok && t != nil {
		if size, ok := f.types.Size(t); ok && size > 0 && n%size == 0 && !f.types.Padded(t) {
			p := f.expr(c.args[0])
			f.at(c.x)
			f.anyObjects(p.t, t, n/size, cfa.Havoc{What: c.name + "()"})
			return f.void()
		}
	}
	return f.callModel(c)
}

// anyObjects makes the parts of n objects of a type inputs of a kind.
func (f *fn) anyObjects(dst term.Term, t cc.Type, n uint64, input cfa.Havoc) {
	// Several inputs of one call: a program that is given inputs from outside has no place for them.
	outer := f.flow.Node
	f.flow.Node = nil
	defer func() { f.flow.Node = outer }()
	part := func(width int) term.Term {
		input.Dst = f.flow.NewReg("input", term.BitVec(width), "", false)
		f.flow.Emit(input)
		return f.flow.Sym(input.Dst)
	}
	if n == 1 {
		f.fillObject(dst, t, part)
		return
	}
	size, _ := f.types.Size(t)
	f.flow.Repeat(n, func(i term.Term) {
		f.fillObject(f.prog.PtrAdd(dst, f.ts.BVMul(i, f.prog.Ptr(size))), t, part)
	})
}
