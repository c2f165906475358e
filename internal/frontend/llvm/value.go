package llvm

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// parts are the parts of an operand; nil: it is not supported, which was said.
func (f *fn) parts(v ir.Value) []term.Term {
	types, ok := valueParts(f.m.Layout, v.Type)
	if !ok {
		f.unsupportedType(v.Type)
		return nil
	}
	out := make([]term.Term, 0, len(types))
	switch v.Kind {
	case ir.Local:
		if again, ok := f.derived(v.N); ok {
			return []term.Term{again}
		}
		if len(f.regs[v.N]) != len(types) {
			break
		}
		if f.terms[v.N] != nil {
			return f.terms[v.N]
		}
		f.early[v.N] = true
		for _, r := range f.regs[v.N] {
			out = append(out, f.symOf(r))
		}
		return out
	case ir.Null, ir.Zero:
		for _, t := range types {
			out = append(out, f.zero(width(t, f.prog.PtrWidth)))
		}
		return out
	case ir.Undef, ir.Poison:
		for _, t := range types {
			out = append(out, f.undefined(width(t, f.prog.PtrWidth), v.Kind == ir.Poison))
		}
		return out
	case ir.Bytes:
		for i := range len(types) {
			out = append(out, f.ts.BV(8, uint64(v.X.Name[i])))
		}
		return out
	case ir.Aggregate:
		for _, e := range v.X.Elems {
			inner := f.parts(e)
			if inner == nil {
				return nil
			}
			out = append(out, inner...)
		}
		if len(out) == len(types) {
			return out
		}
	default:
		if len(types) != 1 {
			break
		}
		if t := f.constant(f.m, v); t != term.None {
			return append(out, t)
		}
	}
	f.flow.Unsupported(fmt.Sprintf("a constant of type %v", v.Type))
	return nil
}

// value is an operand of one part.
func (f *fn) value(v ir.Value) term.Term {
	if p := f.parts(v); len(p) == 1 {
		return p[0]
	}
	f.unsupportedType(v.Type)
	return f.zero(max(width(v.Type, f.prog.PtrWidth), 1))
}

func (f *fn) zero(bits int) term.Term {
	if bits == 1 {
		return f.ts.BV(1, 0)
	}
	return f.ts.ZeroExt(bits-1, f.ts.BV(1, 0))
}

// undefined is any value. A violation that depends on poison shows nothing.
func (f *fn) undefined(bits int, poison bool) term.Term {
	r := f.newRegister("undefined", bits)
	for _, id := range r {
		op := cfa.Havoc{Dst: id, What: "undefined value", Unset: true}
		if poison {
			op.What, op.Unset, op.Inexact = "poison", false, "poison"
		}
		f.flow.Emit(op)
	}
	return f.symOf(r)
}

// poison is a value where it is not poison: there it is any value.
func (f *fn) poison(bad, v term.Term) term.Term {
	if f.ts.IsFalse(bad) {
		return v
	}
	return f.ts.Ite(bad, f.undefined(f.ts.Sort(v).Width(), true), v)
}

// resize cuts a term, or extends it.
func (f *fn) resize(t term.Term, w int, signed bool) term.Term {
	from := f.ts.Sort(t).Width()
	switch {
	case from > w:
		return f.ts.Extract(w-1, 0, t)
	case from == w:
		return t
	case signed:
		return f.ts.SignExt(w-from, t)
	}
	r := f.ts.ZeroExt(w-from, t)
	if c, ok := f.conds[t]; ok {
		f.conds[r] = c
	}
	return r
}

// bit is 1 where a condition holds, else 0; that it stands for the condition is remembered.
func (f *fn) bit(c term.Term) term.Term {
	t := f.ts.Ite(c, f.ts.BV(1, 1), f.ts.BV(1, 0))
	f.conds[t] = c
	return t
}

// isSet is the condition that a bit is 1.
func (f *fn) isSet(t term.Term) term.Term {
	if c, ok := f.conds[t]; ok {
		return c
	}
	return f.ts.Eq(t, f.ts.BV(1, 1))
}

// number is a constant integer or number.
func (f *fn) number(v ir.Value) term.Term {
	w := width(v.Type, f.prog.PtrWidth)
	switch {
	case v.X != nil && v.X.Big != nil:
		return f.ts.BVBig(w, v.X.Big)
	case w > 64:
		return f.ts.ZeroExt(w-64, f.ts.BV(64, v.N))
	}
	return f.ts.BV(w, v.N)
}

// constant is a constant of one part, of a module; None: it is not supported.
func (f *fn) constant(m *ir.Module, v ir.Value) term.Term {
	switch v.Kind {
	case ir.ConstInt, ir.ConstFloat:
		return f.number(v)
	case ir.Null, ir.Zero:
		return f.zero(width(v.Type, f.prog.PtrWidth))
	case ir.Global:
		return f.address(m, v.X.Name)
	case ir.BlockAddress:
		return f.labelAddress(m, v)
	case ir.Expr:
		return f.expression(m, v)
	}
	return term.None
}

func (f *fn) expression(m *ir.Module, v ir.Value) term.Term {
	x := v.X
	if types, ok := valueParts(m.Layout, v.Type); !ok || len(types) != 1 || len(x.Elems) == 0 {
		return term.None
	}
	first := f.constant(m, x.Elems[0])
	if first == term.None {
		return term.None
	}
	if x.Op == ir.GetElementPtr {
		return f.step(m, first, x.Elem, x.Elems[1:], func(v ir.Value) term.Term { return f.constant(m, v) })
	}
	operands := []term.Term{first}
	for _, e := range x.Elems[1:] {
		t := f.constant(m, e)
		if t == term.None {
			return term.None
		}
		operands = append(operands, t)
	}
	switch in := (&ir.Instr{Op: x.Op, Pred: x.Pred, Res: -1}); {
	case x.Op.IsConversion():
		return f.convertPart(in, first, width(v.Type, f.prog.PtrWidth))
	case x.Op == ir.Select && len(operands) == 3:
		return f.ts.Ite(f.isSet(first), operands[1], operands[2])
	case len(operands) != 2:
	case x.Op == ir.ICmp:
		return f.bit(f.compare(x.Pred, first, operands[1]))
	case x.Op == ir.FCmp:
		return f.compareFloats(x.Pred, first, operands[1])
	case x.Op.IsBinary():
		return f.binary(in, first, operands[1])
	}
	return term.None
}

// step is the address that a getelementptr computes; None: it is not supported.
func (f *fn) step(m *ir.Module, addr term.Term, t *ir.Type, indices []ir.Value,
	number func(ir.Value) term.Term) term.Term {
	for k, index := range indices {
		if k > 0 && t.Kind == ir.Struct {
			if index.Kind == ir.Zero {
				index.Kind, index.N = ir.ConstInt, 0
			}
			if index.Kind != ir.ConstInt || index.N >= uint64(len(t.Fields)) {
				return term.None
			}
			addr = f.prog.PtrAdd(addr, f.prog.Ptr(m.Layout.Offset(t, int(index.N))))
			t = t.Fields[index.N]
			continue
		}
		if k > 0 {
			if t.Kind != ir.Array && t.Kind != ir.Vector || t.Kind == ir.Vector && isBitwise(t.Elem) {
				return term.None
			}
			t = t.Elem
		}
		size, ok := m.Layout.Size(t)
		if !ok || index.Type.Kind != ir.Int {
			return term.None
		}
		i := number(index)
		if i == term.None {
			return term.None
		}
		addr = f.prog.PtrAdd(addr, f.ts.BVMul(f.resize(i, f.prog.PtrWidth, true), f.prog.Ptr(size)))
	}
	return addr
}
