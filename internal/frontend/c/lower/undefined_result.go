package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// undefinedResult is what a function without a definition returns: an input, or a pointer to an object of its
// own. Which function a pointer leads to is not known.
func (ca *calls) undefinedResult(result cc.Type, name string) value.Value {
	switch {
	case ca.flow.Constant || !repr.IsPointer(result):
		v := ca.mem.Havoc(result, name+"()")
		if v.Addr != term.None && !ca.flow.Constant {
			ca.opaque(v.Addr, result, name)
		}
		return v
	case !leadsToObject(result):
		return ca.mem.Inexact(result, name)
	}
	return ca.undefinedObject(result, name)
}

// leadsToObject reports whether a type is that of pointers to objects.
func leadsToObject(t cc.Type) bool { return repr.IsPointer(t) && repr.Elem(t).Kind() != cc.Function }

// undefinedObject makes the object to which a pointer leads that a function without a definition returns,
// one for each call: the program relies on such a pointer, for a reason that is not known. The object holds
// inputs; on the pointers and unions in it, and on what it leads to, no violation may rest. Where functions
// may fail, the pointer may be null.
func (ca *calls) undefinedObject(result cc.Type, name string) value.Value {
	to := repr.Elem(result)
	size, ok := ca.types.Size(to)
	whole := ok && size > 0 && !repr.IsVoid(to)
	if !whole {
		size = 1
	}
	r := ca.flow.NewPtr("object")
	ptr := value.Value{Term: ca.flow.Sym(r), Type: result}
	done := ca.flow.NewLoc()
	if ca.low.Cfg.MayFail == config.AllFail {
		fails, makes := ca.flow.NewLoc(), ca.flow.NewLoc()
		null := ca.mem.Havoc(ca.types.Int, name+"() is null")
		ca.flow.Branch(ca.ts.Eq(null.Term, ca.values.Zero(ca.types.Scalar(ca.types.Int).Width)), makes,
			fails)
		ca.flow.Cur = fails
		ca.flow.Emit(cfa.Assign{Dst: r, Value: ca.prog.Ptr(0)})
		ca.flow.Jump(done)
		ca.flow.Cur = makes
	}
	alloc := cfa.Alloc{Dst: r, Size: ca.prog.Ptr(size), Align: 16, Kind: cfa.Stack, Name: name + "()",
		From: name}
	if whole {
		alloc.Layout = ca.types.Layout(to)
	}
	ca.flow.Emit(alloc)
	if whole {
		ca.mem.Inputs(ptr.Term, to, 1, cfa.Havoc{What: "made by " + name + "()"})
		ca.opaque(ptr.Term, to, name)
	}
	ca.flow.GoTo(done)
	return ptr
}

// opaque makes inputs of what an object of a function without a definition holds on which no violation may
// rest: of pointers, and of unions, among them the locks.
func (ca *calls) opaque(addr term.Term, t cc.Type, name string) {
	for _, p := range ca.types.Opaque(t, repr.MaxLeaves) {
		ca.mem.Inputs(ca.prog.PtrAdd(addr, ca.prog.Ptr(p.Off)), p.Type, 1,
			cfa.Havoc{What: name + "()", Inexact: name})
	}
}
