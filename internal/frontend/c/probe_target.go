package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Before implements flow.Watcher: it looks for data races.
func (wa *watch) Before(op cfa.Op) (after func()) { return wa.raced(op) }

// Violate implements flow.Watcher: with a monitor, a violation counts only at a target.
func (wa *watch) Violate(reach func()) {
	m := wa.low.monitor
	var here []probe.TargetPlace
	for _, t := range m.TargetPlaces {
		if wa.isTarget(t) {
			here = append(here, t)
		}
	}
	if len(here) == 0 {
		wa.cut()
		return
	}
	wa.quietly("witness: target", source.Pos{}, func() {
		state, g := term.None, wa.ts.False()
		wa.bracket(cfa.AtomicBegin{})
		for _, t := range here {
			g = wa.ts.Or(g, wa.probeGuard(&state, t.State, t.State, t.Thread))
		}
		wa.flow.Assume(g)
		wa.bracket(cfa.AtomicEnd{})
	})
	reach()
}

// isTarget reports whether what is being lowered is at a target.
func (wa *watch) isTarget(t probe.TargetPlace) bool {
	if wa.unit.model {
		return false
	}
	for _, p := range []source.Pos{wa.fullAt, wa.stmtAt} {
		if p == t.At || !t.Exact && p.File == t.At.File && p.Line == t.At.Line {
			return true
		}
	}
	return !t.Exact && wa.flow.Pos.File == t.At.File && wa.flow.Pos.Line == t.At.Line
}
