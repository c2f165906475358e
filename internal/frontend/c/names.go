package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
)

// identPlace is the object or function that an identifier names.
func (f *fn) identPlace(x *cc.PrimaryExpression) place {
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if lo := f.locals[d]; lo != nil {
			return f.localPlace(lo, d)
		}
		if d.Name() == "__func__" || d.Name() == "__FUNCTION__" || d.Name() == "__PRETTY_FUNCTION__" {
			if f.def != nil {
				o := f.stringObject(f.def.Declarator.Name()+"\x00", 1)
				return f.inMemory(f.addrOf(o), d.Type())
			}
		}
		if d.StorageDuration() == cc.Automatic && d.Type().Kind() != cc.Function && d.LexicalScope() != nil &&
			d.LexicalScope().Parent != nil && !d.IsSynthetic() {
			// Declared, but not reached by control flow in this order: a jump
			// over the declaration.
			f.declareEarly(d)
			if lo := f.locals[d]; lo != nil {
				return f.localPlace(lo, d)
			}
		}
		return f.globalPlace(d)
	case *cc.Parameter:
		if d.Declarator != nil {
			if lo := f.locals[d.Declarator]; lo != nil {
				return f.localPlace(lo, d.Declarator)
			}
		}
	}
	f.flow.Unsupported("the name " + x.Token.SrcStr())
	return f.badPlace(x.Type())
}

// declareEarly makes a variable whose declaration has not been lowered yet.
func (f *fn) declareEarly(d *cc.Declarator) {
	ty := d.Type()
	if repr.IsVLA(ty) {
		return
	}
	if f.inRegister(d, ty) && f.types.Scalar(ty).Class != repr.None {
		s := f.types.Scalar(ty)
		f.locals[d] = &local{ty: ty, reg: f.flow.NewReg(d.Name(), s.Sort(), ty.String(), s.Signed),
			addr: cfa.NoReg}
		return
	}
	f.memory(d, ty, d.Name())
}

func (f *fn) localPlace(lo *local, d *cc.Declarator) place {
	p := place{ty: lo.ty, reg: lo.reg, opaque: lo.opaque}
	if lo.reg == cfa.NoReg {
		p.addr = f.flow.Sym(lo.addr)
		p.order = max(f.types.Order(lo.ty), repr.DeclOrder(d))
	}
	return p
}

// globalPlace is an object with linkage or a static local.
func (f *fn) globalPlace(d *cc.Declarator) place {
	e := f.resolve(f.unit, d)
	if e.isAbsent() {
		return f.inMemory(f.prog.Ptr(0), e.typ)
	}
	if e.isFunc() || d.Type().Kind() == cc.Function {
		if !e.isFunc() {
			e.typ = d.Type()
		}
		return f.inMemory(f.addrOf(f.object(e)), e.typ)
	}
	if e.threadLocal {
		return f.threadLocalPlace(e)
	}
	o := f.object(e)
	p := f.inMemory(f.addrOf(o), e.typ)
	p.order = max(p.order, repr.DeclOrder(d))
	return p
}
