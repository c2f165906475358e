package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// declareVLA allocates a variable-length array where it is declared; it is
// freed at the end of its block, and by a jump back to before the declaration.
func (ls *locals) declareVLA(d *cc.Declarator, at *cc.ArrayType) {
	lo := ls.Vars[d]
	if lo == nil {
		r := ls.frame.NewArray(d.Name())
		lo = &Local{Ty: at, Reg: cfa.NoReg, Addr: r}
		ls.Vars[d] = lo
	}
	lo.vla = ls.values.Hold(value.Value{Term: ls.vlaSize(at), Type: ls.types.SizeT}).Term
	ls.flow.Emit(cfa.Alloc{Dst: lo.Addr, Size: lo.vla, Align: ls.types.Align(at), Kind: cfa.Stack,
		Name: d.Name()})
}

// evalLengths evaluates the lengths of the variable-length arrays that a declarator writes out, which C fixes
// at the declaration; those that it has from a typedef or __typeof__ were fixed before.
func (ls *locals) evalLengths(d *cc.Declarator) {
	for ; d != nil; d = innerDeclarator(d) {
		for n := d.DirectDeclarator; n != nil; n = n.DirectDeclarator {
			ls.evalLength(n.AssignmentExpression)
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
func (ls *locals) evalTypeName(t *cc.TypeName) {
	for d := t.AbstractDeclarator; d != nil; {
		var inner *cc.AbstractDeclarator
		for n := d.DirectAbstractDeclarator; n != nil; n = n.DirectAbstractDeclarator {
			ls.evalLength(n.AssignmentExpression)
			if n.Case == cc.DirectAbstractDeclaratorDecl {
				inner = n.AbstractDeclarator
			}
		}
		d = inner
	}
}

// evalLength evaluates the length of an array unless it is constant.
func (ls *locals) evalLength(e cc.ExpressionNode) {
	if syntax.IsNil(e) || ls.flow.Constant {
		return
	}
	if _, known := syntax.ParserValue(e); known {
		return
	}
	length := ls.exprs.Expr(e)
	ls.arith.Node = e
	ls.arith.CheckLength(length)
	count := ls.arith.Convert(length, ls.types.SizeT).Term
	r, ok := ls.vlaLengths[e]
	if !ok {
		r = ls.flow.NewPtr("length")
		ls.vlaLengths[e] = r
	}
	ls.flow.Emit(cfa.Assign{Dst: r, Value: count})
}

// vlaSize computes the size in bytes of a type at run time.
func (ls *locals) vlaSize(t cc.Type) term.Term {
	at, ok := t.(*cc.ArrayType)
	if !ok || !repr.IsVLA(at) {
		n, ok := ls.types.Size(t)
		if !ok {
			ls.flow.Unsupported("the size of an incomplete type " + t.String())
		}
		return ls.prog.Ptr(n)
	}
	inner := ls.vlaSize(at.Elem())
	if at.Len() >= 0 && !syntax.HasVariableLength(at) {
		return ls.ts.BVMul(ls.prog.Ptr(uint64(at.Len())), inner)
	}
	e := at.SizeExpression()
	if e == nil {
		ls.flow.Unsupported("an array of unknown size")
		return ls.prog.Ptr(1)
	}
	if _, ok := ls.vlaLengths[e]; !ok {
		ls.evalLength(e)
	}
	if r, ok := ls.vlaLengths[e]; ok {
		return ls.ts.BVMul(ls.flow.Sym(r), inner)
	}
	ls.flow.Unsupported("the length of this array")
	return ls.prog.Ptr(1)
}
