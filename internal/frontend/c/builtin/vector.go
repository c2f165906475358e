package builtin

import (
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// vectorTable lists the functions that rearrange and convert vectors.
func vectorTable() map[string]builtin {
	return map[string]builtin{
		"__builtin_shufflevector": shuffleConstant,
		"__builtin_shuffle":       shuffleMask,
		"__builtin_convertvector": convertLanes,
	}
}

// vectorArgs evaluates the first n arguments, which are vectors of one kind, and returns their type and all
// elements.
func (f *fn) vectorArgs(c *lower.NamedCall, n int) (value.Value, repr.VectorShape, []value.Value, bool) {
	if len(c.Args) < n {
		return value.Value{}, repr.VectorShape{}, nil, false
	}
	var first value.Value
	var of repr.VectorShape
	var all []value.Value
	for i := range n {
		v := f.Exprs.Expr(c.Args[i])
		w, ok := f.Types.Lanes(v.Type)
		if !ok || v.Addr == term.None || i > 0 && w.Scalar != of.Scalar {
			return value.Value{}, repr.VectorShape{}, nil, false
		}
		if i == 0 {
			first, of = v, w
		}
		all = append(all, f.Vec.Spread(v, w)...)
	}
	f.Marks.At(c.X)
	return first, of, all, true
}

// shuffleConstant is __builtin_shufflevector(a, b, i, ...): the elements with these numbers of both vectors;
// -1 stands for any value.
func shuffleConstant(f *fn, c *lower.NamedCall) value.Value {
	_, of, all, ok := f.vectorArgs(c, 2)
	if !ok || len(c.Args) == 2 {
		return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
	}
	var out []term.Term
	for _, a := range c.Args[2:] {
		i, ok := f.Consts.ConstInt(a)
		switch {
		case ok && i == -1:
			out = append(out, f.Mem.Havoc(of.Elem, "an element of "+c.Name).Term)
		case !ok || i < 0 || i >= int64(len(all)):
			return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
		default:
			out = append(out, all[i].Term)
		}
	}
	return f.Vec.Gather(repr.VectorOf(of.Elem, len(out), of.Size()), out)
}

// shuffleMask is __builtin_shuffle(a, mask) or (a, b, mask): the mask has numbers of elements, modulo how
// many there are.
func shuffleMask(f *fn, c *lower.NamedCall) value.Value {
	n := len(c.Args) - 1
	if n != 1 && n != 2 {
		return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
	}
	first, of, all, ok := f.vectorArgs(c, n)
	if !ok {
		return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
	}
	m := f.Exprs.Expr(c.Args[n])
	f.Marks.At(c.X)
	mask, ok := f.Types.Lanes(m.Type)
	if !ok || mask.Scalar.Class != repr.Integer || mask.N != of.N || mask.Scalar.Width != of.Scalar.Width {
		return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
	}
	out := make([]term.Term, of.N)
	for i, which := range f.Vec.Spread(m, mask) {
		k := f.Ts.BVAnd(which.Term, f.Values.BV(mask.Scalar.Width, uint64(len(all)-1)))
		t := all[0].Term
		for j := 1; j < len(all); j++ {
			t = f.Ts.Ite(f.Ts.Eq(k, f.Values.BV(mask.Scalar.Width, uint64(j))), all[j].Term, t)
		}
		out[i] = t
	}
	return f.Vec.Gather(first.Type, out)
}

// convertLanes is __builtin_convertvector(v, type): each element is converted. The second argument is a value
// of the type.
func convertLanes(f *fn, c *lower.NamedCall) value.Value {
	_, _, all, ok := f.vectorArgs(c, 1)
	if !ok || len(c.Args) != 2 {
		return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
	}
	ty := f.Types.Of(c.Args[1])
	to, ok := f.Types.Lanes(ty)
	if !ok || to.N != len(all) {
		return f.Values.Unsupported(c.Result, c.Name+" with these arguments")
	}
	out := make([]term.Term, to.N)
	for i, v := range all {
		out[i] = f.Arith.Convert(v, to.Elem).Term
	}
	return f.Vec.Gather(ty, out)
}
