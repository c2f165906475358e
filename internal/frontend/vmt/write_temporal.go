package vmt

import (
	"fmt"
	"slices"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/ts/transition"
)

// temporals writes the properties of infinite runs as formulas of temporal logic, in which fairness is what
// they are to hold under.
func (p *printer) temporals() {
	numbered := map[int]bool{}
	for _, f := range p.s.Temporals {
		numbered[f.Number] = true
	}
	for i := range p.s.Temporals {
		f, number := &p.s.Temporals[i], i
		if len(numbered) == len(p.s.Temporals) {
			number = f.Number
		}
		name := p.name(f.Name, fmt.Sprintf("property %d", i+1))
		if isLive(f) {
			p.annotation(name, p.lib.Inline(f.Atoms[0]), fmt.Sprintf(":live-property %d", number))
			continue
		}
		text := p.formula(f, f.Formula)
		if len(f.Fair) > 0 {
			fair := "(and true"
			for _, c := range f.Fair {
				fair += " (ltl.G (ltl.F " + p.lib.Inline(c) + "))"
			}
			text = "(=> " + fair + ") " + text + ")"
		}
		p.annotation(name, text, fmt.Sprintf(":ltl-property %d", number))
	}
}

// isLive reports whether a property is that some time a condition holds for ever.
func isLive(f *transition.Temporal) bool {
	g := f.Formula
	return len(f.Fair) == 0 && g.Op == ltl.Finally && g.Left.Op == ltl.Globally &&
		g.Left.Left.Op == ltl.Proposition
}

// patterns are how operators are written, with their operands as %[1]s and %[2]s.
var patterns = map[ltl.Op]string{ltl.True: "true", ltl.False: "false", ltl.Not: "(not %[1]s)",
	ltl.Next: "(ltl.X %[1]s)", ltl.Finally: "(ltl.F %[1]s)", ltl.Globally: "(ltl.G %[1]s)",
	ltl.And: "(and %[1]s %[2]s)", ltl.Or: "(or %[1]s %[2]s)", ltl.Implies: "(=> %[1]s %[2]s)",
	ltl.Iff: "(= %[1]s %[2]s)", ltl.Until: "(ltl.U %[1]s %[2]s)", ltl.Release: "(ltl.R %[1]s %[2]s)",
	ltl.WeakUntil:     "(or (ltl.U %[1]s %[2]s) (ltl.G %[1]s))",
	ltl.StrongRelease: "(ltl.U %[2]s (and %[1]s %[2]s))"}

func (p *printer) formula(f *transition.Temporal, g *ltl.Formula) string {
	if g.Op == ltl.Proposition {
		return p.lib.Inline(f.Atoms[slices.Index(f.Formula.Atoms(), g.Atom)])
	}
	var operands []any
	for _, h := range []*ltl.Formula{g.Left, g.Right} {
		if h != nil {
			operands = append(operands, p.formula(f, h))
		}
	}
	return fmt.Sprintf(patterns[g.Op], operands...)
}
