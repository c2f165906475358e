package initializer

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// Item is one scalar, string or aggregate value of an initialiser at its place in the object.
type Item struct {
	Off    uint64
	Type   cc.Type
	Bit    *repr.Member // the bit-field that is initialised, with bitOff from the object's begin
	Expr   cc.ExpressionNode
	String *cc.PrimaryExpression // a string that initialises an array
}

// Evaluator knows what constants and literals are.
type Evaluator interface {
	// ConstInt evaluates an integer constant expression.
	ConstInt(n cc.ExpressionNode) (v int64, ok bool)
	// StringBytes are the bytes of a string literal with its terminator, and the size of one character.
	StringBytes(x *cc.PrimaryExpression) (b string, size uint64)
	// Stopped reports in the i-th round of a long loop whether it is to be left.
	Stopped(i int) bool
}

// Walk distributes a brace-enclosed initialiser over an object: C11
// section 6.7.9 with GNU ranges. It works on our own layout.
type Walk struct {
	types *repr.Types
	eval  Evaluator
	Items []Item
	Fail  string
	// Extent is the end of the last array element of an array of unknown size
	// or flexible array member that the walk saw.
	Extent uint64
	ranged int // elements that ranges stand for
}

// maxRanged bounds the elements that the ranges of one initialiser stand for:
// each becomes a step, or a part of the object's image.
const maxRanged = 1 << 18

// spend counts an element of a range from lo to hi, and reports whether the walk goes on.
func (w *Walk) spend(lo, hi int64) bool {
	if lo == hi || w.Fail != "" {
		return w.Fail == ""
	}
	if w.ranged++; w.ranged > maxRanged {
		w.Fail = "ranges of more than 262144 elements"
	}
	return w.Fail == "" && !w.eval.Stopped(w.ranged)
}

// New distributes the initialiser of an object of a type.
func New(types *repr.Types, eval Evaluator, t cc.Type, n *cc.Initializer) *Walk {
	w := &Walk{types: types, eval: eval}
	w.Walk(t, 0, nil, n)
	return w
}

// Walk lowers an initialiser for one whole object.
func (w *Walk) Walk(t cc.Type, off uint64, m *repr.Member, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr {
		w.leaf(t, off, m, n.AssignmentExpression)
		return
	}
	if !repr.IsAggregate(t) {
		// Braces around a scalar.
		if n.InitializerList != nil {
			w.Walk(t, off, m, n.InitializerList.Initializer)
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

func (w *Walk) leaf(t cc.Type, off uint64, m *repr.Member, e cc.ExpressionNode) {
	if at, ok := t.(*cc.ArrayType); ok {
		if s := syntax.StringLiteral(e); s != nil && repr.IsCharArray(at) {
			w.str(at, off, s)
			return
		}
	}
	w.Items = append(w.Items, Item{Off: off, Type: t, Bit: m, Expr: e})
}

func (w *Walk) str(at *cc.ArrayType, off uint64, s *cc.PrimaryExpression) {
	b, _ := w.eval.StringBytes(s)
	w.Items = append(w.Items, Item{Off: off, Type: at, String: s})
	w.Extent = max(w.Extent, off+uint64(len(b)))
}

// list consumes initialisers for the parts of an aggregate. With braces of its own (outer) it consumes all;
// without, as many as the aggregate has parts. Designators count only in the list that has the braces.
func (w *Walk) list(t cc.Type, off uint64, n *cc.InitializerList, outer bool) *cc.InitializerList {
	switch x := t.(type) {
	case *cc.ArrayType:
		return w.array(x.Elem(), repr.ArrayLen(x), off, n, outer)
	case *cc.StructType:
		return w.structure(t, off, n, outer)
	case *cc.UnionType:
		return w.union(t, off, n, outer)
	}
	if v, ok := w.types.Lanes(t); ok {
		return w.array(v.Elem, int64(v.N), off, n, outer)
	}
	w.Fail = "an initialiser of " + t.String()
	return nil
}
