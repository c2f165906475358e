package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/initializer"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// initialisers lowers the initialisers of objects of automatic storage duration.
type initialisers struct {
	low     *lowerer
	unit    *unit
	types   *repr.Types
	prog    *cfa.Program
	flow    *flow.Builder
	values  *value.Values
	mem     *value.Memory
	arith   *value.Arith
	marks   *marker
	exprs   *expressions
	lvalues *lvalues
	vars    *locals
}

// initObject initialises an aggregate of automatic storage duration.
func (is *initialisers) initObject(addr term.Term, t cc.Type, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && initializer.StringForAny(t, n) == nil {
		v := is.exprs.Expr(n.AssignmentExpression)
		if repr.IsVector(t) {
			v = is.arith.Convert(v, t)
		}
		if v.Addr == term.None {
			is.flow.Unsupported("this initialiser")
			return
		}
		is.mem.Copy(addr, v.Addr, t)
		return
	}
	w := initializer.New(is.types, is.low.constFn(is.unit, is.vars), t, n)
	if w.Fail != "" {
		is.flow.Unsupported(w.Fail)
		return
	}
	is.zeroRest(addr, t, w.Items)
	for i := range w.Items {
		if is.low.stopped(i) {
			return
		}
		is.initItem(addr, &w.Items[i])
	}
}

// zeroRest zeroes the parts that no item of an initialiser sets.
func (is *initialisers) zeroRest(addr term.Term, t cc.Type, items []initializer.Item) {
	ls, ok := is.types.Leaves(t, repr.MaxLeaves)
	if !ok {
		is.mem.Zero(addr, t)
		return
	}
	covered := func(off, size uint64) bool {
		for i := range items {
			it := &items[i]
			if it.Bit != nil {
				continue // its container is read before it is written
			}
			n, _ := is.types.Size(it.Type)
			if off >= it.Off && off+size <= it.Off+n {
				return true
			}
		}
		return false
	}
	for _, lf := range ls {
		if !covered(lf.Off, uint64(lf.Width/8)) {
			is.flow.Emit(cfa.Store{Addr: is.prog.PtrAdd(addr, is.prog.Ptr(lf.Off)),
				Value: is.values.Zero(lf.Width)})
		}
	}
}

func (is *initialisers) initItem(base term.Term, it *initializer.Item) {
	addr := is.prog.PtrAdd(base, is.prog.Ptr(it.Off))
	if it.String != nil {
		if at, ok := it.Type.(*cc.ArrayType); ok {
			is.initString(addr, at, it.String)
		} else {
			is.flow.Unsupported("this initialiser")
		}
		return
	}
	v := is.exprs.Expr(it.Expr)
	is.marks.At(it.Expr)
	switch {
	case it.Bit != nil:
		p := is.mem.At(base, it.Type)
		var off uint64
		off, p.Bit = it.Bit.Container()
		p.Addr = is.prog.PtrAdd(base, is.prog.Ptr(off))
		is.mem.Store(p, is.arith.Convert(v, it.Type))
	case repr.IsAggregate(it.Type):
		if repr.IsVector(it.Type) {
			v = is.arith.Convert(v, it.Type)
		}
		if v.Addr == term.None {
			is.flow.Unsupported("this initialiser")
			return
		}
		is.mem.Copy(addr, v.Addr, it.Type)
	default:
		is.mem.Store(is.mem.At(addr, it.Type), is.arith.Convert(v, it.Type))
	}
}

func (is *initialisers) initString(addr term.Term, at *cc.ArrayType, s *cc.PrimaryExpression) {
	b, size := is.lvalues.StringBytes(s)
	n := uint64(at.Len())
	if n > 4*repr.MaxLeaves && n > 2*uint64(len(b)) {
		is.mem.Zero(addr, at)
		n = min(n, uint64(len(b))/size)
	}
	for i := uint64(0); i < n; i++ {
		var v uint64
		for j := uint64(0); j < size; j++ {
			if k := i*size + j; k < uint64(len(b)) {
				v |= uint64(b[k]) << (8 * j)
			}
		}
		is.flow.Emit(cfa.Store{Addr: is.prog.PtrAdd(addr, is.prog.Ptr(i*size)),
			Value: is.values.BV(int(8*size), v)})
	}
}

// compoundLiteral makes the object of a compound literal.
func (lv *lvalues) compoundLiteral(x *cc.PostfixExpression) value.Place {
	t := lv.exprs.typeNamed(x.TypeName)
	if own := lv.unit.Types.Expr(x); own != nil && own.Kind == ctype.Array {
		if t = lv.unit.Types.Parser(own); t == nil {
			lv.flow.Unsupported("a compound literal of this array type")
			return lv.mem.Nowhere(lv.types.Char)
		}
	}
	n := &cc.Initializer{Case: cc.InitializerInitList, InitializerList: x.InitializerList}
	if lv.flow.Constant || lv.vars.def == nil {
		e := &Entity{Name: "(" + repr.Name(t) + "){...}", Unit: lv.unit, Model: lv.unit.Model,
			Pos: lv.flow.Pos,
			Typ: t, init: n, defined: true, reg: cfa.NoReg, addrReg: cfa.NoReg, Decl: &cc.Declarator{}}
		o := lv.consts.literalObject(x, e)
		return lv.mem.At(lv.low.AddrOf(o), t)
	}
	addr := lv.mem.Temp(t, "("+repr.Name(t)+"){...}")
	if repr.IsAggregate(t) {
		lv.inits.initObject(addr, t, n)
		return lv.mem.At(addr, t)
	}
	v := lv.values.Int(0)
	if e := syntax.ScalarInitializer(n); e != nil {
		v = lv.exprs.Expr(e)
	}
	p := lv.mem.At(addr, t)
	lv.mem.Store(p, lv.arith.Convert(v, t))
	return p
}

// ConstInt implements initializer.Evaluator.
func (f *Function) ConstInt(n cc.ExpressionNode) (int64, bool) { return f.Consts.ConstInt(n) }

// StringBytes implements initializer.Evaluator.
func (f *Function) StringBytes(x *cc.PrimaryExpression) (string, uint64) {
	return f.Lvalues.StringBytes(x)
}

// Stopped implements initializer.Evaluator.
func (f *Function) Stopped(i int) bool { return f.stopped(i) }
