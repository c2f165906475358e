package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// Limits of the objects that the parameters of an entry function lead to.
const (
	// entryDepth is how many objects a chain of pointers passes through; the pointers in the last are null.
	entryDepth = 3
	// entryParts is how many inputs and objects there are at most.
	entryParts = 1024
)

// entryArgument is an input for a parameter of the entry function.
func (ca *calls) entryArgument(t cc.Type, e *Entity, i int) value.Value {
	if !leadsToObject(t) || ca.low.Cfg.EntryPointers.Elems == 0 {
		return ca.mem.Havoc(t, "argument of "+e.Name)
	}
	name := fmt.Sprintf("parameter %d of %s", i+1, e.Name)
	if ps := e.Signature().Parameters(); i < len(ps) && ps[i].Declarator != nil {
		name = ps[i].Declarator.Name()
	}
	// There are many inputs: a program that is given them from outside has no place for them.
	outer := ca.flow.Node
	ca.flow.Node = nil
	defer func() { ca.flow.Node = outer }()
	m := entryMaker{calls: ca, pointers: ca.low.Cfg.EntryPointers}
	v := value.Value{Term: m.pointer(t, name, entryDepth), Type: t}
	if m.parts > entryParts {
		ca.flow.Unsupported(fmt.Sprintf("more than %d parts of objects that the parameter %s leads to",
			entryParts, name))
	}
	return v
}

// entryMaker makes the objects that one parameter of the entry function leads to.
type entryMaker struct {
	*calls
	pointers config.EntryPointers
	parts    int // inputs and objects so far
}

// pointer makes an object of inputs and returns the pointer to it, or to null as the setting says. What is
// void or has no complete type counts as bytes.
func (m *entryMaker) pointer(t cc.Type, name string, depth int) term.Term {
	if depth == 0 {
		return m.prog.Ptr(0)
	}
	if m.parts++; m.parts > entryParts {
		return m.prog.Ptr(0)
	}
	to, n := repr.Elem(t), m.pointers.Elems
	size, ok := m.types.Size(to)
	if !ok || size == 0 || repr.IsVoid(to) {
		to, size = m.types.Uchar, 1
	}
	r := m.flow.NewPtr("object")
	done := m.flow.NewLoc()
	if m.pointers.Null {
		makes, null := m.flow.NewLoc(), m.flow.NewLoc()
		isNull := m.mem.Havoc(m.types.Int, name+" is null")
		m.flow.Branch(m.ts.Eq(isNull.Term, m.values.Zero(m.types.Scalar(m.types.Int).Width)), makes, null)
		m.flow.Cur = null
		m.flow.Emit(cfa.Assign{Dst: r, Value: m.prog.Ptr(0)})
		m.flow.Jump(done)
		m.flow.Cur = makes
	}
	layout := m.types.Layout(to)
	if n > 1 && layout != nil {
		layout = &cfa.Layout{Type: layout.Type + " []", Size: n * size, Elem: layout, Len: n}
	}
	m.flow.Emit(cfa.Alloc{Dst: r, Size: m.prog.Ptr(n * size), Align: m.types.Align(to), Kind: cfa.Stack,
		Name: "*" + name, Layout: layout, Given: true})
	if n == 1 {
		m.object(m.flow.Sym(r), to, "*"+name, depth)
	} else {
		m.array(m.flow.Sym(r), to, n, name, depth)
	}
	m.flow.GoTo(done)
	return m.flow.Sym(r)
}

// member is how a member of an object is called.
func member(object, name string) string {
	if p, ok := strings.CutPrefix(object, "*"); ok {
		return p + "->" + name
	}
	return object + "." + name
}

func (m *entryMaker) array(addr term.Term, elem cc.Type, n uint64, name string, depth int) {
	size, _ := m.types.Size(elem)
	for i := uint64(0); i < n && m.parts <= entryParts; i++ {
		m.object(m.prog.PtrAdd(addr, m.prog.Ptr(i*size)), elem, fmt.Sprintf("%s[%d]", name, i), depth)
	}
}

// object makes inputs of the parts of an object. On pointers to functions, and on unions, which may hold
// pointers, no violation may rest.
func (m *entryMaker) object(addr term.Term, t cc.Type, name string, depth int) {
	if m.parts++; m.parts > entryParts {
		return
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		m.array(addr, x.Elem(), uint64(max(x.Len(), 0)), name, depth)
		return
	case *cc.StructType:
		members := m.types.Members(t)
		for _, f := range members {
			if f.IsBit { // several of them share a byte
				m.mem.Inputs(addr, t, 1, cfa.Havoc{What: "bit-fields in " + name})
				break
			}
		}
		for _, f := range members {
			if !f.IsBit {
				m.object(m.prog.PtrAdd(addr, m.prog.Ptr(f.Off)), f.Type, member(name, f.Name), depth)
			}
		}
		return
	}
	var v term.Term
	switch {
	case leadsToObject(t):
		v = m.pointer(t, name, depth-1)
	case repr.IsPointer(t) || m.types.Scalar(t).Class == repr.None:
		m.mem.Inputs(addr, t, 1, cfa.Havoc{What: name, Inexact: name})
		return
	default:
		v = m.mem.Havoc(t, name).Term
	}
	m.flow.Emit(cfa.Store{Addr: addr, Value: m.mem.InMemoryBits(t, v)})
}
