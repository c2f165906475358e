package initializer

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// StringForAny is the string literal that initialises an object of a type as a whole; nil: there is none.
func StringForAny(t cc.Type, n *cc.Initializer) *cc.PrimaryExpression {
	if at, ok := t.(*cc.ArrayType); ok {
		return stringFor(at, n)
	}
	return nil
}

// BitAt is the bit-field that an item is for in an object that begins at base; nil: it is for none.
func (it *Item) BitAt(base uint64) *repr.Member {
	if it.Bit == nil {
		return nil
	}
	c := it.Bit.Moved(base)
	return &c
}

func (w *Walk) array(elem cc.Type, length int64, off uint64, n *cc.InitializerList,
	outer bool) *cc.InitializerList {
	size, ok := w.types.Size(elem)
	if !ok {
		w.Fail = "an array of incomplete elements"
		return nil
	}
	i := int64(0)
	for n != nil {
		if n.Designation != nil {
			if !outer {
				return n
			}
			d := n.Designation.DesignatorList
			lo, hi, ok := w.index(d.Designator)
			if !ok {
				w.Fail = "this designator"
				return nil
			}
			var next *cc.InitializerList
			for k := lo; k <= hi && w.spend(lo, hi); k++ {
				next = w.designated(elem, off+uint64(k)*size, nil, d.DesignatorList, n)
			}
			w.grow(off, hi+1, size)
			n, i = next, hi+1
			continue
		}
		if length >= 0 && i >= length && (length > 0 || !outer) {
			return n
		}
		n = w.part(elem, off+uint64(i)*size, nil, n)
		i++
		w.grow(off, i, size)
	}
	return nil
}

func (w *Walk) grow(off uint64, n int64, size uint64) {
	w.Extent = max(w.Extent, off+uint64(n)*size)
}

// skipMember reports whether a member takes no initialiser: unnamed bit-fields.
func skipMember(m *repr.Member) bool { return m.IsBit && m.Name == "" }

func (w *Walk) structure(t cc.Type, off uint64, n *cc.InitializerList, outer bool) *cc.InitializerList {
	ms := w.types.Members(t)
	i := 0
	for n != nil {
		if n.Designation != nil {
			if !outer {
				return n
			}
			ds := n.Designation.DesignatorList
			name := designatedName(ds.Designator)
			for i = 0; i < len(ms) && !w.holds(&ms[i], name); i++ {
			}
			if name == "" || i == len(ms) {
				w.Fail = "this designator"
				return nil
			}
			if ms[i].Name != name {
				n = w.designated(ms[i].Type, off+ms[i].Off, nil, ds, n)
			} else {
				n = w.designated(ms[i].Type, off+ms[i].Off, w.rebase(&ms[i], off), ds.DesignatorList, n)
			}
			i++
			continue
		}
		for i < len(ms) && skipMember(&ms[i]) {
			i++
		}
		if i >= len(ms) {
			return n
		}
		n = w.part(ms[i].Type, off+ms[i].Off, w.rebase(&ms[i], off), n)
		i++
	}
	return nil
}

func (w *Walk) union(t cc.Type, off uint64, n *cc.InitializerList, outer bool) *cc.InitializerList {
	ms := w.types.Members(t)
	if n == nil {
		return nil
	}
	for outer && n != nil && n.Designation != nil {
		ds := n.Designation.DesignatorList
		name := designatedName(ds.Designator)
		i := 0
		for ; i < len(ms) && !w.holds(&ms[i], name); i++ {
		}
		if name == "" || i == len(ms) {
			w.Fail = "this designator"
			return nil
		}
		if ms[i].Name != name {
			n = w.designated(ms[i].Type, off+ms[i].Off, nil, ds, n)
		} else {
			n = w.designated(ms[i].Type, off+ms[i].Off, w.rebase(&ms[i], off), ds.DesignatorList, n)
		}
	}
	if n == nil || n.Designation != nil {
		return n
	}
	for i := range ms {
		if !skipMember(&ms[i]) {
			return w.part(ms[i].Type, off+ms[i].Off, w.rebase(&ms[i], off), n)
		}
	}
	return n
}

// part initialises one part of an aggregate from the front of a list and
// returns what remains. An aggregate without braces takes what it needs.
func (w *Walk) part(t cc.Type, off uint64, m *repr.Member, n *cc.InitializerList) *cc.InitializerList {
	in := n.Initializer
	if in.Case == cc.InitializerInitList || !repr.IsAggregate(t) {
		w.Walk(t, off, m, in)
		return n.InitializerList
	}
	if at, ok := t.(*cc.ArrayType); ok {
		if s := stringFor(at, in); s != nil {
			w.str(at, off, s)
			return n.InitializerList
		}
	} else if et := w.types.Of(in.AssignmentExpression); et.Kind() == t.Kind() &&
		repr.IsVector(et) == repr.IsVector(t) {
		// A whole struct, union or vector as a value.
		w.leaf(t, off, m, in.AssignmentExpression)
		return n.InitializerList
	}
	rest := w.list(t, off, n, false)
	if rest == n {
		// A type without parts consumes nothing; do not stay here for ever.
		return n.InitializerList
	}
	return rest
}

func stringFor(at *cc.ArrayType, n *cc.Initializer) *cc.PrimaryExpression {
	if n == nil || n.Case != cc.InitializerExpr || !repr.IsCharArray(at) {
		return nil
	}
	return syntax.StringLiteral(n.AssignmentExpression)
}

// HasFlexible reports whether a struct ends in an array whose length its initialiser may tell.
func HasFlexible(types *repr.Types, t cc.Type) bool {
	if t.Kind() != cc.Struct {
		return false
	}
	ms := types.Members(t)
	if len(ms) == 0 {
		return false
	}
	m := ms[len(ms)-1]
	if at, ok := m.Type.(*cc.ArrayType); ok {
		return m.Flexible || at.Len() <= 0
	}
	return HasFlexible(types, m.Type)
}
