package atoms

import (
	"slices"

	"whittle.dev/term"
)

// maxDrifting bounds the members of a family that are compared with those of another one.
const maxDrifting = 6

// drift adds candidates about variables that go together: those that the same is added to may be compared
// ("no more than rounds so far"), and where one loses what another one gains, their sum tells how far it can
// come ("what is there and what will still come fit into an int").
func (n *numbers) drift() {
	for i := range n.p.sys.Templates {
		fs := n.drifting(i)
		for k, f := range fs {
			for _, g := range fs[:k] {
				n.together(i, f, g)
			}
		}
		n.limits(i)
	}
}

// drifting lists the families to whose members a template adds constants.
func (n *numbers) drifting(template int) []*family {
	var out []*family
	n.each(func(i int, sym, value term.Term) {
		if _, by, ok := n.shifted(value); i != template || !ok || by == 0 {
			return
		}
		if f := n.family(sym); !slices.Contains(out, f) {
			out = append(out, f)
		}
	})
	return out
}

// together adds what may be said of the members of two families.
func (n *numbers) together(template int, f, g *family) {
	st := n.p.st
	same := slices.ContainsFunc(f.added, func(d int64) bool { return slices.Contains(g.added, d) })
	opposite := slices.ContainsFunc(f.added, func(d int64) bool { return slices.Contains(g.added, -d) })
	for _, x := range f.vars[:min(len(f.vars), maxDrifting)] {
		for _, y := range g.vars[:min(len(g.vars), maxDrifting)] {
			if st.Sort(x) != st.Sort(y) || !st.Sort(x).IsBitVec() {
				continue
			}
			zero := st.BV(st.Sort(x).Width(), 0)
			if same {
				n.p.add(template, st.BVSle(x, y))
				n.p.add(template, st.BVSle(y, x))
			}
			if opposite {
				n.p.add(template, st.BVSle(zero, st.BVAdd(x, y)))
			}
		}
	}
}

// limits adds that a variable which drifts stays on one side of what a guard compares it with for equality:
// "if (top == size) return" says so of its neighbours.
func (n *numbers) limits(template int) {
	st := n.p.st
	for _, e := range n.p.sys.Templates[template].Edges {
		leaves(st, e.Guard, n.p.whole, func(a term.Term) {
			if st.Op(a) != term.OpEq || !st.Sort(st.Arg(a, 0)).IsBitVec() {
				return
			}
			x, c := st.Arg(a, 0), st.Arg(a, 1)
			if st.IsConst(x) {
				x, c = c, x
			}
			if !n.variable(x) || !st.IsConst(c) || len(n.family(x).added) == 0 {
				return
			}
			for _, y := range n.family(x).vars[:min(len(n.family(x).vars), maxDrifting)] {
				n.p.add(template, st.BVSle(y, c))
				n.p.add(template, st.BVSle(c, y))
			}
		})
	}
}
