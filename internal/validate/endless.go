package validate

import (
	"fmt"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/trace"
)

// endless looks for an execution that does not end among those that one of the violation sequences
// describes: the others are cut off by the monitor, and end there. If none of the rest is endless, no
// execution goes round in the cycle of the witness; and of one that is it has to be seen that it does.
func (v *validator) endless(a Answer) (Answer, error) {
	rejected := true
	for i := range v.w.Entries {
		m, exact, err := v.w.ViolationMonitor(&v.w.Entries[i], v.task.Asked, false)
		if err != nil {
			return a, &run.InputError{Err: err}
		}
		o, err := v.run(m, v.left(v.opt))
		if err == nil && v.opt.Engine == "" && elsewhere(o) {
			// The search of states ends with the first cycle, and that along paths may come to another one.
			opt := v.left(v.opt)
			opt.Engine = "ranking"
			if p, err := v.run(m, opt); err == nil && p.Verdict.Kind == property.False {
				o = p
			}
		}
		a.Run, a.Diagnostics = o, o.Diagnostics
		switch {
		case err != nil:
			return a, err
		case o.Verdict.Kind == property.True && exact:
			continue
		case elsewhere(o):
			a.Why = "an execution that does not end was found before the cycle of the witness only"
		case o.Verdict.Kind == property.False:
			a.Status = Confirmed
			a.Why = "an execution goes round in the cycle of the witness and does not end"
			return a, nil
		default:
			a.Why = o.Result.Why
		}
		rejected = false
	}
	if rejected {
		a.Status = Rejected
		a.Why = fmt.Sprintf("all executions end that the witness describes: %s", a.Run.Result.Why)
	}
	return a, nil
}

// elsewhere reports whether an execution that does not end repeats what is not the cycle of the witness.
func elsewhere(o run.Outcome) bool {
	return o.Verdict.Kind == property.False && !goesRound(o.Result.Trace)
}

// goesRound reports whether the monitor changes its state in the part of an execution that repeats. As it
// goes back in a cycle alone, all of that is passed again and again then.
func goesRound(t *trace.Trace) bool {
	for i := t.Repeats; i < len(t.Steps); i++ {
		s := &t.Steps[i]
		if s.Kind == trace.KindStore && s.Object == c.ProbeState {
			return true
		}
	}
	return false
}
