package witness

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// targets are the last waypoints: where the property is violated, or for a data race its two accesses.
func (w *waypointWriter) targets() ([]Waypoint, error) {
	if w.Property == property.NoDataRace {
		race, ok := trace.FindRace(w.Trace)
		if !ok {
			return nil, fmt.Errorf("%w: the trace does not end in a race", ErrNoWitness)
		}
		first, err := w.target(race.First.Step)
		if err != nil {
			return nil, err
		}
		second, err := w.target(race.Second.Step)
		if err != nil {
			return nil, err
		}
		for i := range w.Trace.Steps {
			if &w.Trace.Steps[i] == race.First.Step {
				w.raced = i
			}
		}
		first.HasThread, second.HasThread = true, true
		return []Waypoint{*first, *second}, nil
	}
	p, err := w.target(&w.Trace.Steps[len(w.Trace.Steps)-1])
	if err != nil {
		return nil, err
	}
	for i := range w.Trace.Steps {
		p.HasThread = p.HasThread || w.Trace.Steps[i].Kind == trace.KindSpawn
	}
	return []Waypoint{*p}, nil
}

// target is the statement or full expression of a step.
func (w *waypointWriter) target(s *trace.Step) (*Waypoint, error) {
	w.ends = append(w.ends, s)
	p := &Waypoint{Type: Target, Action: Follow, Thread: s.Thread}
	for _, at := range []source.Pos{s.User, s.Pos} {
		st := w.places.stmt(at)
		if strings.HasSuffix(s.Text, ":") {
			st = w.labelled(at)
		}
		if st == nil {
			continue
		}
		w.violated = st
		p.Location = location(st.At, st.Func)
		for _, x := range st.Exprs {
			if x.Contains(at) {
				p.Location = location(x.At, st.Func)
			}
		}
		return p, nil
	}
	return nil, fmt.Errorf("%w: the violation at %s is in no statement of an input file", ErrNoWitness,
		w.Program.Files.Format(s.Pos))
}

// labelled is the statement after a label, which begins no statement of its own.
func (w *waypointWriter) labelled(at source.Pos) *c.Stmt {
	for _, st := range w.Places.Stmts {
		if st.Begin.File == at.File && at.Before(st.Begin) {
			return st
		}
	}
	return nil
}
