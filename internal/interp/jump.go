package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/closed"
	"whittle.dev/internal/trace"
)

// A loop may take 2^31 turns before anything happens. While no other thread takes a step, a machine can make
// the turns many at a time (Config.Jumps): when a loop has taken the same path a few times, what it changes
// is guessed to be polynomial in the number of the turn. One turn is then executed on these functions instead
// of numbers (turn.go), which shows whether the guess is right, and, exactly, for how many turns every
// condition on the path stays as it is. All of these but the last are jumped: the state becomes that before
// the last one, and the occurrences of the edges are counted. The last one is executed as ever, so what is
// written in each turn before it is read need not be polynomial. Nothing else but the number of steps tells
// whether turns were jumped, and the trace, in which their steps are one step (trace.KindJump).
//
// A path may have assignments, conditions, calls, sections, and accesses to places that are the same in each
// turn. Its inputs are the same in each turn (Repeater); a variable that it leaves unset must be written
// before it is read.

const (
	// fewVisits is how often a head is visited before its turns are looked at, and between two looks at
	// least; when nothing comes of a look it is twice as often until the next one.
	fewVisits = 16
	// turnsSeen are the turns that are looked at, and longestPath is the most edges that they may have.
	turnsSeen   = 8
	longestPath = 1 << 12
	// worthwhile are the fewest turns that are jumped. In shorter loops people want to see all steps.
	worthwhile = 1 << 10
	// mostTurns are the most turns that are jumped at a time.
	mostTurns = 1 << 40
)

// loops looks at the loops of an execution. Without one, nil, nothing is looked at.
type loops struct {
	m     *Machine
	heads []head // by number; nil until the first visit
	// at is the head whose turns are looked at, or nil; depth is the number of frames there.
	at    *bytecode.Loc
	by    *thread
	depth int
	// path are the edges executed since then, starts where in it turns begin, and states the registers there.
	path   []pathEdge
	starts []int
	states [][]uint64
	steps  int // of the schedule that is recorded, before
	// stop, if not nil, is an occurrence of an edge that is not to be jumped over.
	stop *trace.Key
}

type head struct{ visits, next uint64 }

// pathEdge is an edge on a path, and what it loaded.
type pathEdge struct {
	edge   *bytecode.Edge
	loaded uint64
}

// head is called before a step from a location at which a loop begins.
func (l *loops) head(t *thread, f *frame, at *bytecode.Loc) {
	if l.heads == nil {
		l.heads = make([]head, l.m.code.Heads+1)
	}
	if l.at != nil && t != l.by {
		l.giveUp()
	}
	h := &l.heads[at.Head]
	h.visits++
	switch {
	case l.at == nil && h.visits < h.next+fewVisits:
	case t.atomic > 0 || l.m.watch != nil || l.m.flow.marks():
		l.at = nil
	case l.at == nil:
		l.at, l.by, l.depth = at, t, len(t.frames)
		l.path, l.starts, l.states = l.path[:0], l.starts[:0], l.states[:0]
		if l.m.rec != nil {
			l.steps = len(l.m.rec.schedule)
		}
		l.begin(t, f)
	case l.at == at && l.depth == len(t.frames):
		if l.begin(t, f); len(l.starts) > turnsSeen {
			l.at = nil
			h.next = 2 * h.visits
			if l.jump(t, f) {
				*h = head{}
			}
		}
	case len(t.frames) < l.depth:
		l.giveUp()
	}
}

// stopAt has the machine not jump over an occurrence of an edge.
func (m *Machine) stopAt(k trace.Key) {
	if m.loops != nil {
		m.loops.stop = &k
	}
}

// begin notes the begin of a turn.
func (l *loops) begin(t *thread, f *frame) {
	l.starts = append(l.starts, len(l.path))
	l.states = append(l.states, slices.Concat(t.slots(f)[:f.proc.Locals], t.regs))
}

// giveUp ends a look.
func (l *loops) giveUp() {
	h := &l.heads[l.at.Head]
	h.next, l.at = 2*h.visits, nil
}

// executed notes an edge that a thread is going to execute.
func (l *loops) executed(t *thread, e *bytecode.Edge) {
	if l == nil || l.at == nil {
		return
	}
	if len(l.path) == longestPath || t != l.by {
		l.giveUp()
		return
	}
	l.path = append(l.path, pathEdge{edge: e})
}

// undone notes that the last step did not happen.
func (l *loops) undone() {
	if l != nil && l.at != nil {
		l.giveUp()
	}
}

// loaded notes what the last edge loads.
func (l *loops) loaded(v uint64) {
	if l != nil && l.at != nil {
		l.path[len(l.path)-1].loaded = v
	}
}

// jump jumps turns if some are known to be alike. A turn may be up to three of the program's loop.
func (l *loops) jump(t *thread, f *frame) bool {
	for period := 1; 2*period <= turnsSeen; period++ {
		if u := l.turn(t, f, period); u != nil && u.execute() && u.follows() {
			n := l.before(t, u.path, u.eval.Turns)
			if n <= worthwhile {
				continue
			}
			u.move(n - 1)
			return true
		}
	}
	return false
}

// turn prepares the last turns as one, of which so many are alike; nil: they are not.
func (l *loops) turn(t *thread, f *frame, period int) *turn {
	u := &turn{m: l.m, t: t, f: f}
	last := len(l.starts) - 1
	segment := func(i int) []pathEdge { return l.path[l.starts[i-period]:l.starts[i]] }
	u.path = segment(last)
	for i := last; i >= period && len(u.before) < closed.Degree; i -= period {
		if !slices.EqualFunc(segment(i), u.path, func(a, b pathEdge) bool { return a.edge == b.edge }) {
			return nil
		}
		u.before = append(u.before, segment(i))
		u.states = append(u.states, l.states[i])
	}
	slices.Reverse(u.before)
	slices.Reverse(u.states)
	return u
}

// before is how many of n turns can be made before the edge at which the machine is to stop.
func (l *loops) before(t *thread, path []pathEdge, n uint64) uint64 {
	if l.stop == nil || l.stop.Thread != t.index {
		return n
	}
	each := uint64(0)
	for _, x := range path {
		if x.edge.CFA.Origin == l.stop.Origin && l.stop.Origin != cfa.NoEdge {
			each++
		}
	}
	if done := t.counts.get(l.stop.Origin); each > 0 {
		n = min(n, uint64(max(0, l.stop.Occurrence-done))/each)
	}
	return n
}
