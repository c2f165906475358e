package ceds

import (
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
)

// placeCounts counts, for the report of a proof, the states that have a thread at a line. nil counts nothing.
type placeCounts map[source.Pos]int

// add counts a state once at each of its lines.
func (p placeCounts) add(st *multistate.State) {
	if p == nil {
		return
	}
	var few [8]source.Pos
	seen := few[:0]
	st.Positions(func(pos source.Pos) {
		pos.Col = 0
		if !slices.Contains(seen, pos) {
			seen = append(seen, pos)
			p[pos]++
		}
	})
}

// places lists how many states have a thread where, in the order of the source.
func (s *search) places() []engine.Evidence {
	all := placeCounts{}
	for _, w := range s.workers {
		for pos, n := range w.places {
			all[pos] += n
		}
	}
	var out []engine.Evidence
	for pos, n := range all {
		out = append(out, engine.Evidence{Kind: engine.EvidenceStates, Pos: pos,
			Text: fmt.Sprintf("a thread is here in %s", english.Count(n, "state")), Count: n})
	}
	slices.SortFunc(out, func(a, b engine.Evidence) int { return a.Pos.Compare(b.Pos) })
	return out
}

// sampleEvery is the time between two samples for the history.
const sampleEvery = 10 * time.Millisecond

// sample tells the numbers of this moment. A worker may look at its own counters only, so with several
// workers there is the number of states alone.
func (w *worker) sample() {
	if !w.s.task.Explain || w.id != 0 {
		return
	}
	now := time.Now()
	if now.Sub(w.sampled) < sampleEvery {
		return
	}
	w.sampled = now
	list := []engine.Stat{engine.Count("states", w.s.entered.Load())}
	if len(w.s.workers) == 1 {
		c := w.counts()
		list = append(list, engine.Count("states to explore", w.front.size), engine.Count("terms", c.terms),
			engine.Count("questions", c.emptiness.Asked+c.compared.Checks),
			engine.Count("questions to the solver", c.emptiness.Solver+c.compared.Solver))
	}
	w.s.task.Emit(engine.Event{Samples: list})
}
