package run

import (
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// urgency orders verdicts: the first violation is the answer to the whole, else what is open.
var urgency = map[property.Kind]int{property.False: 0, property.Unknown: 1, property.True: 2}

// outcome puts the answers together; rest is about what has none.
func (s *agenda) outcome(rest Outcome) Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	var parts []Outcome
	whole := 0
	for i, p := range s.task.Asked.Members() {
		parts = append(parts, s.answer(p, rest))
		if urgency[parts[i].Verdict.Kind] < urgency[parts[whole].Verdict.Kind] {
			whole = i
		}
	}
	out := parts[whole]
	out.Several, out.Warnings, out.Diagnostics = parts, rest.Warnings, rest.Diagnostics
	if out.prog == nil {
		out.prog = s.prog
	}
	out.Property = s.task.Asked
	return out
}

// proved reports whether there are proofs of properties. The answers are locked.
func (s *agenda) proved(list ...property.Property) bool {
	return !slices.ContainsFunc(list, func(p property.Property) bool {
		return s.done[p].Result.Verdict.Kind != property.True
	})
}

// hasProved is proved while answers are still coming.
func (s *agenda) hasProved(list ...property.Property) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proved(list...)
}

// provedLater reports whether an engine apart from the first has proved something, as it will then about the
// rest, too.
func (s *agenda) provedLater() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.done {
		if o.Verdict.Kind == property.True && plan.ProvesBeside(o.Result.Engine) {
			return true
		}
	}
	return false
}

// answer is the one about a member: that about the part which is violated, or open, or a proof.
func (s *agenda) answer(m property.Property, rest Outcome) (out Outcome) {
	for i, p := range m.Parts() {
		o, ok := s.done[p]
		switch {
		case ok:
		case s.opt.First && rest.Result.Why == "":
			o = rest
			o.Result = engine.Unknown("not looked for after a violation")
		default:
			o = rest
		}
		o.Result = s.leftOpen(o.Result)
		o.Verdict = o.Result.Verdict
		if o.Verdict.Kind == property.Unknown && o.Result.Reason == engine.OtherTask {
			o.Result.Why = "no engine decides this of the program yet"
		}
		switch {
		case o.Result.UntilInvalid && s.proved(property.ValidDeref, property.ValidFree):
			o.Result.Assumed = engine.Assumptions(slices.Concat(o.Result.Assumed,
				s.done[property.ValidDeref].Result.Assumed, s.done[property.ValidFree].Result.Assumed))
		case o.Result.UntilInvalid:
			o.Result.Assumed = append(slices.Clip(o.Result.Assumed),
				engine.Assumption{What: "invalid access"})
		}
		// Of proofs the one of an engine says more than that the program has nothing of the kind.
		byEngine := o.Verdict.Kind == property.True && out.Engine == "" && o.Engine != ""
		if i == 0 || urgency[o.Verdict.Kind] < urgency[out.Verdict.Kind] ||
			urgency[o.Verdict.Kind] == urgency[out.Verdict.Kind] && byEngine {
			out = o
		}
	}
	instead := out.instead != nil
	out.Property, out.task = m, out.asked(s.task)
	if instead {
		return out
	}
	out.task.Asked, out.task.Lowered, out.task.Property, out.task.Open = m, "", string(m), false
	return out
}
