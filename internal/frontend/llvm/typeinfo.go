package llvm

import (
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// A class as its type information has it: the object _ZTI... begins with the address of a table that says
// what kind of information it is, and names the bases.

// A base is a direct base of a class: its offset in the object, or, if it is virtual, where the table of
// virtual functions has that offset.
type base struct {
	class   string
	offset  int64
	virtual bool
	public  bool
}

// A path leads from a class to one of its bases.
type path []base

// bases lists the direct bases of the class that a symbol describes.
func (l *lowerer) bases(m *ir.Module, name string) []base {
	s := l.lookup(m, name)
	if s == nil || s.v == nil || s.v.Init.Kind != ir.Aggregate {
		return nil
	}
	e := s.v.Init.X.Elems
	kind := globalIn(e[0])
	switch {
	case strings.Contains(kind, "si_class_type_info") && len(e) == 3:
		return []base{{class: globalIn(e[2]), public: true}}
	case strings.Contains(kind, "vmi_class_type_info") && len(e) >= 4:
		var out []base
		for i := 4; i+1 < len(e); i += 2 {
			flags := int64(e[i+1].N)
			if e[i+1].Type.Bits == 32 {
				flags = int64(int32(e[i+1].N))
			}
			out = append(out, base{class: globalIn(e[i]), offset: flags >> 8, virtual: flags&1 != 0,
				public: flags&2 != 0})
		}
		return out
	}
	return nil
}

// globalIn is the symbol that a constant address begins with, or empty.
func globalIn(v ir.Value) string {
	for range 10 {
		switch {
		case v.Kind == ir.Global:
			return v.X.Name
		case v.Kind == ir.Expr && len(v.X.Elems) > 0:
			v = v.X.Elems[0]
		default:
			return ""
		}
	}
	return ""
}

// pathsTo lists the ways through public bases from a class to another one.
func (l *lowerer) pathsTo(m *ir.Module, from, to string, depth int) (out []path) {
	if from == to {
		return []path{{}}
	}
	if depth > 20 {
		return nil
	}
	for _, b := range l.bases(m, from) {
		if !b.public {
			continue
		}
		for _, p := range l.pathsTo(m, b.class, to, depth+1) {
			out = append(out, append(path{b}, p...))
			if len(out) > 50 {
				return out
			}
		}
	}
	return out
}

// upcast finds the way from a class to a public base of it that is there once; ok is false if there is
// none.
func (l *lowerer) upcast(m *ir.Module, from, to string) (path, bool) {
	all := l.pathsTo(m, from, to, 0)
	if len(all) == 0 {
		return nil, false
	}
	for _, p := range all[1:] {
		if place(p) != place(all[0]) {
			return nil, false
		}
	}
	return all[0], true
}

// place tells base objects apart: what is after the last virtual base counts, and that base.
func place(p path) (at struct {
	class  string
	offset int64
}) {
	for _, b := range p {
		if b.virtual {
			at.class, at.offset = b.class, 0
		} else {
			at.offset += b.offset
		}
	}
	return at
}

// catches reports whether a handler of one type is for exceptions of another one, and by which way the
// object is found. Pointers to classes convert like classes, and any to void *.
func (l *lowerer) catches(m *ir.Module, handler, thrown string) (p path, ok bool) {
	if handler == thrown {
		return path{}, true
	}
	h, t := strings.TrimPrefix(handler, "_ZTI"), strings.TrimPrefix(thrown, "_ZTI")
	if t == "Dn" && strings.HasPrefix(h, "P") {
		return path{}, true
	}
	if !strings.HasPrefix(h, "P") || !strings.HasPrefix(t, "P") {
		return l.upcast(m, thrown, handler)
	}
	h, t = h[1:], t[1:]
	if strings.HasPrefix(t, "K") && !strings.HasPrefix(h, "K") {
		return nil, false
	}
	h, t = strings.TrimPrefix(h, "K"), strings.TrimPrefix(t, "K")
	if h == t || h == "v" && !strings.HasPrefix(t, "F") {
		return path{}, true
	}
	return l.upcast(m, "_ZTI"+t, "_ZTI"+h)
}

// thrownTypes are the symbols of the types that are thrown, in the order in which they are met.
func (l *lowerer) thrownTypes() []string {
	if l.thrown == nil {
		seen := map[string]bool{}
		l.thrown = []string{}
		for _, s := range l.reached {
			body, err := s.fn.Body()
			if err != nil {
				continue
			}
			for _, b := range body.Blocks {
				for i := range b.Instrs {
					l.noteThrown(s.m, &b.Instrs[i], seen)
				}
			}
		}
	}
	return l.thrown
}

func (l *lowerer) noteThrown(m *ir.Module, in *ir.Instr, seen map[string]bool) {
	if in.Call == nil || len(in.Args) < 2 {
		return
	}
	to := l.callee(m, in)
	if to == nil || to.name != "__cxa_throw" && to.name != "__cxa_init_primary_exception" {
		return
	}
	name := globalIn(in.Args[1])
	if name == "" {
		l.anyThrown = true
	} else if !seen[name] {
		seen[name] = true
		l.thrown = append(l.thrown, name)
	}
}
