package foreign

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/term"
)

// Assembly lowers inline assembly, which has some addresses. Idle says that it does nothing that could be
// seen; else it may have written whatever it can reach, and its results are any values. If ok is false, the
// path has ended.
func (b *Body) Assembly(text string, reached []term.Term) (idle, ok bool) {
	words, ok := lower.Instructions(text)
	switch {
	case ok && lower.IsIdle(words):
		b.f.Flow.Emit(cfa.Fence{Order: lower.Barrier(words)})
		return true, true
	case !ok || slices.ContainsFunc(words, lower.Leaves):
		b.f.Flow.Unsupported(lower.InlineAssembly)
		return false, false
	}
	b.f.Flow.Pass("", lower.InlineAssembly)
	b.f.Calls.Reaches(cfa.Havoc{Inexact: lower.InlineAssembly, Reaches: reached, Passed: true, Waits: true})
	return false, true
}
