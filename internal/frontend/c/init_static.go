package c

import (
	"math"
	"math/big"
	"sort"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// constFn returns a function context for constant expressions; outer is the
// function that they stand in, or nil.
func (l *lowerer) constFn(u *unit, outer *locals) *fn {
	f := l.newFn(u, "(constant)", nil)
	f.flow.Constant = true
	if outer != nil {
		f.vars.vars, f.vars.def = outer.vars, outer.def
		f.frame.Labels = outer.frame.Labels
		f.flow.Pos = outer.flow.Pos
	}
	return f
}

// constExpr evaluates a constant expression; what is not empty when it is
// none and names the reason.
func (co *constants) constExpr(n cc.ExpressionNode) (v value.Value, what string) {
	c := co
	if !co.flow.Constant {
		c = co.low.constFn(co.unit, co.vars).consts
	}
	before := c.flow.Taken()
	c.flow.Refused = ""
	v = c.exprs.expr(n)
	switch {
	case c.flow.Refused != "":
		return v, c.flow.Refused
	case c.flow.Taken() != before:
		return v, "something that is no constant"
	}
	return v, ""
}

// constInt evaluates an integer constant expression.
func (co *constants) constInt(n cc.ExpressionNode) (int64, bool) {
	v, what := co.constExpr(n)
	if what != "" || v.Term == term.None {
		return 0, false
	}
	u, ok := co.ts.ConstUint64(co.arith.Convert(v, co.types.Llong).Term)
	return int64(u), ok
}

// image is the initial content of an object: constants of whole bytes.
type image struct {
	parts []imagePart
	// bytes holds what every byte is, once that was asked for.
	bytes map[uint64]byte
}

type imagePart struct {
	off   uint64
	bytes []byte
}

func (m *image) add(off uint64, b []byte) {
	p := imagePart{off, b}
	m.parts = append(m.parts, p)
	if m.bytes != nil {
		m.write(p)
	}
}

func (m *image) write(p imagePart) {
	for i, b := range p.bytes {
		m.bytes[p.off+uint64(i)] = b
	}
}

// at returns the byte at an offset as written so far.
func (m *image) at(off uint64) byte {
	if m.bytes == nil {
		m.bytes = map[uint64]byte{}
		for _, p := range m.parts {
			m.write(p)
		}
	}
	return m.bytes[off]
}

// normal returns the parts in ascending order without overlap; where parts
// overlapped, later ones win and the result is single bytes.
func (m *image) normal() []imagePart {
	ps := append([]imagePart(nil), m.parts...)
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].off < ps[j].off })
	overlap := false
	for i := 1; i < len(ps); i++ {
		if ps[i].off < ps[i-1].off+uint64(len(ps[i-1].bytes)) {
			overlap = true
		}
	}
	if !overlap {
		return ps
	}
	// Groups of overlapping parts become bytes; the others stay whole.
	var out []imagePart
	for i := 0; i < len(ps); {
		end := ps[i].off + uint64(len(ps[i].bytes))
		j := i + 1
		for j < len(ps) && ps[j].off < end {
			end = max(end, ps[j].off+uint64(len(ps[j].bytes)))
			j++
		}
		if j == i+1 {
			out = append(out, ps[i])
		} else {
			start := ps[i].off
			size := len(ps[i].bytes)
			same := true
			for k := i; k < j; k++ {
				same = same && ps[k].off == start && len(ps[k].bytes) == size
			}
			if same {
				out = append(out, ps[j-1])
			} else {
				for b := start; b < end; b++ {
					out = append(out, imagePart{b, []byte{m.at(b)}})
				}
			}
		}
		i = j
	}
	return out
}

// staticInit evaluates the initialiser of an object of static storage
// duration.
func (l *lowerer) staticInit(e *entity) []cfa.Init {
	f := l.constFn(e.unit, e.inFunc)
	f.flow.Pos = e.pos
	f.consts.foldsObjects = true
	m := &image{}
	if !repr.IsAggregate(e.typ) {
		if x := syntax.ScalarInitializer(e.init); x != nil {
			l.staticScalar(f, m, 0, e.typ, nil, x)
		}
	} else {
		l.staticAggregate(f, m, 0, e.typ, e.init)
	}
	var out []cfa.Init
	size := uint64(math.MaxUint64)
	if e.obj != nil {
		size = e.obj.Size
	}
	for _, p := range m.normal() {
		if p.off+uint64(len(p.bytes)) > size {
			l.diags.Add(source.Error, e.pos, "the initialiser of %s is larger than the object", e.name)
			break
		}
		zero := true
		be := make([]byte, len(p.bytes))
		for i, b := range p.bytes {
			be[len(be)-1-i] = b
			zero = zero && b == 0
		}
		if !zero {
			out = append(out, cfa.Init{Offset: p.off,
				Value: l.ts.BVBig(8*len(be), new(big.Int).SetBytes(be))})
		}
	}
	return out
}

func (l *lowerer) staticAggregate(f *fn, m *image, base uint64, t cc.Type, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && stringForAny(t, n) == nil {
		// A compound literal as the initialiser of a static object (GNU C).
		if x, ok := syntax.Unparen(n.AssignmentExpression).(*cc.PostfixExpression); ok &&
			x.Case == cc.PostfixExpressionComplit {
			l.staticAggregate(f, m, base, t, &cc.Initializer{Case: cc.InitializerInitList,
				InitializerList: x.InitializerList})
			return
		}
		if v, what := f.consts.constExpr(n.AssignmentExpression); what == "" && v.Addr != term.None {
			size, _ := l.types.Size(t)
			if b, ok := f.consts.constBytes(v.Addr, size); ok {
				m.add(base, b)
				return
			}
		}
		l.notConstant(f, n, "this initialiser")
		return
	}
	w := &initWalk{l: l, f: f}
	w.initializer(t, 0, nil, n)
	if w.fail != "" {
		l.notConstant(f, n, w.fail)
		return
	}
	for i := range w.items {
		if l.stopped(i) {
			return
		}
		it := &w.items[i]
		if it.str != nil {
			f.flow.Refused = ""
			b, size := f.lvalues.stringBytes(it.str)
			if f.flow.Refused != "" {
				l.notConstant(f, it.str, f.flow.Refused)
				continue
			}
			limit := uint64(len(b))
			if at, ok := it.ty.(*cc.ArrayType); ok && at.Len() > 0 {
				limit = min(limit, uint64(at.Len())*size)
			}
			for k := uint64(0); k+size <= limit; k += size {
				m.add(base+it.off+k, []byte(b[k:k+size]))
			}
			continue
		}
		if repr.IsAggregate(it.ty) {
			l.staticAggregate(f, m, base+it.off, it.ty,
				&cc.Initializer{Case: cc.InitializerExpr, AssignmentExpression: it.expr})
			continue
		}
		l.staticScalar(f, m, base+it.off, it.ty, it.bitAt(base), it.expr)
	}
}

func (it *initItem) bitAt(base uint64) *repr.Member {
	if it.m == nil {
		return nil
	}
	c := *it.m
	c.BitOff += int(8 * base)
	return &c
}

func (l *lowerer) staticScalar(f *fn, m *image, off uint64, t cc.Type, bit *repr.Member,
	x cc.ExpressionNode) {
	v, what := f.consts.constExpr(x)
	if what == "" {
		f.flow.Refused = ""
		v = f.arith.Convert(v, t)
		what = f.flow.Refused
	}
	if what != "" || v.Term == term.None || !l.ts.IsConst(v.Term) {
		l.notConstant(f, x, what)
		return
	}
	n := l.ts.ConstBig(v.Term)
	s := l.types.Scalar(t)
	if bit != nil {
		c, b := bit.Container()
		val := new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(b.Width)),
			big.NewInt(1)))
		val.Lsh(val, uint(b.Off))
		mask := new(big.Int).Lsh(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(b.Width)),
			big.NewInt(1)), uint(b.Off))
		for i := 0; i < b.Container/8; i++ {
			old := m.at(c + uint64(i))
			mb := byte(new(big.Int).Rsh(mask, uint(8*i)).Uint64())
			vb := byte(new(big.Int).Rsh(val, uint(8*i)).Uint64())
			m.add(c+uint64(i), []byte{old&^mb | vb&mb})
		}
		return
	}
	size := l.types.MemoryWidth(t, s) / 8
	if s.Signed && n.Bit(s.Width-1) == 1 && 8*size > s.Width {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1<<(8*size-s.Width)-1), uint(s.Width)))
	}
	le := make([]byte, size)
	be := n.FillBytes(make([]byte, max(size, (n.BitLen()+7)/8)))
	for i := range le {
		le[i] = be[len(be)-1-i]
	}
	m.add(off, le)
}

// notConstant notes that an initial value is not known. It is an error of the
// program; the value counts as zero only where nobody could see it.
func (l *lowerer) notConstant(f *fn, n cc.Node, what string) {
	if what == "" {
		what = "this expression"
	}
	l.diags.Add(source.Error, f.unit.pos(n), "the initialiser of a static object is no constant: %s", what)
}

// literalObject is the static object of a compound literal outside of functions.
func (co *constants) literalObject(x *cc.PostfixExpression, e *entity) *cfa.Object {
	if o := co.low.literals[x]; o != nil {
		return o
	}
	if co.low.literals == nil {
		co.low.literals = map[*cc.PostfixExpression]*cfa.Object{}
	}
	o := co.low.object(e)
	co.low.literals[x] = o
	return o
}
