package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// initItem is one scalar, string or aggregate value of an initialiser at its
// place in the object.
type initItem struct {
	off  uint64
	ty   cc.Type
	m    *repr.Member // the bit-field that is initialised, with bitOff from the object's begin
	expr cc.ExpressionNode
	str  *cc.PrimaryExpression // a string that initialises an array
}

// initWalk distributes a brace-enclosed initialiser over an object: C11
// section 6.7.9 with GNU ranges. It works on our own layout.
type initWalk struct {
	l     *lowerer
	f     *fn // for constant expressions in designators
	items []initItem
	fail  string
	// extent is the end of the last array element of an array of unknown size
	// or flexible array member that the walk saw.
	extent uint64
	count  uint64 // elements of the outermost array
	ranged int    // elements that ranges stand for
}

// maxRanged bounds the elements that the ranges of one initialiser stand for:
// each becomes a step, or a part of the object's image.
const maxRanged = 1 << 18

// spend counts an element of a range from lo to hi, and reports whether the
// walk goes on.
func (w *initWalk) spend(lo, hi int64) bool {
	if lo == hi || w.fail != "" {
		return w.fail == ""
	}
	if w.ranged++; w.ranged > maxRanged {
		w.fail = "ranges of more than 262144 elements"
	}
	return w.fail == "" && !w.l.stopped(w.ranged)
}

func (l *lowerer) walkInit(u *unit, t cc.Type, n *cc.Initializer) *initWalk {
	w := &initWalk{l: l, f: l.constFn(u, nil)}
	w.initializer(t, 0, nil, n)
	return w
}

// initializer lowers an initialiser for one whole object.
func (w *initWalk) initializer(t cc.Type, off uint64, m *repr.Member, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr {
		w.leaf(t, off, m, n.AssignmentExpression)
		return
	}
	if !repr.IsAggregate(t) {
		// Braces around a scalar.
		if n.InitializerList != nil {
			w.initializer(t, off, m, n.InitializerList.Initializer)
		}
		return
	}
	if at, ok := t.(*cc.ArrayType); ok && n.InitializerList != nil &&
		n.InitializerList.InitializerList == nil && n.InitializerList.Designation == nil {
		if s := stringFor(at, n.InitializerList.Initializer); s != nil {
			w.str(at, off, s)
			return
		}
	}
	w.list(t, off, n.InitializerList, true)
}

func (w *initWalk) leaf(t cc.Type, off uint64, m *repr.Member, e cc.ExpressionNode) {
	if at, ok := t.(*cc.ArrayType); ok {
		if s := stringLiteral(e); s != nil && repr.IsCharArray(at) {
			w.str(at, off, s)
			return
		}
	}
	w.items = append(w.items, initItem{off: off, ty: t, m: m, expr: e})
}

func (w *initWalk) str(at *cc.ArrayType, off uint64, s *cc.PrimaryExpression) {
	b, size := w.f.lvalues.stringBytes(s)
	w.items = append(w.items, initItem{off: off, ty: at, str: s})
	w.count = max(w.count, uint64(len(b))/size)
	w.extent = max(w.extent, off+uint64(len(b)))
}

// list consumes initialisers for the parts of an aggregate. With braces of its
// own (outer) it consumes all; without, as many as the aggregate has parts.
// Designators count only in the list that has the braces.
func (w *initWalk) list(t cc.Type, off uint64, n *cc.InitializerList, outer bool) *cc.InitializerList {
	switch x := t.(type) {
	case *cc.ArrayType:
		return w.array(x.Elem(), repr.ArrayLen(x), off, n, outer)
	case *cc.StructType:
		return w.structure(t, off, n, outer)
	case *cc.UnionType:
		return w.union(t, off, n, outer)
	}
	if v, ok := w.l.types.Lanes(t); ok {
		return w.array(v.Elem, int64(v.N), off, n, outer)
	}
	w.fail = "an initialiser of " + t.String()
	return nil
}

func (w *initWalk) array(elem cc.Type, length int64, off uint64, n *cc.InitializerList,
	outer bool) *cc.InitializerList {
	size, ok := w.l.types.Size(elem)
	if !ok {
		w.fail = "an array of incomplete elements"
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
				w.fail = "this designator"
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

func (w *initWalk) grow(off uint64, n int64, size uint64) {
	if off == 0 {
		w.count = max(w.count, uint64(n))
	}
	w.extent = max(w.extent, off+uint64(n)*size)
}

func (w *initWalk) index(d *cc.Designator) (lo, hi int64, ok bool) {
	if d.Case != cc.DesignatorIndex && d.Case != cc.DesignatorIndex2 {
		return 0, 0, false
	}
	lo, ok = w.f.consts.constInt(d.ConstantExpression)
	hi = lo
	if ok && d.Case == cc.DesignatorIndex2 {
		hi, ok = w.f.consts.constInt(d.ConstantExpression2)
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
// on behind it: the list continues with the parts that follow the innermost.
func (w *initWalk) designated(t cc.Type, off uint64, m *repr.Member, ds *cc.DesignatorList,
	n *cc.InitializerList) *cc.InitializerList {
	if ds == nil {
		bare := *n
		bare.Designation = nil
		return w.part(t, off, m, &bare)
	}
	d := ds.Designator
	switch x := t.(type) {
	case *cc.ArrayType:
		size, _ := w.l.types.Size(x.Elem())
		lo, hi, ok := w.index(d)
		if !ok {
			w.fail = "this designator"
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
		ms := w.l.types.Members(t)
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
	w.fail = "this designator"
	return nil
}

// holds reports whether a member has a name or is unnamed and contains it.
func (w *initWalk) holds(m *repr.Member, name string) bool {
	if m.Name == name {
		return true
	}
	if m.Name != "" || m.IsBit {
		return false
	}
	_, ok := w.l.types.Member(m.Type, name)
	return ok
}

// rebase returns a bit-field with its position from the begin of the object.
func (w *initWalk) rebase(m *repr.Member, off uint64) *repr.Member {
	if !m.IsBit {
		return nil
	}
	c := *m
	c.Off += off
	c.BitOff += int(8 * off)
	return &c
}

// skipMember reports whether a member takes no initialiser: unnamed bit-fields.
func skipMember(m *repr.Member) bool { return m.IsBit && m.Name == "" }

func (w *initWalk) structure(t cc.Type, off uint64, n *cc.InitializerList, outer bool) *cc.InitializerList {
	ms := w.l.types.Members(t)
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
				w.fail = "this designator"
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

func (w *initWalk) union(t cc.Type, off uint64, n *cc.InitializerList, outer bool) *cc.InitializerList {
	ms := w.l.types.Members(t)
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
			w.fail = "this designator"
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
func (w *initWalk) part(t cc.Type, off uint64, m *repr.Member, n *cc.InitializerList) *cc.InitializerList {
	in := n.Initializer
	if in.Case == cc.InitializerInitList || !repr.IsAggregate(t) {
		w.initializer(t, off, m, in)
		return n.InitializerList
	}
	if at, ok := t.(*cc.ArrayType); ok {
		if s := stringFor(at, in); s != nil {
			w.str(at, off, s)
			return n.InitializerList
		}
	} else if et := w.l.types.Of(in.AssignmentExpression); et.Kind() == t.Kind() &&
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
	return stringLiteral(n.AssignmentExpression)
}

func stringLiteral(e cc.ExpressionNode) *cc.PrimaryExpression {
	if x, ok := syntax.Unparen(e).(*cc.PrimaryExpression); ok &&
		(x.Case == cc.PrimaryExpressionString || x.Case == cc.PrimaryExpressionLString) {
		return x
	}
	return nil
}

// initExtent is the number of bytes that an initialiser needs: more than the
// type has when there is a flexible array member.
func (l *lowerer) initExtent(u *unit, t cc.Type, n *cc.Initializer) uint64 {
	if !hasFlexible(l, t) {
		return 0
	}
	return l.walkInit(u, t, n).extent
}

func hasFlexible(l *lowerer, t cc.Type) bool {
	if t.Kind() != cc.Struct {
		return false
	}
	ms := l.types.Members(t)
	if len(ms) == 0 {
		return false
	}
	m := ms[len(ms)-1]
	if at, ok := m.Type.(*cc.ArrayType); ok {
		return m.Flexible || at.Len() <= 0
	}
	return hasFlexible(l, m.Type)
}
