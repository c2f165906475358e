package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
)

// layouts describe types of debug information for people, by the numbers of their nodes.
type layouts map[*ir.Module]map[int]*cfa.Layout

// maxNesting limits how deep types lie in each other.
const maxNesting = 30

// of describes a type; nil: it is not known.
func (ls layouts) of(m *ir.Module, ref ir.MDRef) *cfa.Layout { return ls.at(m, m.Node(ref), 0) }

func (ls layouts) at(m *ir.Module, n *ir.Node, depth int) *cfa.Layout {
	if n == nil || depth > maxNesting {
		return nil
	}
	if l, known := ls[m][n.ID]; known && n.ID >= 0 {
		return l
	}
	l := ls.describe(m, n, depth)
	if n.ID >= 0 {
		if ls[m] == nil {
			ls[m] = map[int]*cfa.Layout{}
		}
		ls[m][n.ID] = l
	}
	return l
}

func (ls layouts) describe(m *ir.Module, n *ir.Node, depth int) *cfa.Layout {
	name, signed := typeNameAt(m, n)
	l := &cfa.Layout{Type: name, Size: uint64(max(n.Int("size"), 0)) / 8, Signed: signed}
	switch n.Field("tag").Text {
	case "DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_atomic_type",
		"DW_TAG_restrict_type":
		of := ls.at(m, m.Node(n.Field("baseType")), depth+1)
		if of == nil {
			return nil
		}
		own := *of
		if n.Field("tag").Text == "DW_TAG_typedef" {
			own.Type = name
		}
		return &own
	case "DW_TAG_array_type":
		return ls.array(m, n, depth)
	case "DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type":
		for _, e := range elements(m, n) {
			flags := e.Field("flags").Text
			if e.Field("tag").Text != "DW_TAG_member" || strings.Contains(flags, "BitField") ||
				strings.Contains(flags, "StaticMember") {
				continue
			}
			if of := ls.at(m, m.Node(e.Field("baseType")), depth+1); of != nil && e.Str("name") != "" {
				l.Fields = append(l.Fields, cfa.Field{Name: e.Str("name"), Layout: of,
					Offset: uint64(max(e.Int("offset"), 0)) / 8})
			}
		}
	}
	if l.Size == 0 {
		return nil
	}
	return l
}

// array describes an array, whose dimensions are the elements of its node.
func (ls layouts) array(m *ir.Module, n *ir.Node, depth int) *cfa.Layout {
	l := ls.at(m, m.Node(n.Field("baseType")), depth+1)
	dims := elements(m, n)
	if l == nil || l.Size == 0 || len(dims) == 0 || len(dims) > maxNesting {
		return nil
	}
	elem, suffix := l.Type, ""
	for i := len(dims) - 1; i >= 0; i-- {
		count := dims[i].Int("count")
		if count < 0 || uint64(count) > 1<<40/l.Size {
			return nil
		}
		suffix = fmt.Sprintf("[%d]%s", count, suffix)
		l = &cfa.Layout{Type: elem + " " + suffix, Size: uint64(count) * l.Size, Elem: l, Len: uint64(count)}
	}
	return l
}

// elements are the nodes that the field elements of a node lists.
func elements(m *ir.Module, n *ir.Node) (out []*ir.Node) {
	list := m.Node(n.Field("elements"))
	if list == nil {
		return nil
	}
	for _, r := range list.Elems {
		if e := m.Node(r); e != nil {
			out = append(out, e)
		}
	}
	return out
}
