package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
)

// identPlace is the object or function that an identifier names.
func (lv *lvalues) identPlace(x *cc.PrimaryExpression) value.Place {
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if lo := lv.vars.vars[d]; lo != nil {
			return lv.localPlace(lo, d)
		}
		if d.Name() == "__func__" || d.Name() == "__FUNCTION__" || d.Name() == "__PRETTY_FUNCTION__" {
			if lv.vars.def != nil {
				o := lv.low.stringObject(lv.vars.def.Declarator.Name()+"\x00", 1)
				return lv.mem.At(lv.low.addrOf(o), d.Type())
			}
		}
		if d.StorageDuration() == cc.Automatic && d.Type().Kind() != cc.Function && d.LexicalScope() != nil &&
			d.LexicalScope().Parent != nil && !d.IsSynthetic() {
			// Declared, but not reached by control flow in this order: a jump
			// over the declaration.
			lv.vars.declareEarly(d)
			if lo := lv.vars.vars[d]; lo != nil {
				return lv.localPlace(lo, d)
			}
		}
		return lv.globalPlace(d)
	case *cc.Parameter:
		if d.Declarator != nil {
			if lo := lv.vars.vars[d.Declarator]; lo != nil {
				return lv.localPlace(lo, d.Declarator)
			}
		}
	}
	lv.flow.Unsupported("the name " + x.Token.SrcStr())
	return lv.mem.Nowhere(x.Type())
}

// declareEarly makes a variable whose declaration has not been lowered yet.
func (ls *locals) declareEarly(d *cc.Declarator) {
	ty := d.Type()
	if repr.IsVLA(ty) {
		return
	}
	if ls.inRegister(d, ty) && ls.types.Scalar(ty).Class != repr.None {
		s := ls.types.Scalar(ty)
		ls.vars[d] = &local{ty: ty, reg: ls.flow.NewReg(d.Name(), s.Sort(), ty.String(), s.Signed),
			addr: cfa.NoReg}
		return
	}
	ls.memory(d, ty, d.Name())
}

func (lv *lvalues) localPlace(lo *local, d *cc.Declarator) value.Place {
	p := value.Place{Type: lo.ty, Reg: lo.reg, Opaque: lo.opaque}
	if lo.reg == cfa.NoReg {
		p.Addr = lv.flow.Sym(lo.addr)
		p.Order = max(lv.types.Order(lo.ty), repr.DeclOrder(d))
	}
	return p
}

// globalPlace is an object with linkage or a static local.
func (lv *lvalues) globalPlace(d *cc.Declarator) value.Place {
	e := lv.low.resolve(lv.unit, d)
	if e.isAbsent() {
		return lv.mem.At(lv.prog.Ptr(0), e.typ)
	}
	if e.isFunc() || d.Type().Kind() == cc.Function {
		if !e.isFunc() {
			e.typ = d.Type()
		}
		return lv.mem.At(lv.low.addrOf(lv.low.object(e)), e.typ)
	}
	if e.threadLocal {
		return lv.threadLocalPlace(e)
	}
	o := lv.low.object(e)
	p := lv.mem.At(lv.low.addrOf(o), e.typ)
	p.Order = max(p.Order, repr.DeclOrder(d))
	return p
}
