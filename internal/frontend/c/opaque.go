package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// page is the size of the stretches at both ends of memory in which no object lies.
const page = 4096

// opaque returns an address in a register of its own if it is made of the constant address of a static
// object. Terms over constants are folded, and what the program finds out about the number of an address
// could not be seen any more: it depends on where objects lie, which is not for us to choose (package
// addresses).
func (f *fn) opaque(t term.Term) term.Term {
	if f.flow.Constant || t == term.None || f.ts.Sort(t).Width() != f.prog.PtrWidth || !f.hasAddress(t) {
		return t
	}
	r := f.flow.NewReg("address", f.ts.Sort(t), "", false)
	f.flow.Emit(cfa.Assign{Dst: r, Value: t})
	return f.flow.Sym(r)
}

// hasAddress reports whether a term contains the address of a static object.
func (f *fn) hasAddress(t term.Term) bool {
	if n, ok := f.ts.ConstUint64(t); ok {
		return f.prog.RegionOf(n) > 0 && n < f.prog.HeapBase
	}
	for _, a := range f.ts.Args(t) {
		if f.hasAddress(a) {
			return true
		}
	}
	return false
}

// isNumbered reports whether an equality with a term tells more than whether something is null, if it is
// folded.
func (f *fn) isNumbered(t term.Term) bool {
	n, ok := f.ts.ConstUint64(t)
	return ok && n >= page && n < uint64(1)<<(f.prog.PtrWidth-1)<<1-page || !ok && f.hasAddress(t)
}
