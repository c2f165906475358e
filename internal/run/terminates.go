package run

import (
	"context"
	"maps"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// The engine ranking proves that threads end whichever goes on when. A thread that waits in a loop for what
// another one writes ends only if that one has its turns: it is asked as a formula, "F end" under weak
// fairness, of the states of the program.

// mostEnding bounds the states that are explored for that.
const mostEnding = "20000"

// endsByTurns reports whether that question is left open: whether a program with threads ends.
func endsByTurns(r Settled, first Outcome, opt Options) bool {
	open := first.Verdict.Kind == property.Unknown && first.BugReport == "" && first.prog != nil
	alone := (opt.Engine == "" || opt.Engine == auto) && !opt.certifies()
	return r.Asked == property.Termination && open && alone && startsThreads(first.prog) && !r.ByClang() &&
		!r.IsModule()
}

func startsThreads(p *cfa.Program) bool {
	for _, c := range p.Procs {
		for _, e := range c.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				return true
			}
		}
	}
	return false
}

// endByTurns asks it after a first answer, which it may replace. A violation is an execution that is fair and
// does not end.
func endByTurns(r Settled, opt Options, answer *Outcome, fail *error) *oneLook {
	begin, first := time.Now(), *answer
	if opt.Timeout > 0 {
		if opt.Timeout -= first.Elapsed; opt.Timeout <= 0 {
			return nil
		}
	}
	opt.Set = maps.Clone(opt.Set)
	if opt.Set == nil {
		opt.Set = map[string]string{}
	}
	opt.Set[formulas+".max-states"] = mostEnding
	r.LTL, r.Fairness = endsFormula, string(property.Weak)
	r.Asked, r.Property = property.LTL, string(property.LTL)
	if *fail = r.SettleFormula(); *fail != nil {
		return nil
	}
	return &oneLook{r, opt, func(_ context.Context, second Outcome, err error) *oneLook {
		if *fail = err; err != nil || second.Verdict.Kind == property.Unknown {
			return nil
		}
		second.Property, second.Settings = property.Termination, first.Settings
		second.Expected = first.Expected
		if second.Verdict.Kind == property.False {
			second.Verdict = property.Violated(property.Termination)
			second.Result.Verdict = second.Verdict
		}
		took := time.Since(begin)
		second.Elapsed = first.Elapsed + took
		second.Stats = append(second.Stats, engine.Seconds("time for threads that have their turns", took))
		*answer = second
		return nil
	}}
}
