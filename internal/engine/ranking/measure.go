package ranking

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// linear is a function of the state: a coefficient for each feature, and a constant.
type linear struct {
	coefs    []int64
	constant int64
}

// A measure is a linear function for each location of a component that no edge of it increases. Strict are
// the edges that decrease it. It takes finitely many values, so an execution takes strict edges finitely
// often without leaving the component.
type measure struct {
	features []feature
	width    int            // bits of the numbers
	at       map[int]linear // by location
	edges    []int          // of the component
	strict   []int
}

// spare are the bits of measures beyond those of the widest feature: sums of at most maxFeatures features
// with coefficients up to maxCoefficient do not wrap in them, and neither do those with a constant.
const (
	spare          = 20
	maxCoefficient = 1 << 12
	maxConstant    = 1 << 16
)

// widthOf is how many bits measures over the features have.
func widthOf(st *term.Store, features []feature) int {
	w := 16
	for _, f := range features {
		w = max(w, st.Sort(f.t).Width())
	}
	return w + spare
}

// number is the value of a measure at a location, of words as value makes them of features.
func (m *measure) number(st *term.Store, loc int, value func(term.Term) term.Term) term.Term {
	f := m.at[loc]
	sum := st.BVBig(m.width, big.NewInt(f.constant))
	for i, k := range f.coefs {
		if k != 0 {
			x := m.features[i].number(st, value(m.features[i].t), m.width)
			sum = st.BVAdd(sum, st.BVMul(st.BVBig(m.width, big.NewInt(k)), x))
		}
	}
	return sum
}

// fails is the condition, on the state before an edge and its inputs, that the edge increases a measure, or,
// if it must decrease it, does not.
func (m *measure) fails(st *term.Store, vars []transition.Var, e *flow.Edge, strict bool) term.Term {
	next := make(map[term.Term]term.Term, len(e.Next))
	for v, t := range e.Next {
		next[vars[v].Sym] = t
	}
	sub := term.NewSubstituter(st, next)
	before := m.number(st, e.From, func(t term.Term) term.Term { return t })
	after := m.number(st, e.To, sub.Apply)
	if strict {
		return st.BVSle(before, after)
	}
	return st.BVSlt(before, after)
}

// keeps reports whether an edge does to a measure what it must; if not, the model of the solver is a step for
// which it does not, unless the solver does not know.
func (s *search) keeps(m *measure, edge int, strict bool) (ok, model bool) {
	e := &s.g.Edges[edge]
	r := s.ask(s.at(e.From), e.Guard, m.fails(s.st, s.sys.Vars, e, strict))
	return r == smt.Unsat, r == smt.Sat
}

// findStrict finds the edges that decrease a measure.
func (s *search) findStrict(m *measure) {
	m.strict = nil
	for _, e := range m.edges {
		if ok, _ := s.keeps(m, e, true); ok {
			m.strict = append(m.strict, e)
		}
	}
}

// text is a measure for people: of the location that most is known about.
func (s *search) measureText(m *measure) string {
	locs := make([]int, 0, len(m.at))
	for l := range m.at {
		locs = append(locs, l)
	}
	slices.Sort(locs)
	best := ""
	for _, l := range locs {
		text := s.linearText(m, m.at[l])
		if best == "" || len(text) < len(best) && text != "0" {
			best = text
		}
	}
	return best
}

func (s *search) linearText(m *measure, f linear) string {
	var b strings.Builder
	for i, k := range f.coefs {
		if k == 0 {
			continue
		}
		switch {
		case b.Len() == 0 && k < 0:
			b.WriteString("-")
		case k < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		text := s.featureText(m.features[i])
		if n := max(k, -k); n != 1 {
			if strings.Contains(text, " ") && !strings.HasSuffix(text, ")") {
				text = "(" + text + ")"
			}
			text = fmt.Sprintf("%d * %s", n, text)
		} else if k < 0 && strings.Contains(text, " ") && !strings.HasSuffix(text, ")") {
			text = "(" + text + ")"
		}
		b.WriteString(text)
	}
	if b.Len() == 0 {
		return fmt.Sprint(f.constant)
	}
	if f.constant != 0 {
		fmt.Fprintf(&b, " %c %d", "+-"[min(1, max(0, -int(f.constant)))], max(f.constant, -f.constant))
	}
	return b.String()
}
