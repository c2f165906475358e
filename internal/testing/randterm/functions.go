package randterm

import "whittle.dev/term"

// equation makes an equation of elements, or of results of a function, or applies a predicate.
func (g *Generator) equation(d int) term.Term {
	sort := g.Element
	if len(g.Functions) > 0 && (sort == 0 || g.Pick(2) == 0) {
		_, sort = g.Store.FuncParts(g.Store.Sort(g.Functions[g.Pick(len(g.Functions))]))
	}
	if sort.IsBool() {
		if t := g.applied(sort, d); t != term.None {
			return t
		}
		return g.Symbol(sort)
	}
	return g.mk(term.OpEq, nil, g.elem(sort, d-1), g.elem(sort, d-1))
}

// applied applies a function with results of the sort now and then; otherwise it returns term.None.
func (g *Generator) applied(sort term.Sort, d int) term.Term {
	if len(g.Functions) == 0 || d <= 0 || g.Pick(3) == 0 {
		return term.None
	}
	from := g.Pick(len(g.Functions))
	for i := range g.Functions {
		f := g.Functions[(from+i)%len(g.Functions)]
		params, result := g.Store.FuncParts(g.Store.Sort(f))
		if result != sort {
			continue
		}
		var args []term.Term
		for _, p := range params {
			args = append(args, g.elem(p, d-1))
		}
		return g.Store.Apply(f, args...)
	}
	return term.None
}

// element makes a term of the uninterpreted sort.
func (g *Generator) element(d int) term.Term {
	if d <= 0 {
		return g.Symbol(g.Element)
	}
	if t := g.applied(g.Element, d); t != term.None {
		return t
	}
	switch g.Pick(5) {
	case 0:
		return g.mk(term.OpIte, nil, g.Bool(d-1), g.element(d-1), g.element(d-1))
	case 1:
		for _, a := range g.Arrays {
			if index, elem := g.Store.ArrayParts(a); elem == g.Element {
				return g.mk(term.OpSelect, nil, g.array(a, d-1), g.elem(index, d-1))
			}
		}
	}
	return g.Symbol(g.Element)
}
