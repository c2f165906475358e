package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
)

// identPlace is the object or function that an identifier names.
func (f *fn) identPlace(x *cc.PrimaryExpression) value.Place {
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if lo := f.locals[d]; lo != nil {
			return f.localPlace(lo, d)
		}
		if d.Name() == "__func__" || d.Name() == "__FUNCTION__" || d.Name() == "__PRETTY_FUNCTION__" {
			if f.def != nil {
				o := f.stringObject(f.def.Declarator.Name()+"\x00", 1)
				return f.mem.At(f.addrOf(o), d.Type())
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
	return f.mem.Nowhere(x.Type())
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

func (f *fn) localPlace(lo *local, d *cc.Declarator) value.Place {
	p := value.Place{Type: lo.ty, Reg: lo.reg, Opaque: lo.opaque}
	if lo.reg == cfa.NoReg {
		p.Addr = f.flow.Sym(lo.addr)
		p.Order = max(f.types.Order(lo.ty), repr.DeclOrder(d))
	}
	return p
}

// globalPlace is an object with linkage or a static local.
func (f *fn) globalPlace(d *cc.Declarator) value.Place {
	e := f.resolve(f.unit, d)
	if e.isAbsent() {
		return f.mem.At(f.prog.Ptr(0), e.typ)
	}
	if e.isFunc() || d.Type().Kind() == cc.Function {
		if !e.isFunc() {
			e.typ = d.Type()
		}
		return f.mem.At(f.addrOf(f.object(e)), e.typ)
	}
	if e.threadLocal {
		return f.threadLocalPlace(e)
	}
	o := f.object(e)
	p := f.mem.At(f.addrOf(o), e.typ)
	p.Order = max(p.Order, repr.DeclOrder(d))
	return p
}
