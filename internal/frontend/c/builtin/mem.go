package builtin

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// memcpyCall copies by the type that both pointers point to where the size is
// a small constant multiple of that type's; else it calls the model.
func memcpyCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) == 3 {
		if n, ok := f.Consts.ConstSize(c.Args[2]); ok {
			if t := f.Named.PointeeType(c.Args[0], c.Args[1], n); t != nil {
				dst := f.Exprs.Expr(c.Args[0])
				src := f.Exprs.Expr(c.Args[1])
				f.Marks.At(c.X)
				f.Calls.WithinParts(c.Name, c.Args, func(int) term.Term { return f.Prog.Ptr(n) })
				f.Mem.CopyRun(dst.Term, src.Term, t, n)
				if n > 0 && c.Name == "memcpy" && !f.Named.AreApart(c.Args[0], c.Args[1]) {
					f.Calls.CheckOverlap(dst.Term, src.Term, f.Prog.Ptr(n), property.Overlap,
						"memcpy copies between objects that overlap")
				}
				return value.Value{Term: dst.Term, Type: f.Types.Pvoid}
			}
		}
	}
	return f.Calls.CallModel(c)
}

// memsetCall fills with zero by the type of the pointer where the size is a
// multiple of that type's, and bytes by bytes; else it calls the model.
func memsetCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) == 3 {
		n, ok1 := f.Consts.ConstSize(c.Args[2])
		fill, ok2 := f.Consts.ConstSize(c.Args[1])
		t := f.Named.Pointee(c.Args[0])
		if ok1 && ok2 && t != nil {
			size, ok := f.Types.Size(t)
			ls, few := f.Types.WholeObject(t)
			switch {
			case !ok || size == 0 || n%size != 0:
			case few && uint64(len(ls))*(n/size) <= repr.MaxLeaves:
				dst := f.Exprs.Expr(c.Args[0])
				f.Marks.At(c.X)
				f.Calls.WithinParts(c.Name, c.Args, func(int) term.Term { return f.Prog.Ptr(n) })
				for i := uint64(0); i < n/size; i++ {
					for _, lf := range ls {
						f.Flow.Emit(cfa.Store{Addr: f.Prog.PtrAdd(dst.Term, f.Prog.Ptr(i*size+lf.Off)),
							Value: f.Mem.Bytes(byte(fill), lf.Width)})
					}
				}
				return value.Value{Term: dst.Term, Type: f.Types.Pvoid}
			case fill == 0 && !f.Types.Padded(t):
				dst := f.Exprs.Expr(c.Args[0])
				f.Marks.At(c.X)
				f.Calls.WithinParts(c.Name, c.Args, func(int) term.Term { return f.Prog.Ptr(n) })
				if n == size {
					f.Mem.Zero(dst.Term, t)
				} else {
					f.Flow.Repeat(n/size, func(i term.Term) {
						f.Mem.Zero(f.Prog.PtrAdd(dst.Term, f.Ts.BVMul(i, f.Prog.Ptr(size))), t)
					})
				}
				return value.Value{Term: dst.Term, Type: f.Types.Pvoid}
			}
		}
	}
	return f.Calls.CallModel(c)
}

// nondetMemory is __VERIFIER_nondet_memory(p, n), which makes the n bytes at p inputs. Where n is a constant
// multiple of the size of what p points to, they are written in units of that; else the model writes them
// byte by byte.
func nondetMemory(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) != 2 {
		f.Calls.EvalAll(c)
		return f.Values.Unsupported(f.Types.Void, c.Name+" without its two arguments")
	}
	n, ok := f.Consts.ConstSize(c.Args[1])
	if t := f.Named.Pointee(c.Args[0]); ok && t != nil {
		if size, ok := f.Types.Size(t); ok && size > 0 && n%size == 0 && !f.Types.Padded(t) {
			p := f.Exprs.Expr(c.Args[0])
			f.Marks.At(c.X)
			f.Mem.Inputs(p.Term, t, n/size, cfa.Havoc{What: c.Name + "()"})
			return f.Values.Void()
		}
	}
	return f.Calls.CallModel(c)
}

// aheadCall is __whittle_ahead(p, q), see ahead.
func aheadCall(f *fn, c *lower.NamedCall) value.Value {
	far := f.Ts.BVNot(f.Prog.Ptr(0))
	if f.Arith.Behaviour {
		p := f.arg(c, 0, f.Types.Pvoid)
		far = f.Calls.Ahead(p, f.arg(c, 1, f.Types.Pvoid))
	}
	return value.Value{Term: far, Type: f.Types.SizeT}
}
