package llvm

import (
	"slices"
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// The library has models of mutexes with kinds (recursive ones, such that check errors) and faster ones
// without. A call that sets a kind is seen in the shadow; what is written into a mutex is looked for here.
// Where no optimiser has been, types say what a mutex is; else each number that could be a kind is taken for
// one if it stands where a kind may be.

// firstKind is the least offset of a kind in a mutex: that with pointers of 32 bits.
const firstKind = 12

// mayHaveKinds reports whether some mutex may begin with a kind: a structure that begins with something
// else than zeros, or one that is made by a function.
func (l *lowerer) mayHaveKinds() bool {
	if s := l.global["pthread_mutex_lock"]; s == nil || !s.used {
		return false
	}
	for _, m := range l.modules {
		for _, g := range m.Globals {
			if s := l.lookup(m, g.Name); s != nil && s.used && s.v == g && g.Init.Kind != ir.None &&
				g.Init.Kind != ir.Zero && !g.Constant && mayHoldMutex(g.Type) {
				return true
			}
		}
	}
	for _, s := range l.reached {
		body, err := s.fn.Body()
		if err == nil && l.makesMutex(s.m, body, s.m.HasAttr(s.fn.Attrs, "optnone")) {
			return true
		}
	}
	return false
}

// mayHoldMutex reports whether a variable of a type may have a mutex with a kind in it. Types without a
// name are what constants of other types are written as.
func mayHoldMutex(t *ir.Type) bool {
	return t.Kind == ir.Struct && (t.Name == "" || holdsMutex(t, 0)) ||
		t.Kind == ir.Array && mayHoldMutex(t.Elem)
}

// makesMutex reports whether a function has a mutex among its variables, or leads to where one has its kind.
func (l *lowerer) makesMutex(m *ir.Module, body *ir.Body, plain bool) bool {
	for _, b := range body.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op == ir.Alloca && holdsMutex(in.Elem, 0) ||
				in.Op == ir.GetElementPtr && l.looksInside(m, in.Elem, in.Args[0]) &&
					behind(m, body, ir.Value{Kind: ir.Local, N: uint64(in.Res)}, 0) >= firstKind ||
				!plain && in.Op == ir.Store && mayBeKind(body, in.Args[0], 0) &&
					behind(m, body, in.Args[1], 0) >= firstKind ||
				in.Op == ir.Call && isMemory(in) && !isFill(in) && l.copiesKind(m, in) ||
				slices.ContainsFunc(in.Args, func(v ir.Value) bool { return l.leadsInside(m, v) }) {
				return true
			}
		}
	}
	return false
}

// looksInside reports whether a getelementptr leads to a part of a mutex.
func (l *lowerer) looksInside(m *ir.Module, elem *ir.Type, base ir.Value) bool {
	if isMutex(elem) {
		return true
	}
	if base.Kind != ir.Global {
		return false
	}
	s := l.lookup(m, base.X.Name)
	return s != nil && s.v != nil && isMutex(s.v.Type)
}

func (l *lowerer) leadsInside(m *ir.Module, v ir.Value) bool {
	return v.Kind == ir.Expr && (v.X.Op == ir.GetElementPtr && l.looksInside(m, v.X.Elem, v.X.Elems[0]) &&
		behind(m, nil, v, 0) >= firstKind ||
		slices.ContainsFunc(v.X.Elems, func(e ir.Value) bool { return l.leadsInside(m, e) }))
}

func isMutex(t *ir.Type) bool { return strings.Contains(t.Name, "pthread_mutex") }

func holdsMutex(t *ir.Type, depth int) bool {
	switch {
	case depth > 20:
		return true
	case t.Kind == ir.Array:
		return holdsMutex(t.Elem, depth+1)
	case t.Kind != ir.Struct:
		return false
	case strings.HasPrefix(t.Name, "class.std::mutex"):
		return false // it has no kind
	case isMutex(t):
		return true
	}
	for _, f := range t.Fields {
		if holdsMutex(f, depth+1) {
			return true
		}
	}
	return false
}

// mayBeKind reports whether a value may be a constant that is the kind of a mutex, or has one in it.
func mayBeKind(body *ir.Body, v ir.Value, depth int) bool {
	ofAny := func(list []ir.Value) bool {
		return slices.ContainsFunc(list, func(e ir.Value) bool { return mayBeKind(body, e, depth+1) })
	}
	switch {
	case depth > 10:
		return true
	case v.Kind == ir.ConstInt && v.Type.Bits == 32:
		return v.N&3 == 1 || v.N&3 == 2 // recursive, or one that checks errors; other bits say other things
	case v.Kind == ir.ConstInt:
		return v.Type.Bits > 32 && (v.N != 0 || v.X != nil)
	case v.Kind == ir.Aggregate:
		return ofAny(v.X.Elems)
	case v.Kind == ir.Local && body != nil:
		in := body.Definition(v.N)
		return in != nil && (in.Op == ir.Select || in.Op == ir.Phi) && ofAny(in.Args)
	}
	return false
}

// behind is how many bytes an address is behind the one that it is computed from, as far as that is
// constant.
func behind(m *ir.Module, body *ir.Body, v ir.Value, depth int) uint64 {
	var t *ir.Type
	var args []ir.Value
	if v.Kind == ir.Expr && v.X.Op == ir.GetElementPtr {
		t, args = v.X.Elem, v.X.Elems
	} else if v.Kind == ir.Local && body != nil {
		if in := body.Definition(v.N); in != nil && in.Op == ir.GetElementPtr {
			t, args = in.Elem, in.Args
		}
	}
	if args == nil || depth > 10 {
		return 0
	}
	off := behind(m, body, args[0], depth+1)
	for k, index := range args[1:] {
		n := index.N
		if index.Kind != ir.ConstInt {
			n = 0
		}
		switch {
		case k > 0 && t.Kind == ir.Struct && n < uint64(len(t.Fields)):
			off += m.Layout.Offset(t, int(n))
			t = t.Fields[n]
			continue
		case k > 0 && t.Elem != nil:
			t = t.Elem
		}
		size, _ := m.Layout.Size(t)
		off += n * size
	}
	return off
}

// copiesKind reports whether what is copied is a constant that may be a mutex with a kind.
func (l *lowerer) copiesKind(m *ir.Module, in *ir.Instr) bool {
	s := l.lookup(m, globalIn(in.Args[1]))
	return s != nil && s.v != nil && s.v.Constant && mayBeKind(nil, s.v.Init, 0)
}
