package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// violate reaches a violation of the property, or what stands for one. With a
// monitor it counts only at a target. n is the part of the program that it stems from, or nil.
func (f *fn) violate(op cfa.Op, n cc.Node) {
	reach := func() {
		if s := f.emit(op); n != nil {
			s.node = n
		}
		f.cur = f.g.newLoc(f.pos)
	}
	m := f.monitor
	if _, ok := op.(cfa.Violation); !ok || m == nil {
		reach()
		return
	}
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
		f.assume(g)
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
	return !t.exact && f.pos.File == t.at.File && f.pos.Line == t.at.Line
}
