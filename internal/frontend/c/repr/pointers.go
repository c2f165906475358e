package repr

import "modernc.org/cc/v4"

// Pointers lists the offsets of the pointers in an object of a type, outside of unions; of more than limit
// none.
func (ts *Types) Pointers(t cc.Type, limit int) []uint64 {
	var out []uint64
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
			if IsPointer(t) {
				out = append(out, off)
			}
		}
	}
	walk(t, 0)
	if len(out) > limit || parts > 16*limit {
		return nil
	}
	return out
}
