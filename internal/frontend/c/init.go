package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// initObject initialises an aggregate of automatic storage duration.
func (f *fn) initObject(addr term.Term, t cc.Type, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && stringForAny(t, n) == nil {
		v := f.expr(n.AssignmentExpression)
		if repr.IsVector(t) {
			v = f.arith.Convert(v, t)
		}
		if v.Addr == term.None {
			f.flow.Unsupported("this initialiser")
			return
		}
		f.mem.Copy(addr, v.Addr, t)
		return
	}
	w := &initWalk{l: f.lowerer, f: f.constFn(f.unit, f)}
	w.initializer(t, 0, nil, n)
	if w.fail != "" {
		f.flow.Unsupported(w.fail)
		return
	}
	f.zeroRest(addr, t, w.items)
	for i := range w.items {
		if f.stopped(i) {
			return
		}
		f.initItem(addr, &w.items[i])
	}
}

func stringForAny(t cc.Type, n *cc.Initializer) *cc.PrimaryExpression {
	if at, ok := t.(*cc.ArrayType); ok {
		return stringFor(at, n)
	}
	return nil
}

// zeroRest zeroes the parts that no item of an initialiser sets.
func (f *fn) zeroRest(addr term.Term, t cc.Type, items []initItem) {
	ls, ok := f.types.Leaves(t, repr.MaxLeaves)
	if !ok {
		f.mem.Zero(addr, t)
		return
	}
	covered := func(off, size uint64) bool {
		for i := range items {
			it := &items[i]
			if it.m != nil {
				continue // its container is read before it is written
			}
			n, _ := f.types.Size(it.ty)
			if off >= it.off && off+size <= it.off+n {
				return true
			}
		}
		return false
	}
	for _, lf := range ls {
		if !covered(lf.Off, uint64(lf.Width/8)) {
			f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(addr, f.prog.Ptr(lf.Off)),
				Value: f.values.Zero(lf.Width)})
		}
	}
}

func (f *fn) initItem(base term.Term, it *initItem) {
	addr := f.prog.PtrAdd(base, f.prog.Ptr(it.off))
	if it.str != nil {
		if at, ok := it.ty.(*cc.ArrayType); ok {
			f.initString(addr, at, it.str)
		} else {
			f.flow.Unsupported("this initialiser")
		}
		return
	}
	v := f.expr(it.expr)
	f.at(it.expr)
	switch {
	case it.m != nil:
		p := f.mem.At(base, it.ty)
		var off uint64
		off, p.Bit = it.m.Container()
		p.Addr = f.prog.PtrAdd(base, f.prog.Ptr(off))
		f.mem.Store(p, f.arith.Convert(v, it.ty))
	case repr.IsAggregate(it.ty):
		if repr.IsVector(it.ty) {
			v = f.arith.Convert(v, it.ty)
		}
		if v.Addr == term.None {
			f.flow.Unsupported("this initialiser")
			return
		}
		f.mem.Copy(addr, v.Addr, it.ty)
	default:
		f.mem.Store(f.mem.At(addr, it.ty), f.arith.Convert(v, it.ty))
	}
}

func (f *fn) initString(addr term.Term, at *cc.ArrayType, s *cc.PrimaryExpression) {
	b, size := f.stringBytes(s)
	n := uint64(at.Len())
	if n > 4*repr.MaxLeaves && n > 2*uint64(len(b)) {
		f.mem.Zero(addr, at)
		n = min(n, uint64(len(b))/size)
	}
	for i := uint64(0); i < n; i++ {
		var v uint64
		for j := uint64(0); j < size; j++ {
			if k := i*size + j; k < uint64(len(b)) {
				v |= uint64(b[k]) << (8 * j)
			}
		}
		f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(addr, f.prog.Ptr(i*size)),
			Value: f.values.BV(int(8*size), v)})
	}
}

// compoundLiteral makes the object of a compound literal.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) value.Place {
	t := f.typeNamed(x.TypeName)
	if own := f.unit.types.Expr(x); own != nil && own.Kind == ctype.Array {
		if t = f.unit.types.Parser(own); t == nil {
			f.flow.Unsupported("a compound literal of this array type")
			return f.mem.Nowhere(f.types.Char)
		}
	}
	n := &cc.Initializer{Case: cc.InitializerInitList, InitializerList: x.InitializerList}
	if f.flow.Constant || f.def == nil {
		e := &entity{name: "(" + repr.Name(t) + "){...}", unit: f.unit, model: f.unit.model, pos: f.flow.Pos,
			typ: t, init: n, defined: true, reg: cfa.NoReg, addrReg: cfa.NoReg, decl: &cc.Declarator{}}
		o := f.literalObject(x, e)
		return f.mem.At(f.addrOf(o), t)
	}
	addr := f.mem.Temp(t, "("+repr.Name(t)+"){...}")
	if repr.IsAggregate(t) {
		f.initObject(addr, t, n)
		return f.mem.At(addr, t)
	}
	v := f.values.Int(0)
	if e := scalarInit(n); e != nil {
		v = f.expr(e)
	}
	p := f.mem.At(addr, t)
	f.mem.Store(p, f.arith.Convert(v, t))
	return p
}
