package initializer

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
)

func (w *Walk) index(d *cc.Designator) (lo, hi int64, ok bool) {
	if d.Case != cc.DesignatorIndex && d.Case != cc.DesignatorIndex2 {
		return 0, 0, false
	}
	lo, ok = w.eval.ConstInt(d.ConstantExpression)
	hi = lo
	if ok && d.Case == cc.DesignatorIndex2 {
		hi, ok = w.eval.ConstInt(d.ConstantExpression2)
	}
	return lo, hi, ok && lo >= 0 && hi-lo < 1<<24
}

func designatedName(d *cc.Designator) string {
	switch d.Case {
	case cc.DesignatorField:
		return d.Token2.SrcStr()
	case cc.DesignatorField2:
		return d.Token.SrcStr()
	}
	return ""
}

// designated initialises the part that further designators select, and goes
// on after it: the list continues with the parts that follow the innermost.
func (w *Walk) designated(t cc.Type, off uint64, m *repr.Member, ds *cc.DesignatorList,
	n *cc.InitializerList) *cc.InitializerList {
	if ds == nil {
		bare := *n
		bare.Designation = nil
		return w.part(t, off, m, &bare)
	}
	d := ds.Designator
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := w.types.Size(x.Elem())
		lo, hi, ok := w.index(d)
		if !ok {
			w.Fail = "this designator"
			return nil
		}
		var next *cc.InitializerList
		for k := lo; k <= hi && w.spend(lo, hi); k++ {
			next = w.designated(x.Elem(), off+uint64(k)*size, nil, ds.DesignatorList, n)
		}
		for i := hi + 1; i < x.Len() && next != nil && next.Designation == nil; i++ {
			next = w.part(x.Elem(), off+uint64(i)*size, nil, next)
		}
		return next
	case *cc.StructType, *cc.UnionType:
		name := designatedName(d)
		ms := w.types.Members(t)
		for i := range ms {
			if !w.holds(&ms[i], name) {
				continue
			}
			mm := w.rebase(&ms[i], off)
			var next *cc.InitializerList
			if ms[i].Name != name {
				next = w.designated(ms[i].Type, off+ms[i].Off, nil, ds, n)
			} else {
				next = w.designated(ms[i].Type, off+ms[i].Off, mm, ds.DesignatorList, n)
			}
			if t.Kind() == cc.Struct {
				for i++; i < len(ms) && next != nil && next.Designation == nil; i++ {
					if skipMember(&ms[i]) {
						continue
					}
					next = w.part(ms[i].Type, off+ms[i].Off, w.rebase(&ms[i], off), next)
				}
			}
			return next
		}
	}
	w.Fail = "this designator"
	return nil
}

// holds reports whether a member has a name or is unnamed and contains it.
func (w *Walk) holds(m *repr.Member, name string) bool {
	if m.Name == name {
		return true
	}
	if m.Name != "" || m.IsBit {
		return false
	}
	_, ok := w.types.Member(m.Type, name)
	return ok
}

// rebase returns a bit-field with its position from the begin of the object.
func (w *Walk) rebase(m *repr.Member, off uint64) *repr.Member {
	if !m.IsBit {
		return nil
	}
	c := m.Moved(off)
	return &c
}
