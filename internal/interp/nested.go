package interp

import (
	"iter"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// A nested procedure is one that is executed by a frame, or that was copied into the one of a frame, with the
// call by which it was entered, or nil for that which a thread starts with.
type nested struct {
	proc *cfa.Proc
	call *cfa.Edge
}

// calls are the procedures that a thread is in at an edge, the innermost first.
func (t *thread) calls(e *cfa.Edge) iter.Seq[nested] {
	return func(yield func(nested) bool) {
		for i := len(t.frames) - 1; i >= 0; i-- {
			if e != nil {
				for in := e.Inside; in != nil; in = in.Up {
					if !yield(nested{in.Proc, in.Call}) {
						return
					}
				}
			}
			f := &t.frames[i]
			if !yield(nested{f.proc.CFA, f.call}) {
				return
			}
			e = f.call
		}
	}
}

// inModel reports whether an edge that a thread executes is one of a model of the library.
func inModel(t *thread, e *cfa.Edge) bool {
	for n := range t.calls(e) {
		return n.proc.Model
	}
	return false
}

// user is the innermost procedure outside of library models, or the outermost one, and the edge that is
// executed there.
func user(t *thread, e *cfa.Edge) (proc *cfa.Proc, at *cfa.Edge) {
	for n := range t.calls(e) {
		if proc = n.proc; !proc.Model || n.call == nil {
			break
		}
		e = n.call
	}
	return proc, e
}

// userPos is the position of an edge, or of the innermost call outside of library models.
func userPos(t *thread, e *cfa.Edge) source.Pos {
	_, at := user(t, e)
	return at.Pos
}

// userPosAt is the same for a thread that stands at a position.
func userPosAt(t *thread, pos source.Pos) source.Pos {
	return userPos(t, &cfa.Edge{Pos: pos})
}
