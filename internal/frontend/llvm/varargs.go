package llvm

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// variableArguments puts variable arguments into memory, where those stand that are passed on the stack, and
// returns the address.
func (f *fn) variableArguments(in *ir.Instr, from int) (term.Term, bool) {
	word := uint64(f.prog.PtrWidth / 8)
	type argument struct {
		off   uint64
		parts []part
		v     []term.Term
	}
	var list []argument
	at := uint64(0)
	for k := from; k < len(in.Args); k++ {
		a := in.Args[k]
		t := a.Type
		v := f.parts(a)
		if v == nil {
			return term.None, false
		}
		if isByVal(in, k) {
			t = in.Call.Params[k].ByVal
		}
		parts, ok := partsOf(f.m.Layout, t)
		size, ok2 := f.m.Layout.Size(t)
		if !ok || !ok2 || len(parts) != len(v) && !isByVal(in, k) {
			f.unsupportedType(t)
			return term.None, false
		}
		if isByVal(in, k) {
			if holdsUnion(t, 0) {
				parts = withPadding(parts, size, f.prog.PtrWidth)
			}
			v = f.loadParts(v[0], parts, manner{})
		}
		if word == 8 && f.m.Layout.Align(t) > 8 {
			at = (at + 15) / 16 * 16
		}
		list = append(list, argument{at, parts, v})
		at += (size + word - 1) / word * word
	}
	base := f.flow.Sym(f.b.Frame().NewObject(c.Object{Name: "variable arguments", Size: max(at, word),
		Align: 16}))
	if len(list) == 0 {
		return f.prog.PtrAdd(base, f.prog.Ptr(word)), true // behind the end: there is nothing
	}
	for _, a := range list {
		f.storeParts(f.prog.PtrAdd(base, f.prog.Ptr(a.off)), a.parts, a.v, manner{})
	}
	return base, true
}

// listOf is a va_list of the library models, which is the address of the next argument, for one of the
// program.
func (f *fn) listOf(list term.Term) term.Term {
	if f.prog.PtrWidth == 32 {
		return list
	}
	return f.loadWord(list, 8)
}

// startList lowers llvm.va_start: all arguments lie where those on the stack do, and none in registers.
func (f *fn) startList(to term.Term) {
	bits := func(n uint64) term.Term { return f.ts.BV(32, n) }
	put := func(off uint64, v term.Term) {
		f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(to, f.prog.Ptr(off)), Value: v})
	}
	switch {
	case f.list == cfa.NoReg:
		f.flow.Unsupported("va_start in a function without variable arguments")
	case f.prog.PtrWidth == 32 && isIntel(f.m):
		put(0, f.flow.Sym(f.list))
	case isIntel(f.m):
		put(0, bits(48))
		put(4, bits(176))
		put(8, f.flow.Sym(f.list))
		put(16, f.prog.Ptr(0))
	default:
		f.flow.Unsupported("va_start for this machine")
	}
}

// copyList lowers llvm.va_copy.
func (f *fn) copyList(to, from term.Term) {
	if !isIntel(f.m) {
		f.flow.Unsupported("va_copy for this machine")
		return
	}
	parts := []part{{ir.PointerType(), 0}}
	if f.prog.PtrWidth == 64 {
		parts = []part{{ir.IntType(32), 0}, {ir.IntType(32), 4}, {ir.PointerType(), 8},
			{ir.PointerType(), 16}}
	}
	f.storeParts(to, parts, f.loadParts(from, parts, manner{}), manner{})
}

// isIntel reports whether a va_list is as the System V ABI has it for Intel's machines.
func isIntel(m *ir.Module) bool {
	t := m.Triple
	intel := strings.HasPrefix(t, "x86_64") || len(t) > 4 && t[0] == 'i' && t[2:4] == "86"
	return intel && !strings.Contains(t, "windows")
}
