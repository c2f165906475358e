package lower

import (
	"math/big"
	"slices"
	"sort"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// Like gcc, static initialisers take objects that are constants themselves: const objects that have an
// initialiser, with their members and elements, string literals, and compound literals of scalar type.

// maxFolded bounds how many constants of a static initialiser are defined by one another.
const maxFolded = 100

// constants evaluates constant expressions.
type constants struct {
	low    *lowerer
	unit   *unit
	types  *repr.Types
	ts     *term.Store
	prog   *cfa.Program
	flow   *flow.Builder
	values *value.Values
	arith  *value.Arith
	exprs  *expressions
	vars   *locals

	// foldsObjects lets a constant expression read objects that are constants, folded of which are being
	// read.
	foldsObjects bool
	folded       int
}

// foldable is the expression that a constant scalar is initialised with, and its type; nil if p is none.
func (co *constants) foldable(p value.Place) (cc.ExpressionNode, cc.Type) {
	if !co.foldsObjects || p.Order != cfa.Plain || p.Bit != nil || co.folded >= maxFolded {
		return nil, nil
	}
	switch x := p.Node.(type) {
	case *cc.PrimaryExpression:
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok || co.vars.Vars[d] != nil {
			return nil, nil
		}
		if e := co.low.resolve(co.unit, d); e.Unit == co.unit && e.init != nil && co.isConstant(x) {
			return syntax.ScalarInitializer(e.init), e.Typ
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionComplit {
			return syntax.ScalarInitializer(&cc.Initializer{Case: cc.InitializerInitList,
				InitializerList: x.InitializerList}), p.Type
		}
	}
	return nil, nil
}

// isConstant reports whether the type of an lvalue is const and not volatile.
func (co *constants) isConstant(n cc.ExpressionNode) bool {
	t := co.unit.Types.Expr(n)
	return t != nil && t.Quals&ctype.Const != 0 && t.Quals&ctype.Volatile == 0
}

func (co *constants) isVolatileLvalue(n cc.ExpressionNode) bool {
	t := co.unit.Types.Expr(n)
	return t == nil || t.Quals&ctype.Volatile != 0
}

// Fold is the value of a constant scalar in a constant expression.
func (co *constants) Fold(p value.Place) (value.Value, bool) {
	x, d := co.foldable(p)
	if x == nil {
		return value.Value{}, false
	}
	co.folded++
	v := co.exprs.Expr(x)
	co.folded--
	if co.flow.Refused != "" {
		return co.values.Dummy(p.Type), true
	}
	return co.arith.Convert(v, d), true
}

// Content is what memory holds at a place in a constant expression.
func (co *constants) Content(p value.Place, width int) term.Term {
	if n, ok := p.Node.(cc.ExpressionNode); co.foldsObjects && p.Order == cfa.Plain && ok &&
		!co.isVolatileLvalue(n) {
		if b, ok := co.constBytes(p.Addr, uint64(width/8)); ok {
			slices.Reverse(b)
			return co.ts.BVBig(width, new(big.Int).SetBytes(b))
		}
	}
	co.flow.Refused = "a read of memory"
	return co.values.Zero(width)
}

// constBytes returns bytes of a constant object whose initial content is known.
func (co *constants) constBytes(at term.Term, size uint64) ([]byte, bool) {
	addr, ok := co.ts.ConstUint64(at)
	objects := co.prog.Objects
	i := sort.Search(len(objects), func(i int) bool { return objects[i].Addr > addr }) - 1
	if !ok || i < 0 {
		return nil, false
	}
	o := objects[i]
	off := addr - o.Addr
	if !o.ReadOnly || o.Undefined || o.Kind != cfa.Global && o.Kind != cfa.ConstData || off > o.Size ||
		size > o.Size-off {
		return nil, false
	}
	out := make([]byte, size)
	for _, in := range o.Init {
		n := uint64(co.ts.Sort(in.Value).Width() / 8)
		b := co.ts.ConstBig(in.Value).FillBytes(make([]byte, n))
		for k := range n {
			if p := in.Offset + k; p >= off && p < off+size {
				out[p-off] = b[n-1-k]
			}
		}
	}
	return out, true
}
