package run

import (
	"context"

	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/look"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// besidesDisputed is the course of a question about data races of a program in which all but accesses that
// are disputed, through volatile lvalues, are kept apart. Such a race is the only one there can be, so when
// one is found nothing more has to be looked for; and where there is none, nothing races for anybody. ok is
// false if other accesses might race, or none is disputed.
func (q *question) besidesDisputed(ctx context.Context, prog *cfa.Program,
	done func(Outcome) step) (s step, ok bool) {
	if q.task.Asked != property.NoDataRace || q.One != nil {
		return s, false
	}
	atomic, disputed := withDisputed(prog, cfa.Relaxed)
	if !disputed {
		return s, false
	}
	atomic, err := addresses.Free(ctx, atomic)
	if err != nil {
		return s, false
	}
	beside := look.Validity{Beside: q.known.InvalidAsked}
	if l := look.ExcludeRaces(ctx, atomic, beside); !l.Decided || l.Err != nil {
		return s, false
	}
	plain, _ := withDisputed(prog, cfa.Plain)
	return q.inLayouts(ctx, plain, func(o Outcome) step {
		if o.Verdict = o.Result.Verdict; o.isViolation() && o.Result.Trace != nil {
			o.Result = disputedRace(prog, o.Result)
		}
		return done(o)
	}), true
}

// withDisputed is the program in which disputed accesses have an order, and whether there are any. Those that
// are atomic whatever volatile means keep theirs.
func withDisputed(prog *cfa.Program, order cfa.Order) (p *cfa.Program, any bool) {
	p = prog.Clone()
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Load:
				if op.Disputed && op.Order == cfa.Plain {
					op.Order, op.Disputed, any = order, false, true
					e.Op = op
				}
			case cfa.Store:
				if op.Disputed && op.Order == cfa.Plain {
					op.Order, op.Disputed, any = order, false, true
					e.Op = op
				}
			}
		}
	}
	p.Terms.Freeze()
	return p, any
}

// disputedRace is what is said of a race that was found between disputed accesses.
func disputedRace(prog *cfa.Program, race engine.Result) engine.Result {
	first := race.Trace.Violation
	if n := len(race.Trace.Schedule); n > 0 {
		first = race.Trace.Schedule[n-1]
	}
	second := placeOf(prog, race.Trace.Violation)
	res := engine.Unknown("%s", prog.DisputedRace(second)).Because(engine.Inexact)
	res.Pos, res.Facts = placeOf(prog, first), []string{"no other accesses race"}
	res.Engine, res.Stats, res.Evidence = race.Engine, race.Stats, race.Evidence
	return res
}

// placeOf is where a step of a trace stands.
func placeOf(prog *cfa.Program, at trace.Key) (pos source.Pos) {
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			if e.Origin == at.Origin {
				return e.Pos
			}
		}
	}
	return pos
}
