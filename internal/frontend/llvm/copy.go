package llvm

import (
	"slices"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// Copies and fills of a size that is known are loads and stores where they stand, and no calls of a function
// that all of a program's share: so analyses do not take what one copies for what another one does.

// maxCopied limits the size, in bytes.
const maxCopied = 128

// copyKnown lowers llvm.memcpy, llvm.memmove and llvm.memset of a small constant size; it reports whether the
// call is one.
func (f *fn) copyKnown(in *ir.Instr) bool {
	if !isMemory(in) || in.Args[2].Kind != ir.ConstInt || in.Args[2].X != nil || in.Args[2].N == 0 ||
		in.Args[2].N > maxCopied || in.Args[3].Kind != ir.ConstInt || in.Args[3].N != 0 {
		return false
	}
	n := in.Args[2].N
	to := f.value(in.Args[0])
	if isFill(in) {
		c := in.Args[1]
		if c.Kind != ir.ConstInt || c.X != nil {
			return false
		}
		parts := f.words(in, n)
		var values []term.Term
		for _, p := range parts {
			v := c.N & 0xff * (^uint64(0) / 0xff)
			values = append(values, f.ts.BV(p.typ.Bits, v>>(64-p.typ.Bits)))
		}
		f.storeParts(to, parts, values, manner{})
		return true
	}
	from := f.value(in.Args[1])
	parts := f.copiedParts(in, n)
	f.storeParts(to, parts, f.loadParts(from, parts, manner{}), manner{})
	return true
}

func isFill(in *ir.Instr) bool { return in.Call.Callee.X.Name[len("llvm.mem"):][0] == 's' }

// copiedParts are the parts in which n bytes are copied: as the type of one of the objects has them, or
// words. Nothing is left out between them.
func (f *fn) copiedParts(in *ir.Instr, n uint64) []part {
	for _, a := range in.Args[:2] {
		t := f.objectType(a)
		if t == nil || holdsUnion(t, 0) {
			continue
		}
		size, ok1 := f.m.Layout.Size(t)
		parts, ok2 := partsOf(f.m.Layout, t)
		if !ok1 || !ok2 || size < n || len(parts) > maxCopied/4 {
			continue
		}
		parts = slices.DeleteFunc(parts, func(p part) bool { return p.off >= n })
		if k := len(parts); k == 0 || parts[k-1].off+uint64(width(parts[k-1].typ, f.prog.PtrWidth)+7)/8 > n ||
			slices.ContainsFunc(parts, func(p part) bool { return width(p.typ, f.prog.PtrWidth)%8 != 0 }) {
			continue
		}
		return withPadding(parts, n, f.prog.PtrWidth)
	}
	return f.words(in, n)
}

// words cuts n bytes into the largest numbers that lie in them as the operands are aligned.
func (f *fn) words(in *ir.Instr, n uint64) (parts []part) {
	most := uint64(f.prog.PtrWidth / 8)
	for k := range in.Args[:2] {
		if in.Args[k].Type.Kind == ir.Pointer {
			align := uint64(1)
			if k < len(in.Call.Params) {
				align = max(uint64(in.Call.Params[k].Align), 1)
			}
			most = min(most, align)
		}
	}
	for at := uint64(0); at < n; at += most {
		for most > n-at {
			most /= 2
		}
		parts = append(parts, part{ir.IntType(int(8 * most)), at})
	}
	return parts
}

// objectType is the type of the object that an operand points to, where that is known; else nil.
func (f *fn) objectType(v ir.Value) *ir.Type {
	switch v.Kind {
	case ir.Global:
		if s := f.lookup(f.m, v.X.Name); s != nil && s.v != nil {
			return s.v.Type
		}
	case ir.Local:
		switch in := f.body.Definition(v.N); {
		case in == nil:
		case in.Op == ir.Alloca && len(in.Args) == 0:
			return in.Elem
		case in.Op == ir.GetElementPtr:
			return steppedType(in)
		}
	}
	return nil
}

// steppedType is the type that a getelementptr leads to; nil if it is not known.
func steppedType(in *ir.Instr) *ir.Type {
	t := in.Elem
	for _, i := range in.Args[min(2, len(in.Args)):] {
		switch {
		case t.Kind == ir.Array:
			t = t.Elem
		case t.Kind == ir.Struct && i.Kind == ir.ConstInt && i.N < uint64(len(t.Fields)):
			t = t.Fields[i.N]
		default:
			return nil
		}
	}
	return t
}
