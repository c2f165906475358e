package ranking

import (
	"context"

	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/translated"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/internal/ts/transition"
)

// flatly looks for measures of the loops of a program that is made flat, with less and less of its memory
// followed. Its verdict is true or unknown.
func (e *Engine) flatly(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	res = engine.Unknown("the program calls what is not known")
	for _, how := range []looseness{{}, {noLinks: true}, {all: true}, {all: true, noLinks: true}} {
		f, err := flatten(ctx, t.Program, how)
		switch {
		case err != nil:
			return res, err
		case f == nil:
			return res, nil
		case f.linked() == how.noLinks, f.all != how.all: // as one of the others
			continue
		}
		if res, err = e.measured(ctx, t, f); err != nil || res.Verdict == property.Holds() {
			return res, err
		}
	}
	return res, nil
}

// measured is flatly for one flat program.
func (e *Engine) measured(ctx context.Context, t engine.Task, f *flat) (engine.Result, error) {
	task := t
	task.Program, task.Lowered = f.prog, nil
	var s *search
	res, err := translated.Translate(ctx, task, translation(),
		func(tr *fromcfa.Translation) (engine.Result, error) {
			s = &search{ctx: ctx, cfg: e.cfg, task: task, tr: tr, flat: f,
				sys: transition.FromProcesses(tr.System)}
			return s.runFlat()
		})
	if s != nil {
		res.Stats = append(s.stats(), res.Stats...)
	}
	if err != nil || res.Verdict != property.Holds() {
		return res, err
	}
	for _, pos := range f.invalid {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: pos, What: "invalid access"})
	}
	if f.threads {
		res.Why += ", whichever thread goes on when"
	}
	if f.waits {
		return goesOn(ctx, t, res)
	}
	res.Assumed = engine.Assumptions(res.Assumed)
	return res, nil
}

// runFlat looks for measures.
func (s *search) runFlat() (engine.Result, error) {
	if err := s.begin(); err != nil {
		return engine.Result{}, err
	}
	failed, err := s.measure((*synthesis).find)
	if err != nil || len(failed) == 0 {
		return s.provedUnless(err)
	}
	failed, _, err = s.measureRefined(failed)
	if err != nil || len(failed) == 0 {
		return s.provedUnless(err)
	}
	return s.undecided(failed), nil
}

// measureRefined looks for measures in the refined graph; changed is false if there is none, and the same
// components are without a measure.
func (s *search) measureRefined(failed []measures.Component) (left []measures.Component, changed bool,
	err error) {
	g, err := s.refined()
	if err != nil || g == nil {
		return failed, false, err
	}
	s.base, s.baseInv, s.g = s.g, s.inv, g
	if err := s.findInvariants(); err != nil {
		return nil, false, err
	}
	left, err = s.measure((*synthesis).find)
	return left, true, err
}

// provedUnless is proved if there is no error.
func (s *search) provedUnless(err error) (engine.Result, error) {
	if err != nil {
		return engine.Result{}, err
	}
	return s.proved()
}

// undecided is the result where components are left without a measure.
func (s *search) undecided(failed []measures.Component) engine.Result {
	why := "no measure of the loop was found"
	switch {
	case s.flat == nil:
	case s.flat.threads:
		why += " that holds whatever other threads do meanwhile"
	case len(s.flat.invalid) > 0 || s.flat.loose:
		why += " that holds whatever the objects have in them that are reached by pointers"
	}
	res := engine.Unknown("%s, and no execution that stays in it", why)
	res.Pos = s.pos(failed[0].Locs[0])
	return res
}

// goesOn is a proof that no thread makes endlessly many steps, completed: whoever waits goes on at last,
// since no execution has a deadlock.
func goesOn(ctx context.Context, t engine.Task, res engine.Result) (engine.Result, error) {
	p, err := pass.Frozen(ctx, t.Program, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
	if err != nil {
		return engine.Result{}, err
	}
	found, err := races.AnalyseDeadlocks(ctx, p, true)
	switch {
	case err != nil:
		return engine.Result{}, err
	case !found.Free:
		un := engine.Unknown("no thread makes endlessly many steps, but it was not shown that none waits " +
			"for ever; no-deadlock asks for that")
		un.Pos, un.Stats = found.Pos, res.Stats
		return un, nil
	}
	if found.Invalid {
		res.Assumed = append(res.Assumed, engine.Assumption{What: "invalid access"})
	}
	for _, a := range found.Ended {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	switch {
	case len(found.Taken) > 0:
		res.Why += "; locks are always taken in the same order"
	case len(found.Locks) > 0:
		res.Why += "; no thread waits while it holds a lock"
	}
	res.Assumed = engine.Assumptions(res.Assumed)
	return res, nil
}
