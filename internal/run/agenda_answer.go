package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
)

// complete says of an answer what it is about.
func (s *agenda) complete(a answered) Outcome {
	o, q := a.out, a.question
	if a.err != nil {
		o.Result = engine.Unknown("%v", a.err)
	} else if q.prog != nil {
		o.prog, o.Files = cmp.Or(o.prog, q.prog), q.prog.Files
		if o.instead != nil {
			o.Result.Trace = o.instead.MadeFor(o.Result.Trace)
		} else if !settle.OwnLowering(q.task.Asked) {
			o.joint = s.prog
			o.Result.Trace = s.task.MadeFor(o.Result.Trace)
		}
		if o.Engine = q.Name(); o.Result.Engine != "" && o.Result.Engine != o.Engine {
			o.Engine += " (" + o.Result.Engine + ")"
		}
	}
	o.history = q.history.close()
	o.Verdict, o.Elapsed = o.Result.Verdict, time.Since(q.start)
	o.DataModel, o.Inputs, o.Settings = q.task.DataModel, q.task.Files, q.opt.Set
	if o.Verdict.Kind == property.Unknown && len(o.Result.Facts) == 0 {
		o.Result.Facts = q.facts.shown()
	}
	return o
}

// decide takes the answer to the first question in the queue of a lane.
func (s *agenda) decide(l *lane, asked property.Property, o Outcome) {
	o = s.despiteInvalid(o)
	rest := l.queue[1:]
	l.queue = rest
	whole := []property.Property{asked}
	leave := func(list ...property.Property) {
		if l.apart && !slices.Equal(list, whole) {
			l.queue = append(slices.Clone(list), rest...)
			return
		}
		l.open = append(l.open, list...)
	}
	switch o.Verdict.Kind {
	case property.False:
		first := !s.violated()
		s.settle(o, o.Verdict.Property)
		asked = asked.Without(s.member(o.Verdict.Property)) // which is violated by that
		switch {
		case asked == "":
		case len(asked.Parts()) == 1 || first && s.sharesRest():
			leave(asked)
		default:
			l.queue = append([]property.Property{asked}, rest...)
		}
		return
	case property.True:
		s.settle(o, asked.Parts()...)
		return
	}
	s.settle(o, asked.Parts()...)
	easy := asked.Only(property.Property.OfOperations)
	switch {
	case len(asked.Parts()) == 1 && o.Result.Reason != engine.Limit: // more time does not help
	case o.Result.Reason == engine.OtherTask && easy != "" && easy != asked:
		// No engine looks for all of that at once.
		l.queue = append(append(asked.Without(easy).Parts(), easy), rest...)
	default:
		leave(asked.Members()...)
	}
}

// despiteInvalid makes an answer that only an invalid access keeps open a proof, if such an access, or an
// invalid free, is reported as a violation: a path ends with it for all other properties.
func (s *agenda) despiteInvalid(o Outcome) Outcome {
	res := &o.Result
	if o.Verdict.Kind != property.Unknown || res.Reason != engine.Undefined || !res.Otherwise {
		return o
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, found := range s.done {
		if p := found.Verdict.Property; p == property.ValidDeref || p == property.ValidFree {
			held := engine.Holds(engine.ByBounds, "no execution violates it")
			// Not only of the place at which it was met: there may be others.
			held.Assumed = append(res.Assumed, engine.Assumption{What: "invalid access"})
			held.Engine, held.Stats, held.Evidence = res.Engine, res.Stats, res.Evidence
			o.Result, o.Verdict = held, held.Verdict
			return o
		}
	}
	return o
}

// settle notes the answer to a question as the one about parts of what is asked.
func (s *agenda) settle(o Outcome, about ...property.Property) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.isViolation() && !s.opt.KeepGoing {
		s.found()
	}
	for _, p := range about {
		if old, ok := s.done[p]; !ok || old.Verdict.Kind == property.Unknown {
			s.done[p] = o
		}
	}
}

// answers are those that there are, by part of what is asked.
func (s *agenda) answers() map[property.Property]Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.done)
}

// member is the member of what is asked that a property is, or is a part of.
func (s *agenda) member(p property.Property) property.Property {
	for _, m := range s.task.Asked.Members() {
		if m.Covers(p) {
			return m
		}
	}
	return p
}

// addNotes adds remarks on the program to the first proof about its steps.
func (s *agenda) addNotes(ctx context.Context) {
	for _, p := range s.task.Asked.Parts() {
		s.mu.Lock()
		o, ok := s.done[p]
		s.mu.Unlock()
		if !ok || !p.OfSteps() || o.Verdict.Kind != property.True {
			continue
		}
		o.Result.Notes = notes(ctx, s.prog, o.Verdict)
		if s.task.Asked.Covers(property.NoDeadlock) { // which has an answer of its own
			o.Result.Notes = slices.DeleteFunc(o.Result.Notes, func(n engine.Note) bool {
				_, deadlock := n.(engine.Deadlocks)
				return deadlock
			})
		}
		s.mu.Lock()
		s.done[p] = o
		s.mu.Unlock()
		return
	}
}
