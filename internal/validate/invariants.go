package validate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/run"
	"whittle.dev/internal/witness"
)

// correctness checks that the property holds and that each invariant is one. The
// invariants are assertions at their places, in a program whose own violations end
// the execution: that there are none is what the first question was about.
func (v *validator) correctness(a Answer) (Answer, error) {
	list, err := v.w.Invariants()
	if err != nil {
		return a, &run.InputError{Err: err}
	}
	// What is wrong with the witness is told before a long search.
	if len(list) > 0 {
		if err := v.readable(list); err != nil {
			return a, err
		}
	}
	o, err := run.CheckSettled(v.ctx, v.task, v.left(v.opt))
	a.Run, a.Diagnostics = o, o.Diagnostics
	if err != nil {
		return a, err
	}
	for _, inv := range list {
		where := fmt.Sprintf("%s:%d", inv.Location.File, inv.Location.Line)
		if inv.Location.Column > 0 {
			where += fmt.Sprintf(":%d", inv.Location.Column)
		}
		a.Invariants = append(a.Invariants, InvariantAnswer{
			Place: fmt.Sprintf("%s:%d:%d", v.w.File, inv.Place.Line, inv.Place.Col), Where: where,
			Expr: inv.Value, Status: Unknown,
		})
	}
	if o.Verdict.Kind == property.False {
		a.Status, a.Why = Rejected, fmt.Sprintf("%s is violated", v.task.Asked)
		return a, nil
	}
	if err := v.invariants(list, &a); err != nil {
		return a, err
	}
	broken, open := 0, 0
	for _, inv := range a.Invariants {
		switch inv.Status {
		case Rejected:
			broken++
		case Unknown:
			open++
		}
	}
	switch {
	case broken > 0:
		a.Status, a.Why = Rejected, fmt.Sprintf("%d of %d invariants do not hold", broken, len(list))
	case o.Verdict.Kind == property.Unknown:
		a.Why = fmt.Sprintf("%s is undecided: %s", v.task.Asked, o.Result.Why)
	case open > 0:
		a.Why = fmt.Sprintf("%d of %d invariants are undecided", open, len(list))
	default:
		a.Status, a.Why = Confirmed, fmt.Sprintf("%s holds, and %s", v.task.Asked, sound(len(list)))
	}
	return a, nil
}

// sound says that so many invariants hold.
func sound(invariants int) string {
	switch invariants {
	case 0:
		return "there are no invariants"
	case 1:
		return "so does the invariant"
	}
	return fmt.Sprintf("so do all %d invariants", invariants)
}

// readable loads the program with the invariants.
func (v *validator) readable(list []witness.Invariant) error {
	m, err := v.w.InvariantMonitor(list)
	if err != nil {
		return &run.InputError{Err: err}
	}
	return v.witnessError(m, v.task.Beside(m.Monitor, v.task.Asked).Readable(v.ctx))
}

// invariants decides each invariant: all of them at once, without those that
// are broken, and each alone if all together are undecided.
func (v *validator) invariants(list []witness.Invariant, a *Answer) error {
	var open []int
	for i := range list {
		open = append(open, i)
	}
	for len(open) > 0 {
		o, broken, err := v.ask(list, open, v.left(v.opt))
		if err != nil {
			return err
		}
		switch {
		case o.Verdict.Kind == property.True:
			for _, i := range open {
				a.Invariants[i].Status, a.Invariants[i].Why = Confirmed, o.Result.Why
			}
			return nil
		case o.Verdict.Kind == property.False:
			a.Invariants[broken].Status, a.Invariants[broken].Run = Rejected, o
			a.Invariants[broken].Why = "an execution breaks it"
			open = slices.DeleteFunc(open, func(i int) bool { return i == broken })
		case len(open) == 1:
			a.Invariants[open[0]].Why = o.Result.Why
			return nil
		default:
			return v.oneByOne(list, open, a)
		}
	}
	return nil
}

// oneByOne decides each invariant alone, in its share of the time that is left.
func (v *validator) oneByOne(list []witness.Invariant, open []int, a *Answer) error {
	for n, i := range open {
		opt := v.left(v.opt)
		if !v.end.IsZero() {
			opt.Timeout = max(opt.Timeout/time.Duration(len(open)-n), time.Millisecond)
		}
		o, _, err := v.ask(list, []int{i}, opt)
		if err != nil {
			return err
		}
		inv := &a.Invariants[i]
		switch o.Verdict.Kind {
		case property.True:
			inv.Status, inv.Why = Confirmed, o.Result.Why
		case property.False:
			inv.Status, inv.Why, inv.Run = Rejected, "an execution breaks it", o
		default:
			inv.Why = o.Result.Why
		}
	}
	return nil
}

// ask asks whether the open invariants hold; broken is the index of the one that
// does not if the answer is false.
func (v *validator) ask(list []witness.Invariant, open []int, opt run.Options) (o run.Outcome, broken int,
	err error) {
	some := make([]witness.Invariant, len(open))
	for n, i := range open {
		some[n] = list[i]
	}
	m, err := v.w.InvariantMonitor(some)
	if err != nil {
		return o, 0, &run.InputError{Err: err}
	}
	if o, err = v.run(m, opt); err != nil {
		return o, 0, err
	}
	switch o.Verdict.Kind {
	case property.True:
		// An expression whose value is undefined holds nowhere.
		for _, as := range o.Result.Assumed {
			if slices.Contains(m.Sites, as.Pos) {
				o.Result = engine.Unknown("an invariant at %s may have no value: %s", o.Files.Format(as.Pos),
					report.Behaviour(as)).Because(engine.Undefined)
				o.Verdict = o.Result.Verdict
				return o, 0, nil
			}
		}
	case property.False:
		message := o.ViolationMessage()
		for n, p := range m.Probes {
			if p.Text == message {
				return o, open[n], nil
			}
		}
		o.Result = engine.Unknown("internal error: the violation of no invariant: %s",
			message).Because(engine.Failed)
		o.Verdict = o.Result.Verdict
	}
	return o, 0, nil
}

// deadline ends a context after a time, if it is not 0.
func deadline(ctx context.Context, d time.Duration) (context.Context, func()) {
	if d <= 0 {
		return ctx, func() {}
	}
	// A little later than the runs, whose own limits tell why they end.
	ctx, cancel := context.WithTimeoutCause(ctx, d+time.Second, engine.ErrTimeout)
	return ctx, func() { cancel() }
}
