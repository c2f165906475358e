package repr

import "modernc.org/cc/v4"

// A Part is a part of an object of some type.
type Part struct {
	Off  uint64
	Type cc.Type
}

// Opaque lists the pointers and the unions in an object of a type, which may hold pointers, or are locks; of
// more than limit none.
func (ts *Types) Opaque(t cc.Type, limit int) []Part {
	var out []Part
	parts := 0
	var walk func(t cc.Type, off uint64)
	walk = func(t cc.Type, off uint64) {
		if parts++; len(out) > limit || parts > 16*limit {
			return
		}
		switch x := t.(type) {
		case *cc.ArrayType:
			size, _ := ts.Size(x.Elem())
			for i := int64(0); i < x.Len() && parts <= 16*limit; i++ {
				walk(x.Elem(), off+uint64(i)*size)
			}
		case *cc.StructType:
			for _, m := range ts.Members(t) {
				if !m.IsBit {
					walk(m.Type, off+m.Off)
				}
			}
		default:
			if IsPointer(t) || t.Kind() == cc.Union {
				out = append(out, Part{off, t})
			}
		}
	}
	walk(t, 0)
	if len(out) > limit || parts > 16*limit {
		return nil
	}
	return out
}
