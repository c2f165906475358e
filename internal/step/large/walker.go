package large

import (
	"context"
	"errors"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
)

// Rules say where a thread rests and what becomes of its steps.
type Rules interface {
	Host
	// Clone returns a path that goes on apart.
	Clone() Rules
	// Settled reports whether the step ends at a location, before what comes next is looked at.
	Settled(loc cfa.LocID) bool
	// Rests reports whether the step ends because one of the edges that leave has to begin another one.
	Rests(out []int32) (bool, error)
	// Emit makes a step of the path, after which the thread rests at a location.
	Emit(loc cfa.LocID) error
	// Ended is told that the thread ends with an edge.
	Ended(e *cfa.Edge) error
	// Leave makes of an error that something is not supported that the path leads there; others it returns.
	Leave(err error) error
	// TooLong is told that a section has a loop without a constant bound, and TooMany that a step has more
	// paths than are followed.
	TooLong(pos source.Pos) error
	TooMany(pos source.Pos) error
}

// Walker walks all paths of a procedure from each location where its thread rests to the next.
type Walker struct {
	Context context.Context
	Proc    *cfa.Proc
	// MaxEdges bounds the edges of a path, MaxPaths the paths from one location.
	MaxEdges, MaxPaths int
	// Stop, if not nil, reports that the walk is of no use any more.
	Stop func() bool
	// Cut are the locations where threads rest because local paths would have no end.
	Cut map[cfa.LocID]bool
	// Todo are the locations where the thread rests, by their numbers.
	Todo    []cfa.LocID
	numbers map[cfa.LocID]int
	paths   int // that have been taken from the present location
}

// Ended is the location of a thread that has ended, in place of one of its procedure.
const Ended cfa.LocID = -1

// errRestart says that a location has become one where threads rest.
var errRestart = errors.New("restart")

// All walks from start. begin is called before each attempt: one that finds that a thread must rest at one
// location more is started again.
func (w *Walker) All(start cfa.LocID, begin func(), path func(from int) Rules) error {
	if w.Cut == nil {
		w.Cut = map[cfa.LocID]bool{}
	}
	for {
		w.numbers, w.Todo = map[cfa.LocID]int{}, nil
		begin()
		w.Number(start)
		err := error(nil)
		for n := 0; n < len(w.Todo) && err == nil; n++ {
			if w.Todo[n] == Ended {
				continue
			}
			w.paths = 0
			err = w.walk(path(n), w.Todo[n])
		}
		if !errors.Is(err, errRestart) {
			return err
		}
	}
}

// Number numbers a location where the thread rests.
func (w *Walker) Number(l cfa.LocID) int {
	if n, ok := w.numbers[l]; ok {
		return n
	}
	w.numbers[l] = len(w.Todo)
	w.Todo = append(w.Todo, l)
	return w.numbers[l]
}

// RestAt has the thread rest at a location; the walk starts again.
func (w *Walker) RestAt(l cfa.LocID) error {
	w.Cut[l] = true
	return errRestart
}

// walk follows all paths from loc to the end of the next step.
func (w *Walker) walk(h Rules, loc cfa.LocID) error {
	p := h.Base()
	for {
		if err := w.Context.Err(); err != nil {
			return err
		}
		if w.Stop != nil && w.Stop() {
			return nil
		}
		if p.Atomic == 0 {
			if h.Settled(loc) || len(p.Edges) > 0 && w.Cut[loc] {
				return h.Emit(loc)
			}
			if p.seen[loc] {
				return w.RestAt(loc)
			}
			p.seen[loc] = true
		}
		out := w.Proc.Locs[loc].Out
		switch {
		case len(out) == 0:
			return nil
		case len(p.Edges) > w.MaxEdges:
			return h.TooLong(w.Proc.Locs[loc].Pos)
		}
		if rests, err := h.Rests(out); err != nil {
			return err
		} else if rests {
			return h.Emit(loc)
		}
		if len(out) > 1 {
			return w.branch(h, out)
		}
		e := w.Proc.Edges[out[0]]
		if on, err := w.Edge(h, e); err != nil || !on {
			return err
		}
		loc = e.To
	}
}

// branch follows each way on.
func (w *Walker) branch(h Rules, out []int32) error {
	for _, k := range out {
		c, e := h.Clone(), w.Proc.Edges[k]
		on, err := w.Edge(c, e)
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		if w.paths++; w.paths > w.MaxPaths {
			return h.TooMany(e.Pos)
		}
		if err := w.walk(c, e.To); err != nil {
			return err
		}
	}
	return nil
}

// Edge executes an edge; on reports whether the path goes on.
func (w *Walker) Edge(h Rules, e *cfa.Edge) (on bool, err error) {
	how, err := Exec(h, e)
	if err != nil {
		return false, h.Leave(err)
	}
	p := h.Base()
	switch {
	case p.Terms.IsFalse(p.Cond):
		return false, nil
	case how == step.ProcedureEnds || how == step.ThreadEnds:
		return false, h.Ended(e)
	}
	return how == step.GoesOn, nil
}
