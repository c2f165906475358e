package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// memcpyCall copies by the type that both pointers point to where the size is
// a small constant multiple of that type's; else it calls the model.
func memcpyCall(f *fn, c *callCtx) value.Value {
	if len(c.args) == 3 {
		if n, ok := f.consts.constSize(c.args[2]); ok {
			if t := f.named.pointeeType(c.args[0], c.args[1], n); t != nil {
				dst := f.exprs.expr(c.args[0])
				src := f.exprs.expr(c.args[1])
				f.marks.at(c.x)
				f.calls.withinParts(c.name, c.args, func(int) term.Term { return f.prog.Ptr(n) })
				f.mem.CopyRun(dst.Term, src.Term, t, n)
				if n > 0 && c.name == "memcpy" && !f.named.areApart(c.args[0], c.args[1]) {
					f.calls.checkOverlap(dst.Term, src.Term, f.prog.Ptr(n), property.Overlap,
						"memcpy copies between objects that overlap")
				}
				return value.Value{Term: dst.Term, Type: f.types.Pvoid}
			}
		}
	}
	return f.calls.callModel(c)
}

// callModel calls the library model of a function.
func (ca *calls) callModel(c *callCtx) value.Value {
	if e := ca.low.models[c.name]; e != nil && e.def != nil {
		return ca.callEntity(e, c)
	}
	ca.evalAll(c)
	return ca.values.UnsupportedCall(c.result, c.name, "the function "+c.name)
}

func (co *constants) constSize(n cc.ExpressionNode) (uint64, bool) {
	v, what := co.constExpr(n)
	if what != "" || v.Term == term.None {
		return 0, false
	}
	return co.ts.ConstUint64(v.Term)
}

// pointeeType is the type in whose units size bytes can be copied between two
// pointers: what both point to, before they become void pointers.
func (de *designations) pointeeType(a, b cc.ExpressionNode, size uint64) cc.Type {
	ta, tb := de.pointee(a), de.pointee(b)
	if ta == nil || tb == nil {
		return nil
	}
	na, ok1 := de.types.Size(ta)
	nb, ok2 := de.types.Size(tb)
	if !ok1 || !ok2 || na == 0 || na != nb || size%na != 0 {
		return nil
	}
	if ta.Kind() != tb.Kind() && repr.IsAggregate(ta) != repr.IsAggregate(tb) {
		return nil
	}
	ls, ok := de.types.WholeObject(ta)
	if !ok || uint64(len(ls))*(size/na) > repr.MaxLeaves {
		return nil
	}
	return ta
}

// pointee is what a pointer argument points to under its casts to void *.
func (de *designations) pointee(n cc.ExpressionNode) cc.Type {
	n = syntax.Unparen(n)
	for {
		x, ok := n.(*cc.CastExpression)
		if !ok || x.Case != cc.CastExpressionCast {
			break
		}
		if p, ok := x.TypeName.Type().(*cc.PointerType); !ok || !repr.IsVoid(p.Elem()) &&
			p.Elem().Size() != 1 {
			break
		}
		n = syntax.Unparen(x.CastExpression)
	}
	t := n.Type()
	if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof {
		t = x.CastExpression.Type().Undecay()
		if t.Kind() == cc.Function || t.IsIncomplete() {
			return nil
		}
		return t
	}
	e := repr.Elem(t.Decay())
	if e == nil || repr.IsVoid(e) || e.IsIncomplete() || e.Kind() == cc.Function {
		return nil
	}
	return e
}

// memsetCall fills with zero by the type of the pointer where the size is a
// multiple of that type's, and bytes by bytes; else it calls the model.
func memsetCall(f *fn, c *callCtx) value.Value {
	if len(c.args) == 3 {
		n, ok1 := f.consts.constSize(c.args[2])
		fill, ok2 := f.consts.constSize(c.args[1])
		t := f.named.pointee(c.args[0])
		if ok1 && ok2 && t != nil {
			size, ok := f.types.Size(t)
			ls, few := f.types.WholeObject(t)
			switch {
			case !ok || size == 0 || n%size != 0:
			case few && uint64(len(ls))*(n/size) <= repr.MaxLeaves:
				dst := f.exprs.expr(c.args[0])
				f.marks.at(c.x)
				f.calls.withinParts(c.name, c.args, func(int) term.Term { return f.prog.Ptr(n) })
				for i := uint64(0); i < n/size; i++ {
					for _, lf := range ls {
						f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(dst.Term, f.prog.Ptr(i*size+lf.Off)),
							Value: f.mem.Bytes(byte(fill), lf.Width)})
					}
				}
				return value.Value{Term: dst.Term, Type: f.types.Pvoid}
			case fill == 0 && !f.types.Padded(t):
				dst := f.exprs.expr(c.args[0])
				f.marks.at(c.x)
				f.calls.withinParts(c.name, c.args, func(int) term.Term { return f.prog.Ptr(n) })
				if n == size {
					f.mem.Zero(dst.Term, t)
				} else {
					f.flow.Repeat(n/size, func(i term.Term) {
						f.mem.Zero(f.prog.PtrAdd(dst.Term, f.ts.BVMul(i, f.prog.Ptr(size))), t)
					})
				}
				return value.Value{Term: dst.Term, Type: f.types.Pvoid}
			}
		}
	}
	return f.calls.callModel(c)
}

// nondetMemory is __VERIFIER_nondet_memory(p, n), which makes the n bytes at p inputs. Where n is a constant
// multiple of the size of what p points to, they are written in units of that; else the model writes them
// byte by byte.
func nondetMemory(f *fn, c *callCtx) value.Value {
	if len(c.args) != 2 {
		f.calls.evalAll(c)
		return f.values.Unsupported(f.types.Void, c.name+" without its two arguments")
	}
	n, ok := f.consts.constSize(c.args[1])
	if t := f.named.pointee(c.args[0]); ok && t != nil {
		if size, ok := f.types.Size(t); ok && size > 0 && n%size == 0 && !f.types.Padded(t) {
			p := f.exprs.expr(c.args[0])
			f.marks.at(c.x)
			f.mem.Inputs(p.Term, t, n/size, cfa.Havoc{What: c.name + "()"})
			return f.values.Void()
		}
	}
	return f.calls.callModel(c)
}
