package llvm

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// end lowers the last instruction of a block.
func (f *fn) end(in *ir.Instr) {
	switch in.Op {
	case ir.Ret:
		f.ret(in)
	case ir.Br:
		if len(in.Args) == 0 {
			f.goTo(in.Targets[0])
			return
		}
		f.when(f.isSet(f.value(in.Args[0])), in.Targets[0])
		f.goTo(in.Targets[1])
	case ir.Switch:
		v := f.value(in.Args[0])
		for k, c := range in.Args[1:] {
			f.when(f.ts.Eq(v, f.value(c)), in.Targets[k+1])
		}
		f.goTo(in.Targets[0])
	case ir.IndirectBr:
		v := f.value(in.Args[0])
		for _, t := range in.Targets {
			f.when(f.ts.Eq(v, f.prog.Ptr(blockNumber(t))), t)
		}
		if !f.flow.IsDead() {
			f.flow.End(cfa.UB{What: "goto to something that is no label"})
		}
	case ir.Invoke:
		f.invoke(in)
	case ir.Resume:
		f.resume(in)
	case ir.Unreachable:
		f.flow.End(cfa.UB{What: "code that the compiler takes to be unreachable"})
	default:
		f.flow.Unsupported("the instruction " + in.Op.String())
	}
}

// when goes to a block where a condition holds, and else on.
func (f *fn) when(cond term.Term, block int) {
	if f.flow.IsDead() {
		return
	}
	yes, no := f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(cond, yes, no)
	f.flow.Cur = yes
	f.goTo(block)
	f.flow.Cur = no
}

func (f *fn) ret(in *ir.Instr) {
	if len(in.Args) == 0 {
		if f.fun.Type.Elem.Kind != ir.Void {
			f.flow.Unsupported("a return without a result")
			return
		}
		f.b.Frame().Return(term.None)
		return
	}
	v := f.parts(in.Args[0])
	types, _ := valueParts(f.m.Layout, in.Args[0].Type)
	if v == nil {
		return
	}
	if !sameParts(f.m.Layout, in.Args[0].Type, f.fun.Type.Elem) {
		f.flow.Unsupported("a result of another type")
		return
	}
	if len(v) == 1 {
		_, bits := carrier(types[0], f.prog.PtrWidth)
		f.b.Frame().Return(f.resize(v[0], bits, false))
		return
	}
	parts, ok := partsOf(f.m.Layout, in.Args[0].Type)
	if !ok {
		f.unsupportedType(in.Args[0].Type)
		return
	}
	if len(v) > 0 {
		f.storeParts(f.flow.Sym(f.result), parts, v, manner{})
	}
	f.b.Frame().Return(term.None)
}

// goTo is the edge to a block: what its phis get is assigned at once.
func (f *fn) goTo(to int) {
	if f.flow.IsDead() {
		return
	}
	var dst []register
	var values []term.Term
	for j := range f.body.Blocks[to].Instrs {
		in := &f.body.Blocks[to].Instrs[j]
		if in.Op != ir.Phi {
			if in.Op == ir.DbgValue || in.Op == ir.DbgOther {
				continue
			}
			break
		}
		if f.regs[in.Res] == nil {
			f.unsupportedType(in.Type)
			return
		}
		found := false
		for k, t := range in.Targets {
			if t != f.block || found {
				continue
			}
			found = true
			v := f.parts(in.Args[k])
			if len(v) != len(f.regs[in.Res]) {
				return
			}
			dst, values = append(dst, f.regs[in.Res]...), append(values, v...)
		}
		if !found {
			f.flow.Unsupported(fmt.Sprintf("a phi without a value for %%%s", f.body.Blocks[f.block].Name))
			return
		}
	}
	if len(dst) > 1 {
		for k, v := range values {
			if !f.ts.IsConst(v) {
				r := f.newRegister("phi", f.ts.Sort(v).Width())
				f.assign(r, v)
				values[k] = f.symOf(r)
			}
		}
	}
	for k, r := range dst {
		f.assign(r, values[k])
	}
	f.flow.Jump(f.locs[to])
}
