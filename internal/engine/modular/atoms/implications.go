package atoms

import (
	"slices"

	"whittle.dev/term"
)

// maxPremises bounds the equations that implications are made of.
const maxPremises = 10

// implications adds what one shared variable tells about another: "if r = 0 then s = 0", of the equations
// with constants that are candidates.
func (p *Pool) implications() {
	var equations []term.Term
	for k := 0; k < len(p.list[0]); k += 2 {
		if t := p.list[0][k]; len(equations) < maxPremises && p.sharedEquation(t) {
			equations = append(equations, t)
		}
	}
	for _, if_ := range equations {
		for _, then := range equations {
			if !slices.Equal(p.st.Symbols(if_), p.st.Symbols(then)) {
				p.add(0, p.st.Or(p.st.Not(if_), then))
			}
		}
	}
}

// sharedEquation reports whether a condition says that one shared variable has a certain value.
func (p *Pool) sharedEquation(t term.Term) bool {
	if p.st.Op(t) != term.OpEq || !p.st.Sort(p.st.Arg(t, 0)).IsBitVec() {
		return false
	}
	a, b := p.st.Arg(t, 0), p.st.Arg(t, 1)
	if p.st.IsConst(a) {
		a, b = b, a
	}
	return p.global[a] && p.st.Op(a) == term.OpSymbol && p.st.IsConst(b)
}
