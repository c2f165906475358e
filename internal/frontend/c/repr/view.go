package repr

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
)

// Layout describes a type for people.
func (ts *Types) Layout(t cc.Type) *cfa.Layout {
	if v := ts.views[t]; v != nil {
		return v
	}
	size, _ := ts.Size(t)
	v := &cfa.Layout{Type: Name(t), Size: size}
	ts.views[t] = v
	switch x := t.(type) {
	case *cc.ArrayType:
		if !x.Elem().IsIncomplete() {
			v.Elem, v.Len = ts.Layout(x.Elem()), uint64(max(x.Len(), 0))
		}
	case *cc.StructType, *cc.UnionType:
		for _, m := range ts.Members(t) {
			v.Fields = append(v.Fields, cfa.Field{Name: m.Name, Offset: m.Off, Layout: ts.Layout(m.Type)})
		}
	default:
		if of, ok := ts.Lanes(t); ok {
			v.Elem, v.Len = ts.Layout(of.Elem), uint64(of.N)
			break
		}
		v.Signed = ts.Scalar(t).Signed
	}
	return v
}

// Name prints a type as C does, as far as that is readable.
func Name(t cc.Type) string {
	if n := t.Typedef(); n != nil && n.Name() != "" {
		return n.Name()
	}
	switch x := t.(type) {
	case *cc.PointerType:
		if x.Elem().Kind() == cc.Function {
			return "function *"
		}
		s := Name(x.Elem())
		if strings.HasSuffix(s, "*") {
			return s + "*"
		}
		return s + " *"
	case *cc.ArrayType:
		return Name(x.Elem()) + " []"
	case *cc.StructType:
		if tag := tagName(x.Tag()); tag != "" {
			return "struct " + tag
		}
		return "struct"
	case *cc.UnionType:
		if tag := tagName(x.Tag()); tag != "" {
			return "union " + tag
		}
		return "union"
	case *cc.EnumType:
		if tag := tagName(x.Tag()); tag != "" {
			return "enum " + tag
		}
		return "enum"
	case *cc.FunctionType:
		return "function"
	}
	return t.Kind().String()
}

func tagName(t cc.Token) string { return t.SrcStr() }
