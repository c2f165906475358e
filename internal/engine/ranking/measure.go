package ranking

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/proof/measures"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// spare are the bits of measures beyond those of the widest feature: sums of at most maxFeatures features
// with coefficients up to maxCoefficient do not wrap in them, and neither do those with a constant.
const (
	spare          = 20
	maxCoefficient = 1 << 12
	maxConstant    = 1 << 16
)

// widthOf is how many bits measures over the features have.
func widthOf(st *term.Store, features []measures.Feature) int {
	w := 16
	for _, f := range features {
		w = max(w, st.Sort(f.Term).Width())
	}
	return w + spare
}

// keeps reports whether an edge does to a measure what it must; if not, the model of the solver is a step for
// which it does not, unless the solver does not know.
func (s *search) keeps(m *measures.Measure, edge int, strict bool) (ok, model bool) {
	e := &s.g.Edges[edge]
	r := s.ask(s.at(e.From), e.Guard, m.Fails(s.st, s.sys.Vars, e, strict))
	return r == smt.Unsat, r == smt.Sat
}

// findStrict finds the edges that decrease a measure.
func (s *search) findStrict(m *measures.Measure) {
	m.Strict = nil
	for _, e := range m.Edges {
		if ok, _ := s.keeps(m, e, true); ok {
			m.Strict = append(m.Strict, e)
		}
	}
}

// text is a measure for people: of the location that most is known about.
func (s *search) measureText(m *measures.Measure) string {
	locs := make([]int, 0, len(m.At))
	for l := range m.At {
		locs = append(locs, l)
	}
	slices.Sort(locs)
	best := ""
	for _, l := range locs {
		text := s.linearText(m, m.At[l])
		if best == "" || len(text) < len(best) && text != "0" {
			best = text
		}
	}
	return best
}

func (s *search) linearText(m *measures.Measure, f measures.Linear) string {
	var b strings.Builder
	for i, k := range f.Coefs {
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
		text := s.featureText(m.Features[i])
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
		return fmt.Sprint(f.Constant)
	}
	if f.Constant != 0 {
		fmt.Fprintf(&b, " %c %d", "+-"[min(1, max(0, -int(f.Constant)))], max(f.Constant, -f.Constant))
	}
	return b.String()
}
