package run

import (
	"context"
	"slices"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
)

// That allocation succeeds is taken for granted, or each program would be accused that does not look at what
// malloc returns. But a program that compares it with null has code for that case, and the code is a part of
// it like any other. So a program of which all is proved that people ask for by naming nothing is looked at
// once more with these allocations failing, see library.Checks; the others keep succeeding.

// looksAgain reports whether there is something to be seen by a second look.
func looksAgain(r Settled, first Outcome) bool {
	return r.Open && r.MayFail == "" && len(first.Several) > 0 && first.Verdict.Kind == property.True &&
		first.prog != nil && slices.ContainsFunc(first.prog.Checked,
		func(c cfa.CheckedCall) bool { return !c.AtExit })
}

// lookAgain looks at the program once more: at memory first, which is what such code gets wrong. A violation
// is the answer about its property; where there is none, the proofs take less for granted, and where that is
// open all is as it was.
func lookAgain(ctx context.Context, r Settled, opt Options, answer *Outcome,
	fail *error) *oneLook {
	begin, first := time.Now(), *answer
	left := min(max(first.work, plan.SecondLeast), plan.SecondMost)
	timeout := opt.Timeout
	if opt.Events != nil {
		opt.Events(Event{Stage: "allocations that the program checks may fail"})
	}
	r.Open, r.MayFail = false, settle.CheckedFail
	memory := first.Property.Only(property.Property.Memory)
	next := []property.Property{memory, first.Property.Without(memory)}
	var look func(context.Context) *oneLook
	look = func(ctx context.Context) *oneLook {
		for len(next) > 0 && next[0] == "" {
			next = next[1:]
		}
		if timeout > 0 {
			opt.Timeout = timeout - first.Elapsed - time.Since(begin)
		}
		if opt.work = left; len(next) == 0 || left <= 0 || opt.Timeout < 0 || ctx.Err() != nil {
			took := time.Since(begin)
			answer.Elapsed = first.Elapsed + took
			answer.Stats = append(slices.Clone(first.Stats),
				engine.Seconds("time for allocations that fail", took))
			return nil
		}
		asked := next[0]
		next = next[1:]
		r.Asked, r.Property = asked, string(asked)
		return &oneLook{r, opt, func(ctx context.Context, second Outcome, err error) *oneLook {
			left -= second.work
			switch {
			case err != nil:
				*answer, *fail = first, err
				return nil
			case second.Verdict.Kind != property.True:
				*answer = first.withViolations(second)
				next = nil
			case asked != memory:
				answer.rest(second.Premises)
			}
			return look(ctx)
		}}
	}
	return look(ctx)
}

// withViolations is the answer of the first look with what the second one has found.
func (o Outcome) withViolations(second Outcome) Outcome {
	found := second.Several
	if len(found) == 0 {
		found = []Outcome{second}
	}
	parts, whole := slices.Clone(o.Several), -1
	for i := range parts {
		for _, p := range found {
			if p.Property == parts[i].Property && p.Verdict.Kind == property.False {
				parts[i] = p
				if whole < 0 {
					whole = i
				}
			}
		}
	}
	if whole < 0 {
		o.BugReport = second.BugReport
		return o
	}
	out := parts[whole]
	out.Several, out.Property, out.BugReport = parts, o.Property, second.BugReport
	out.Warnings, out.Diagnostics, out.Expected = o.Warnings, o.Diagnostics, o.Expected
	out.rest(o.Premises)
	return out
}
