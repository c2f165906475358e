package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// declareVLA allocates a variable-length array where it is declared; it is
// freed at the end of its block, and by a jump back to before the declaration.
func (f *fn) declareVLA(d *cc.Declarator, at *cc.ArrayType) {
	lo := f.locals[d]
	if lo == nil {
		r := f.frame.NewArray(d.Name())
		lo = &local{ty: at, reg: cfa.NoReg, addr: r}
		f.locals[d] = lo
	}
	lo.vla = f.values.Hold(value.Value{Term: f.vlaSize(at), Type: f.types.SizeT}).Term
	f.flow.Emit(cfa.Alloc{Dst: lo.addr, Size: lo.vla, Align: f.types.Align(at), Kind: cfa.Stack,
		Name: d.Name()})
}

// evalLengths evaluates the lengths of the variable-length arrays that a
// declarator writes out, which C fixes at the declaration; those that it has from
// a typedef or __typeof__ were fixed before.
func (f *fn) evalLengths(d *cc.Declarator) {
	for ; d != nil; d = innerDeclarator(d) {
		for n := d.DirectDeclarator; n != nil; n = n.DirectDeclarator {
			f.evalLength(n.AssignmentExpression)
		}
	}
}

// innerDeclarator is the one in parentheses: (*p) of int (*p)[n].
func innerDeclarator(d *cc.Declarator) *cc.Declarator {
	for n := d.DirectDeclarator; n != nil; n = n.DirectDeclarator {
		if n.Case == cc.DirectDeclaratorDecl {
			return n.Declarator
		}
	}
	return nil
}

// evalTypeName does the same for a type name.
func (f *fn) evalTypeName(t *cc.TypeName) {
	for d := t.AbstractDeclarator; d != nil; {
		var inner *cc.AbstractDeclarator
		for n := d.DirectAbstractDeclarator; n != nil; n = n.DirectAbstractDeclarator {
			f.evalLength(n.AssignmentExpression)
			if n.Case == cc.DirectAbstractDeclaratorDecl {
				inner = n.AbstractDeclarator
			}
		}
		d = inner
	}
}

// evalLength evaluates the length of an array unless it is constant.
func (f *fn) evalLength(e cc.ExpressionNode) {
	if syntax.IsNil(e) || f.flow.Constant {
		return
	}
	if _, known := ctype.ParserValue(e); known {
		return
	}
	count := f.arith.Convert(f.expr(e), f.types.SizeT).Term
	r, ok := f.vlaLengths[e]
	if !ok {
		r = f.flow.NewPtr("length")
		f.vlaLengths[e] = r
	}
	f.flow.Emit(cfa.Assign{Dst: r, Value: count})
}

// vlaSize computes the size in bytes of a type at run time.
func (f *fn) vlaSize(t cc.Type) term.Term {
	at, ok := t.(*cc.ArrayType)
	if !ok || !repr.IsVLA(at) {
		n, ok := f.types.Size(t)
		if !ok {
			f.flow.Unsupported("the size of an incomplete type " + t.String())
		}
		return f.prog.Ptr(n)
	}
	inner := f.vlaSize(at.Elem())
	if at.Len() >= 0 {
		return f.ts.BVMul(f.prog.Ptr(uint64(at.Len())), inner)
	}
	e := at.SizeExpression()
	if e == nil {
		f.flow.Unsupported("an array of unknown size")
		return f.prog.Ptr(1)
	}
	if _, ok := f.vlaLengths[e]; !ok {
		f.evalLength(e)
	}
	if r, ok := f.vlaLengths[e]; ok {
		return f.ts.BVMul(f.flow.Sym(r), inner)
	}
	f.flow.Unsupported("the length of this array")
	return f.prog.Ptr(1)
}
