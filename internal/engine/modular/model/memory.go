package model

import (
	"fmt"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// mode says how the places of one class of accesses are followed.
type mode uint8

const (
	// asCells: each place is a variable.
	asCells mode = iota
	// asList: each place is a variable, and an access at a computed offset is about one of them.
	asList
	// asElement: one arbitrary element is; all others hold anything.
	asElement
	// asAnything: nothing is known of what is read, and writes are forgotten.
	asAnything
)

// memory makes variables of places. A class of accesses (pass.Cells) is either followed as a whole or not at
// all, so what is not followed never changes what is.
type memory struct {
	x       *extractor
	modes   []mode // by class
	changed bool   // a class was found to be less than it was taken for
	cells   []*cell
	byPlace map[placeKey]*cell
	arrays  []*array           // of which one element is followed
	choices map[term.Term]bool // conditions by which an access is about a place of a list
}

// cell is a variable that stands for a place.
type cell struct {
	Var
	obj   pointsto.ObjID
	owner int // a template, or -1: there is one for all threads
}

type placeKey struct {
	obj    pointsto.ObjID
	offset uint64
	class  int
}

func newMemory(x *extractor) *memory {
	m := &memory{x: x, modes: make([]mode, len(x.cut.Classes))}
	for i, c := range x.cut.Classes {
		if c.Unknown {
			m.modes[i] = asAnything
		}
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			if class, ok := x.cut.ByEdge[e]; ok {
				if _, size := x.access(e.Op); size != x.cut.Classes[class].Size {
					m.modes[class] = asAnything
				}
			}
		}
	}
	m.reset()
	return m
}

// reset forgets the variables, which are made anew.
func (m *memory) reset() {
	m.changed, m.cells, m.arrays = false, nil, nil
	m.byPlace, m.choices = map[placeKey]*cell{}, map[term.Term]bool{}
}

// lower changes how a class is followed.
func (m *memory) lower(class int, to mode) {
	if m.modes[class] < to {
		m.modes[class], m.changed = to, true
	}
}

// access is the address and the size in bytes of a load or store; None: the operation is neither.
func (x *extractor) access(op cfa.Op) (addr term.Term, size uint64) {
	a, ok := step.BytesOf(x.prog, op)
	if !ok {
		return term.None, 0
	}
	return a.Addr, a.Size
}

// target is what an access is about: one of some cells, where its condition holds, elsewhere a place that is
// not followed. bad is the condition under which the access is outside of its object.
type target struct {
	cells []matched
	bad   term.Term
}

// matched is a cell, and the condition under which an access is about it.
type matched struct {
	*cell
	if_ term.Term
}

// resolve finds what a load or store is about, whose address is addr in the state where the path began.
func (m *memory) resolve(e *cfa.Edge, addr term.Term) (target, error) {
	x, st := m.x, m.x.st
	own, size := x.access(e.Op)
	refs := x.pts.Of(own)
	o := x.sites.at(addr)
	if ref, ok := refs.Only(); ok && (o == nil || !x.st.IsConst(addr) || o.obj != ref.Obj) {
		o = x.sites.byObj[ref.Obj] // the constant of a sum may be the distance of two objects
	}
	t := target{bad: st.False()}
	if o != nil && !refs.Unknown && !slices.ContainsFunc(refs.Refs, func(r pointsto.Ref) bool {
		return r.Obj == o.obj
	}) {
		t.bad = st.True() // it leads from one object into another one
		return t, nil
	}
	class, known := x.cut.ByEdge[e]
	if o == nil || !known {
		if known {
			m.lower(class, asAnything)
		}
		if !x.valid {
			return t, unsupported(e.Pos, "an access through a pointer that may lead to several objects")
		}
		return t, nil
	}
	_, stores := e.Op.(cfa.Store)
	off := st.BVSub(addr, x.prog.Ptr(o.addr))
	at, exact := st.ConstUint64(off)
	if ref, ok := refs.Only(); ok && !exact {
		if n, single := ref.Off.Exact(); single && n >= 0 {
			at, exact = uint64(n), true
			if !x.valid {
				t.bad = st.Not(st.Eq(off, x.prog.Ptr(at)))
			}
		}
	}
	if size > o.size || exact && (at >= o.size || at+size > o.size) ||
		stores && o.static != nil && o.static.ReadOnly {
		t.bad = st.True()
		return t, nil
	}
	if !exact && !x.valid {
		t.bad = st.Not(st.BVUle(off, x.prog.Ptr(o.size-size)))
	}
	if !exact {
		m.lower(class, m.beyondCells(class, o))
	}
	switch m.modes[class] {
	case asCells:
		t.cells = []matched{{m.cell(o, class, at, size), st.True()}}
	case asList:
		if exact {
			t.cells = []matched{{m.cell(o, class, at, size), st.True()}}
			break
		}
		t.cells = m.listed(class, o, refs, off, size)
	case asElement:
		a := m.array(o)
		for _, d := range a.fields {
			is := st.Eq(a.begin, st.BVSub(addr, x.prog.Ptr(o.addr+d)))
			t.cells = append(t.cells, matched{m.cell(o, class, d, size), is})
		}
	}
	return t, nil
}

// beyondCells is how a class is followed that is accessed at computed indices.
func (m *memory) beyondCells(class int, o *object) mode {
	if objects := m.x.cut.Classes[class].Objects; len(objects) == 1 && objects[0] == o.obj {
		switch {
		case m.x.opt.OneElement && isArray(o):
			return asElement
		case !m.x.opt.OneElement && len(m.places(class, o)) > 0:
			return asList
		}
	}
	return asAnything
}

// cell returns the variable of a place.
func (m *memory) cell(o *object, class int, offset, size uint64) *cell {
	k := placeKey{o.obj, offset, class}
	if c := m.byPlace[k]; c != nil {
		return c
	}
	name := o.name
	if name == "" {
		name = "object"
	}
	switch {
	case o.size == size:
	case o.static != nil && o.static.Layout != nil && m.modes[class] != asElement:
		path, _ := o.static.Layout.Path(o.size, offset, size)
		name = m.x.prog.Names.Whole(name + path)
	default:
		name = fmt.Sprintf("%s+%d", name, offset)
	}
	if m.modes[class] == asElement {
		name += "[j]"
	}
	if o.owner >= 0 {
		name = m.x.walkers[o.owner].name + "::" + name
	}
	sort := term.BitVec(int(8 * size))
	for base, n := name, 2; m.taken(name, sort); n++ {
		name = fmt.Sprintf("%s'%d", base, n)
	}
	c := &cell{Var{name, m.x.st.Symbol("cell "+name, sort), term.None},
		o.obj, o.owner}
	if m.modes[class] == asElement {
		c.Init = m.sameEverywhere(o, offset, size)
	} else {
		c.Init = m.x.sites.initial(o, offset, size)
	}
	m.byPlace[k] = c
	m.cells = append(m.cells, c)
	return c
}

// taken reports whether a cell of a sort cannot have a name: another one has it, or had it before the cells
// were made anew, with another sort.
func (m *memory) taken(name string, sort term.Sort) bool {
	sym := m.x.st.Lookup("cell " + name)
	return sym != term.None && (m.x.st.Sort(sym) != sort ||
		slices.ContainsFunc(m.cells, func(c *cell) bool { return c.Name == name }))
}

// sameEverywhere is the initial content of a place in every element of an array, None if they may differ.
func (m *memory) sameEverywhere(o *object, offset, size uint64) term.Term {
	if len(o.static.Init) > 0 {
		return term.None
	}
	return m.x.sites.initial(o, offset, size)
}
