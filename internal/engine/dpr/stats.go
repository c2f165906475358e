package dpr

import (
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
)

// counters are the statistics of a search.
type counters struct {
	executions, paths int
	infeasible        int
	steps, reported   int64
	// shared are those of the steps that were not made again, since the execution before has made them.
	shared int64
	// executed is the share of the tree of choices that was executed, each choice taken to halve what is
	// left: the rest was explained.
	executed float64
	cuts     int // of an exploration that was shared
}

// Names of statistics: the number of executions that were followed to their end, and how much of the tree of
// choices they are.
const (
	Paths         = "paths"
	ExecutedShare = "executed share"
)

// facts says how far a search came that did not end.
func (s *search) facts() []string {
	return []string{fmt.Sprintf("no violation on %s", english.Count(s.paths, "path"))}
}

// stats lists the counters; the order is fixed.
func (s *search) stats() []engine.Stat {
	choices, clauses, literals := s.space.Size()
	out := []engine.Stat{
		engine.Count(Paths, s.paths),
		engine.Count("executions", s.executions),
		{Name: ExecutedShare, Value: s.executed},
		engine.Count("steps", s.steps),
		engine.Count("shared steps", s.shared),
		engine.Count("choices", choices),
		engine.Count("reasons", clauses),
		engine.Count("literals of reasons", literals),
		engine.Count("infeasible branches", s.infeasible),
		engine.Count("questions", s.ask.asked),
	}
	if s.cuts > 0 {
		out = append(out, engine.Count("cuts into parts", s.cuts))
	}
	return out
}
