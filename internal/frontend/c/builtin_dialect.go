package c

import (
	"maps"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/dialect"
	"whittle.dev/internal/frontend/c/extents"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// Dialect is the tool for which a program was written, of whose words it need not declare any.
type Dialect = dialect.Dialect

// ParseDialect reads the name of a dialect: cbmc, esbmc, smack or sv-comp. An empty one stands for all,
// told apart by the names that occur.
func ParseDialect(name string) (Dialect, error) { return dialect.Parse(name) }

// DialectNames lists the names of dialects.
func DialectNames() []string { return dialect.Names() }

// dialectTable lists what the words of a dialect mean that the program does not define itself.
func dialectTable(d Dialect) map[string]builtin {
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
		"__ESBMC_unreachable": func(f *fn, c *callCtx) value.Value {
			f.flow.Guard(f.ts.False(), f.violation(c.name+" is reached"), f.aborted())
			return f.values.Void()
		},
	})
	maps.DeleteFunc(t, func(name string, _ builtin) bool { return !d.Has(name) })
	return t
}

// dialectInput finds inputs called nondet_T.
func (l *lowerer) dialectInput(name string) builtin {
	if typ, ok := dialect.Input(name); !ok || !l.cfg.Dialect.Has(name) {
		return nil
	} else {
		return func(f *fn, c *callCtx) value.Value { return inputCall(f, c, typ) }
	}
}

// inputCall is nondet_T(). What no declaration gives a type is an int for the parser.
func inputCall(f *fn, c *callCtx, typ string) value.Value {
	if len(c.args) > 0 { // a function of the program that has no definition
		return f.calls.callUndefined(c.ent, c)
	}
	if typ != "int" && (c.ent == nil || c.ent.decl == nil || c.ent.decl.IsSynthetic()) {
		return f.values.Unsupported(c.result, c.name+" without a declaration")
	}
	return f.mem.Havoc(c.result, c.name+"()")
}

// sectionCall begins or ends an atomic section.
func sectionCall(op cfa.Op) builtin {
	return func(f *fn, _ *callCtx) value.Value { return f.section(op) }
}

func assumeCall(f *fn, c *callCtx) value.Value {
	if len(c.args) > 0 {
		f.flow.Assume(f.condArg(c, 0))
		f.evalFrom(c, 1)
	}
	return f.values.Void()
}

// claimCall is an assertion with a description as its second argument.
func claimCall(what string) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) == 0 {
			return f.values.Void()
		}
		msg := what + " failed: " + f.unit.excerpt(c.args[0])
		if text := f.stringArg(c, 1); text != "" {
			msg += " (" + text + ")"
		}
		f.flow.Guard(f.condArg(c, 0), f.violation(msg), f.aborted())
		return f.values.Void()
	}
}

// evalFrom evaluates the arguments from one on.
func (f *fn) evalFrom(c *callCtx, first int) {
	for _, a := range c.args[min(first, len(c.args)):] {
		f.exprs.effect(a)
	}
}

// fixed is a value that is computed with the bits of an address and the same wherever objects lie.
func (f *fn) fixed(name string, v term.Term) term.Term {
	if f.ts.IsConst(v) {
		return v
	}
	r := f.flow.NewPtr(name)
	f.flow.Emit(cfa.Assign{Dst: r, Value: v, Number: true, Fixed: true})
	return f.flow.Sym(r)
}

// region is the number of the region of an address, in which no other object lies.
func (f *fn) region(addr term.Term) term.Term { return f.fixed("region", extents.Region(f.prog, addr)) }

// extent is what the table of objects says of the region of an address.
func (f *fn) extent(addr term.Term) term.Term {
	if f.extents == nil {
		f.extents = extents.NewTable(f.prog)
	}
	r := f.flow.NewPtr("extent")
	f.flow.Emit(cfa.Load{Dst: r, Addr: extents.Entry(f.prog, f.extents, f.region(addr)), Order: cfa.SeqCst})
	return f.flow.Sym(r)
}

// sizeOf is the size of the live object of an entry, which is there.
func (f *fn) sizeOf(entry term.Term) term.Term {
	w := f.prog.PtrWidth
	all := f.ts.Concat(f.ts.BV(1, 0), f.ts.Extract(w-2, 0, entry))
	return f.ts.BVSub(all, f.prog.Ptr(1))
}

// coversCall is r_ok(p, n): the n bytes at p lie in one live object. Without n they are those of what p
// points to. No bytes are there as well only if p points into an object or to its end.
func coversCall(f *fn, c *callCtx) value.Value {
	if len(c.args) == 0 || len(c.args) > 2 {
		return f.values.Unsupported(c.result, c.name)
	}
	n := f.prog.Ptr(1)
	if len(c.args) == 2 {
		n = f.arg(c, 1, f.types.SizeT)
	} else if t := f.named.pointee(c.args[0]); t != nil {
		if size, ok := f.types.Size(t); ok {
			n = f.prog.Ptr(size)
		}
	}
	p := f.arg(c, 0, f.types.Pvoid)
	if f.flow.Constant {
		return f.values.Unsupported(c.result, c.name)
	}
	off, entry := f.fixed("offset", extents.Offset(f.prog, p)), f.extent(p)
	size := f.sizeOf(entry)
	return f.values.Bool(f.ts.And(f.ts.Not(f.ts.Eq(entry, f.prog.Ptr(0))), f.ts.BVUle(off, size),
		f.ts.BVUle(n, f.ts.BVSub(size, off))))
}

func sameObjectCall(f *fn, c *callCtx) value.Value {
	p, q := f.arg(c, 0, f.types.Pvoid), f.arg(c, 1, f.types.Pvoid)
	return f.values.Bool(f.ts.Eq(f.region(p), f.region(q)))
}

// regionCall is POINTER_OBJECT(p), a number that no other object has.
func regionCall(f *fn, c *callCtx) value.Value {
	return value.Value{Term: f.region(f.arg(c, 0, f.types.Pvoid)), Type: f.types.SizeT}
}

func offsetCall(f *fn, c *callCtx) value.Value {
	off := f.fixed("offset", extents.Offset(f.prog, f.arg(c, 0, f.types.Pvoid)))
	return f.arith.Convert(value.Value{Term: off, Type: f.types.SizeT}, c.result)
}

func sizeOfObjectCall(f *fn, c *callCtx) value.Value {
	entry := f.extent(f.arg(c, 0, f.types.Pvoid))
	none := f.ts.Eq(entry, f.prog.Ptr(0))
	return value.Value{Term: f.ts.Ite(none, entry, f.sizeOf(entry)), Type: f.types.SizeT}
}

func isOnHeapCall(f *fn, c *callCtx) value.Value {
	w, entry := f.prog.PtrWidth, f.extent(f.arg(c, 0, f.types.Pvoid))
	return f.values.Bool(f.ts.Eq(f.ts.Extract(w-1, w-1, entry), f.ts.BV(1, 1)))
}

// overflowsCall reports whether the result of an operation does not fit into the type that C gives it.
func overflowsCall(op value.Operator) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) != 2 {
			return f.values.Unsupported(c.result, c.name)
		}
		a, b := f.exprs.expr(c.args[0]), f.exprs.expr(c.args[1])
		f.marks.at(c.x)
		return f.overflows(c, op, a, b)
	}
}

func negationOverflowsCall(f *fn, c *callCtx) value.Value {
	if len(c.args) != 1 {
		return f.values.Unsupported(c.result, c.name)
	}
	a := f.arith.Promote(f.exprs.expr(c.args[0]))
	f.marks.at(c.x)
	return f.overflows(c, value.OpSub, f.values.Const(a.Type, 0), a)
}

func (f *fn) overflows(c *callCtx, op value.Operator, a, b value.Value) value.Value {
	if f.types.Scalar(a.Type).Class != repr.Integer || f.types.Scalar(b.Type).Class != repr.Integer {
		return f.values.Unsupported(c.result, c.name+" on these operands")
	}
	a, b = f.arith.Promote(a), f.arith.Promote(b)
	ty := f.types.Common(a.Type, b.Type)
	a, b = f.arith.Convert(a, ty), f.arith.Convert(b, ty)
	s := f.types.Scalar(ty)
	w := 2*s.Width + 2
	x, y := f.values.Resize(a.Term, s.Width, w, s.Signed), f.values.Resize(b.Term, s.Width, w, s.Signed)
	exact := f.ts.BVMul(x, y)
	switch op {
	case value.OpAdd:
		exact = f.ts.BVAdd(x, y)
	case value.OpSub:
		exact = f.ts.BVSub(x, y)
	}
	cut := f.values.Resize(f.ts.Extract(s.Width-1, 0, exact), s.Width, w, s.Signed)
	return f.values.Bool(f.ts.Not(f.ts.Eq(cut, exact)))
}

// isUninterpreted reports whether the name of a function without a definition says that it has equal
// results for equal arguments, of which an input each time knows nothing.
func isUninterpreted(name string) bool { return strings.HasPrefix(name, "__CPROVER_uninterpreted_") }
