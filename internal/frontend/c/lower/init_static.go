package lower

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/initializer"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// constFn returns a function context for constant expressions; outer is the
// function that they stand in, or nil.
func (l *lowerer) constFn(u *unit, outer *locals) *Function {
	f := l.newFn(u, "(constant)", nil)
	f.Flow.Constant = true
	if outer != nil {
		f.Vars.Vars, f.Vars.def = outer.Vars, outer.def
		f.Frame.Labels = outer.frame.Labels
		f.Flow.Pos = outer.flow.Pos
		f.Flow.Proc = outer.flow.Proc // of what turns out to be no constant registers may be left
	}
	return f
}

// ConstExpr evaluates a constant expression; what is not empty when it is none and names the reason.
func (co *constants) ConstExpr(n cc.ExpressionNode) (v value.Value, what string) {
	c := co
	if !co.flow.Constant {
		c = co.low.constFn(co.unit, co.vars).Consts
	}
	before := c.flow.Taken()
	c.flow.Refused = ""
	v = c.exprs.Expr(n)
	switch {
	case c.flow.Refused != "":
		return v, c.flow.Refused
	case c.flow.Taken() != before:
		return v, "something that is no constant"
	}
	return v, ""
}

// ConstInt evaluates an integer constant expression.
func (co *constants) ConstInt(n cc.ExpressionNode) (int64, bool) {
	v, what := co.ConstExpr(n)
	if what != "" || v.Term == term.None {
		return 0, false
	}
	u, ok := co.ts.ConstUint64(co.arith.Convert(v, co.types.Llong).Term)
	return int64(u), ok
}

// ConstSize evaluates a constant expression without a sign.
func (co *constants) ConstSize(n cc.ExpressionNode) (uint64, bool) {
	v, what := co.ConstExpr(n)
	if what != "" || v.Term == term.None {
		return 0, false
	}
	return co.ts.ConstUint64(v.Term)
}

// staticInit evaluates the initialiser of an object of static storage duration.
func (l *lowerer) staticInit(e *Entity) []cfa.Init {
	f := l.constFn(e.Unit, e.inFunc)
	f.Flow.Pos = e.Pos
	f.Consts.foldsObjects = true
	m := &initializer.Image{}
	if !repr.IsAggregate(e.Typ) {
		if x := syntax.ScalarInitializer(e.init); x != nil {
			l.staticScalar(f, m, 0, e.Typ, nil, x)
		}
	} else {
		l.staticAggregate(f, m, 0, e.Typ, e.init)
	}
	var out []cfa.Init
	size := uint64(math.MaxUint64)
	if e.obj != nil {
		size = e.obj.Size
	}
	for _, p := range m.Parts() {
		if p.Off+uint64(len(p.Bytes)) > size {
			l.diags.Add(source.Error, e.Pos, "the initialiser of %s is larger than the object", e.Name)
			break
		}
		zero := true
		be := make([]byte, len(p.Bytes))
		for i, b := range p.Bytes {
			be[len(be)-1-i] = b
			zero = zero && b == 0
		}
		if !zero {
			out = append(out, cfa.Init{Offset: p.Off,
				Value: l.Ts.BVBig(8*len(be), new(big.Int).SetBytes(be))})
		}
	}
	return out
}

func (l *lowerer) staticAggregate(f *Function, m *initializer.Image, base uint64, t cc.Type,
	n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && initializer.StringForAny(t, n) == nil {
		// A compound literal as the initialiser of a static object (GNU C).
		if x, ok := syntax.Unparen(n.AssignmentExpression).(*cc.PostfixExpression); ok &&
			x.Case == cc.PostfixExpressionComplit {
			l.staticAggregate(f, m, base, t, &cc.Initializer{Case: cc.InitializerInitList,
				InitializerList: x.InitializerList})
			return
		}
		if v, what := f.Consts.ConstExpr(n.AssignmentExpression); what == "" && v.Addr != term.None {
			size, _ := l.Types.Size(t)
			if b, ok := f.Consts.constBytes(v.Addr, size); ok {
				m.Add(base, b)
				return
			}
		}
		l.notConstant(f, n, "this initialiser")
		return
	}
	w := initializer.New(l.Types, f, t, n)
	if w.Fail != "" {
		l.notConstant(f, n, w.Fail)
		return
	}
	for i := range w.Items {
		if l.stopped(i) {
			return
		}
		it := &w.Items[i]
		if it.String != nil {
			f.Flow.Refused = ""
			b, size := f.Lvalues.StringBytes(it.String)
			if f.Flow.Refused != "" {
				l.notConstant(f, it.String, f.Flow.Refused)
				continue
			}
			limit := uint64(len(b))
			if at, ok := it.Type.(*cc.ArrayType); ok && at.Len() > 0 {
				limit = min(limit, uint64(at.Len())*size)
			}
			for k := uint64(0); k+size <= limit; k += size {
				m.Add(base+it.Off+k, []byte(b[k:k+size]))
			}
			continue
		}
		if repr.IsAggregate(it.Type) {
			l.staticAggregate(f, m, base+it.Off, it.Type,
				&cc.Initializer{Case: cc.InitializerExpr, AssignmentExpression: it.Expr})
			continue
		}
		l.staticScalar(f, m, base+it.Off, it.Type, it.BitAt(base), it.Expr)
	}
}

func (l *lowerer) staticScalar(f *Function, m *initializer.Image, off uint64, t cc.Type, bit *repr.Member,
	x cc.ExpressionNode) {
	v, what := f.Consts.ConstExpr(x)
	if what == "" {
		f.Flow.Refused = ""
		v = f.Arith.Convert(v, t)
		what = f.Flow.Refused
	}
	if what != "" || v.Term == term.None || !l.Ts.IsConst(v.Term) {
		l.notConstant(f, x, what)
		return
	}
	n := l.Ts.ConstBig(v.Term)
	s := l.Types.Scalar(t)
	if bit != nil {
		c, b := bit.Container()
		val := new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(b.Width)),
			big.NewInt(1)))
		val.Lsh(val, uint(b.Off))
		mask := new(big.Int).Lsh(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(b.Width)),
			big.NewInt(1)), uint(b.Off))
		for i := 0; i < b.Container/8; i++ {
			old := m.At(c + uint64(i))
			mb := byte(new(big.Int).Rsh(mask, uint(8*i)).Uint64())
			vb := byte(new(big.Int).Rsh(val, uint(8*i)).Uint64())
			m.Add(c+uint64(i), []byte{old&^mb | vb&mb})
		}
		return
	}
	size := l.Types.MemoryWidth(t, s) / 8
	if s.Signed && n.Bit(s.Width-1) == 1 && 8*size > s.Width {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1<<(8*size-s.Width)-1), uint(s.Width)))
	}
	le := make([]byte, size)
	be := n.FillBytes(make([]byte, max(size, (n.BitLen()+7)/8)))
	for i := range le {
		le[i] = be[len(be)-1-i]
	}
	m.Add(off, le)
}

// notConstant notes that an initial value is not known. It is an error of the
// program; the value counts as zero only where it could not be seen.
func (l *lowerer) notConstant(f *Function, n cc.Node, what string) {
	if what == "" {
		what = "this expression"
	}
	l.diags.Add(source.Error, f.Unit.pos(n), "the initialiser of a static object is no constant: %s", what)
}

// literalObject is the static object of a compound literal outside of functions.
func (co *constants) literalObject(x *cc.PostfixExpression, e *Entity) *cfa.Object {
	if o := co.low.literals[x]; o != nil {
		return o
	}
	if co.low.literals == nil {
		co.low.literals = map[*cc.PostfixExpression]*cfa.Object{}
	}
	o := co.low.Object(e)
	co.low.literals[x] = o
	return o
}
