package c

import "whittle.dev/term"

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
func (f *fn) vectorArgs(c *callCtx, n int) (value, lanes, []value, bool) {
	if len(c.args) < n {
		return value{}, lanes{}, nil, false
	}
	var first value
	var of lanes
	var all []value
	for i := range n {
		v := f.expr(c.args[i])
		w, ok := f.lanesOf(v.ty)
		if !ok || v.addr == term.None || i > 0 && w.s != of.s {
			return value{}, lanes{}, nil, false
		}
		if i == 0 {
			first, of = v, w
		}
		all = append(all, f.spread(v, w)...)
	}
	f.at(c.x)
	return first, of, all, true
}

// shuffleConstant is __builtin_shufflevector(a, b, i, ...): the elements with these numbers of both vectors;
// -1 stands for any value.
func shuffleConstant(f *fn, c *callCtx) value {
	_, of, all, ok := f.vectorArgs(c, 2)
	if !ok || len(c.args) == 2 {
		return f.unsupportedValue(c.result, c.name+" with these arguments")
	}
	var out []term.Term
	for _, a := range c.args[2:] {
		i, ok := f.constInt(a)
		switch {
		case ok && i == -1:
			out = append(out, f.havocValue(of.elem, "an element of "+c.name).t)
		case !ok || i < 0 || i >= int64(len(all)):
			return f.unsupportedValue(c.result, c.name+" with these arguments")
		default:
			out = append(out, all[i].t)
		}
	}
	return f.gather(vectorOf(of.elem, len(out), of.size()), out)
}

// shuffleMask is __builtin_shuffle(a, mask) or (a, b, mask): the mask has numbers of elements, modulo how
// many there are.
func shuffleMask(f *fn, c *callCtx) value {
	n := len(c.args) - 1
	if n != 1 && n != 2 {
		return f.unsupportedValue(c.result, c.name+" with these arguments")
	}
	first, of, all, ok := f.vectorArgs(c, n)
	if !ok {
		return f.unsupportedValue(c.result, c.name+" with these arguments")
	}
	m := f.expr(c.args[n])
	f.at(c.x)
	mask, ok := f.lanesOf(m.ty)
	if !ok || mask.s.class != integer || mask.n != of.n || mask.s.width != of.s.width {
		return f.unsupportedValue(c.result, c.name+" with these arguments")
	}
	out := make([]term.Term, of.n)
	for i, which := range f.spread(m, mask) {
		k := f.ts.BVAnd(which.t, f.bv(mask.s.width, uint64(len(all)-1)))
		t := all[0].t
		for j := 1; j < len(all); j++ {
			t = f.ts.Ite(f.ts.Eq(k, f.bv(mask.s.width, uint64(j))), all[j].t, t)
		}
		out[i] = t
	}
	return f.gather(first.ty, out)
}

// convertLanes is __builtin_convertvector(v, type): each element is converted. The second argument is a value
// of the type.
func convertLanes(f *fn, c *callCtx) value {
	_, _, all, ok := f.vectorArgs(c, 1)
	if !ok || len(c.args) != 2 {
		return f.unsupportedValue(c.result, c.name+" with these arguments")
	}
	ty := f.exprType(c.args[1])
	to, ok := f.lanesOf(ty)
	if !ok || to.n != len(all) {
		return f.unsupportedValue(c.result, c.name+" with these arguments")
	}
	out := make([]term.Term, to.n)
	for i, v := range all {
		out[i] = f.convert(v, to.elem).t
	}
	return f.gather(ty, out)
}
