package builtin

import (
	"maps"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/dialect"
	"whittle.dev/internal/frontend/c/extents"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// dialectTable lists what the words of a dialect mean that the program does not define itself.
func dialectTable(d config.Dialect) map[string]builtin {
	t := map[string]builtin{}
	for _, prefix := range []string{"__CPROVER_", "__ESBMC_", "__SMACK_"} {
		maps.Copy(t, map[string]builtin{
			prefix + "assume":         assumeCall,
			prefix + "assert":         claimCall("assertion"),
			prefix + "atomic_begin":   sectionCall(cfa.AtomicBegin{}),
			prefix + "atomic_end":     sectionCall(cfa.AtomicEnd{}),
			prefix + "r_ok":           coversCall,
			prefix + "w_ok":           coversCall,
			prefix + "rw_ok":          coversCall,
			prefix + "same_object":    sameObjectCall,
			prefix + "POINTER_OBJECT": regionCall,
			prefix + "POINTER_OFFSET": offsetCall,
		})
	}
	maps.Copy(t, map[string]builtin{
		"__CPROVER_precondition":         claimCall("precondition"),
		"__CPROVER_postcondition":        claimCall("postcondition"),
		"__CPROVER_OBJECT_SIZE":          sizeOfObjectCall,
		"__ESBMC_get_object_size":        sizeOfObjectCall,
		"__CPROVER_DYNAMIC_OBJECT":       isOnHeapCall,
		"__ESBMC_is_dynamic":             isOnHeapCall,
		"__CPROVER_overflow_plus":        overflowsCall(value.OpAdd),
		"__CPROVER_overflow_minus":       overflowsCall(value.OpSub),
		"__CPROVER_overflow_mult":        overflowsCall(value.OpMul),
		"__CPROVER_overflow_unary_minus": negationOverflowsCall,
		"__CPROVER_havoc_slice":          nondetMemory,
		"__CPROVER_input":                ignoreCall,
		"__CPROVER_output":               ignoreCall,
		"__CPROVER_cover":                ignoreCall,
		"__ESBMC_yield":                  ignoreCall,
		"__ESBMC_unreachable": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Guard(f.Ts.False(), f.Violation(c.Name+" is reached"), f.Aborted())
			return f.Values.Void()
		},
	})
	maps.DeleteFunc(t, func(name string, _ builtin) bool { return !d.Has(name) })
	return t
}

// dialectInput finds inputs called nondet_T.
func (k *Known) dialectInput(name string) builtin {
	if typ, ok := dialect.Input(name); !ok || !k.dialect.Has(name) {
		return nil
	} else {
		return func(f *fn, c *lower.NamedCall) value.Value { return inputCall(f, c, typ) }
	}
}

// inputCall is nondet_T(). What no declaration gives a type is an int for the parser.
func inputCall(f *fn, c *lower.NamedCall, typ string) value.Value {
	if len(c.Args) > 0 { // a function of the program that has no definition
		return f.Calls.CallUndefined(c.Ent, c)
	}
	if typ != "int" && (c.Ent == nil || c.Ent.Decl == nil || c.Ent.Decl.IsSynthetic()) {
		return f.Values.Unsupported(c.Result, c.Name+" without a declaration")
	}
	return f.Mem.Havoc(c.Result, c.Name+"()")
}

// sectionCall begins or ends an atomic section.
func sectionCall(op cfa.Op) builtin {
	return func(f *fn, _ *lower.NamedCall) value.Value { return f.section(op) }
}

func assumeCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) > 0 {
		f.Flow.Assume(f.condArg(c, 0))
		f.evalFrom(c, 1)
	}
	return f.Values.Void()
}

// claimCall is an assertion with a description as its second argument.
func claimCall(what string) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) == 0 {
			return f.Values.Void()
		}
		msg := what + " failed: " + f.Unit.Excerpt(c.Args[0])
		if text := f.stringArg(c, 1); text != "" {
			msg += " (" + text + ")"
		}
		f.Flow.Guard(f.condArg(c, 0), f.Violation(msg), f.Aborted())
		return f.Values.Void()
	}
}

// evalFrom evaluates the arguments from one on.
func (f *fn) evalFrom(c *lower.NamedCall, first int) {
	for _, a := range c.Args[min(first, len(c.Args)):] {
		f.Exprs.Effect(a)
	}
}

// fixed is a value that is computed with the bits of an address and the same wherever objects lie.
func (f *fn) fixed(name string, v term.Term) term.Term {
	if f.Ts.IsConst(v) {
		return v
	}
	r := f.Flow.NewPtr(name)
	f.Flow.Emit(cfa.Assign{Dst: r, Value: v, Number: true, Fixed: true})
	return f.Flow.Sym(r)
}

// region is the number of the region of an address, in which no other object lies.
func (f *fn) region(addr term.Term) term.Term {
	return f.fixed("region", extents.Region(f.Prog, addr))
}

// extent is what the table of objects says of the region of an address.
func (f *fn) extent(addr term.Term) term.Term {
	if f.Extents == nil {
		f.Extents = extents.NewTable(f.Prog)
	}
	r := f.Flow.NewPtr("extent")
	f.Flow.Emit(cfa.Load{Dst: r, Addr: extents.Entry(f.Prog, f.Extents, f.region(addr)), Order: cfa.SeqCst})
	return f.Flow.Sym(r)
}

// sizeOf is the size of the live object of an entry, which is there.
func (f *fn) sizeOf(entry term.Term) term.Term {
	w := f.Prog.PtrWidth
	all := f.Ts.Concat(f.Ts.BV(1, 0), f.Ts.Extract(w-2, 0, entry))
	return f.Ts.BVSub(all, f.Prog.Ptr(1))
}

// coversCall is r_ok(p, n): the n bytes at p lie in one live object. Without n they are those of what p
// points to. No bytes are there as well only if p points into an object or to its end.
func coversCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) == 0 || len(c.Args) > 2 {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	n := f.Prog.Ptr(1)
	if len(c.Args) == 2 {
		n = f.arg(c, 1, f.Types.SizeT)
	} else if t := f.Named.Pointee(c.Args[0]); t != nil {
		if size, ok := f.Types.Size(t); ok {
			n = f.Prog.Ptr(size)
		}
	}
	p := f.arg(c, 0, f.Types.Pvoid)
	if f.Flow.Constant {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	off, entry := f.fixed("offset", extents.Offset(f.Prog, p)), f.extent(p)
	size := f.sizeOf(entry)
	return f.Values.Bool(f.Ts.And(f.Ts.Not(f.Ts.Eq(entry, f.Prog.Ptr(0))), f.Ts.BVUle(off, size),
		f.Ts.BVUle(n, f.Ts.BVSub(size, off))))
}

func sameObjectCall(f *fn, c *lower.NamedCall) value.Value {
	p, q := f.arg(c, 0, f.Types.Pvoid), f.arg(c, 1, f.Types.Pvoid)
	return f.Values.Bool(f.Ts.Eq(f.region(p), f.region(q)))
}

// regionCall is POINTER_OBJECT(p), a number that no other object has.
func regionCall(f *fn, c *lower.NamedCall) value.Value {
	return value.Value{Term: f.region(f.arg(c, 0, f.Types.Pvoid)), Type: f.Types.SizeT}
}

func offsetCall(f *fn, c *lower.NamedCall) value.Value {
	off := f.fixed("offset", extents.Offset(f.Prog, f.arg(c, 0, f.Types.Pvoid)))
	return f.Arith.Convert(value.Value{Term: off, Type: f.Types.SizeT}, c.Result)
}

func sizeOfObjectCall(f *fn, c *lower.NamedCall) value.Value {
	entry := f.extent(f.arg(c, 0, f.Types.Pvoid))
	none := f.Ts.Eq(entry, f.Prog.Ptr(0))
	return value.Value{Term: f.Ts.Ite(none, entry, f.sizeOf(entry)), Type: f.Types.SizeT}
}

func isOnHeapCall(f *fn, c *lower.NamedCall) value.Value {
	w, entry := f.Prog.PtrWidth, f.extent(f.arg(c, 0, f.Types.Pvoid))
	return f.Values.Bool(f.Ts.Eq(f.Ts.Extract(w-1, w-1, entry), f.Ts.BV(1, 1)))
}

// overflowsCall reports whether the result of an operation does not fit into the type that C gives it.
func overflowsCall(op value.Operator) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) != 2 {
			return f.Values.Unsupported(c.Result, c.Name)
		}
		a, b := f.Exprs.Expr(c.Args[0]), f.Exprs.Expr(c.Args[1])
		f.Marks.At(c.X)
		return f.overflows(c, op, a, b)
	}
}

func negationOverflowsCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) != 1 {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	a := f.Arith.Promote(f.Exprs.Expr(c.Args[0]))
	f.Marks.At(c.X)
	return f.overflows(c, value.OpSub, f.Values.Const(a.Type, 0), a)
}

func (f *fn) overflows(c *lower.NamedCall, op value.Operator, a, b value.Value) value.Value {
	if f.Types.Scalar(a.Type).Class != repr.Integer || f.Types.Scalar(b.Type).Class != repr.Integer {
		return f.Values.Unsupported(c.Result, c.Name+" on these operands")
	}
	a, b = f.Arith.Promote(a), f.Arith.Promote(b)
	ty := f.Types.Common(a.Type, b.Type)
	a, b = f.Arith.Convert(a, ty), f.Arith.Convert(b, ty)
	s := f.Types.Scalar(ty)
	w := 2*s.Width + 2
	x, y := f.Values.Resize(a.Term, s.Width, w, s.Signed), f.Values.Resize(b.Term, s.Width, w, s.Signed)
	exact := f.Ts.BVMul(x, y)
	switch op {
	case value.OpAdd:
		exact = f.Ts.BVAdd(x, y)
	case value.OpSub:
		exact = f.Ts.BVSub(x, y)
	}
	cut := f.Values.Resize(f.Ts.Extract(s.Width-1, 0, exact), s.Width, w, s.Signed)
	return f.Values.Bool(f.Ts.Not(f.Ts.Eq(cut, exact)))
}
