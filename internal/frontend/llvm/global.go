package llvm

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// address is the address of something global that a module names; None: it is not supported.
func (f *fn) address(m *ir.Module, name string) term.Term {
	s := f.lookup(m, name)
	switch {
	case s == nil || s.alias != nil && s.alias.IFunc:
		return term.None
	case s.alias != nil:
		return f.constant(s.m, s.alias.To)
	case s.fn == nil && !s.v.ThreadLocal && (s.v.Init.Kind != ir.None || c.HeaderOf(name) == ""):
		return f.object(s)
	}
	name = s.shadow
	if s.fn == nil && !s.v.ThreadLocal {
		name = s.name // one of the library
	}
	if name == "" {
		return term.None
	}
	addr, ok := f.b.Address(name)
	if !ok {
		return term.None
	}
	return addr
}

// object is the address of the static object of a variable.
func (f *fn) object(s *symbol) term.Term {
	if s.object != nil {
		return f.whole(s)
	}
	g := s.v
	if s.isText() {
		s.object = f.b.Text(g.Init.X.Name)
		return f.whole(s)
	}
	size, ok := s.m.Layout.Size(g.Type)
	if !ok && g.Init.Kind != ir.None {
		return term.None
	}
	if size == 0 && g.Init.Kind == ir.None && g.Type.Kind == ir.Array {
		// There are elements, and that there is more than one is not known.
		size, _ = s.m.Layout.Size(g.Type.Elem)
	}
	if strings.HasPrefix(s.name, "_ZTI") && g.Init.Kind == ir.None {
		size = uint64(f.prog.PtrWidth / 4)
	}
	o := &cfa.Object{Name: tableName(s.name), Kind: cfa.Global, Size: max(size, 1),
		Align: max(g.Align, s.m.Layout.Align(g.Type), 1), Proc: cfa.NoProc,
		ReadOnly: g.Constant, Undefined: g.Init.Kind == ir.None && !isOpaque(s.name)}
	n := s.m.Node(s.m.NodeAt(int(g.Dbg)).Field("var"))
	if n != nil && n.Str("name") != "" {
		o.Name = n.Str("name")
		o.Pos = source.Pos{File: f.file(f.prog.Files, s.m, s.m.Node(n.Field("file"))),
			Line: int32(n.Int("line"))}
		if l := f.layouts.of(s.m, n.Field("type")); l != nil && l.Size == o.Size {
			o.Layout = l
		}
	}
	if g.Constant && g.Linkage == ir.Private && n == nil {
		o.Kind = cfa.ConstData
		if g.Init.Kind == ir.Bytes {
			o.Name = "text " + quote(trimZero(g.Init.X.Name))
		}
	}
	f.prog.AddObject(o)
	s.object = o
	if name, ok := strings.CutPrefix(s.name, "_ZTI"); ok && g.Init.Kind == ir.None {
		f.outsideType(o, name)
	}
	if g.Init.Kind != ir.None && !f.initialise(s.m, o, g.Init, 0) {
		o.Init, s.broken = nil, true
	}
	return f.whole(s)
}

// isOpaque reports whether a variable of the runtime of C++ is one of which a program uses the address alone:
// the tables of the classes of type information, that information, and the handle of a module.
func isOpaque(name string) bool {
	return strings.HasPrefix(name, "_ZTVN10__cxxabiv1") || strings.HasPrefix(name, "_ZTI") ||
		name == "__dso_handle"
}

// outsideType gives the information of a type that the library has (that of int, for example) its name,
// which is the second word of it.
func (f *fn) outsideType(o *cfa.Object, name string) {
	text := &cfa.Object{Name: "name of a type", Kind: cfa.ConstData, Size: uint64(len(name)) + 1, Align: 1,
		Proc: cfa.NoProc, ReadOnly: true}
	for i, c := range []byte(name) {
		text.Init = append(text.Init, cfa.Init{Offset: uint64(i), Value: f.ts.BV(8, uint64(c))})
	}
	f.prog.AddObject(text)
	word := uint64(f.prog.PtrWidth / 8)
	o.Undefined, o.Init = false, []cfa.Init{{Offset: word, Value: f.prog.Ptr(text.Addr)}}
}

// whole is the address of a variable whose initialiser is supported.
func (f *fn) whole(s *symbol) term.Term {
	if s.broken {
		f.flow.Unsupported("the initialiser of " + s.object.Name)
		return term.None
	}
	return f.prog.Ptr(s.object.Addr)
}

func trimZero(s string) string {
	if n := len(s); n > 0 && s[n-1] == 0 {
		return s[:n-1]
	}
	return s
}

// initialise adds a constant to what an object begins with.
func (f *fn) initialise(m *ir.Module, o *cfa.Object, v ir.Value, at uint64) bool {
	switch v.Kind {
	case ir.Zero, ir.Undef, ir.Null, ir.Poison:
		return true
	case ir.Bytes:
		for i, c := range []byte(v.X.Name) {
			if c != 0 {
				o.Init = append(o.Init, cfa.Init{Offset: at + uint64(i), Value: f.ts.BV(8, uint64(c))})
			}
		}
		return true
	case ir.Aggregate:
		for i, e := range v.X.Elems {
			off, ok := offsetOf(m.Layout, v.Type, i)
			if !ok || !f.initialise(m, o, e, at+off) {
				return false
			}
		}
		return true
	}
	if parts, ok := partsOf(m.Layout, v.Type); !ok || len(parts) != 1 {
		return false
	}
	t := f.constant(m, v)
	if t == term.None || !f.ts.IsConst(t) {
		return false
	}
	w := f.ts.Sort(t).Width()
	for k, p := range f.pieces(f.resize(t, (w+7)/8*8, false)) {
		o.Init = append(o.Init, cfa.Init{Offset: at + pieceAt(k)/8, Value: p})
	}
	return true
}

// labelBase is the first of the numbers that stand for addresses of blocks; it lies below every object.
const labelBase = 0x100

// labelAddress is the address of a block; None: it is not supported.
func (f *fn) labelAddress(m *ir.Module, v ir.Value) term.Term {
	s := f.lookup(m, v.X.Name)
	if !s.isDefined() {
		return term.None
	}
	body, err := s.fn.Body()
	if err != nil {
		return term.None
	}
	i, ok := body.BlockIndex[v.X.Label]
	if !ok || i > 1<<12 {
		return term.None
	}
	return f.prog.Ptr(blockNumber(i))
}

func blockNumber(i int) uint64 { return labelBase + 4*uint64(i) }
