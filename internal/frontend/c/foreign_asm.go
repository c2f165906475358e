package c

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Assembly lowers inline assembly, which has some addresses. Idle says that it does nothing that could be
// seen; else it may have written whatever it can reach, and its results are any values. If ok is false, the
// path has ended.
func (b *Body) Assembly(text string, reached []term.Term) (idle, ok bool) {
	words, ok := instructions(text)
	switch {
	case ok && isIdle(words):
		b.f.flow.Emit(cfa.Fence{Order: barrier(words)})
		return true, true
	case !ok || slices.ContainsFunc(words, leaves):
		b.f.flow.Unsupported(inlineAssembly)
		return false, false
	}
	b.f.flow.Pass("", inlineAssembly)
	b.f.calls.reaches(cfa.Havoc{Inexact: inlineAssembly, Reaches: reached, Passed: true, Waits: true})
	return false, true
}
