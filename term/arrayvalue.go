package term

import (
	"math/big"
	"strings"
)

// An array value is a default and a finite map of exceptions. The map is a treap that is never changed:
// storing an element copies the path to it, so a chain of n stores costs O(n log n). The priorities are
// hashes of the keys, so the shape depends on the content alone.

type arrayValue struct {
	store       *Store // has the names of sorts
	index, elem Sort
	def         Value
	root        *treapNode
}

type treapNode struct {
	key, val    Value
	prio        uint64
	left, right *treapNode
}

// ArrayEntry is an exception of an array value.
type ArrayEntry struct{ Index, Elem Value }

// ArrayValue returns the array of the given sort of the store that holds def at each index but those of the
// entries; of entries with one index the last counts. It panics if the sorts do not fit.
func (s *Store) ArrayValue(sort Sort, def Value, entries ...ArrayEntry) Value {
	index, elem := s.ArrayParts(sort)
	if def.sort != elem {
		panic("term: array default of sort " + def.sort.String())
	}
	v := Value{sort: sort, ref: &arrayValue{store: s, index: index, elem: elem, def: def}}
	for _, e := range entries {
		v = v.With(e.Index, e.Elem)
	}
	return v
}

// With returns the array value v with the element at index i replaced. It panics
// if v is no array or the sorts do not fit.
func (v Value) With(i, elem Value) Value {
	a := v.ref.(*arrayValue)
	if i.sort != a.index || elem.sort != a.elem {
		panic("term: array entry of sorts " + i.sort.String() + ", " + elem.sort.String())
	}
	b := *a
	if elem.Equal(a.def) {
		b.root = a.root.without(i)
	} else {
		b.root = a.root.with(i, elem, keyHash(i))
	}
	return Value{sort: v.sort, ref: &b}
}

// At returns the element at index i of an array value; it panics if v is no array.
func (v Value) At(i Value) Value {
	a := v.ref.(*arrayValue)
	for n := a.root; n != nil; {
		switch c := i.compare(n.key); {
		case c == 0:
			return n.val
		case c < 0:
			n = n.left
		default:
			n = n.right
		}
	}
	return a.def
}

// Entries returns the default of an array value and its exceptions, by index. It panics if v is no array.
func (v Value) Entries() (def Value, entries []ArrayEntry) {
	a := v.ref.(*arrayValue)
	return a.def, a.entries()
}

func keyHash(v Value) uint64 {
	h := mix(uint64(v.sort), v.bits)
	switch x := v.ref.(type) {
	case *big.Int:
		for _, w := range x.Bits() {
			h = mix(h, uint64(w))
		}
	case *big.Rat:
		for _, w := range x.Num().Bits() {
			h = mix(h, uint64(w))
		}
		for _, w := range x.Denom().Bits() {
			h = mix(h, uint64(w)+1)
		}
	}
	return h
}

// with sets a key. Its recursion is as deep as the tree: O(log n) expected.
func (n *treapNode) with(key, val Value, prio uint64) *treapNode {
	if n == nil {
		return &treapNode{key: key, val: val, prio: prio}
	}
	m := *n
	switch c := key.compare(n.key); {
	case c == 0:
		m.val = val
	case c < 0:
		m.left = n.left.with(key, val, prio)
		if l := m.left; l.prio > m.prio {
			m.left, l.right = l.right, &m // l is a copy of our own
			return l
		}
	default:
		m.right = n.right.with(key, val, prio)
		if r := m.right; r.prio > m.prio {
			m.right, r.left = r.left, &m
			return r
		}
	}
	return &m
}

func (n *treapNode) without(key Value) *treapNode {
	if n == nil {
		return nil
	}
	m := *n
	switch c := key.compare(n.key); {
	case c == 0:
		return join(n.left, n.right)
	case c < 0:
		m.left = n.left.without(key)
	default:
		m.right = n.right.without(key)
	}
	return &m
}

func join(l, r *treapNode) *treapNode {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case l.prio > r.prio:
		m := *l
		m.right = join(l.right, r)
		return &m
	}
	m := *r
	m.left = join(l, r.left)
	return &m
}

func (a *arrayValue) entries() []ArrayEntry {
	var list []ArrayEntry
	var walk func(*treapNode)
	walk = func(n *treapNode) {
		if n != nil {
			walk(n.left)
			list = append(list, ArrayEntry{n.key, n.val})
			walk(n.right)
		}
	}
	walk(a.root)
	return list
}

// equal compares as functions: over a finite index sort the exceptions may cover
// all indices, and then the defaults do not matter.
func (a *arrayValue) equal(b *arrayValue) bool {
	x, y := Value{ref: a}, Value{ref: b}
	keys, other := a.entries(), b.entries()
	for _, e := range keys {
		if !e.Elem.Equal(y.At(e.Index)) {
			return false
		}
	}
	covered := len(keys)
	for _, e := range other {
		v := x.At(e.Index)
		if !e.Elem.Equal(v) {
			return false
		}
		if v.Equal(a.def) {
			covered++ // an index that is not among keys
		}
	}
	return a.def.Equal(b.def) || coversSort(a.index, covered)
}

func coversSort(index Sort, n int) bool {
	switch w := index.Width(); {
	case index == Bool:
		return n >= 2
	case w > 0 && w < 40:
		return n >= 1<<w
	}
	return false
}

func (a *arrayValue) compare(b *arrayValue) int {
	if a.equal(b) {
		return 0
	}
	if c := a.def.compare(b.def); c != 0 {
		return c
	}
	x, y := a.entries(), b.entries()
	for i := 0; i < len(x) && i < len(y); i++ {
		if c := x[i].Index.compare(y[i].Index); c != 0 {
			return c
		}
		if c := x[i].Elem.compare(y[i].Elem); c != 0 {
			return c
		}
	}
	return len(x) - len(y)
}

func (a *arrayValue) text(sort Sort) string {
	entries := a.entries()
	var b strings.Builder
	b.WriteString(strings.Repeat("(store ", len(entries)))
	b.WriteString("((as const " + a.store.SortString(sort) + ") " + a.def.String() + ")")
	for _, e := range entries {
		b.WriteString(" " + e.Index.String() + " " + e.Elem.String() + ")")
	}
	return b.String()
}
