package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Before implements flow.Watcher: it looks for data races.
func (f *fn) Before(op cfa.Op) (after func()) { return f.raced(op) }

// Violate implements flow.Watcher: with a monitor, a violation counts only at a target.
func (f *fn) Violate(reach func()) {
	m := f.monitor
	var here []targetPlace
	for _, t := range m.targets {
		if f.isTarget(t) {
			here = append(here, t)
		}
	}
	if len(here) == 0 {
		f.cut()
		return
	}
	f.quietly("witness: target", source.Pos{}, func() {
		state, g := term.None, f.ts.False()
		f.bracket(cfa.AtomicBegin{})
		for _, t := range here {
			g = f.ts.Or(g, f.probeGuard(&state, t.State, t.State, t.Thread))
		}
		f.flow.Assume(g)
		f.bracket(cfa.AtomicEnd{})
	})
	reach()
}

// isTarget reports whether what is being lowered is at a target.
func (f *fn) isTarget(t targetPlace) bool {
	if f.unit.model {
		return false
	}
	for _, p := range []source.Pos{f.fullAt, f.stmtAt} {
		if p == t.at || !t.exact && p.File == t.at.File && p.Line == t.at.Line {
			return true
		}
	}
	return !t.exact && f.flow.Pos.File == t.at.File && f.flow.Pos.Line == t.at.Line
}
