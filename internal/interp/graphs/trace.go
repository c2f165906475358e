package graphs

import (
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// execution is what the state says of an execution.
func (s *state) execution() *Execution {
	return &Execution{Graph: s.graph, Events: s.events, Places: s.places, schedule: s.schedule,
		given: s.given}
}

// Trace describes the execution for a replay: it ends in a violation of a property.
func (x *Execution) Trace(m axioms.Model, p property.Property) *trace.Trace {
	t := &trace.Trace{Version: trace.Version, Property: p, Schedule: x.schedule, Inputs: x.given,
		Violation: x.Outcome.Key, Weak: &trace.Weak{Model: m}}
	if p == property.NoDataRace {
		first := x.Events[x.Race[0]].Key
		t.Violation, t.Weak.Racing = x.Events[x.Race[1]].Key, &first
		t.Schedule = t.Schedule[:len(t.Schedule)-1]
	}
	for i := range x.Graph.Events {
		if e := &x.Graph.Events[i]; e.Kind == axioms.Read && x.Events[i].Edge != nil {
			t.Weak.Reads = append(t.Weak.Reads, trace.Seen{Read: x.Events[i].Key, From: x.write(e.From)})
		}
	}
	for i, ws := range x.Graph.Writes {
		var list []trace.Key
		for _, w := range ws {
			if k := x.write(w); k != nil {
				list = append(list, *k)
			}
		}
		if len(list) > 0 && x.Places[i].Size > 0 {
			t.Weak.Writes = append(t.Weak.Writes, list)
		}
	}
	return t
}

// write is the key of a write; nil: it is that of a first value, or of a lock of sections.
func (x *Execution) write(i int) *trace.Key {
	if x.Events[i].Edge == nil {
		return nil
	}
	k := x.Events[i].Key
	return &k
}
